"""Every error a user can cause, one class a kind, each with its exit code.

Exit codes: 0 good, 1 a check failed, 2 bad input, 3 the scene cannot be kept, 4 out of time before
either was proven, 70 a fault of the program itself.
"""

from __future__ import annotations

from collections.abc import Sequence

EXIT_GOOD = 0
EXIT_CHECK_FAILED = 1
EXIT_BAD_INPUT = 2
EXIT_NO_LAYOUT = 3
EXIT_OUT_OF_TIME = 4
EXIT_BUG = 70  # sysexits.h: EX_SOFTWARE


class SolverError(Exception):
    """Base of all errors shown to a user: one clear message, never a traceback.

    `faults` holds every fault found, one line each; `str(error)` joins them with newlines.
    """

    exit_code = EXIT_BAD_INPUT
    kind = "SolverError"

    def __init__(self, faults: str | Sequence[str]) -> None:
        self.faults: tuple[str, ...] = (faults,) if isinstance(faults, str) else tuple(faults)
        super().__init__("\n".join(self.faults))


class SpecError(SolverError):
    """A scene file or catalogue that cannot be read; each fault names file and line."""

    kind = "SpecError"


class AssetError(SolverError):
    """A furniture file that cannot be used; each fault names file, cause and cure."""

    kind = "AssetError"


class OutputError(SolverError):
    """An output folder that cannot be written, or a deliverable that cannot be read."""

    kind = "OutputError"


class RenderError(SolverError):
    """Blender could not build, render or save the scene."""

    kind = "RenderError"


class NoLayout(SolverError):
    """No layout keeps every rule; the faults name the conflicting rules with file and line."""

    exit_code = EXIT_NO_LAYOUT
    kind = "NoLayout"


class OutOfTime(SolverError):
    """Neither a layout nor its impossibility could be proven in the time allowed."""

    exit_code = EXIT_OUT_OF_TIME
    kind = "OutOfTime"


KINDS: dict[str, type[SolverError]] = {
    cls.kind: cls
    for cls in (SolverError, SpecError, AssetError, OutputError, RenderError, NoLayout, OutOfTime)
}
