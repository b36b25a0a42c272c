"""A file of answers scored against a file of questions."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.errors import OutputError
from solver.truth.questions.collection import find_questions, read_lines, read_questions
from solver.truth.questions.surds_score import merge_pairs, score_text
from solver.truth.questions.trace import TASK as TRACE_TASK

Entry = dict[str, Any]
SHOWN = 20  # faults printed before the rest is only counted


@dataclass(frozen=True)
class Score:
    """Mean scores by task, units counted by task, and their mean over tasks."""

    tasks: dict[str, float]
    units: dict[str, int]

    @property
    def overall(self) -> float:
        """The mean of the tasks, each counting the same."""
        return math.fsum(self.tasks.values()) / len(self.tasks)

    def format_text(self) -> str:
        """One line a task, then the overall score."""
        lines = [f"{task:<24}{value:8.4f}   ({self.units[task]} units)" for task, value in self.tasks.items()]
        return "\n".join([*lines, f"{'overall':<24}{self.overall:8.4f}"])


def score_answers(questions: Path, answers: Path) -> Score:
    """Score answers, one JSON object a line: {"id", "answer"} and for TRACE "bbox" in pixels.

    Every question needs exactly one answer. Raises OutputError with every fault and its line.
    """
    asked = read_questions(find_questions(questions))
    given = match_answers(asked, answers)
    units: dict[str, list[float]] = {}
    traced = [question for question in asked if question["task"] == TRACE_TASK]
    for question in traced:
        units.setdefault(question["query"], []).append(score_trace(question, given[question["id"]]))
    rest = [question for question in asked if question["task"] != TRACE_TASK]
    values = [score_text(question, str(given[question["id"]]["answer"])) for question in rest]
    units |= merge_pairs(rest, values)
    means = {task: math.fsum(scores) / len(scores) for task, scores in units.items()}
    return Score(means, {task: len(scores) for task, scores in units.items()})


def match_answers(asked: list[Entry], path: Path) -> dict[str, Entry]:
    """The answer line of every question, by id. Raises OutputError for wrong, double and missing ids."""
    if not path.is_file():
        raise OutputError(f"{path}: no such file of answers")
    known = {question["id"] for question in asked}
    found: dict[str, Entry] = {}
    faults = []
    for number, line in read_lines(path):
        name = line.get("id")
        if not isinstance(name, str) or name not in known:
            faults.append(f"{path}:{number}: id {name!r} is not of these questions")
        elif name in found:
            faults.append(f"{path}:{number}: id {name!r} is answered twice")
        elif not isinstance(line.get("answer"), str):
            faults.append(f"{path}:{number}: no text under 'answer'")
            found[name] = line
        else:
            found[name] = line
    missing = [question["id"] for question in asked if question["id"] not in found]
    if missing:
        faults.append(
            f"{path}: {len(missing)} of {len(asked)} questions have no line, the first is {missing[0]!r}"
        )
    if faults:
        more = [f"… and {len(faults) - SHOWN} more faults"] if len(faults) > SHOWN else []
        raise OutputError(faults[:SHOWN] + more)
    return found


def score_trace(question: Entry, given: Entry) -> float:
    """TRACE's answer · (0.5 + 0.5 · IoU): 0 for a wrong letter, 0.5 without a box."""
    letter = re.fullmatch(r"\W*([A-Za-z])\W*", given["answer"])
    if letter is None or letter[1].upper() != question["answer"]:
        return 0.0
    return 0.5 + 0.5 * measure_iou(question["annotation"], given.get("bbox"))


def measure_iou(box: list[int], other: object) -> float:
    """Intersection over union of two boxes [x_min, y_min, x_max, y_max]; 0 for anything that is no box."""
    if not isinstance(other, list) or len(other) != 4:
        return 0.0
    if not all(isinstance(value, int | float) and math.isfinite(value) for value in other):
        return 0.0
    width, height = (min(box[k + 2], other[k + 2]) - max(box[k], other[k]) for k in (0, 1))
    if width <= 0 or height <= 0:
        return 0.0
    shared = float(width * height)
    areas = [float((b[2] - b[0]) * (b[3] - b[1])) for b in (box, other)]
    return shared / (sum(areas) - shared)
