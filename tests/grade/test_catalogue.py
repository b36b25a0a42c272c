"""The catalogue as a whole, without Blender: every fault with what is due, and what its edits leave behind.

What the catalogue holds is kept as text in faults.txt; `python -m tests.grade.test_catalogue` writes it anew.
"""

from __future__ import annotations

import dataclasses
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from solver.core.layout import format_csv, read_csv
from solver.errors import SpecError
from solver.grade.faults import Fault, Gold, catalogue, list_faults
from solver.grade.faults.furniture_faults import DIRECTIONS, find_free_side, find_neighbours
from solver.grade.faults.layout_edits import edit_fields, shift_row
from tests.check.changes import alter, move
from tests.check.kept import compare
from tests.check.sample import (
    LABELS,
    encode_drawing,
    make_blend_bytes,
    make_measured,
    make_rows,
    make_spec,
)

KEPT = Path(__file__).with_name("faults.txt")


def make_gold(folder: Path) -> Gold:
    """The hand-made sample, its room.blend a stand-in of some bytes, its pictures a tenth in size."""
    folder.mkdir(parents=True)
    (folder / "room.blend").write_bytes(make_blend_bytes() * 10 + b"!")  # an odd length has no exact half
    (folder / "render.png").write_bytes(encode_drawing("render", (192, 108)))
    (folder / "top_view.png").write_bytes(encode_drawing("top_view", (129, 154)))
    (folder / "layout.csv").write_text(format_csv(make_rows()))
    return describe_gold(folder)


def describe_gold(folder: Path) -> Gold:
    """The sample in words; nothing of it need be there."""
    rows = tuple(read_csv(format_csv(make_rows())))
    return Gold(folder, make_spec(), LABELS, make_measured(), rows)


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Gold:
    return make_gold(tmp_path_factory.mktemp("catalogue") / "out")


def apply(fault: Fault, gold: Gold, spare: Path) -> Path:
    """Gold's files after a fault's edits, in the folder `spare`."""
    shutil.copytree(gold.folder, spare)
    for edit in fault.edits:
        edit(spare, gold)
    return spare


def list_changes(fault: Fault, gold: Gold, spare: Path) -> Iterator[str]:
    """What the edits changed, a line each."""
    folder = apply(fault, gold, spare)
    names = sorted({path.name for path in (*gold.folder.iterdir(), *folder.iterdir())})
    for name in names:
        old, new = gold.folder / name, folder / name
        if not new.exists():
            yield f"without {name}"
        elif old.exists() and old.read_bytes() == new.read_bytes():
            continue
        elif name == "layout.csv" and new.read_bytes().isascii():
            before, after = (path.read_text().splitlines() for path in (old, new))
            yield from (f"layout.csv - {line}" for line in before if line not in after)
            yield from (f"layout.csv + {line}" for line in after if line not in before)
        elif is_png(new):
            yield f"{name}: {describe_picture(new)}"
        else:
            data = new.read_bytes()
            # How long a whole PNG is differs between packers; how much is left of one does not.
            length = (
                f"{len(data) / old.stat().st_size:.1f} of" if data[:4] == b"\x89PNG" else f"{len(data)} bytes"
            )
            yield f"{name}: {length}, {data[:12]!r}"


def is_png(path: Path) -> bool:
    try:
        with Image.open(path) as image:
            image.load()
    except OSError:
        return False
    return True


def describe_picture(path: Path) -> str:
    """Format, size, and the mean of its grey values in nine fields, in tens: the same wherever it is made."""
    with Image.open(path) as image:
        fields = image.convert("L").resize((3, 3), Image.Resampling.BOX).tobytes()
        tens = " ".join(str(round(value / 10)) for value in fields)
        return f"{image.format} {image.width} x {image.height}, grey in tens {tens}"


def write_fault(fault: Fault) -> list[str]:
    """A fault as text: its verdict, limits, name, sentence and rule; what Blender is to change and draw."""
    lines = [f"{fault.name}: {fault.strict}, {fault.least:g} to {fault.most:g}"]
    lines.append(f"  {fault.about}; breaks: {fault.rule}")
    lines += [f"  {operation} {json.dumps(arguments)}" for operation, arguments in fault.changes]
    lines += [f"  draws {json.dumps(order)}" for order in fault.renders]
    return lines + (["  room.blend stays as it was"] if fault.keeps_blend else [])


