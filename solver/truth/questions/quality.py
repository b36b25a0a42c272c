"""What can be guessed, mistaken or doubled in a file of questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from solver.truth.questions import surds, trace
from solver.truth.questions.collection import explain_damage, find_questions, read_questions, read_trace
from solver.truth.questions.units import LEAST_SHARE

Entry = dict[str, Any]
NEAR_CHANCE = 0.03  # how far a guess may be off chance; 1,000 questions are needed to tell


@dataclass(frozen=True)
class TaskQuality:
    """One task's numbers. Rates and chance are shares of its questions; `best_place` is what always
    answering with one place among the options gets at best, `longest` what the longest option gets.
    `answers` counts places (or, without options, nothing). `least_margin` is in metres, pixels (left_right,
    xy2d) or degrees (yaw)."""

    task: str
    questions: int
    answers: dict[str, int]
    chance: float | None
    best_place: float | None
    longest: float | None
    least_margin: float
    flips: int
    duplicates: int
    unseen: int

    def list_faults(self) -> list[str]:
        """What a maintainer should not publish: guesses off chance by more than NEAR_CHANCE, flips,
        duplicates, unseen objects."""
        guesses = (("always the same place", self.best_place), ("the longest option", self.longest))
        faults = [
            f"{name} gets {rate:.3f}, chance is {self.chance:.3f}"
            for name, rate in guesses
            if rate is not None and self.chance is not None and abs(rate - self.chance) > NEAR_CHANCE
        ]
        counts = (
            ("answers change with a percent of a position", self.flips),
            ("questions stand there twice", self.duplicates),
            ("questions name an object that is not seen", self.unseen),
        )
        return [*faults, *(f"{count} {what}" for what, count in counts if count)]


@dataclass(frozen=True)
class _Asked:
    """One question as the report counts it: its picture and words, its options, the places of the right
    and of the longest one."""

    text: tuple[str, str]
    options: list[str]
    place: int | None
    longest: int | None
    margin: float
    flips: bool
    unseen: bool


def measure_quality(paths: Sequence[Path]) -> list[TaskQuality]:
    """The quality of every task in some questions.jsonl, all taken together, from their lines and traces."""
    by_task: dict[str, list[_Asked]] = {}
    for path in [find_questions(path) for path in paths]:
        for question in read_questions(path):
            task = str(question.get("query") or question["task"])
            made = read_trace(path, question)
            with explain_damage(path, question):
                by_task.setdefault(task, []).append(_measure_question(path, question, made))
    return [_measure_task(task, members) for task, members in by_task.items()]


def _measure_question(path: Path, question: Entry, made: Entry) -> _Asked:
    options = list(_options(question).values())
    return _Asked(
        # Pictures of two folders may have the same name.
        text=(f"{path.parent}/{question['image']}", question["prompt"]),
        options=options,
        place=_place(question),
        longest=_find_longest(options) if options else None,
        margin=_margin(made),
        flips=_flips(made),
        unseen=_hides(made),
    )


def _measure_task(task: str, members: list[_Asked]) -> TaskQuality:
    counts = Counter(asked.place for asked in members if asked.place is not None)
    chance = best = longest = None
    if counts:
        chance = sum(1 / len(asked.options) for asked in members) / len(members)
        best = max(counts.values()) / len(members)
        longest = sum(asked.place == asked.longest for asked in members) / len(members)
    return TaskQuality(
        task=task,
        questions=len(members),
        answers={str(place): counts[place] for place in sorted(counts)},
        chance=chance,
        best_place=best,
        longest=longest,
        least_margin=min(asked.margin for asked in members),
        flips=sum(asked.flips for asked in members),
        duplicates=len(members) - len({asked.text for asked in members}),
        unseen=sum(asked.unseen for asked in members),
    )


def _options(question: Entry) -> dict[str, str]:
    options = question["options"]
    return dict(options) if isinstance(options, dict) else {option: option for option in options}


def _place(question: Entry) -> int | None:
    keys = list(_options(question))
    return keys.index(question["answer"]) if keys else None


def _find_longest(options: list[str]) -> int:
    return max(range(len(options)), key=lambda place: (len(options[place]), -place))


def _margin(made: Entry) -> float:
    if "execution_trace" in made:
        return min(abs(float(item["margin_m"])) for item in made["execution_trace"])
    return surds.measure_margin(made)


def _flips(made: Entry) -> bool:
    return trace.flips_in_trace(made) if "execution_trace" in made else surds.flips(made)


def _hides(made: Entry) -> bool:
    """True where an object that the question names is not seen well enough."""
    if "render_map" in made:
        asked = made["query_spec"]["option_objects"].values()
        return any(made["render_map"][name]["visible_share"] < trace.LEAST_SHARE for name in asked)
    return any(not item["bbox_visible"] or item["visible_share"] < LEAST_SHARE for item in made["objects"])


def format_quality(tasks: list[TaskQuality]) -> str:
    """A table of all tasks; a line with `!` a fault."""
    columns = ("n", "chance", "place", "longest", "margin", "flips", "double", "unseen")
    head = f"{'task':<16}" + "".join(f"{column:>9}" for column in columns)
    lines = [head]
    for item in tasks:
        rates = [
            f"{value:.3f}" if value is not None else "-"
            for value in (item.chance, item.best_place, item.longest)
        ]
        numbers = [str(item.questions), *rates, f"{item.least_margin:.4f}"]
        numbers += [str(count) for count in (item.flips, item.duplicates, item.unseen)]
        lines.append(f"{item.task:<16}" + "".join(f"{text:>9}" for text in numbers))
        lines.append(f"{'':<16}  answers by place: {item.answers}")
        lines += [f"{'':<16}  ! {fault}" for fault in item.list_faults()]
    return "\n".join(lines)


def list_quality(tasks: list[TaskQuality]) -> list[Entry]:
    """The same as JSON values."""
    return [{**asdict(item), "faults": item.list_faults()} for item in tasks]
