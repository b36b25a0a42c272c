"""Graders found in task files, fenced and plain."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from solver.errors import SpecError
from solver.grade.taskfile import MAX_BYTES, read_grader

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
        f"Automated Checks\n{GRADE}That's all.\n",
        f"Automated Checks\n\n{GRADE}\nWorkspace Path\n\n/tmp/x is where it's at\n",
    ],
)
def test_graders_are_found(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text).strip() == GRADE.strip()


def test_fenced_code_is_read_whole(tmp_path: Path) -> None:
    code = f"# Scores a room.\n\n{GRADE}"
    heading = "## Automated Checks\n"
    for before in (heading, f"```\nan example\n```\n{heading}", f"{heading}```\nx\n```\nWords.\n"):
        for after in ("", "More.\n```\ny\n```\n", "```\nnever closed\n"):
            assert read(tmp_path, f"{before}```python\n{code}```\n{after}") == code.rstrip("\n")


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
        ("## Automated Checks\n```\nnever closed\n", "defines no function"),
        ("a\n## Automated Checks\nb\n## Automated Checks\n", r"task.md:2: "),
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
