"""One check's outcome."""

from __future__ import annotations

from dataclasses import dataclass

PASS, FAIL, UNMEASURABLE, MISSED = "pass", "fail", "unmeasurable", "missed"


@dataclass(frozen=True)
class Check:
    """What one check found. `status` is "pass", "fail" or "unmeasurable" (which is never a pass)
    or "missed" (a wish with a weight that was not met: no fault, since the scene file allows it);
    `measured` and `limit` are short texts with units; `why` says in a sentence what to do or know."""

    name: str
    status: str
    measured: str
    limit: str
    why: str = ""

    @property
    def passed(self) -> bool:
        """True only when it was measured and lies within the limit."""
        return self.status == PASS


def judge(name: str, good: bool, measured: str, limit: str, why: str = "") -> Check:
    """A measured check: passed when `good`; `why` is kept only where it failed."""
    return Check(name, PASS if good else FAIL, measured, limit, "" if good else why)


def cannot_measure(name: str, limit: str, why: str) -> Check:
    """A check whose subject is not there to be measured."""
    return Check(name, UNMEASURABLE, "not measurable", limit, why)
