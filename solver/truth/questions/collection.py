"""A folder of questions: questions.jsonl, traces/ and pictures/, whole or not at all; read back with care."""

from __future__ import annotations

import json
import math
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from solver.errors import OutputError
from solver.truth.files import round_numbers
from solver.truth.questions.surds_rules import TASKS as SURDS_TASKS
from solver.truth.questions.trace import TASK as TRACE_TASK

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
    faults = [
        f"{path}:{number}: {fault}; not a file of `scene-solver questions`"
        for number, line in lines
        if (fault := find_line_fault(line)) is not None
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


def find_line_fault(line: Entry) -> str | None:
    """What keeps a line from being a question that can be scored, or None."""
    texts = ["id", "task", "prompt", "answer", "trace", "image"]
    texts.append("query" if line.get("task") == TRACE_TASK else "pair_id")
    missing = [key for key in texts if not isinstance(line.get(key), str)]
    if missing:
        return f"no text under {', '.join(repr(key) for key in missing)}"
    if line["task"] not in (TRACE_TASK, *SURDS_TASKS):
        return f"unknown task {line['task']!r}"
    options, box = line.get("options"), line.get("bbox")
    if line["task"] == TRACE_TASK:
        options, box = options if isinstance(options, dict) else None, line.get("annotation")
    elif not _are_numbers(line.get("image_size"), 2):
        return "no width and height under 'image_size'"
    names = list(options.values()) if isinstance(options, dict) else options
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return "no texts under 'options'"
    if line["task"] in (TRACE_TASK, "xy2d") and not _are_numbers(box, 4):
        return f"no box of four numbers under {'bbox' if line['task'] == 'xy2d' else 'annotation'!r}"
    if line["task"] != "xy2d" and (options is None or line["answer"] not in options):
        return f"the answer {line['answer']!r} is none of the options"
    return None


def _are_numbers(value: object, count: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) == count
        and all(isinstance(item, int | float) and math.isfinite(item) for item in value)
    )


def read_trace(path: Path, question: Entry) -> Entry:
    """The trace of a question; `path` is the questions.jsonl. Raises OutputError."""
    folder = path.parent.resolve()
    target = (folder / str(question["trace"])).resolve()
    if not target.is_relative_to(folder):
        raise OutputError(
            f"{path}: {question['id']}: the trace {question['trace']!r} lies outside the folder"
        )
    try:
        trace = json.loads(target.read_text(encoding="utf-8"))
    except OSError:
        raise OutputError(f"{path}: {question['id']}: its trace {question['trace']} is missing") from None
    except (ValueError, RecursionError) as error:
        raise OutputError(f"{target}: not JSON: {error}") from None
    if not isinstance(trace, dict):
        raise OutputError(f"{target}: a JSON object is needed (found {type(trace).__name__})")
    return trace


@contextmanager
def explain_damage(path: Path, question: Entry) -> Iterator[None]:
    """Turns what a trace without its numbers leads to into an OutputError that names it."""
    try:
        yield
    except (ArithmeticError, LookupError, TypeError, ValueError, StopIteration) as error:
        raise OutputError(
            f"{path}: {question['id']}: its trace {question['trace']} is damaged ({error!r}); make the "
            "questions again"
        ) from None
