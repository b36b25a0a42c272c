#!/bin/sh
# Runs the README's example of testing a grader, line by line as it stands there; with --show prints it.
# Only two things are put in place of what a reader has: this checkout, and a task file of our own.
# ONLY: names of faults, parted by commas; all without it.
set -eu
cd "$(dirname "$0")/.."
lines=$(sed -n '/^# In a benchmark.s CI/,/^```/p' README.md | sed '/^```/d' \
    | sed -e '/^cd scene-solver /d' -e 's|\.\./tasks/room_arrange\.md|tests/cases/room_task.md|')
[ "${1:-}" = --show ] && { printf '%s\n' "$lines"; exit; }
rm -rf out/faults
eval "set -x
$lines"
