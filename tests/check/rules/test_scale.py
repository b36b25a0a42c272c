"""One reading: its value, its limits, and by how much it is missed."""

from __future__ import annotations

import pytest

from solver.check.rules.scale import Reading


def test_a_reading_says_its_value_and_its_limit() -> None:
    both = Reading("gap", 100.04, 98.0, 102.0)
    assert (both.format_value(), both.format_limit()) == ("gap 100 mm", "100 mm ± 2 mm")
    assert both.explain() == "gap is 100 mm"
    assert Reading("gap", -0.04, -2.0, 2.0).format_value() == "gap 0 mm"
    assert Reading("gap", 5.0, -2.0002, 2.0).format_limit() == "0 mm ± 2.0001 mm"
    assert Reading("gap", 5.0, 98.125, 102.125).format_limit() == "100.125 mm ± 2 mm"
    assert Reading("gap", 5.0, 98.0 + 1e-9, 102.0).format_limit() == "100 mm ± 2 mm"
    assert Reading("gap", 5.0, -2.0, 2.0).format_limit() == "0 mm ± 2 mm"
    assert Reading("gap", -0.01, -2.0, None).explain() == "gap is 0 mm"
    assert Reading("gap", 5.0, 98.0, None).format_limit() == "at least 100 mm - 2 mm"
    assert Reading("gap", 5.0, None, 102.0).format_limit() == "at most 100 mm + 2 mm"
    turn = Reading("turn", 0.26, None, 0.1, "degrees")
    assert (turn.format_value(), turn.format_limit()) == (
        "turn 0.3 degrees",
        "at most 0 degrees + 0.1 degrees",
    )
    assert turn.miss == pytest.approx(3.2)


@pytest.mark.parametrize(
    ("value", "miss"), [(97.5, 0.5), (98.0, 0.0), (99.0, 0.0), (102.0, 0.0), (102.25, 0.25)]
)
def test_a_reading_is_missed_by_what_lies_beyond(value: float, miss: float) -> None:
    assert Reading("gap", value, 98.0, 102.0).miss == pytest.approx(miss)
