"""What a grader said about one folder, and what that is worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from solver.grade.faults.fault import FAIL, PASS, Fault

SCORED, CRASHED, HUNG, FLOODED, SWARMED, SILENT, SENSELESS = (
    "scored", "crashed", "hung", "flooded", "swarmed", "no result", "not a number",
)  # fmt: skip
# Full marks are rounded to three places by the benchmark.
ROUNDING = 0.0005


@dataclass(frozen=True)
class Outcome:
    """One run of a grader. `score` is the overall score 0 to 1 where `status` is "scored"; `verdict` is
    for graders that only say pass or fail. `notes` are things seen besides: files read elsewhere, a
    folder deleted."""

    status: str
    score: float | None = None
    passed: bool | None = None
    detail: str = ""
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    scores: dict[str, Any] = field(default_factory=dict)


FALSE_PASS, FALSE_FAIL, BROKEN, RIGHT = "false pass", "false fail", "broken", "right"


@dataclass(frozen=True)
class Finding:
    """One folder's outcome beside what was right: "right", "false pass", "false fail" or "broken"."""

    fault: Fault
    outcome: Outcome

    @property
    def kind(self) -> str:
        """How the grader did. A grader that gives no score is right only where none is due."""
        outcome, fault = self.outcome, self.fault
        if outcome.status != SCORED:
            return BROKEN
        if outcome.passed is not None:
            if outcome.passed == (fault.strict == PASS):
                return RIGHT
            return FALSE_PASS if fault.strict == FAIL else FALSE_FAIL
        assert outcome.score is not None
        if outcome.score > fault.most + ROUNDING:
            return FALSE_PASS
        return FALSE_FAIL if outcome.score < fault.least - ROUNDING else RIGHT

    def describe(self) -> dict[str, Any]:
        """JSON values."""
        outcome = self.outcome
        return {
            **self.fault.describe(),
            "kind": self.kind,
            "status": outcome.status,
            "score": outcome.score,
            "passed": outcome.passed,
            "detail": outcome.detail,
            "seconds": round(outcome.seconds, 3),
            "notes": list(outcome.notes),
            "scores": outcome.scores,
        }
