"""repair, end to end: a room is solved, changed by hand in Blender and in its table, and placed again."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from solver.core.layout import LayoutRow, read_csv
from tests.cli.running import run_cli
from tests.conftest import ROOT

SCENE = """\
# A room to change by hand.
scene: changed_room
room: {width: 4 m, depth: 4 m, height: 2.6 m}
openings:
  - window: {wall: east, centre: 2 m, width: 1.6 m, height: 1.3 m}
pieces:
  sofa: {asset: sofa}
  tv_stand: {asset: tv_stand}
  side_table: {asset: side_table}
rules:
  - against: {piece: sofa, wall: north}
  - against: {piece: tv_stand, wall: south}  # anywhere along it
  - gap: {piece: side_table, to: sofa, exactly: 50 mm}
render: {size: 128x72, top_size: 100x100}
"""


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The room as `solve` makes it."""
    folder = tmp_path_factory.mktemp("repair")
    (folder / "scene.yaml").write_text(SCENE, encoding="utf-8")
    code, out, err = run_cli("solve", folder / "scene.yaml", "--out", folder / "room", "--quality", "draft")
    assert code == 0, out + err
    return folder / "room"


@pytest.fixture
def room(solved: Path, tmp_path: Path) -> Path:
    return shutil.copytree(solved, tmp_path / "room")


def move_by_hand(room: Path, **changes: dict[str, object]) -> None:
    script = ROOT / "tests" / "blender" / "move_pieces.py"
    subprocess.run(
        [sys.executable, script, room / "room.blend", json.dumps(changes)], check=True, capture_output=True
    )
    (room / "room.blend1").unlink(missing_ok=True)


def read_rows(room: Path) -> dict[str, LayoutRow]:
    return {row.object: row for row in read_csv((room / "layout.csv").read_text(encoding="utf-8"))}


def edit_table(room: Path, old: str, new: str) -> None:
    text = (room / "layout.csv").read_text(encoding="utf-8")
    assert old in text
    (room / "layout.csv").write_text(text.replace(old, new), encoding="utf-8")


def read_all(room: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in room.iterdir()}


@pytest.mark.blender
def test_pieces_moved_by_hand_stay_there_and_scene_table_and_room_keep_step(
    room: Path, tmp_path: Path
) -> None:
    before = read_rows(room)
    move_by_hand(room, Sofa={"by_m": [0.7, 0, 0], "turn_deg": 2})
    edit_table(room, "TVStand,0.800", "TVStand,1.200")
    code, out, err = run_cli("repair", room, "--quality", "draft")
    assert code == 0, out + err
    assert "note: room.blend: Sofa is turned to 2.0 deg; taken as 0 deg" in err
    assert "stays where you put it (room.blend): sofa at 1750 mm, 3540 mm, 0 deg" in out
    assert "1 other piece had to move" in out
    after = read_rows(room)
    assert (after["Sofa"].x, after["Sofa"].y) == (before["Sofa"].x + 0.7, before["Sofa"].y)
    assert after["TVStand"].x == 1.2
    assert after["SideTable"] != before["SideTable"]
    # The scene file has the pins, the user's comments, and is the one that room.blend keeps.
    text = (room / "scene.yaml").read_text(encoding="utf-8")
    assert text.startswith("# A room to change by hand.") and "# anywhere along it" in text
    assert "pin: {piece: sofa, at: [1750 mm, 3540 mm], yaw: 0 deg}" in text
    assert "pin: {piece: tv_stand, at: [1200 mm, 210 mm], yaw: 180 deg}" in text
    assert run_cli("check", room, "--scene", room / "scene.yaml", "--quiet") == (0, "", "")
    written = read_all(room)
    code, out, _ = run_cli("repair", room)
    assert code == 0 and "nothing was moved" in out
    assert read_all(room) == written
    # With every piece pinned the scene file alone gives this very table.
    mine = shutil.copy(room / "scene.yaml", tmp_path / "mine.yaml")
    code, out, err = run_cli("repair", room, "--scene", mine, "--pin-all", "--quality", "draft")
    assert code == 0, out + err
    assert mine.read_bytes() == (room / "scene.yaml").read_bytes()
    assert mine.read_text(encoding="utf-8").count("pin:") == 3
    assert run_cli("layout", mine, "--out", tmp_path / "again", "--quiet")[0] == 0
    assert (tmp_path / "again" / "layout.csv").read_bytes() == (room / "layout.csv").read_bytes()
    assert (room / "layout.csv").read_bytes() == written["layout.csv"]


