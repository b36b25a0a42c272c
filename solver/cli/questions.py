"""questions, score and verify: questions with one right answer, made of finished scenes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any

import typer

from solver.cli.progress import show_progress
from solver.core.catalog import read_catalog
from solver.errors import EXIT_GOOD, SpecError
from solver.pipeline import MANIFEST
from solver.truth.questions.existing import ask_room
from solver.truth.questions.making import (
    Order,
    make_counterfactuals,
    make_surds_questions,
    make_trace_questions,
)
from solver.truth.questions.quality import format_quality, list_quality, measure_quality
from solver.truth.questions.scoring import score_answers
from solver.truth.questions.surds_rules import RULES
from solver.truth.questions.verifying import verify_questions

OutArgument = Annotated[Path, typer.Argument(help="New folder for questions.jsonl, traces/ and pictures/.")]
RoomOption = Annotated[
    Path | None, typer.Option("--room", help="Ask about this output folder instead of new scenes.")
]
ObjectsOption = Annotated[
    str, typer.Option("--objects", help="With --room: the pieces of a foreign file, NAME,NAME.")
]
ScenesOption = Annotated[int, typer.Option("--scenes", min=1, max=100_000, help="How many scenes.")]
SeedOption = Annotated[int, typer.Option("--seed", help="What the scenes are drawn from.")]
LettersOption = Annotated[
    int, typer.Option("--letter-seed", help="What the places of right answers are drawn from.")
]
SizeOption = Annotated[str, typer.Option("--size", help="Size of the pictures in pixels.")]
SamplesOption = Annotated[int, typer.Option("--samples", min=1, max=4096, help="Render samples a pixel.")]
PicturesOption = Annotated[
    bool, typer.Option("--pictures/--no-pictures", help="Draw the pictures; the questions are the same.")
]
ModeOption = Annotated[
    str, typer.Option("--mode", help="faithful: the published limits; indoor: scaled for rooms.")
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]
FileArgument = Annotated[Path, typer.Argument(help="questions.jsonl, or the folder that holds it.")]
FilesArgument = Annotated[
    list[Path], typer.Argument(help="questions.jsonl or their folders; several count together.")
]

asking = typer.Typer(no_args_is_help=True, help="Make questions, and measure their quality.")


def register(app: typer.Typer) -> None:
    """Put questions, score and verify on the app."""
    if not asking.registered_commands:
        for name, command in (
            ("trace", trace),
            ("surds", surds),
            ("counterfactual", counterfactual),
            ("report", report),
        ):
            asking.command(name, help=command.__doc__)(command)
    app.add_typer(asking, name="questions")
    app.command("score", help=score.__doc__)(score)
    app.command("verify", help=verify.__doc__)(verify)


def trace(
    out: OutArgument,
    room: RoomOption = None,
    objects: ObjectsOption = "",
    scenes: ScenesOption = 20,
    seed: SeedOption = 0,
    letter_seed: LettersOption = 0,
    size: SizeOption = "960x640",
    samples: SamplesOption = 16,
    pictures: PicturesOption = True,
    candidates: Annotated[
        int, typer.Option("--candidates", min=4, max=8, help="Objects to choose from.")
    ] = 6,
    quiet: QuietOption = False,
) -> int:
    """Make TRACE questions: which small thing is on, under or inside a prop."""
    with show_progress(quiet) as tell:
        if room is not None:
            lines = _ask(room, out, "trace", "faithful", letter_seed, objects)
        else:
            order = Order(scenes, seed, read_size(size), samples, pictures, letter_seed, candidates)
            lines = make_trace_questions(order, out, tell)
    return _say(f"{out}: {len(lines)} questions", quiet)


def surds(
    out: OutArgument,
    room: RoomOption = None,
    objects: ObjectsOption = "",
    scenes: ScenesOption = 20,
    seed: SeedOption = 0,
    letter_seed: LettersOption = 0,
    mode: ModeOption = "faithful",
    views: Annotated[int, typer.Option("--views", min=1, max=12, help="Pictures a scene.")] = 3,
    per_task: Annotated[int, typer.Option("--per-task", min=0, help="Most units a task; 0 for all.")] = 0,
    size: SizeOption = "1600x900",
    samples: SamplesOption = 16,
    pictures: PicturesOption = True,
    quiet: QuietOption = False,
) -> int:
    """Make SURDS questions about furnished rooms: yaw, xy2d, depth, distance, left_right, front_behind.

    OUT/evalscope is a local data set of EvalScope: for its surds in faithful mode, whose limits are in its
    code, and for its general_vmcq in indoor mode (without xy2d, which has no options).
    """
    check_mode(mode)
    with show_progress(quiet) as tell:
        if room is not None:
            lines = _ask(room, out, "surds", mode, letter_seed, objects)
        else:
            order = Order(
                scenes, seed, read_size(size), samples, pictures, letter_seed, mode=mode, views=views,
                per_task=per_task or None,
            )  # fmt: skip
            lines = make_surds_questions(order, read_catalog(MANIFEST), out, tell)
    return _say(f"{out}: {len(lines)} questions", quiet)


def counterfactual(
    out: OutArgument,
    scenes: ScenesOption = 20,
    seed: SeedOption = 0,
    letter_seed: LettersOption = 0,
    mode: ModeOption = "indoor",
    size: SizeOption = "1600x900",
    samples: SamplesOption = 16,
    pictures: PicturesOption = True,
    quiet: QuietOption = False,
) -> int:
    """Make pairs of rooms that differ by one moved piece, where exactly one SURDS answer changes."""
    check_mode(mode)
    order = Order(scenes, seed, read_size(size), samples, pictures, letter_seed, mode=mode)
    with show_progress(quiet) as tell:
        lines = make_counterfactuals(order, read_catalog(MANIFEST), out, tell)
    groups = {line["counterfactual"]["group"] for line in lines}
    return _say(f"{out}: {len(groups)} pairs of rooms, {len(lines)} questions", quiet)


def report(
    files: FilesArgument,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> int:
    """Print the quality of questions: balance, guessing, margins, flips, duplicates, unseen objects.

    Several files count together. Lines with a ! are faults: guesses more than 3 points off chance (of
    fewer than 1,000 questions that may be luck), and any flip, duplicate or unseen object. The report
    informs: it exits with 0 whatever it finds; the faults are in --json too.
    """
    tasks = measure_quality(files)
    typer.echo(json.dumps(list_quality(tasks), indent=1) if as_json else format_quality(tasks))
    return EXIT_GOOD


def score(
    file: FileArgument,
    answers: Annotated[Path, typer.Argument(help='One JSON object a line: {"id", "answer"} and "bbox".')],
    as_json: Annotated[bool, typer.Option("--json", help="Print the scores as JSON.")] = False,
) -> int:
    """Score a file of answers as the benchmarks do."""
    result = score_answers(file, answers)
    if as_json:
        typer.echo(
            json.dumps({"tasks": result.tasks, "units": result.units, "overall": result.overall}, indent=1)
        )
    else:
        typer.echo(result.format_text())
    return EXIT_GOOD


def verify(file: FileArgument, quiet: QuietOption = False) -> int:
    """Recompute every answer from its trace, and refuse any difference."""
    return _say(f"{file}: all {verify_questions(file)} answers follow from their traces", quiet)


def read_size(text: str) -> tuple[int, int]:
    """A size like 1600x900. Raises SpecError."""
    match = re.fullmatch(r"(\d{2,5})x(\d{2,5})", text)
    if match is None or not all(64 <= int(side) <= 8192 for side in match.groups()):
        raise SpecError(f"--size {text}: a size like 1600x900 is needed, each side from 64 to 8192")
    return int(match[1]), int(match[2])


def check_mode(mode: str) -> None:
    """Raise SpecError for a mode that does not exist."""
    if mode not in RULES:
        raise SpecError(f"--mode {mode}: unknown; use one of {', '.join(RULES)}")


def split_names(text: str) -> list[str]:
    """NAME,NAME as a list."""
    return [name.strip() for name in text.split(",") if name.strip()]


def _ask(
    room: Path, out: Path, family: str, mode: str, letter_seed: int, objects: str
) -> list[dict[str, Any]]:
    labels = split_names(objects)
    return ask_room(room, read_catalog(MANIFEST), out, family, mode=mode, letters=letter_seed, labels=labels)


def _say(text: str, quiet: bool) -> int:
    if not quiet:
        typer.echo(text)
    return EXIT_GOOD
