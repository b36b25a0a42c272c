"""--budget: both pictures within the seconds, or a refusal that names the least."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solver.cli.solve import read_budget_s
from solver.core.plan import QUALITIES
from solver.errors import SpecError
from solver.output import DELIVERABLES
from tests.cli.running import CASES, run_cli


def test_seconds_and_minutes() -> None:
    assert read_budget_s("60s") == 60.0
    assert read_budget_s(" 1.5 min ") == 90.0


@pytest.mark.parametrize("text", ["60", "0s", "-5s", "", "1h", "1e9s", "s", "60 seconds"])
def test_other_budgets_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(SpecError, match="90s"):
        read_budget_s(text)


@pytest.mark.blender
@pytest.mark.slow
def test_the_report_says_what_was_chosen_and_what_it_took(tmp_path: Path) -> None:
    # Ample even for a machine that others slow down meanwhile; the ceiling is the quality's then.
    options = ("--budget", "5min", "--quality", "draft")
    code, out, err = run_cli("solve", CASES / "tiny_room.yaml", "--out", tmp_path, *options)
    assert code == 0, out + err
    chosen = re.search(r"budget 300 s: (\d+) and (\d+) samples a pixel, at most (\d+) s", err)
    taken = re.search(r"budget 300 s: both pictures took ([\d.]+) s\n", err)
    assert chosen and taken, err
    assert (int(chosen[1]), int(chosen[2])) == QUALITIES["draft"]
    assert float(taken[1]) < 300.0


@pytest.mark.blender
def test_too_small_a_budget_names_the_least_and_writes_nothing(tmp_path: Path) -> None:
    code, _, err = run_cli("solve", CASES / "tiny_room.yaml", "--out", tmp_path, "--budget", "0.1s")
    assert code == 2
    assert re.search(r"--budget 0.1s is too little .* give --budget \d+s or more", err)
    assert not [name for name in DELIVERABLES if (tmp_path / name).exists()]