def write_catalogue(gold: Gold, spare: Path) -> Iterator[str]:
    """The catalogue as text: each fault, and what it does to the files."""
    for fault in list_faults(gold):
        lines = write_fault(fault)
        if fault.edits:
            lines += [f"  {line}" for line in list_changes(fault, gold, spare / fault.name)]
            shutil.rmtree(spare / fault.name)
        yield "\n".join([*lines, ""])


def test_the_catalogue_is_listed_without_any_file() -> None:
    kept = KEPT.read_text()
    entries = ["\n".join(write_fault(fault)) for fault in list_faults(describe_gold(Path("nowhere")))]
    assert [entry for entry in entries if entry not in kept] == []


def test_the_catalogue_is_as_kept() -> None:
    with tempfile.TemporaryDirectory() as name:
        gold = make_gold(Path(name) / "gold")
        compare(KEPT, write_catalogue(gold, Path(name)), "tests.grade.test_catalogue")


def test_faults_are_frozen_and_their_names_distinct(gold: Gold, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Fault("a", "b", "c", "fail", 0.0, 1.0).name = "d"  # type: ignore[misc]
    twice = (Fault("twin", "b", "c", "fail", 0.0, 1.0),) * 3
    monkeypatch.setattr(catalogue.file_faults, "list_file_faults", lambda _gold: twice)
    with pytest.raises(SpecError, match=r"faults of one name: twin$"):
        list_faults(gold)


def change_gold(gold: Gold, *changes) -> Gold:  # type: ignore[no-untyped-def]
    measured = gold.measured
    for change in changes:
        measured = change(measured)
    return dataclasses.replace(gold, measured=measured)


def test_a_piece_is_moved_where_nothing_is(gold: Gold) -> None:
    # The nightstand stands at the north wall, east of the sofa: south is free, until the table is there.
    assert find_free_side(gold, "nightstand", 0.3) == "south"
    below = move("DiningTable", y_mm=1700.0)
    assert find_free_side(change_gold(gold, below), "nightstand", 0.3) == "east"
    # To the east the wall is 970 mm away.
    assert find_free_side(change_gold(gold, below), "nightstand", 0.98) == "south"
    # The TV stand has the south wall behind it and the room before it.
    assert find_free_side(gold, "tv_stand", 0.3) == "north"
    # Of the dining table: chairs 50 mm to the south and north, the coffee table 200 mm to the west, the wall
    # 800 mm to the east.
    found = [find_free_side(gold, "dining_table", by_m) for by_m in (0.049, 0.051, 0.199, 0.201, 0.799)]
    assert found == ["south", "west", "west", "east", "east"]
    # Where no side is free, the first stands for all.
    assert find_free_side(gold, "dining_table", 0.801) == "south"


def surround(gold: Gold, gaps_m: dict[str, float], walled: bool) -> Gold:
    """A sofa of 1 m x 1 m with something that far away at each side: the wall at the first side if `walled`,
    else and elsewhere a piece. All lengths are exact in binary."""
    first = next(iter(gaps_m))
    room = gold.spec.room
    width_m, depth_m = room.width_mm / 1000.0, room.depth_mm / 1000.0
    x, y = {
        "west": (gaps_m[first], 2.0), "east": (width_m - 1.0 - gaps_m[first], 2.0),
        "south": (2.0, gaps_m[first]), "north": (2.0, depth_m - 1.0 - gaps_m[first]),
    }[first] if walled else (2.0, 2.0)  # fmt: skip
    boxes = {"Sofa": (x, y)}
    for name, (side, gap_m) in zip(("Bedside", "TVStand", "Chair_1", "Chair_2"), gaps_m.items(), strict=True):
        dx, dy = DIRECTIONS[side]
        if not walled or side != first:
            boxes[name] = (x + dx * (1.0 + gap_m), y + dy * (1.0 + gap_m))
    solids = tuple(
        dataclasses.replace(solid, box_min=(*low, 0.0), box_max=(low[0] + 1.0, low[1] + 1.0, 1.0))
        for solid in gold.measured.pieces
        if (low := boxes.get(solid.object)) is not None
    )
    return dataclasses.replace(gold, measured=dataclasses.replace(gold.measured, solids=solids))


@pytest.mark.parametrize("walled", [False, True])
@pytest.mark.parametrize("side", list(DIRECTIONS))
def test_to_touch_is_not_to_meet(gold: Gold, side: str, walled: bool) -> None:
    near = {side: 0.5, **{other: 0.25 for other in DIRECTIONS if other != side}}
    assert find_free_side(surround(gold, near, walled), "sofa", 0.5) == side
    other = "north" if side == "south" else "south"  # free by 1 m
    far = surround(gold, {**near, other: 1.0}, walled)
    assert find_free_side(far, "sofa", 0.5 + 2.0**-20) == other


def test_the_nearest_two_are_neighbours(gold: Gold) -> None:
    assert find_neighbours(gold) == ("nightstand", "sofa", "west", pytest.approx(0.0))
    apart = change_gold(gold, move("Bedside", x_mm=500.0))
    assert find_neighbours(apart) == ("chair_2", "dining_table", "south", pytest.approx(0.05))
    alone = dataclasses.replace(gold, labels={"sofa": "Sofa"})
    assert find_neighbours(alone) is None
    names = [fault.name for fault in list_faults(alone)]
    assert not any(name.startswith("intersecting") for name in names)


def test_neighbours_lie_across_by_more_than_100_mm(gold: Gold) -> None:
    two = dataclasses.replace(gold, labels={"sofa": "Sofa", "nightstand": "Bedside"})
    below = alter("Bedside", box_min=(0.0, 1.0, 0.0), box_max=(1.0, 2.0, 1.0))
    for wide, found in ((0.1, None), (0.101, ("nightstand", "sofa", "north", pytest.approx(0.5)))):
        above = alter("Sofa", box_min=(0.0, 2.5, 0.0), box_max=(wide, 3.0, 1.0))
        assert find_neighbours(change_gold(two, below, above)) == found


def test_edits_touch_one_row(gold: Gold, tmp_path: Path) -> None:
    fault = Fault("x", "", "", "fail", 0.0, 1.0, edits=(edit_fields("Sofa", "y", lambda text: text + "1"),))
    folder = apply(fault, gold, tmp_path / "one")
    before, after = ((p / "layout.csv").read_text().splitlines() for p in (gold.folder, folder))
    assert [(a, b) for a, b in zip(before, after, strict=True) if a != b] == [
        ("Sofa,2.500,5.440,0.000,0,100", "Sofa,2.500,5.4401,0.000,0,100")
    ]


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("csv_untrue_turn", "269.5", "359.5"),
        ("csv_untrue_turn", "270", "0"),
        ("turned_sofa", "269.5", "359.5"),
        ("turned_sofa", "270", "0"),
        ("faces_away_sofa", "200", "20"),
    ],
)
def test_turns_stay_within_a_whole_one(
    gold: Gold, tmp_path: Path, name: str, before: str, after: str
) -> None:
    turned = shutil.copytree(gold.folder, tmp_path / "turned")
    rows = (turned / "layout.csv").read_text()
    (turned / "layout.csv").write_text(rows.replace("5.440,0.000,0,", f"5.440,0.000,{before},"))
    fault = next(fault for fault in list_faults(gold) if fault.name == name)
    folder = apply(fault, dataclasses.replace(gold, folder=turned), tmp_path / "out")
    assert (folder / "layout.csv").read_text().splitlines()[1] == f"Sofa,2.500,5.440,0.000,{after},100"


@pytest.mark.parametrize(
    ("by_m", "row"),
    [
        ((0.0, 0.05, 0.0), "Sofa,2.500,5.490,0.000,0,50"),
        ((-1.4, 0.0, 0.0), "Sofa,1.100,5.440,0.000,0,50"),
        ((1.4, 0.0, 0.0), "Sofa,3.900,5.440,0.000,0,50"),
        ((0.0, -4.93, 0.0), "Sofa,2.500,0.510,0.000,0,50"),
        ((0.0, 0.0, 0.25), "Sofa,2.500,5.440,0.250,0,100"),
    ],
)
def test_a_shifted_row_says_the_nearest_wall(
    gold: Gold, tmp_path: Path, by_m: tuple[float, float, float], row: str
) -> None:
    folder = apply(Fault("x", "", "", "fail", 0.0, 1.0, edits=(shift_row(0, by_m),)), gold, tmp_path / "a")
    assert (folder / "layout.csv").read_text().splitlines()[1] == row


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        pieces = write_catalogue(make_gold(Path(name) / "gold"), Path(name))
        KEPT.write_text("".join(pieces), encoding="utf-8")
