"""SURDS scores as EvalScope 1.14 gives them: tagged answers, normalized matches, centredness, pairs."""

from __future__ import annotations

import ast
import math
import re
import string
from typing import Any

Entry = dict[str, Any]
_TAG = re.compile(r"<answer>(.*?)</answer>", re.DOTALL)
_NUMBERS = re.compile(r"\[\s*[-\d.,\s]+\s*\]")
_ARTICLE = re.compile(r"\b(?:a|an|the)\b", re.IGNORECASE)
_NO_PUNCTUATION = {ord(mark): None for mark in string.punctuation}


def score_text(question: Entry, text: str) -> float:
    """0 to 1 for one model answer to one question line; only the first <answer>…</answer> counts."""
    tagged = _TAG.search(text)
    given = tagged[1].strip() if tagged else ""
    if question["task"] == "xy2d":
        point = read_point(given, question["image_size"])
        return measure_centredness(point, question["bbox"]) if point else 0.0
    if not given or not _names_an_option(question["options"], given):
        return 0.0
    return float(simplify(given) == simplify(question["answer"]))


def _names_an_option(options: list[str], given: str) -> bool:
    text = given.strip().lower()
    return not options or any(
        re.search(rf"\b{re.escape(option.strip().lower())}\b", text) for option in options
    )


def simplify(text: str) -> str:
    """Lower case, without punctuation and articles, single spaces."""
    return " ".join(_ARTICLE.sub("", text.strip().lower().translate(_NO_PUNCTUATION)).split())


def read_point(text: str, size_px: list[int]) -> tuple[float, float] | None:
    """The first bracketed point [x, y], or the middle of a bracketed box, in pixels; None where there is
    none or it lies outside the picture. Values below 1 are shares of the picture's sides."""
    found = _NUMBERS.search(text)
    try:
        values = ast.literal_eval(found[0]) if found else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if not isinstance(values, list) or len(values) not in (2, 4):
        return None
    if not all(isinstance(value, int | float) for value in values):
        return None
    if len(values) == 4:  # whole middles, as published: rounded down
        values = [(values[0] + values[2]) // 2, (values[1] + values[3]) // 2]
    x, y = (value * side if value < 1 else value for value, side in zip(values, size_px, strict=True))
    return (float(x), float(y)) if 0 <= x < size_px[0] and 0 <= y < size_px[1] else None


def measure_centredness(point: tuple[float, float], box: list[int]) -> float:
    """sqrt(min(l, r) / max(l, r) · min(t, b) / max(t, b)) of a point in a box, 0 outside it."""
    value = 1.0
    for at, low, high in zip(point, box[:2], box[2:], strict=True):
        if not low <= at <= high:
            return 0.0
        near, far = sorted((at - low, high - at))
        value *= near / far if far else 1.0
    return math.sqrt(value)


def merge_pairs(questions: list[Entry], values: list[float]) -> dict[str, list[float]]:
    """Unit scores by task: a pair counts 1 where both questions are right, else 0."""
    units: dict[tuple[str, str], list[float]] = {}
    paired: dict[str, bool] = {}
    for question, value in zip(questions, values, strict=True):
        units.setdefault((question["task"], question["pair_id"]), []).append(value)
        paired[question["task"]] = question["task"] not in ("xy2d", "depth")
    scores: dict[str, list[float]] = {}
    for (task, _unit), both in units.items():
        value = float(both == [1.0, 1.0]) if paired[task] else both[0]
        scores.setdefault(task, []).append(value)
    return scores
