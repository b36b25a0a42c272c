#!/bin/sh
# Runs the import tests in several Blender versions, one environment each under .venvs, and prints a table.
# Arguments: versions (default 4.2 4.5 5.0 5.3). WHEELS: a folder with bpy wheels pip may use as well.
set -u
cd "$(dirname "$0")/.."
tests="tests/blender/test_append.py tests/core/test_front.py tests/core/test_grouping.py"
[ $# -gt 0 ] || set -- 4.2 4.5 5.0 5.3

find_python() { # an interpreter of version $1: on PATH, or pyenv's
    if "python$1" -c '' 2>/dev/null; then echo "python$1"; return; fi
    for root in "${PYENV_ROOT:-$HOME/.pyenv}"; do ls -d "$root"/versions/"$1".*/bin/"python$1" 2>/dev/null | tail -n 1; done
}

prepare() { # environment of Blender $1 with Python $2
    [ -f ".venvs/$1/ready" ] && return 0
    interpreter=$(find_python "$2")
    [ -n "$interpreter" ] || { echo "needs Python $2" >&2; return 1; }
    rm -rf ".venvs/$1" && "$interpreter" -m venv ".venvs/$1" || return 1
    ".venvs/$1/bin/pip" install -q --disable-pip-version-check ${WHEELS:+--find-links "$WHEELS"} \
        "bpy==$1.*" "pytest>=8" "pydantic>=2.7,<3" "pyyaml>=6" "zstandard>=0.20" || return 1
    touch ".venvs/$1/ready"
}

failed=0
table=$(printf '%-8s %-7s %7s %7s  %s' blender python passed failed seconds)
for version; do
    case "$version" in 5.[1-9]*) python=3.13 ;; *) python=3.11 ;; esac
    if ! prepare "$version" "$python"; then
        row=$(printf '%-8s %-7s %s' "$version" "$python" "not installed"); failed=1
    else
        log=".venvs/$version/tests.log"
        # shellcheck disable=SC2086
        ".venvs/$version/bin/python" -m pytest -p no:cacheprovider $tests >"$log" 2>&1 || failed=1
        last=$(tail -n 1 "$log")
        count() { echo "$last" | sed -n "s/.*[^0-9]\{0,1\}\b\([0-9]\{1,\}\) $1.*/\1/p"; }
        passed=$(count passed) broken=$(count failed) errors=$(count error)
        seconds=$(echo "$last" | sed -n 's/.* in \([0-9.]*\)s.*/\1/p')
        row=$(printf '%-8s %-7s %7s %7s  %s' "$version" "$python" "${passed:-0}" \
            "$((${broken:-0} + ${errors:-0}))" "${seconds:-?}")
    fi
    table="$table
$row"
    echo "$row" >&2
done
echo "$table"
exit "$failed"
