"""Text that is kept beside the tests: compared piece by piece, so that the first difference ends it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def compare(path: Path, pieces: Iterable[str], module: str) -> None:
    """Fail at the first piece that is not as kept, with both, and the command that writes the file anew."""
    kept = path.read_text(encoding="utf-8")
    at = 0
    for piece in pieces:
        old = kept[at : at + len(piece)]
        assert old == piece, f"{path.name} differs; if that is right: python -m {module}"
        at += len(piece)
    assert kept[at:] == "", f"{path.name} has more; if that is right: python -m {module}"
