#!/bin/sh
# Mutation run: MODULES and TESTS are files or folders, parted by spaces. Works on a copy of the last commit.
set -eu
MODULES=${MODULES:-"solver/grade/facts.py solver/grade/expected.py solver/grade/outcome.py solver/grade/regress.py"}
TESTS=${TESTS:-"tests/grade/test_gold.py tests/grade/test_regress.py"}
root=$(pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git archive HEAD | tar -x -C "$copy"
"$root/.venv/bin/python" -m pip install -q cosmic-ray
cd "$copy"
quoted=$(printf '%s' "$MODULES" | sed 's/ /", "/g')
sed -i "s|MODULES|$quoted|; s|PYTHON|$root/.venv/bin/python|; s|TESTS|$TESTS|" mutation.toml
"$root/.venv/bin/cosmic-ray" init mutation.toml session.sqlite
"$root/.venv/bin/cr-filter-operators" session.sqlite mutation.toml
"$root/.venv/bin/cosmic-ray" exec mutation.toml session.sqlite
"$root/.venv/bin/cr-report" --surviving-only --show-diff session.sqlite
"$root/.venv/bin/cr-rate" session.sqlite
