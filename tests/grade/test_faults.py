"""The catalogue: each fault changes what it says, and nothing else."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import pytest

from solver.bridge import run_task
from solver.core.layout import read_csv
from solver.core.measured import Measured
from solver.errors import OutputError
from solver.factory import list_meshes
from solver.grade.faults import Fault, Gold, list_faults, make_faults
from tests.blender.rooms import build_room, list_shell, piece_box
from tests.check.sample import LABELS, PLACES, make_measured, make_spec, write_folder

ROOM_FILES = ("room.blend", "render.png", "top_view.png", "layout.csv")


def say_nothing(event: object) -> None:
    return None


def list_boxes() -> list[dict[str, object]]:
    boxes = []
    for piece, (x, y, wide, deep, high, yaw) in PLACES.items():
        low = ((x - wide / 2) / 1000, (y - deep / 2) / 1000, 0.0)
        box = piece_box(LABELS[piece], low, ((x + wide / 2) / 1000, (y + deep / 2) / 1000, high / 1000))
        box["props"] = {**box["props"], "piece": piece, "yaw_deg": yaw}
        boxes.append(box)
    return boxes


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Gold:
    folder = write_folder(tmp_path_factory.mktemp("gold") / "out")
    build_room(
        folder / "room.blend",
        [*list_shell(wall=0.12), *list_boxes()],
        camera=[0.3, 5.7, 1.6, 3, 2, 0.5],
        top=7,
    )
    for name in ("room.json", "room.blend1"):
        (folder / name).unlink(missing_ok=True)
    rows = tuple(read_csv((folder / "layout.csv").read_text()))
    return Gold(folder, make_spec(), LABELS, make_measured(), rows)


@pytest.fixture(scope="module")
def made(gold: Gold, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Every fault but those that draw a picture anew."""
    faults = [fault for fault in list_faults(gold) if not fault.renders]
    folders = make_faults(gold, faults, tmp_path_factory.mktemp("faults"), say_nothing)
    return {fault.name: path for fault, path in zip(faults, folders, strict=True)}


@pytest.fixture(scope="module")
def rooms(made: dict[str, Path]) -> dict[str, Measured]:
    """What is measured in the rooms that tests below look into; one process each."""
    names = (
        "moved_sofa", "inside_sofa", "split_sofa", "parented_sofa", "origin_off_sofa", "mirrored",
        "faces_away_sofa", "turned_sofa", "in_millimetres", "missing_chair_1", "duplicated_sofa",
        "scaled_down_sofa", "without_wall_west", "hidden_sofa", "swapped_tables", "blend_saved_again",
    )  # fmt: skip
    request = {"sizes_px": {"render": [1920, 1080], "top_view": [1290, 1536]}}
    return {
        name: Measured.from_dict(
            run_task("measure_room", {"blend": str(made[name] / "room.blend"), **request})
        )
        for name in names
    }


def test_the_catalogue_is_large_and_says_what_is_due(gold: Gold) -> None:
    faults = list_faults(gold)
    assert len(faults) >= 60
    assert len({fault.name for fault in faults}) == len(faults)
    for fault in faults:
        assert 0.0 <= fault.least <= fault.most <= 1.0, fault.name
        assert fault.strict in ("pass", "fail"), fault.name
        assert fault.about and fault.rule, fault.name
        assert fault.changes or fault.edits, fault.name
        if fault.strict == "pass":
            assert (fault.least, fault.most) == (1.0, 1.0), fault.name
        assert set(fault.describe()) == {"name", "about", "rule", "strict", "least", "most"}


def solid(room: Measured, name: str):  # type: ignore[no-untyped-def]
    return next(item for item in room.solids if item.object == name)


def test_gold_stays_as_it_was(gold: Gold, made: dict[str, Path]) -> None:
    assert sorted(path.name for path in gold.folder.iterdir()) == sorted(ROOM_FILES)
    assert read_csv((gold.folder / "layout.csv").read_text()) == list(gold.rows)
    assert (gold.folder / "render.png").stat().st_size > 10_000


def has_same_bytes(path: Path, other: Path) -> bool:
    return path.exists() and path.read_bytes() == other.read_bytes()


def test_unchanged_files_are_equal_to_gold(gold: Gold, made: dict[str, Path]) -> None:
    for name, folder in made.items():
        fault = next(fault for fault in list_faults(gold) if fault.name == name)
        changed = [file for file in ROOM_FILES if not has_same_bytes(folder / file, gold.folder / file)]
        extra = {path.name for path in folder.iterdir()} - set(ROOM_FILES)
        # Packing a picture otherwise may give the same bytes when gold was packed that way already.
        assert changed or extra or name == "render_recompressed", f"{name} changes nothing"
        if not fault.changes and "picture" not in name and name not in ("nothing", "csv_only", "blend_only"):
            assert len(changed) <= 2, (name, changed)
        if fault.changes:
            assert "render.png" not in changed and "top_view.png" not in changed, name


