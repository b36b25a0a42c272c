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
from solver.core.spec import parse_scene
from solver.errors import SpecError
from solver.grade.faults import Fault, Gold, catalogue, choose_faults, list_faults
from solver.grade.faults.layout_edits import edit_fields, shift_row
from tests.check.changes import alter
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
    """The hand-made sample, its room.blend a stand-in of some bytes, its pictures a tenth in size. The length
    of each is odd, so that its halves can be told apart."""
    folder.mkdir(parents=True)
    for name, data in {
        "room.blend": make_blend_bytes() * 10,
        "render.png": encode_drawing("render", (192, 108)),
        "top_view.png": encode_drawing("top_view", (129, 154)),
    }.items():
        (folder / name).write_bytes(data + b"!" * (1 - len(data) % 2))
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


def list_names(gold: Gold) -> set[str]:
    return {fault.name for fault in list_faults(gold)}


def test_faults_that_do_not_apply_to_a_room_are_left_out() -> None:
    gold = describe_gold(Path("nowhere"))
    every = list_names(gold)
    pieces = ("dining_table", "chair_1", "nightstand")
    few = dataclasses.replace(gold, labels={piece: LABELS[piece] for piece in pieces})
    gone = every - list_names(few)
    assert {"stale_picture", "swapped_tables", "missing_sofa"} <= gone
    assert {"another_scene_pictured", "missing_chair_1", "csv_nan"} <= list_names(few)
    # The last piece is no nightstand, and stands on another one: the last on the floor takes its place.
    lamp = alter("Chair_1", box_min=(3.5, 1.6, 0.5), box_max=(3.9, 2.0, 0.9))(gold.measured)
    order = {piece: LABELS[piece] for piece in ("sofa", "chair_1")}
    names = list_names(dataclasses.replace(gold, labels=order, measured=lamp))
    assert "floating_sofa" in names and "floating_chair_1" not in names and "nightstand_by_name" not in names
    plain = alter("Sofa", yaw_deg=None)(gold.measured)
    assert every - list_names(dataclasses.replace(gold, measured=plain)) == {
        "faces_away_sofa", "untold_turn_sofa",
    }  # fmt: skip
    blind = dataclasses.replace(gold.measured, cameras=gold.measured.cameras[:1])
    assert every - list_names(dataclasses.replace(gold, measured=blind)) == {
        "camera_behind_wall", "top_view_cropped", "another_scene_pictured", "stale_picture",
    }  # fmt: skip


def test_walls_and_sizes_that_a_scene_has_not_are_left_out() -> None:
    gold = describe_gold(Path("nowhere"))
    text = gold.spec.text.replace(
        "room: {width: 5 m, depth: 6 m,",
        "room: {outline: [[0, 0], [5 m, 0], [5 m, 4 m], [4 m, 4 m], [4 m, 6 m], [0, 6 m]],",
    )
    text = text.replace("wall: north", "wall: north_1").replace("wall: east", "wall: east_1")
    text = (
        text.replace("on: north", "on: north_1")
        .replace("on: east", "on: east_1")
        .replace("to: east", "to: west")
    )
    bent = parse_scene(f"{text}\nrender: {{size: 480x270, top_size: 640x768}}\n", "bent.yaml")
    names = list_names(dataclasses.replace(gold, spec=bent))
    assert list_names(gold) - names == {
        "without_wall_north", "render_small", "top_view_small", "render_upscaled",
    }  # fmt: skip


def test_what_may_be_left_out_is_no_fault_when_missing() -> None:
    gold = describe_gold(Path("nowhere"))
    text = gold.spec.text.replace("{asset: nightstand}", "{asset: nightstand, optional: 5}")
    free = dataclasses.replace(gold, spec=parse_scene(text, "optional.yaml"))
    assert list_names(gold) - list_names(free) == {"missing_nightstand"}


def test_a_name_of_no_fault_is_told_with_the_nearest() -> None:
    gold = describe_gold(Path("nowhere"))
    few = dataclasses.replace(gold, labels={"dining_table": "DiningTable"})
    assert [fault.name for fault in choose_faults(few, ["csv_nan", "nothing"])] == ["csv_nan", "nothing"]
    assert {fault.name for fault in choose_faults(few, [])} == list_names(few)
    with pytest.raises(SpecError) as caught:
        choose_faults(few, ["csv_nam", "csv_nan", "missing_sofa", "zzzz"])
    start = "no fault of that name applies to the scene 'weavebench_living_room'"
    assert list(caught.value.faults) == [
        f"--only csv_nam: {start}; did you mean 'csv_nan' or 'csv_only' or 'csv_empty'?",
        f"--only missing_sofa: {start}; did you mean 'csv_missing'?",
        f"--only zzzz: {start}; see --list",
    ]


def test_edits_touch_one_row(gold: Gold, tmp_path: Path) -> None:
    fault = Fault("x", "", "", "fail", 0.0, 1.0, edits=(edit_fields("Sofa", "y", lambda text: text + "1"),))
    folder = apply(fault, gold, tmp_path / "one")
    before, after = ((p / "layout.csv").read_text().splitlines() for p in (gold.folder, folder))
    assert [(a, b) for a, b in zip(before, after, strict=True) if a != b] == [
        ("Sofa,2.500,5.440,0.000,0,100", "Sofa,2.500,5.4401,0.000,0,100")
    ]


def find_fault(gold: Gold, name: str) -> Fault:
    return next(fault for fault in list_faults(gold) if fault.name == name)


@pytest.mark.parametrize("name", ["render_cut_off", "blend_cut_off"])
def test_the_first_half_stays(gold: Gold, tmp_path: Path, name: str) -> None:
    file = {"render_cut_off": "render.png", "blend_cut_off": "room.blend"}[name]
    whole = (gold.folder / file).read_bytes()
    cut = (apply(find_fault(gold, name), gold, tmp_path / "out") / file).read_bytes()
    assert len(whole) % 2 == 1 and cut == whole[: (len(whole) - 1) // 2]


@pytest.mark.parametrize(
    ("name", "file", "value"),
    [
        ("render_black", "render.png", 0),
        ("render_white", "render.png", 255),
        ("top_view_black", "top_view.png", 0),
    ],
)
def test_black_is_black(gold: Gold, tmp_path: Path, name: str, file: str, value: int) -> None:
    with Image.open(apply(find_fault(gold, name), gold, tmp_path / "out") / file) as image:
        assert image.convert("RGB").getextrema() == ((value, value),) * 3


def test_the_enlarged_picture_was_480_x_270(gold: Gold, tmp_path: Path) -> None:
    folder = apply(find_fault(gold, "render_upscaled"), gold, tmp_path / "out")
    with Image.open(gold.folder / "render.png") as before, Image.open(folder / "render.png") as after:
        small = before.convert("RGB").resize((480, 270), Image.Resampling.BOX)
        assert after.tobytes() == small.resize(before.size, Image.Resampling.BICUBIC).tobytes()


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
    fault = find_fault(gold, name)
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
