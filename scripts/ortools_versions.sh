#!/bin/sh
# Every scene's layout with several OR-Tools versions, one environment each under .venvs, against the kept one.
# Arguments: versions (default 9.12 9.14 9.15).
set -u
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- 9.12 9.14 9.15

failed=0
for version; do
    home=".venvs/ortools-$version"
    if [ ! -f "$home/ready" ]; then
        rm -rf "$home" && "${PYTHON:-python3}" -m venv "$home" &&
            "$home/bin/pip" install -q --disable-pip-version-check "ortools==$version.*" "numpy>=1.24" \
                "pydantic>=2.7,<3" "pyyaml>=6" "shapely>=2" &&
            touch "$home/ready" || { echo "ortools $version: not installed"; failed=1; continue; }
    fi
    "$home/bin/python" scripts/compare_layouts.py || failed=1
done
exit "$failed"
