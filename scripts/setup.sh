#!/bin/sh
# Makes .venv with everything the project needs, the system libraries of bpy included; idempotent.
# Environment: PYTHON to choose an interpreter (3.11 or 3.13).
set -eu
cd "$(dirname "$0")/.."
libraries="libgl1 libgomp1 libsm6 libxfixes3 libxi6 libxkbcommon0 libxrender1 libxxf86vm1"

say() { echo "setup: $*" >&2; }
stop() { say "$*"; exit 2; }

install_packages() { # apt packages, as root; otherwise print the exact command and try nothing else
    if [ "$(id -u)" -ne 0 ]; then
        stop "missing system packages; run: sudo apt-get install --no-install-recommends $*"
    fi
    say "installing $*"
    apt-get update -q >/dev/null && apt-get install -y -q --no-install-recommends "$@" >/dev/null \
        || stop "apt could not install them; run: apt-get update && apt-get install --no-install-recommends $*"
}

find_python() { # the first interpreter that runs and for which there is a bpy wheel
    for name in ${PYTHON:-python3.11 python3.13 python3 python}; do
        version=$("$name" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue
        case "$version" in 3.11 | 3.13) echo "$name $version"; return ;; esac
    done
}

found=$(find_python)
[ -n "$found" ] || stop "needs Python 3.11 or 3.13 (bpy is built for no other). Debian 12: apt-get install \
python3.11 python3.11-venv; Debian 13: apt-get install python3.13 python3.13-venv; elsewhere: pyenv install 3.11"
python=${found% *} version=${found#* }

stamp=$(cat pyproject.toml constraints.txt scripts/setup.sh | sha256sum | cut -c1-16)-$version
if [ "$(cat .venv/stamp 2>/dev/null)" != "$stamp" ]; then
    if [ ! -x .venv/bin/pip ] || [ "$(cat .venv/python-version 2>/dev/null)" != "$version" ]; then
        rm -rf .venv
        "$python" -c 'import ensurepip, venv' 2>/dev/null || install_packages "python$version-venv"
        "$python" -m venv .venv || stop "$python cannot make a virtual environment here"
        echo "$version" >.venv/python-version
    fi
    say "installing Python packages into .venv (bpy is about 350 MB)"
    .venv/bin/pip install -q --disable-pip-version-check -c constraints.txt -e '.[blender,dev,exports]' \
        || stop "pip could not install the packages; see its message above"
    .venv/bin/python scripts/import_bpy.py 2>/dev/null || install_packages $libraries
    .venv/bin/python scripts/import_bpy.py || stop "bpy still cannot be imported; see the message above"
    echo "$stamp" >.venv/stamp
fi
.venv/bin/scene-solver furniture >/dev/null
