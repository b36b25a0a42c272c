"""solve and check: the main job, and judging its files again."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated

import typer

from solver.builtin import make_furniture
from solver.cli.progress import show_progress
from solver.cli.views import format_views
from solver.errors import EXIT_CHECK_FAILED, EXIT_GOOD, SpecError
from solver.pipeline import DEFAULT_SCENE, check_output, solve_scene

SceneArgument = Annotated[Path, typer.Argument(help="Scene file (YAML).", show_default="the living room")]
AssetsOption = Annotated[
    Path | None,
    typer.Option("--assets", help="Folder with furniture .blend files.", show_default="built-in furniture"),
]
OutOption = Annotated[
    Path | None, typer.Option("--out", help="Output folder.", show_default="out/<scene name>")
]
BUDGET = re.compile(r"\s*(\d{1,6}(?:\.\d+)?)\s*(s|min)\s*")

TimeLimitOption = Annotated[
    float, typer.Option("--time-limit", min=0.1, help="Seconds at most for placing the pieces.")
]
StrictOption = Annotated[
    bool, typer.Option("--strict", help="Take warnings about furniture files as errors.")
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]


def register(app: typer.Typer) -> None:
    """Put solve, check and furniture on the app."""
    app.command("solve", help=solve.__doc__)(solve)
    app.command("check", help=check.__doc__)(check)
    app.command("furniture", help=furniture.__doc__)(furniture)


def solve(
    scene: SceneArgument = DEFAULT_SCENE,
    assets: AssetsOption = None,
    out: OutOption = None,
    quality: Annotated[
        str | None,
        typer.Option(
            "--quality",
            help="draft, standard or final: samples, never the size.",
            show_default="standard; with --budget final",
        ),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            "--budget",
            help="Time for both pictures, e.g. 60s or 5min: as many samples as fit, at most the quality's.",
        ),
    ] = None,
    time_limit: TimeLimitOption = 60.0,
    annotate: Annotated[
        bool,
        typer.Option(
            "--annotate", help="Also write top_view_annotated.png: names, sizes and free lengths in mm."
        ),
    ] = False,
    strict: StrictOption = False,
    quiet: QuietOption = False,
) -> int:
    """Make the room: place every piece by the scene's rules, build, render, write and check it.

    Writes room.blend, render.png, top_view.png and layout.csv into the output folder, all or none, and
    leaves other files there alone.
    """
    budget_s = read_budget_s(budget) if budget is not None else None
    quality = quality or ("standard" if budget is None else "final")
    check_quality(quality)
    with show_progress(quiet) as tell:
        solution = solve_scene(
            scene, assets, out, quality=quality, budget_s=budget_s, time_limit_s=time_limit, strict=strict,
            annotate=annotate, tell=tell,
        )  # fmt: skip
    if not quiet or not solution.report.passed:
        typer.echo(solution.report.format_text())
    if not quiet:
        typer.echo(format_views(solution.built["views"]))
        typer.echo(format_listing(solution.out))
    return EXIT_GOOD if solution.report.passed else EXIT_CHECK_FAILED


def check(
    out: Annotated[Path, typer.Argument(help="Folder with the four deliverables.")],
    scene: Annotated[
        Path | None,
        typer.Option("--scene", help="Scene file to judge by.", show_default="the one kept in room.blend"),
    ] = None,
    assets: AssetsOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    html: Annotated[Path | None, typer.Option("--html", help="Write the report as HTML too.")] = None,
    quiet: QuietOption = False,
) -> int:
    """Open room.blend again from disk, measure it, and report every rule: measured, limit, pass or fail."""
    with show_progress(quiet or as_json) as tell:
        report = check_output(out, scene, assets, tell=tell)
    if html is not None:
        html.write_text(report.format_html(), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(report.to_dict(), indent=2))
    elif not quiet or not report.passed:
        typer.echo(report.format_text())
    return EXIT_GOOD if report.passed else EXIT_CHECK_FAILED


def furniture() -> None:
    """Generate the built-in furniture, if this version's is not there yet, and print its folder."""
    typer.echo(str(make_furniture()))


def read_budget_s(text: str) -> float:
    """`"90s"` or `"1.5 min"` -> seconds. Raises SpecError with what to write instead."""
    match = BUDGET.fullmatch(text)
    if match is None or not float(match[1]):
        raise SpecError(f"--budget {text}: write a number above 0 with its unit, e.g. 90s or 1.5min")
    return float(match[1]) * (60.0 if match[2] == "min" else 1.0)


def check_quality(quality: str) -> None:
    """Raise SpecError for a quality that does not exist."""
    from solver.core.plan import QUALITIES

    if quality not in QUALITIES:
        raise SpecError(f"--quality {quality}: unknown; use one of {', '.join(QUALITIES)}")


def format_listing(out: Path) -> str:
    """The deliverables with their sizes, like `ls -l`."""
    from solver.output import list_output

    lines = [f"{size:>12,}  {name}" for name, size in list_output(out)]
    return "\n".join([f"{out}:", *lines])
