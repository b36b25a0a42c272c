"""Every answer recomputed from its trace alone; any difference is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from solver.errors import OutputError
from solver.truth.files import round_numbers
from solver.truth.questions.collection import explain_damage, find_questions, read_questions, read_trace
from solver.truth.questions.trace import TASK as TRACE_TASK
from solver.truth.questions.trace import solve_question
from solver.truth.questions.wording import list_questions

Entry = dict[str, Any]


def verify_questions(path: Path) -> int:
    """Recompute all of a questions.jsonl; returns how many hold. Raises OutputError with every difference."""
    path = find_questions(path)
    questions = read_questions(path)
    faults: list[str] = []
    for question in questions:
        try:
            trace = read_trace(path, question)
            with explain_damage(path, question):
                wanted = _recompute(question, trace)
        except OutputError as error:
            faults += error.faults
            continue
        faults += [
            f"{path}: {question['id']}: {key} is {question.get(key)!r}; its trace gives {value!r}"
            for key, value in wanted.items()
            if question.get(key) != value
        ]
    faults += find_group_faults(path, questions)
    if faults:
        raise OutputError(faults)
    return len(questions)


def _recompute(question: Entry, trace: Entry) -> Entry:
    if question["task"] == TRACE_TASK:
        objects = {item["name"]: item for item in trace["scene_ir"]["objects"]}
        letters = trace["query_spec"]["option_objects"]
        options = {letter: objects[name]["category"] for letter, name in letters.items()}
        return {**solve_question(trace), "options": options, "query": trace["query_spec"]["query_id"]}
    line = list_questions(trace)[question["variant_index"]]
    wanted: Entry = round_numbers(line)
    return wanted


def find_group_faults(path: Path, questions: list[Entry]) -> list[str]:
    """Counterfactual groups in which not exactly one unit's answer changes, or not the one that is said."""
    groups: dict[str, dict[str, dict[str, list[str]]]] = {}
    said: dict[str, set[str]] = {}
    for question in questions:
        group = question.get("counterfactual")
        if group:
            sides = groups.setdefault(group["group"], {}).setdefault(question["pair_id"].split("@")[0], {})
            sides.setdefault(group["side"], []).append(question["answer"])
            said.setdefault(group["group"], set()).add(group["changed"])
    return [
        f"{path}: group {name}: the answers that change are {changed}, not the one said, {sorted(said[name])}"
        for name, units in groups.items()
        if (changed := [unit for unit, sides in units.items() if sides.get("before") != sides.get("after")])
        != sorted(said[name])
    ]
