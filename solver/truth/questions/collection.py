"""A folder of questions: questions.jsonl, traces/ and pictures/, whole or not at all; read back with care."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from solver.errors import OutputError
from solver.truth.files import round_numbers

Entry = dict[str, Any]
QUESTIONS, TRACES, PICTURES = "questions.jsonl", "traces", "pictures"
MOST_BYTES = 2_000_000_000  # of one file read into memory


@contextmanager
def stage_collection(out: Path) -> Iterator[Path]:
    """A folder beside `out` to write into; it takes out's place when all is written.

    An earlier collection there is replaced; a folder with anything else is refused with OutputError.
    """
    if out.is_dir() and any(out.iterdir()) and not (out / QUESTIONS).is_file():
        raise OutputError(f"{out}: holds other files; give a new folder, or an earlier one of questions")
    if out.exists() and not out.is_dir():
        raise OutputError(f"{out}: is a file, not a folder")
    if not out.absolute().parent.is_dir():
        raise OutputError(f"{out.absolute().parent}: no such folder; make it with: mkdir -p {out.parent}")
    try:
        with tempfile.TemporaryDirectory(prefix=".questions-", dir=out.absolute().parent) as folder:
            staging = Path(folder) / "whole"
            for name in (TRACES, PICTURES):
                (staging / name).mkdir(parents=True)
            yield staging
            if out.is_dir():
                shutil.rmtree(out)
            staging.rename(out)
    except PermissionError:
        raise OutputError(f"{out}: cannot be written; give another folder") from None


def write_questions(questions: list[Entry], traces: dict[str, Entry], folder: Path) -> None:
    """questions.jsonl, and one file a trace by its path in the folder."""
    text = "".join(json.dumps(round_numbers(line), ensure_ascii=False) + "\n" for line in questions)
    (folder / QUESTIONS).write_text(text, encoding="utf-8")
    for name, trace in traces.items():
        (folder / name).write_text(json.dumps(round_numbers(trace), indent=1) + "\n", encoding="utf-8")


def find_questions(path: Path) -> Path:
    """The questions.jsonl of a file or folder argument. Raises OutputError."""
    path = path / QUESTIONS if path.is_dir() else path
    if not path.is_file():
        raise OutputError(
            f"{path}: no such file; give a folder of `scene-solver questions` or its {QUESTIONS}"
        )
    return path


def read_lines(path: Path) -> list[tuple[int, Entry]]:
    """(line number, object) of a JSON-lines file in UTF-8, with or without a byte order mark.

    Empty lines are skipped. Raises OutputError with every fault and its line.
    """
    if path.stat().st_size > MOST_BYTES:
        raise OutputError(f"{path}: larger than {MOST_BYTES // 10**9} GB; split it")
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise OutputError(
            f"{path}: not UTF-8 (byte {error.start}); save it as UTF-8, e.g. iconv -f UTF-16 -t UTF-8"
        ) from None
    found, faults = [], []
    # Not splitlines: strings may hold other line ends that JSON allows.
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            faults.append(f"{path}:{number}: not JSON: {error}")
            continue
        if isinstance(value, dict):
            found.append((number, value))
        else:
            faults.append(f"{path}:{number}: a JSON object a line is needed (found {type(value).__name__})")
    if faults:
        raise OutputError(faults)
    return found


def read_questions(path: Path) -> list[Entry]:
    """The lines of a questions.jsonl. Raises OutputError where it is none of ours."""
    lines = read_lines(path)
    needed = ("id", "task", "prompt", "answer", "trace", "image")
    faults = [
        f"{path}:{number}: no {key!r}; not a file of `scene-solver questions`"
        for number, line in lines
        for key in needed
        if key not in line
    ]
    seen: dict[str, int] = {}
    for number, line in lines:
        first = seen.setdefault(str(line.get("id")), number)
        if first != number:
            faults.append(f"{path}:{number}: id {line.get('id')!r} is on line {first} too")
    if not lines:
        faults.append(f"{path}: no questions")
    if faults:
        raise OutputError(faults)
    return [line for _number, line in lines]


def read_trace(path: Path, question: Entry) -> Entry:
    """The trace of a question; `path` is the questions.jsonl. Raises OutputError."""
    folder = path.parent.resolve()
    target = (folder / str(question["trace"])).resolve()
    if not target.is_relative_to(folder):
        raise OutputError(
            f"{path}: {question['id']}: the trace {question['trace']!r} lies outside the folder"
        )
    try:
        trace: Entry = json.loads(target.read_text(encoding="utf-8"))
    except OSError:
        raise OutputError(f"{path}: {question['id']}: its trace {question['trace']} is missing") from None
    except ValueError as error:
        raise OutputError(f"{target}: not JSON: {error}") from None
    return trace
