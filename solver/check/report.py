"""What a check found, as text, as JSON values and as one HTML page with a plan of the room."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from html import escape
from typing import Any

from solver.check.finding import FAIL, MISSED, PASS, UNMEASURABLE, Check

NAME_COLUMN = 44  # longer names push their own line only
MARKS = {PASS: "ok", FAIL: "FAIL", UNMEASURABLE: "????", MISSED: "miss"}


@dataclass(frozen=True)
class Report:
    """The checks of one output folder, in order, and the plan that was measured as an SVG drawing."""

    scene: str
    checks: tuple[Check, ...]
    plan_svg: str = ""

    @property
    def passed(self) -> bool:
        """True when every check was measured and kept; a missed wish alone fails nothing."""
        return all(check.status in (PASS, MISSED) for check in self.checks)

    @property
    def faults(self) -> tuple[Check, ...]:
        """The checks that failed or could not be measured."""
        return tuple(check for check in self.checks if check.status in (FAIL, UNMEASURABLE))

    def count(self, status: str) -> int:
        """How many checks have this status."""
        return sum(check.status == status for check in self.checks)

    def summarise(self) -> str:
        """One line: the verdict and the counts."""
        verdict = "all checks passed" if self.passed else "FAILED"
        parts = [f"{self.count(PASS)} of {len(self.checks)} kept"]
        parts += [f"{self.count(FAIL)} failed"] if self.count(FAIL) else []
        parts += [f"{self.count(UNMEASURABLE)} not measurable"] if self.count(UNMEASURABLE) else []
        parts += [f"{self.count(MISSED)} wishes missed"] if self.count(MISSED) else []
        return f"{self.scene}: {verdict} ({', '.join(parts)})"

    def format_text(self) -> str:
        """A table, one line a check, faults explained below; ends with the summary."""
        wide = min(NAME_COLUMN, max((len(check.name) for check in self.checks), default=NAME_COLUMN))
        lines = []
        for check in self.checks:
            lines.append(
                f"{MARKS[check.status]:<4}  {check.name:<{wide}}  {check.measured}  (limit: {check.limit})"
            )
            if check.why:
                lines.append(f"      {check.why}")
        return "\n".join([*lines, self.summarise()])

    def to_dict(self) -> dict[str, Any]:
        """JSON values: scene, passed, counts and every check."""
        return {
            "scene": self.scene,
            "passed": self.passed,
            "counts": {status: self.count(status) for status in MARKS},
            "checks": [asdict(check) for check in self.checks],
        }

    def format_html(self) -> str:
        """One page that needs nothing else: summary, plan, table. Every text is escaped."""
        rows = "\n".join(
            f'<tr class="{check.status}"><td>{MARKS[check.status]}</td><td>{escape(check.name)}</td>'
            f"<td>{escape(check.measured)}</td><td>{escape(check.limit)}</td><td>{escape(check.why)}</td></tr>"
            for check in self.checks
        )
        return PAGE.format(
            title=escape(self.scene), summary=escape(self.summarise()), plan=self.plan_svg, rows=rows
        )


PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 14px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; color: #222 }}
svg {{ max-width: 32rem; width: 100%; height: auto }}
table {{ border-collapse: collapse; width: 100% }}
td, th {{ padding: .25rem .6rem; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top }}
tr.fail, tr.unmeasurable {{ background: #fde8e6 }}
tr.missed {{ background: #fff6dc }}
</style></head><body>
<h1>{title}</h1>
<p>{summary}</p>
{plan}
<table><tr><th></th><th>check</th><th>measured</th><th>limit</th><th></th></tr>
{rows}
</table></body></html>
"""
