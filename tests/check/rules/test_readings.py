"""What every measure reads of pieces in odd places, number by number.

The readings are kept as text in readings.txt; `python -m tests.check.rules.test_readings` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from solver.check.rules.scale import Reading, Unmeasured
from tests.check.kept import compare
from tests.check.rules.stands import L_ROOM, RECTANGLE, Stand, read

KEPT = Path(__file__).with_name("readings.txt")

# The room is 5 m x 6 m, with a door in the south wall (x 550 to 1450) and a column at 3000, 2500.
A = Stand(1731, 3317, 811, 423)
B = Stand(1902, 1204, 607, 399, 180.0)
EAST, WEST = Stand(4107, 1009, 501, 305, 90.0), Stand(902, 4608, 333, 707, 270.0)
TABLE = Stand(2013, 4021, 1607, 803)
TWO = {"a": A, "b": B}
FOUR = {"a": A, "b": B, "c": EAST, "d": WEST}
U_ROOM = (
    "outline: [[0, 0], [6 m, 0], [6 m, 5 m], [4 m, 5 m], [4 m, 3 m], [1.5 m, 3 m], [1.5 m, 5 m], [0, 5 m]]"
)
CASES: list[tuple[str, dict[str, Stand], str]] = [
    ("against: {piece: a, wall: north, gap: 30 mm}", TWO, RECTANGLE),
    ("against: {piece: b, wall: any, side: any}", TWO, RECTANGLE),
    ("against: {piece: c, wall: west, side: left}", FOUR, RECTANGLE),
    ("against: {piece: c, wall: west, side: front}", FOUR, RECTANGLE),
    ("against: {piece: c, wall: west, side: right}", FOUR, RECTANGLE),
    ("against: {piece: a, wall: north}", TWO, U_ROOM),
    ("corner: {piece: a, corner: any, gap: 10 mm}", TWO, RECTANGLE),
    ("corner: {piece: d, corner: south-west}", FOUR, RECTANGLE),
    ("corner: {piece: a, corner: north-west}", TWO, U_ROOM),
    ("corner: {piece: a, corner: any}", TWO, U_ROOM),
    ("corner: {piece: a, corner: any}", TWO, L_ROOM),
    ("centred: {piece: a, on: north}", TWO, RECTANGLE),
    ("centred: {piece: a, on: east}", TWO, RECTANGLE),
    ("centred: {piece: a, on: north}", TWO, U_ROOM),
    ("centred: {piece: a, on: door}", TWO, RECTANGLE),
    ("centred: {piece: a, on: room}", TWO, RECTANGLE),
    ("centred: {piece: a, on: room, axis: y}", TWO, RECTANGLE),
    ("centred: {piece: a, on: b}", TWO, RECTANGLE),
    ("centred: {piece: a, on: column, axis: x}", TWO, RECTANGLE),
    ("pin: {piece: c, at: [4.1 m, 1.02 m], yaw: 270 deg}", FOUR, RECTANGLE),
    ("gap: {piece: a, to: b, exactly: 1.7 m}", TWO, RECTANGLE),
    ("gap: {piece: c, to: b, at_least: 1.1 m, at_most: 1.9 m}", FOUR, RECTANGLE),
    ("gap: {piece: a, to: east, at_most: 3 m}", TWO, RECTANGLE),
    ("gap: {piece: a, to: column, at_least: 400 mm}", TWO, RECTANGLE),
    ("near: {piece: a, to: d, within: 500 mm}", FOUR, RECTANGLE),
    ("near: {piece: a, to: north, within: 500 mm}", TWO, U_ROOM),
    ("far: {piece: a, from: b, by: 500 mm}", TWO, RECTANGLE),
    ("far: {piece: a, from: any, by: 1.2 m}", TWO, RECTANGLE),
    ("far: {piece: a, from: north, by: 500 mm}", TWO, U_ROOM),
    ("far: {piece: a, from: any, by: 500 mm}", {"a": Stand(5100, 4100, 700, 420)}, U_ROOM),
    ("far: {piece: a, from: west, by: 500 mm}", {"a": Stand(5100, 1400, 700, 420)}, U_ROOM),
    ("between: {piece: a, of: [b, d]}", FOUR, RECTANGLE),
    ("beside: {piece: a, of: c, side: left, gap: 20 mm, align: back}", FOUR, RECTANGLE),
    ("beside: {piece: a, of: d, side: front, align: centre}", FOUR, RECTANGLE),
    ("beside: {piece: a, of: b, side: north, align: west}", TWO, RECTANGLE),
    ("beside: {piece: a, of: b, side: east, align: none}", TWO, RECTANGLE),
    ("beside: {piece: a, of: d, side: south, align: right}", FOUR, RECTANGLE),
    ("in_front_of: {piece: a, of: b, at_least: 400 mm, at_most: 1.7 m}", TWO, RECTANGLE),
    ("in_front_of: {piece: a, of: d}", FOUR, RECTANGLE),
    ("behind: {piece: c, of: a, at_least: 100 mm}", FOUR, RECTANGLE),
    ("facing: {piece: c, to: north}", FOUR, RECTANGLE),
    ("facing: {piece: a, to: north_2}", TWO, U_ROOM),
    ("facing: {piece: b, to: north_1}", TWO, U_ROOM),
    ("facing: {piece: a, to: room}", TWO, RECTANGLE),
    ("facing: {piece: d, to: room}", FOUR, RECTANGLE),
    ("facing: {piece: a, to: [2.4 m, 1 m]}", TWO, RECTANGLE),
    ("facing: {piece: c, to: [2.4 m, 1 m]}", FOUR, RECTANGLE),
    ("facing: {piece: a, to: b}", TWO, RECTANGLE),
    ("facing: {piece: c, to: b}", FOUR, RECTANGLE),
    ("facing: {piece: d, to: c}", FOUR, RECTANGLE),
    ("flanking: {pieces: [a, b], of: t, gap: 35 mm, sides: left_right}", {**TWO, "t": EAST}, RECTANGLE),
    ("flanking: {pieces: [a, b], of: t, sides: front_back}", {**TWO, "t": EAST}, RECTANGLE),
    ("flanking: {pieces: [a, b], of: t, sides: any}", {**TWO, "t": TABLE}, RECTANGLE),
    ("aligned: {pieces: [a, b, c], edge: east}", FOUR, RECTANGLE),
    ("aligned: {pieces: [a, b], edge: y}", TWO, RECTANGLE),
    ("aligned: {pieces: [a, b], edge: x}", TWO, RECTANGLE),
    ("row: {pieces: [a, b, c], to: north, gap: 50 mm}", FOUR, RECTANGLE),
    ("row: {pieces: [a, b], to: west}", TWO, RECTANGLE),
    ("same_yaw: {pieces: [a, c, d]}", FOUR, RECTANGLE),
    ("mirrored: {pieces: [c, d], axis: x}", FOUR, RECTANGLE),
    ("mirrored: {pieces: [c, d], axis: y}", FOUR, RECTANGLE),
    ("mirrored: {pieces: [c, d], axis: x, about: a}", FOUR, RECTANGLE),
    ("around: {pieces: [a, b, c], of: t, gap: 45 mm, sides: {front: 1, left: 2}}",
     {**FOUR, "t": TABLE}, RECTANGLE),
    ("around: {pieces: [a, b, c, d], of: t}", {**FOUR, "t": TABLE}, RECTANGLE),
    ("around: {pieces: [a, b], of: t}", {**FOUR, "t": Stand(2013, 4021, 901, 900)}, RECTANGLE),
    ("around: {pieces: [a, b], of: t}", {**FOUR, "t": Stand(2013, 4021, 901, 898, 90.0)}, RECTANGLE),
    ("around: {pieces: [a, b], of: t}", {**FOUR, "t": Stand(2013, 4021, 902, 900)}, RECTANGLE),
    ("under: {piece: a, of: b, overlap: 300 mm}", TWO, RECTANGLE),
    ("clear: {of: a, depth: 800 mm}", TWO, RECTANGLE),
    ("clear: {of: a, depth: 800 mm, except: [b]}", TWO, RECTANGLE),
    ("clear: {of: a, side: right, depth: 800 mm}", TWO, RECTANGLE),
    ("clear: {of: a, side: back, depth: 800 mm}", TWO, RECTANGLE),
    ("clear: {of: c, side: back, depth: 800 mm}", FOUR, RECTANGLE),
    ("clear: {of: door, depth: 800 mm}", TWO, RECTANGLE),
    ("clear: {of: a, side: left, depth: 400 mm}", {"a": Stand(2443, 2500, 811, 423)}, RECTANGLE),
    ("clear: {of: a, side: left, depth: 400 mm}", {"a": Stand(2443.0, 2139.5, 811, 423)}, RECTANGLE),
    ("clear: {of: a, side: back, depth: 400 mm}", {"a": Stand(3000, 2700, 811, 423)}, RECTANGLE),
    ("aisle: {width: 750 mm}", TWO, RECTANGLE),
    ("aisle: {width: 750 mm}", {"a": Stand(2700, 3000, 4000, 600)}, RECTANGLE),
    ("aisle: {width: 750 mm}", {"a": Stand(2500, 4000, 5000, 600)}, RECTANGLE),
    ("aisle: {width: 400 mm, from: east, to: west}", {"a": Stand(2700, 3300, 600, 5400)}, RECTANGLE),
    ("aisle: {width: 400 mm, to: east}", {"a": Stand(2700, 2700, 600, 5100)}, RECTANGLE),
    ("aisle: {width: 400 mm}", {"a": Stand(700, 2700, 700, 400)}, U_ROOM),
    ("aisle: {width: 400 mm, from: north_1}", {"a": Stand(700, 2700, 700, 400)}, U_ROOM),
    ("walkable: {to: [a, b], width: 800 mm}", TWO, RECTANGLE),
    ("walkable: {to: [a], side: back, width: 600 mm, reach: 50 mm}",
     {"a": Stand(1000, 5700, 811, 423)}, RECTANGLE),
    ("walkable: {to: [d], side: left, width: 600 mm}", FOUR, RECTANGLE),
    ("walkable: {to: [b], side: any, width: 600 mm, from: door}",
     {"b": Stand(4700, 5700, 400, 400), "a": Stand(4000, 4850, 2000, 300)}, RECTANGLE),
    ("walkable: {to: [b], side: any, width: 600 mm}",
     {"b": Stand(4700, 5700, 400, 400), "a": Stand(4000, 5250, 2000, 300)}, RECTANGLE),
]  # fmt: skip


def write_readings() -> Iterator[str]:
    """Each rule, the places of its pieces, and what is read in every alternative."""
    for rule, stands, room in CASES:
        lines = [rule if room == RECTANGLE else f"{rule} in {room}"]
        try:
            for number, readings in enumerate(read(rule, stands, room)):
                lines += ["  or"] if number else []
                lines += [f"  {write_reading(reading)}" for reading in readings]
        except Unmeasured as reason:
            lines.append(f"  not measurable: {reason}")
        yield "\n".join([*lines, ""])


def write_reading(reading: Reading) -> str:
    limits = [f"from {reading.low:g}"] if reading.low is not None else []
    limits += [f"to {reading.high:g}"] if reading.high is not None else []
    # Ways are found to 0.2 mm, half of which may differ between libraries.
    value = round(reading.value, 0 if reading.what.startswith("widest") else 2)
    return f"{reading.what}: {value:g} {reading.unit}, {' '.join(limits)}; off by {round(reading.miss, 1):g}"


def test_readings_are_as_kept() -> None:
    compare(KEPT, write_readings(), "tests.check.rules.test_readings")


if __name__ == "__main__":
    KEPT.write_text("".join(write_readings()), encoding="utf-8")
