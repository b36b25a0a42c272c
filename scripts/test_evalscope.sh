#!/bin/sh
# Scores 2,000 answers with our scorer and with EvalScope's own, which needs an environment of its own.
set -eu
cd "$(dirname "$0")/.."
own=.venvs/evalscope
if [ ! -x "$own/bin/python" ] || ! "$own/bin/python" -c 'import evalscope.benchmarks.surds' 2>/dev/null; then
    echo "test-evalscope: installing evalscope into $own" >&2
    .venv/bin/python -m venv "$own"
    "$own/bin/pip" install -q --disable-pip-version-check "evalscope==1.14.1" shapely
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
.venv/bin/scene-solver questions surds "$folder/faithful" --scenes 8 --mode faithful --no-pictures --quiet
.venv/bin/scene-solver questions surds "$folder/indoor" --scenes 4 --views 2 --mode indoor --size 320x180 \
    --samples 1 --quiet
"$own/bin/python" tests/truth/compare_evalscope.py "$folder/faithful" "$folder/indoor" 2>"$folder/log" \
    || { cat "$folder/log" >&2; exit 1; }
