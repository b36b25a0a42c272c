#!/bin/sh
# Mutation run over the judges of outputs; see scripts/mutation. Works on a copy of the last commit.
# MODULES: files or folders, parted by spaces. SHARE: of each module's mutants, e.g. 0.1. SECONDS_MOST: stop then.
# Results stay in build/mutation, a file a commit: run again to go on. Cosmic Ray is installed there too, so that
# .venv stays as it is.
set -eu
cd "$(dirname "$0")/.."
root=$(pwd) folder=$(pwd)/build/mutation
results=$folder/$(git rev-parse --short HEAD).jsonl
mkdir -p "$folder"
[ -d "$folder/libraries/cosmic_ray" ] \
    || .venv/bin/pip install -q --disable-pip-version-check --target "$folder/libraries" 'cosmic-ray>=8.3,<9'
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git archive HEAD | tar -x -C "$copy"
export PYTHONPATH="$folder/libraries"
"$root/.venv/bin/python" scripts/mutation run "$copy" "$results" \
    --share "${SHARE:-1}" --seconds "${SECONDS_MOST:-1000000}" --modules ${MODULES:-solver/check solver/grade}
"$root/.venv/bin/python" scripts/mutation report "$results"
