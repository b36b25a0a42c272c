"""A regression as JUnit XML and as one HTML page with the pictures."""

from __future__ import annotations

import base64
import io
from html import escape
from pathlib import Path
from xml.sax.saxutils import quoteattr

from PIL import Image

from solver.grade.outcome import BROKEN, RIGHT, Finding
from solver.grade.regress import Regression, format_answer

THUMB_PX = (240, 160)


def format_junit(regression: Regression) -> str:
    """JUnit XML: one test case an output; a wrong verdict is a failure, a broken run an error."""
    wrong = [finding for finding in regression.findings if finding.kind not in (RIGHT, BROKEN)]
    broken = regression.list_kind(BROKEN)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuite name={quoteattr(regression.grader)} tests="{len(regression.findings)}" '
        f'failures="{len(wrong)}" errors="{len(broken)}">',
        *(_format_case(finding) for finding in regression.findings),
        "</testsuite>",
    ]
    return "\n".join(lines) + "\n"


def _format_case(finding: Finding) -> str:
    head = f'  <testcase name={quoteattr(finding.fault.name)} time="{finding.outcome.seconds:.3f}"'
    if finding.kind == RIGHT:
        return head + "/>"
    tag = "error" if finding.kind == BROKEN else "failure"
    message = quoteattr(f"{finding.kind}: {format_answer(finding)}")
    return f"{head}><{tag} message={message}>{escape(finding.fault.about)}</{tag}></testcase>"


def format_html(regression: Regression, folders: dict[str, Path]) -> str:
    """One page: the summary, and a row an output with its pictures small. Every text is escaped."""
    rows = "\n".join(_format_row(finding, folders.get(finding.fault.name)) for finding in regression.findings)
    return PAGE.format(title=escape(regression.grader), summary=escape(regression.summarise()), rows=rows)


def _format_row(finding: Finding, folder: Path | None) -> str:
    pictures = (
        "" if folder is None else "".join(map(_embed, (folder / "render.png", folder / "top_view.png")))
    )
    cells = (
        finding.kind,
        finding.fault.name,
        finding.fault.about,
        finding.fault.rule,
        format_answer(finding),
    )
    row = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f'<tr class="{finding.kind.replace(" ", "-")}">{row}<td>{pictures}</td></tr>'


def _embed(path: Path) -> str:
    """A picture small inside the page; nothing where it cannot be read."""
    if path.is_symlink() or not path.is_file():
        return ""
    try:
        with Image.open(path) as image:
            small = image.convert("RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return ""
    small.thumbnail(THUMB_PX)
    data = io.BytesIO()
    small.save(data, format="JPEG")
    return f'<img alt="" src="data:image/jpeg;base64,{base64.b64encode(data.getvalue()).decode()}">'


PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 14px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 88rem; color: #222 }}
table {{ border-collapse: collapse; width: 100% }}
td, th {{ padding: .25rem .6rem; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top }}
tr.false-pass, tr.broken {{ background: #fde8e6 }} tr.false-fail {{ background: #fff6dc }}
img {{ margin-right: .3rem }}
</style></head><body><h1>{title}</h1><p>{summary}</p>
<table><tr><th>verdict</th><th>output</th><th>what is wrong with it</th><th>rule</th><th>answer</th>
<th></th></tr>
{rows}
</table></body></html>
"""
