"""What making faults asks Blender for, and what it leaves; without Blender."""

from __future__ import annotations

import dataclasses
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from solver.errors import OutputError
from solver.grade.faults import Fault, Gold, make_faults, making
from solver.grade.faults.file_edits import keep_files, remove_files
from tests.grade.test_catalogue import make_gold


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Gold:
    return make_gold(tmp_path_factory.mktemp("making") / "out")


MOVED = Fault("moved", "", "", "fail", 0.0, 1.0, (("move", {"name": "Sofa", "by_m": [1, 0, 0]}),))
DRAWN = Fault(
    "drawn", "", "", "fail", 0.0, 1.0, (("hide", {"name": "Sofa"}),),
    ({"camera": "render", "size_px": [4, 2], "samples": 1, "name": "render.png"},), keeps_blend=True,
)  # fmt: skip
EDITED = Fault("edited", "", "", "fail", 0.0, 1.0, edits=(remove_files("layout.csv"),))


def test_blender_is_asked_once_for_all_changes(
    gold: Gold, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, dict[str, Any], Any]] = []
    monkeypatch.setattr(making, "run_task", lambda *order: asked.append(order))
    folders = make_faults(gold, [MOVED, DRAWN, EDITED], tmp_path / "f", str)
    assert folders == [tmp_path / "f" / name for name in ("moved", "drawn", "edited")]
    moved, drawn, edited = folders
    picture = {"camera": "render", "size_px": [4, 2], "samples": 1, "path": str(drawn / "render.png")}
    ((task, request, tell),) = asked
    assert (task, tell) == ("make_faults", str)
    assert request == {
        "gold": str((gold.folder / "room.blend").resolve()),
        "jobs": [
            {"name": "moved", "changes": [["move", {"name": "Sofa", "by_m": [1, 0, 0]}]], "renders": [],
             "blend": str(moved / "room.blend")},
            {"name": "drawn", "changes": [["hide", {"name": "Sofa"}]],
             "renders": [picture]},
        ],
    }  # fmt: skip
    # What Blender is to write is not there yet, so that gold's bytes are never written through.
    assert sorted(os.listdir(moved)) == ["layout.csv", "render.png", "top_view.png"]
    assert sorted(os.listdir(drawn)) == ["layout.csv", "room.blend", "top_view.png"]
    assert sorted(os.listdir(edited)) == ["render.png", "room.blend", "top_view.png"]
    assert os.path.samefile(drawn / "room.blend", gold.folder / "room.blend")
    assert not os.path.samefile(moved / "layout.csv", gold.folder / "layout.csv")
    assert (moved / "layout.csv").read_bytes() == (gold.folder / "layout.csv").read_bytes()


def test_the_pictures_of_further_views_are_deliverables_too(gold: Gold, tmp_path: Path) -> None:
    views = gold.spec.render.model_copy(update={"views": 2})
    folder = shutil.copytree(gold.folder, tmp_path / "gold")
    shutil.copyfile(folder / "render.png", folder / "render_2.png")
    wide = dataclasses.replace(gold, folder=folder, spec=dataclasses.replace(gold.spec, render=views))
    empty = dataclasses.replace(EDITED, name="empty", edits=(keep_files(),))
    edited, nothing = make_faults(wide, [EDITED, empty], tmp_path / "f", str)
    assert sorted(os.listdir(edited)) == ["render.png", "render_2.png", "room.blend", "top_view.png"]
    assert os.listdir(nothing) == []


def test_edits_alone_need_no_blender(gold: Gold, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "run_task", None)
    make_faults(gold, [EDITED], tmp_path, str)
    with pytest.raises(OutputError, match="holds edited already; give another folder"):
        make_faults(gold, [EDITED], tmp_path, str)


def test_where_links_are_not_to_be_had_files_are_copied(
    gold: Gold, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_paths: object) -> None:
        raise OSError(18, "cross-device link")

    monkeypatch.setattr(making.os, "link", refuse)
    (folder,) = make_faults(gold, [EDITED], tmp_path, str)
    assert (folder / "render.png").read_bytes() == (gold.folder / "render.png").read_bytes()
    assert not os.path.samefile(folder / "render.png", gold.folder / "render.png")
