#!/bin/sh
# Installs the project's dependencies for a real Blender's own Python into .blender-deps/<version>,
# where solver/run.py finds them. Usage: blender_deps.sh BLENDER
set -eu
cd "$(dirname "$0")/.."
blender=${1:-blender}
say() { echo "blender-deps: $*" >&2; }

command -v "$blender" >/dev/null || {
    say "$blender: not found; on Debian: apt-get install --no-install-recommends blender"
    exit 2
}
version=$("$blender" -b --factory-startup --python-expr \
    'import sys; print("PYTHON %d.%d" % sys.version_info[:2])' 2>/dev/null | sed -n 's/^PYTHON //p')
[ -n "$version" ] || { say "$blender does not start; try: $blender -b --version"; exit 2; }
folder=.blender-deps/$version
pip=
for python in .venv/bin/python "python$version" python3; do
    if "$python" -m pip --version >/dev/null 2>&1; then pip="$python -m pip"; break; fi
done
[ -n "$pip" ] || { say "no pip found; run make setup first"; exit 2; }
stamp=$(cat pyproject.toml scripts/blender_deps.sh | sha256sum | cut -c1-16)
[ "$(cat "$folder/stamp" 2>/dev/null)" = "$stamp" ] && exit 0
case "$version" in 3.10 | 3.11) numpy="numpy<2" ;; *) numpy="numpy" ;; esac
say "installing for the Python $version of $blender into $folder"
rm -rf "$folder"
# shellcheck disable=SC2086
$pip install -q --disable-pip-version-check --target "$folder" --python-version "$version" \
    --only-binary=:all: "$numpy" "ortools>=9.12,<10" "pydantic>=2.7,<3" "pyyaml>=6" "pillow>=10.3" \
    "typer>=0.15" "rich>=13" "shapely>=2" "zstandard>=0.22"
echo "$stamp" >"$folder/stamp"