def test_moves(rooms: dict[str, Measured], made: dict[str, Path]) -> None:
    assert solid(rooms["moved_sofa"], "Sofa").box_min[1] == pytest.approx(4.98 - 0.3, abs=1e-4)
    assert solid(rooms["inside_sofa"], "Sofa").box_min[1] == pytest.approx(4.98 - 0.0008, abs=1e-4)
    row = next(
        row for row in read_csv((made["moved_sofa"] / "layout.csv").read_text()) if row.object == "Sofa"
    )
    assert (row.y, row.distance_to_nearest_wall_mm) == (5.14, 400.0)
    assert solid(rooms["swapped_tables"], "CoffeeTable").centre[:2] == pytest.approx((3.75, 3.0), abs=1e-4)


STEPS = {
    "south": (1, -1), "north": (1, 1), "west": (0, -1), "east": (0, 1), "below": (2, -1), "above": (2, 1),
}  # fmt: skip
SAID = re.compile(r"([\d.]+) (m|mm) (?:too far |further )?(south|north|west|east|above|below)")


def test_what_is_said_is_what_is_done(gold: Gold, made: dict[str, Path]) -> None:
    """In a changed file only those objects differ that are named, by as much as is said."""
    faults = [fault for fault in list_faults(gold) if fault.changes and SAID.search(fault.about)]
    blends = [gold.folder / "room.blend", *(made[fault.name] / "room.blend" for fault in faults)]
    listed = list_meshes(blends)
    before, *rooms = ({name: (*at, *size) for name, at, size in listed[path] or ()} for path in blends)
    told = 0
    for fault, after in zip(faults, rooms, strict=True):
        moved = {
            name: [new - old for old, new in zip(before[name], after[name], strict=True)]
            for name in before.keys() & after.keys()
            if after[name] != pytest.approx(before[name], abs=1e-5)
        }
        assert before.keys() == after.keys()
        assert all(f'"{name}"' in json.dumps(fault.changes) for name in moved), fault.name
        for length, unit, side in SAID.findall(fault.about):
            axis, sign = STEPS[side]
            due = [0.0] * 6
            due[axis] = sign * float(length) / (1.0 if unit == "m" else 1000.0)
            assert list(moved.values()) == [pytest.approx(due, abs=1e-5)], fault.name
            told += 1
    assert told >= 20


def test_shapes(rooms: dict[str, Measured]) -> None:
    sofa = solid(rooms["blend_saved_again"], "Sofa")
    for name in ("origin_off_sofa", "parented_sofa"):
        same = solid(rooms[name], "Sofa")
        assert same.box_min == pytest.approx(sofa.box_min, abs=1e-4)
        assert same.box_max == pytest.approx(sofa.box_max, abs=1e-4)
    assert solid(rooms["origin_off_sofa"], "Sofa").location[0] == pytest.approx(2.95, abs=1e-4)
    assert solid(rooms["parented_sofa"], "Sofa").parent == "Group"
    parts = [item for item in rooms["split_sofa"].solids if item.object.startswith("Sofa")]
    assert [part.object for part in parts] == ["Sofa", "Sofa_Back", "Sofa_Seat"]
    assert sum(part.triangles for part in parts) == sofa.triangles
    assert solid(rooms["scaled_down_sofa"], "Sofa").box_max[2] == pytest.approx(0.0082, abs=1e-4)
    assert solid(rooms["mirrored"], "Bedside").centre[0] == pytest.approx(5.0 - 3.79, abs=1e-4)
    assert solid(rooms["in_millimetres"], "Sofa").centre[0] == pytest.approx(2500.0, abs=0.1)
    assert solid(rooms["turned_sofa"], "Sofa").facing_deg == pytest.approx(90.0, abs=1e-3)
    assert solid(rooms["faces_away_sofa"], "Sofa").facing_deg == pytest.approx(180.0, abs=1e-3)


def test_presence(rooms: dict[str, Measured]) -> None:
    assert not any(item.object == "Chair_1" for item in rooms["missing_chair_1"].solids)
    assert not any(item.object == "Sofa" for item in rooms["hidden_sofa"].solids)
    assert {item.object for item in rooms["duplicated_sofa"].pieces} >= {"Sofa", "Sofa.001"}
    interior = rooms["without_wall_west"].interior
    assert interior is not None and interior["west"].at_m is None and interior["east"].at_m is not None


def test_a_folder_that_is_taken_is_refused(gold: Gold, tmp_path: Path) -> None:
    faults = [fault for fault in list_faults(gold) if fault.name in ("csv_nan", "csv_crlf")]
    (tmp_path / "csv_nan").mkdir()
    with pytest.raises(OutputError, match="csv_nan already"):
        make_faults(gold, faults, tmp_path, say_nothing)
    assert not (tmp_path / "csv_crlf").exists()


def test_faults_are_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Fault("a", "b", "c", "fail", 0.0, 1.0).name = "d"  # type: ignore[misc]
