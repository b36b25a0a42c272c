"""Clear zones: what is in the way, and from where on."""

from __future__ import annotations

import pytest

from tests.check.rules.stands import L_ROOM, Stand, read

# The front of the piece is at y = 2800, its sides at x = 1600 and 2400.
PIECE = Stand(2000, 3000, 800, 400)


def measure(rule: str, stands: dict[str, Stand], room: str = "width: 5 m, depth: 6 m") -> float:
    """The free depth before `a`."""
    ((*_, depth),) = read(rule, stands, room)
    return depth.value


@pytest.mark.parametrize(
    ("wide_mm", "middle_mm", "depth_mm"),
    [
        # It overlaps the piece's width at the west or east end by less and more than the rounding of sizes.
        (403.0, 1400.0, 2800.0), (405.0, 1400.0, 800.0), (403.0, 2600.0, 2800.0), (405.0, 2600.0, 800.0),
        (400.0, 2000.0, 800.0),
    ],
)  # fmt: skip
def test_what_overlaps_the_width_of_a_piece_is_in_its_way(
    wide_mm: float, middle_mm: float, depth_mm: float
) -> None:
    stands = {"a": PIECE, "b": Stand(middle_mm, 1900, wide_mm, 200)}
    assert measure("clear: {of: a, depth: 700 mm}", stands) == depth_mm


@pytest.mark.parametrize(
    ("side", "yaw_deg", "depth_mm"),
    [
        ("front", 0.0, 2800.0), ("front", 180.0, 2800.0), ("back", 0.0, 2800.0), ("left", 0.0, 2600.0),
        ("right", 0.0, 1600.0), ("left", 180.0, 1600.0),
    ],
)  # fmt: skip
def test_the_wall_ends_what_is_free(side: str, yaw_deg: float, depth_mm: float) -> None:
    piece = Stand(2000, 3000, 800, 400, yaw_deg)
    assert measure(f"clear: {{of: a, side: {side}, depth: 500 mm}}", {"a": piece}) == depth_mm


@pytest.mark.parametrize(
    ("gap_mm", "depth_mm"), [(-5.0, 0.0), (0.0, 0.0), (2.0, 0.0), (2.5, 2.5), (50.0, 50.0)]
)
def test_what_stands_at_a_side_is_in_its_way_from_there_on(gap_mm: float, depth_mm: float) -> None:
    stands = {"a": PIECE, "b": Stand(2000, 2800 - gap_mm - 100, 400, 200)}
    assert measure("clear: {of: a, depth: 700 mm}", stands) == depth_mm
    stands = {"a": Stand(2000, 3000, 800, 400, 180.0), "b": Stand(2000, 3200 + gap_mm + 100, 400, 200)}
    assert measure("clear: {of: a, depth: 700 mm}", stands) == depth_mm


def test_an_inner_corner_ends_what_is_free() -> None:
    # North_2 is at y = 3000 from x = 4000 on: ahead of a piece that reaches 3 mm past there, not of 1 mm.
    for x, depth_mm in ((3601.0, 4300.0), (3603.0, 1300.0)):
        piece = Stand(x, 1500, 800, 400, 180.0)
        assert measure("clear: {of: a, depth: 700 mm}", {"a": piece}, L_ROOM) == depth_mm
