"""Finds the grader inside a benchmark's task file."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from solver.errors import SpecError

HEADING = re.compile(r"^\s*#*\s*Automated Checks\s*$", re.IGNORECASE)
FENCE = re.compile(r"^\s*```")
CODE = re.compile(r"^(from\s|import\s|def\s|class\s|@\w|[A-Za-z_]\w*\s*=)")
MAX_BYTES = 5_000_000


def read_grader(path: Path) -> str:
    """The Python source under "Automated Checks", fenced as Markdown or as plain text.

    Raises SpecError when there is no such section, or nothing in it defines `grade`.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SpecError(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(data) > MAX_BYTES:
        raise SpecError(f"{path}: {len(data)} bytes; a task file is far smaller")
    if b"\0" in data:
        raise SpecError(f"{path}: holds bytes of value 0; a task file is plain text in UTF-8")
    lines = data.decode("utf-8", errors="replace").splitlines()
    starts = [number for number, line in enumerate(lines) if HEADING.match(line)]
    if not starts:
        raise SpecError(f"{path}: has no section called Automated Checks; is it a benchmark's task file?")
    for start in starts:
        source = _read_fenced(lines[start:]) or _read_plain(lines[start:])
        if source is not None:
            return source
    raise SpecError(f"{path}:{starts[0] + 1}: the section Automated Checks defines no function grade(…)")


def _read_fenced(lines: list[str]) -> str | None:
    fences = [number for number, line in enumerate(lines) if FENCE.match(line)]
    for first, last in zip(fences[::2], fences[1::2], strict=False):
        source = "\n".join(lines[first + 1 : last])
        if _defines_grade(source):
            return source
    return None


def _read_plain(lines: list[str]) -> str | None:
    """The longest run of Python from the first line that looks like code."""
    start = next((number for number, line in enumerate(lines) if CODE.match(line)), len(lines))
    code = lines[start:]
    while code:
        source = "\n".join(code)
        try:
            ast.parse(source)
        except SyntaxError as error:
            # What follows the code is prose: cut at the line where Python gives up.
            code = code[: min(len(code), error.lineno or len(code)) - 1]
        else:
            return source if _defines_grade(source) else None
    return None


def _defines_grade(source: str) -> bool:
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return False
    return any(isinstance(node, ast.FunctionDef) and node.name == "grade" for node in tree.body)