@pytest.mark.blender
def test_a_place_that_the_rules_forbid_is_refused_in_words_and_nothing_is_changed(room: Path) -> None:
    edit_table(room, "TVStand,0.800,0.210", "TVStand,0.800,0.510")
    before = read_all(room)
    code, out, err = run_cli("repair", room, "--quality", "draft")
    assert (code, out) == (3, "")
    assert "no layout keeps these 2 rules together" in err
    assert "against: piece tv_stand, wall south (it would have to give way by 300 mm)" in err
    assert "layout.csv (TVStand): pin: piece tv_stand, at 800 mm, 510 mm, yaw 180 deg" in err
    assert "put a piece back" in err
    assert read_all(room) == before


@pytest.mark.blender
def test_edits_that_make_no_sense_are_bad_input_all_at_once(room: Path) -> None:
    move_by_hand(room, Sofa={"by_m": [0.7, 0, 0]}, TVStand={"by_m": [0, 0, 0.5], "turn_deg": 30})
    edit_table(room, "Sofa,1.050", "Sofa,1.350")
    before = read_all(room)
    code, _, err = run_cli("repair", room, "--pin", "sidetable")
    assert code == 2
    for words in (
        "Sofa: stands at (1350, 3540) mm, 0 deg in layout.csv and at (1750, 3540) mm, 0 deg in room.blend",
        "room.blend: TVStand is not at its height",
        "room.blend: TVStand is turned to 210.0 deg",
        "--pin sidetable: is no piece of this room; did you mean 'side_table'?",
    ):
        assert words in err
    (room / "scene.yaml").write_text("scene: other\n", encoding="utf-8")
    code, _, err = run_cli("repair", room)
    assert code == 2 and "is not the scene file that room.blend was made of" in err
    (room / "scene.yaml").unlink()
    assert read_all(room) == before


def test_a_folder_without_a_room_is_refused(tmp_path: Path) -> None:
    code, _, err = run_cli("repair", tmp_path / "none")
    assert code == 2 and "no such folder" in err
    code, _, err = run_cli("repair", tmp_path)
    assert code == 2 and "room.blend: missing" in err
    code, _, err = run_cli("repair", tmp_path, "--quality", "best")
    assert code == 2 and "draft, standard, final" in err


def test_a_layout_without_a_room_says_what_to_do(tmp_path: Path) -> None:
    """What it says works: a pin in the scene file, and layout again."""
    scene, folder = tmp_path / "scene.yaml", tmp_path / "room"
    scene.write_text(SCENE, encoding="utf-8")
    assert run_cli("layout", scene, "--out", folder)[0] == 0
    before = read_all(folder)
    code, _, err = run_cli("repair", folder, "--scene", scene)
    assert code == 2 and "has a layout, but no room.blend" in err and "pin: {piece: NAME, at: [X, Y]}" in err
    assert read_all(folder) == before
    pin = "rules:\n  - pin: {piece: side_table, at: [2.5 m, 2 m]}\n"
    wish = "gap: {piece: side_table, to: sofa, exactly: 50 mm, weight: 1}"
    changed = SCENE.replace("rules:\n", pin).replace(
        "gap: {piece: side_table, to: sofa, exactly: 50 mm}", wish
    )
    scene.write_text(changed, encoding="utf-8")
    assert run_cli("layout", scene, "--out", folder)[0] == 0
    row = read_rows(folder)["SideTable"]
    assert (row.x, row.y) == (2.5, 2.0)
