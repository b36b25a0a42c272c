"""Runs any grader over gold, nothing and every fault, and says what it got wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.grade.faults.fault import FULL, PASS, Fault
from solver.grade.outcome import BROKEN, FALSE_FAIL, FALSE_PASS, RIGHT, Finding
from solver.grade.targets import Target

GOLD = Fault("gold", "the gold output itself", "none", PASS, FULL, FULL)


@dataclass(frozen=True)
class Regression:
    """The findings of one grader, gold first."""

    grader: str
    findings: tuple[Finding, ...]

    def list_kind(self, kind: str) -> tuple[Finding, ...]:
        """The findings of one kind, in order."""
        return tuple(finding for finding in self.findings if finding.kind == kind)

    @property
    def clean(self) -> bool:
        """True when the grader was right everywhere."""
        return all(finding.kind == RIGHT for finding in self.findings)

    def summarise(self) -> str:
        """One line of counts."""
        counts = ", ".join(
            f"{len(self.list_kind(kind))} {words}"
            for kind, words in (
                (FALSE_PASS, "false passes"),
                (FALSE_FAIL, "false fails"),
                (BROKEN, "broken runs"),
            )
        )
        seconds = sum(finding.outcome.seconds for finding in self.findings)
        return f"{self.grader}: {len(self.findings)} outputs, {counts}; {seconds:.0f} s of grading"

    def format_text(self) -> str:
        """A table of what went wrong, then the summary."""
        wrong = [finding for finding in self.findings if finding.kind != RIGHT]
        wide = len(max((finding.fault.name for finding in wrong), key=len, default=""))
        lines = []
        for finding in wrong:
            lines.append(f"{finding.kind:<10}  {finding.fault.name:<{wide}}  {format_answer(finding)}")
            lines.append(f"{'':<10}  {'':<{wide}}  {finding.fault.about}; breaks: {finding.fault.rule}")
        noted = sorted({note for finding in self.findings for note in finding.outcome.notes})
        lines += [f"note: {note}" for note in noted]
        return "\n".join([*lines, self.summarise()])

    def to_dict(self) -> dict[str, Any]:
        """JSON values."""
        return {
            "grader": self.grader,
            "clean": self.clean,
            "counts": {kind: len(self.list_kind(kind)) for kind in (RIGHT, FALSE_PASS, FALSE_FAIL, BROKEN)},
            "findings": [finding.describe() for finding in self.findings],
        }


def format_answer(finding: Finding) -> str:
    """What the grader said and what was due, in a few words."""
    outcome, fault = finding.outcome, finding.fault
    if outcome.score is not None:
        said, due = f"score {outcome.score:g}", f"{fault.least:g} to {fault.most:g}"
    elif outcome.passed is not None:
        said, due = "pass" if outcome.passed else "fail", fault.strict
    else:
        said, due = f"{outcome.status} ({outcome.detail})", f"{fault.least:g} to {fault.most:g}"
    return f"{said}, due {due}"


def regress(
    name: str,
    target: Target,
    cases: Sequence[tuple[Fault, Path]],
    workers: int,
    told: Callable[[Finding], None] = lambda finding: None,
) -> Regression:
    """Grade every case, `workers` at a time; findings keep the order of the cases."""

    def grade(case: tuple[Fault, Path]) -> Finding:
        fault, folder = case
        finding = Finding(fault, target(folder))
        told(finding)
        return finding

    with ThreadPoolExecutor(max_workers=workers) as pool:
        return Regression(name, tuple(pool.map(grade, cases)))
