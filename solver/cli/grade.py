"""gold, grade, faults, regress, blender-shim: testing graders."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from solver.check.submission import read_submission
from solver.cli.progress import show_progress
from solver.cli.solve import QuietOption, SceneArgument, check_quality
from solver.core.spec import read_scene
from solver.errors import EXIT_CHECK_FAILED, EXIT_GOOD, SpecError
from solver.factory import check_target, describe_output, judge_twice, make_gold, make_target, read_gold
from solver.grade.expected import make_expected
from solver.grade.faults import Fault, Gold, choose_faults, make_faults
from solver.grade.forms import format_html, format_junit
from solver.grade.gold import compare_gold, format_json
from solver.grade.judges import make_judge
from solver.grade.outcome import Finding
from solver.grade.regress import GOLD, Regression, regress
from solver.grade.shim import write_shim
from solver.grade.targets import Setting
from solver.packages import ROOT
from solver.pipeline import DEFAULT_SCENE, Tell

KEPT = ROOT / "tests" / "gold"
SceneOption = Annotated[
    Path | None,
    typer.Option("--scene", help="Scene file of the output.", show_default="the one kept in room.blend"),
]
JudgeOption = Annotated[
    str, typer.Option("--judge", help="Picture judge: 0, 1, fail, none (stubs), or endpoint (see README).")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def register(app: typer.Typer) -> None:
    """Put the commands for graders on the app."""
    for name, command in (
        ("gold", gold),
        ("grade", grade),
        ("faults", faults),
        ("regress", regress_grader),
        ("blender-shim", blender_shim),
    ):
        app.command(name, help=command.__doc__)(command)


def gold(
    scene: SceneArgument = DEFAULT_SCENE,
    out: Annotated[Path | None, typer.Option("--out", help="Folder for the gold output.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Compare with the kept text gold.")] = False,
    update: Annotated[bool, typer.Option("--update", help="Rewrite the kept text gold.")] = False,
    quality: Annotated[str, typer.Option("--quality", help="draft, standard or final.")] = "draft",
    quiet: QuietOption = False,
) -> int:
    """Make a gold output: the four deliverables beside expected.json, scene.txt and gold.json.

    With --check, say in words what differs from the kept text gold, and exit with 1 where anything does.
    """
    check_quality(quality)
    name = read_scene(scene).scene
    folder = out or ROOT / "out" / "gold" / name
    with show_progress(quiet) as tell:
        whole = (folder / "gold.json").is_file() and not read_submission(folder).faults
        texts = (
            describe_output(folder, scene, tell)
            if whole and check
            else make_gold(scene, folder, quality, tell)
        )
    if update:
        texts.write(KEPT / name)
        _say(quiet, f"{KEPT / name}: rewritten")
        return EXIT_GOOD
    if not check:
        _say(quiet, f"{folder}: gold made")
        return EXIT_GOOD
    changes = compare_gold(KEPT / name, texts)
    for change in changes:
        typer.echo(change)
    if not changes:
        _say(quiet, f"{name}: as kept")
        return EXIT_GOOD
    typer.echo("if that is right: make gold-update", err=True)
    return EXIT_CHECK_FAILED


def _say(quiet: bool, text: str) -> None:
    if not quiet:
        typer.echo(text)


def grade(
    out: Annotated[Path, typer.Argument(help="Folder with the deliverables.")],
    expected: Annotated[
        Path | None, typer.Option("--expected", help="expected.json.", show_default="from the scene")
    ] = None,
    judge: JudgeOption = "none",
    scene: SceneOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> int:
    """Score a folder by WeaveBench's published rules, and say what the strict check finds beside it.

    Exits with 1 where the strict check fails; with --quiet it prints only then.
    """
    values = None if expected is None else read_expected(expected)
    with show_progress(quiet or as_json) as tell:
        result, report = judge_twice(out, scene, values, make_judge(judge, os.environ), tell)
    if as_json:
        typer.echo(
            format_json({"scores": result.scores, "crash": result.crash, "strict": report.to_dict()}),
            nl=False,
        )
    elif not quiet or not report.passed:
        for key, value in result.scores.items():
            typer.echo(f"{key:<24} {value if isinstance(value, str) else f'{value:.3f}'}")
        if result.crash:
            typer.echo(f"the benchmark's grader would end with: {result.crash}")
        typer.echo(report.summarise())
        for check in report.faults:
            typer.echo(f"  {check.name}: {check.why or check.measured}")
    return EXIT_GOOD if report.passed else EXIT_CHECK_FAILED


def read_expected(path: Path) -> dict[str, object]:
    """The content of an expected.json. Raises SpecError where it is no JSON object."""
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SpecError(f"{path}: is no readable JSON ({error})") from None
    if not isinstance(values, dict):
        raise SpecError(f"{path}: holds no JSON object")
    return values


def faults(
    out: Annotated[Path, typer.Argument(help="A gold output folder.")],
    folder: Annotated[Path | None, typer.Argument(help="Where the faulty folders go.")] = None,
    only: Annotated[str, typer.Option("--only", help="Names, parted by commas.")] = "",
    list_only: Annotated[bool, typer.Option("--list", help="Say which there are, make none.")] = False,
    as_json: JsonOption = False,
    scene: SceneOption = None,
    quiet: QuietOption = False,
) -> int:
    """Make faulty outputs of one gold output: a folder a fault, each with exactly one thing wrong.

    Faults that do not apply to a room, such as a turned chair where there is none, are not in its list.
    """
    with show_progress(quiet or as_json or list_only) as tell:
        source = read_gold(out, scene, tell)
        chosen = choose_faults(source, split_names(only))
        if not list_only:
            if folder is None:
                raise SpecError("faults needs the folder to write to, or --list")
            make_faults(source, chosen, folder, tell)
    if as_json:
        typer.echo(format_json([fault.describe() for fault in chosen]), nl=False)
    elif not quiet:
        for fault in chosen:
            typer.echo(f"{fault.name:<32} {fault.strict}  {fault.least:g} to {fault.most:g}  {fault.about}")
    return EXIT_GOOD


def split_names(text: str) -> list[str]:
    """NAME,NAME as a list."""
    return [name.strip() for name in text.split(",") if name.strip()]


def regress_grader(
    grader: Annotated[
        str,
        typer.Option(
            "--grader", help="grade, check, module:function, a command, or a benchmark's task file."
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option("--gold", help="A gold output folder.", show_default="made and kept in out/gold"),
    ] = None,
    made: Annotated[
        Path | None, typer.Option("--faults", help="Folders made by `faults`; else made anew.")
    ] = None,
    only: Annotated[str, typer.Option("--only", help="Names of faults, parted by commas.")] = "",
    judge: JudgeOption = "1",
    limit: Annotated[
        float, typer.Option("--limit", min=1.0, help="Seconds at most for one grading.")
    ] = 180.0,
    workers: Annotated[int, typer.Option("--workers", min=1, help="Gradings at a time.")] = 2,
    junit: Annotated[Path | None, typer.Option("--junit", help="Write JUnit XML.")] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Write a page with the pictures.")] = None,
    as_json: JsonOption = False,
    scene: SceneOption = None,
    quiet: QuietOption = False,
) -> int:
    """Try a grader on gold, on nothing and on every fault; exits with 1 where it was wrong anywhere.

    With --quiet it prints only then.
    """
    # What can be wrong with these words is said before minutes are spent on faults.
    check_target(grader)
    make_judge(judge, os.environ)
    with (
        show_progress(quiet or as_json) as tell,
        tempfile.TemporaryDirectory(prefix="scene-solver-") as spare,
    ):
        source = find_gold(out, scene, tell)
        chosen = choose_faults(source, split_names(only))
        root = made if made is not None else Path(spare)
        if made is None:
            make_faults(source, chosen, root, tell)
        cases = [(GOLD, source.folder), *((fault, root / fault.name) for fault in chosen)]
        result = _run_regression(grader, source, cases, judge, limit, workers, tell)
        if html is not None:
            html.write_text(
                format_html(result, {fault.name: path for fault, path in cases}), encoding="utf-8"
            )
    if junit is not None:
        junit.write_text(format_junit(result), encoding="utf-8")
    if as_json or not quiet or not result.clean:
        typer.echo(format_json(result.to_dict()) if as_json else result.format_text(), nl=not as_json)
    return EXIT_GOOD if result.clean else EXIT_CHECK_FAILED


def find_gold(out: Path | None, scene: Path | None, tell: Tell) -> Gold:
    """The gold output in `out`, or the one of the scene in out/gold, which is made where it is missing;
    the default scene's without `scene`."""
    if out is not None:
        return read_gold(out, scene, tell)
    wanted = scene or DEFAULT_SCENE
    folder = ROOT / "out" / "gold" / read_scene(wanted).scene
    if not (folder / "gold.json").is_file():
        make_gold(wanted, folder, "draft", tell)
    return read_gold(folder, wanted, tell)


def _run_regression(
    grader: str,
    source: Gold,
    cases: list[tuple[Fault, Path]],
    judge: str,
    limit: float,
    workers: int,
    tell: Tell,
) -> Regression:
    setting = Setting(format_json(make_expected(source.spec)), judge, limit)
    folders = [path for _fault, path in cases]
    target = make_target(grader, source.spec, folders, setting, make_judge(judge, os.environ))
    done: list[Finding] = []

    def told(finding: Finding) -> None:
        done.append(finding)
        tell({"event": "progress", "stage": "grading", "done": len(done) / len(cases), "left_s": None})

    return regress(grader, target, cases, workers, told)


def blender_shim(folder: Annotated[Path, typer.Argument(help="Folder for the command.")]) -> int:
    """Write a `blender` command that runs on the bpy module, for graders that call Blender."""
    typer.echo(write_shim(folder))
    return EXIT_GOOD
