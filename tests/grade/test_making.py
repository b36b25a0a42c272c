"""What making faults asks Blender for, the blender command, graders in task files; without Blender."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from solver.errors import OutputError, SpecError
from solver.grade.faults import Fault, Gold, make_faults, making
from solver.grade.faults.file_edits import remove_files
from solver.grade.shim import SHIM, write_shim
from solver.grade.taskfile import MAX_BYTES, read_grader
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


def test_the_blender_command(tmp_path: Path) -> None:
    path = write_shim(tmp_path / "a" / "bin")
    assert path == tmp_path / "a" / "bin" / "blender"
    assert path.read_text() == f'#!/bin/sh\nexec {sys.executable} {SHIM} "$@"\n'
    assert os.access(path, os.X_OK) and SHIM.is_file()
    assert path.stat().st_mode & 0o777 == 0o755
    assert write_shim(tmp_path / "a" / "bin") == path  # its own may be written again
    path.write_text("#!/bin/sh\necho the real one\n")
    with pytest.raises(OutputError, match="is there already and is no such command"):
        write_shim(tmp_path / "a" / "bin")
    path.unlink()
    path.symlink_to("nowhere")
    with pytest.raises(OutputError, match="is there already"):
        write_shim(tmp_path / "a" / "bin")
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        write_shim(tmp_path / "file")


GRADE = "def grade(workspace_path):\n    return 1.0\n"


def read(tmp_path: Path, text: str) -> str:
    (tmp_path / "task.md").write_text(text)
    return read_grader(tmp_path / "task.md")


@pytest.mark.parametrize(
    "text",
    [
        f"## Automated Checks\n```python\n{GRADE}```\n",
        f"  automated checks \n\nWords.\n\n```\nnot python at all\n```\n```python\n{GRADE}```\n## More\n",
        f"# Automated Checks\nNothing here.\n# Automated Checks\n  ```py\n{GRADE}  ```\n",
        f"Automated Checks\n\nWords about it.\n{GRADE}",
        f"Automated Checks\n{GRADE}",
        f"Automated Checks\n\n{GRADE}\nWorkspace Path\n\n/tmp/x is where it's at\n",
    ],
)
def test_graders_are_found(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text).strip() == GRADE.strip()


def test_plain_text_is_read_to_where_python_ends(tmp_path: Path) -> None:
    code = f"import json\nLIMIT = 3\n\n\n@staticmethod\ndef one():\n    return LIMIT\n\n\n{GRADE}"
    source = read(
        tmp_path, f"Automated Checks\n\nThe code:\n{code}\nThat is all there is: it's short.\nMore.\n"
    )
    assert source.strip() == code.strip()
    for first in ("from a import b", "class A: pass", "x = 1", "@cache"):
        follow = "\ndef f(): pass" if first[0] == "@" else ""
        assert read(tmp_path, f"Automated Checks\nwords\n{first}{follow}\n{GRADE}").startswith(first)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# Task\n", "has no section called Automated Checks"),
        ("Automated Checks are made.\n" + GRADE, "has no section called"),
        ("a\n## Automated Checks\nwords\n", r"task.md:2: the section Automated Checks defines no function"),
        ("## Automated Checks\n```\nx = 1\n```\n", r"task.md:1: .* defines no function"),
        ("## Automated Checks\n```\nclass A:\n    def grade(self): pass\n```\n", "defines no function"),
        ("## Automated Checks\nx = = 1\n", "defines no function"),
    ],
)
def test_task_files_without_a_grader(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        read(tmp_path, text)


def test_task_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="cannot be read: No such file"):
        read_grader(tmp_path / "none.md")
    (tmp_path / "big.md").write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(SpecError, match=r"5000001 bytes; a task file is far smaller"):
        read_grader(tmp_path / "big.md")
    text = "## Automated Checks\n```\n" + GRADE + "```\n"
    (tmp_path / "full.md").write_bytes(text.encode() + b"#" * (MAX_BYTES - len(text)))
    assert read_grader(tmp_path / "full.md").strip() == GRADE.strip()
    (tmp_path / "zero.md").write_bytes(text.encode() + b"\0")
    with pytest.raises(SpecError, match=r"zero.md: holds bytes of value 0; a task file is plain text"):
        read_grader(tmp_path / "zero.md")
    (tmp_path / "odd.md").write_bytes(b"\xff\xfe\n" + text.encode())
    assert read_grader(tmp_path / "odd.md").strip() == GRADE.strip()


def test_the_example_grader_of_this_project_runs(tmp_path: Path) -> None:
    source = read_grader(Path(__file__).parents[1] / "cases" / "room_task.md")
    code = f"{source}\nprint(grade({str(tmp_path)!r})['overall_score'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "0.0"
