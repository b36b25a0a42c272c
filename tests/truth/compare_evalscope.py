"""Run in an environment with `evalscope` (`make test-evalscope`): our SURDS scorer against EvalScope's own.

`python compare_evalscope.py FAITHFUL INDOOR`: the folders of two runs. It scores 2,000 made-up answers with
both, merges pairs with both, and loads the folders' evalscope/ as local data sets.
"""

from __future__ import annotations

import json
import os
import random  # noqa: TID251 - made-up answers of a test
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from evalscope.api.metric import SampleScore
from evalscope.api.registry import get_benchmark
from evalscope.config import TaskConfig

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from solver.truth.questions.surds import solve_unit
from solver.truth.questions.surds_score import merge_pairs, score_text

ANSWERS = 2000
BLURS = (
    lambda text: f"<answer>{text}</answer>",
    lambda text: f"<think>hm, <answer</think>\n<answer>\n {text.upper()} .</answer>",
    lambda text: f"<answer>the {text}</answer>",
    lambda text: f"<answer>A {text}!</answer><answer>no</answer>",
    lambda text: f"<answer>{text}",
    lambda text: text,
    lambda text: f"<answer>{text[:-1]}</answer>",
    lambda text: "<answer></answer>",
    lambda text: "",
    lambda text: f"<answer>I think that it is {text}</answer>",
)
POINTS = (
    "[{x}, {y}]", "[{x},{y}]", "[{u}, {v}]", "[{x0}, {y0}, {x1}, {y1}]", "[{u}, {y}]", "({x}, {y})",
    "[{x} {y}]", "[-{x}, {y}]", "[{x}, {y}, 3]", "[0{x}, {y}]", "the point [ {x} , {y} ] of [1, 2]",
    "[{x}.5, {y}.25]", "[1600, {y}]", "[1.0, 1]", "[--{x}, {y}]", "[]", "[.]", "[{x}-1, {y}]", "[0, 0]",
    "[{x},{y},]", "[[{x}, {y}]]",
)  # fmt: skip


def make_answer(draw: random.Random, question: dict[str, Any]) -> str:
    """A right, wrong or malformed answer to a question."""
    if question["task"] == "xy2d":
        x0, y0, x1, y1 = question["bbox"]
        x, y = draw.randint(int(x0) - 5, int(x1) + 5), draw.randint(int(y0) - 5, int(y1) + 5)
        values = {"x": x, "y": y, "u": round(x / 1600, 4), "v": round(y / 900, 4)}
        values |= {"x0": x0, "y0": y0, "x1": x1, "y1": y1}
        return f"<answer>{draw.choice(POINTS).format(**values)}</answer>"
    right = draw.random() < 0.6
    text = question["answer"] if right else draw.choice(question["options"])
    return draw.choice(BLURS[:3] if draw.random() < 0.5 else BLURS)(text)


def make_adapter(dataset: Path) -> Any:
    """EvalScope's own adapter, over the local folder."""
    config = TaskConfig(
        model="mock", datasets=["surds"], dataset_args={"surds": {"dataset_id": str(dataset)}}
    )
    return get_benchmark("surds", config)


def score_both(adapter: Any, question: dict[str, Any], text: str) -> tuple[float, Any]:
    """(our value, EvalScope's SampleScore) of one answer."""
    metadata = {
        "task": question["task"],
        "options": question["options"],
        "bbox": question["bbox"],
        "image_size": question["image_size"],
        "pair_id": question["pair_id"],
        "paired": question["task"] not in ("xy2d", "depth"),
    }
    state = SimpleNamespace(metadata=metadata)
    score = adapter.match_score(text, adapter.extract_answer(text, state), question["answer"], state)
    sample = SampleScore(
        score=score, sample_id=question["id"], group_id=question["pair_id"], sample_metadata=metadata
    )
    return score_text(question, text), sample


def compare_scores(adapter: Any, questions: list[dict[str, Any]]) -> None:
    """Every single value, then every task's mean over pairs."""
    draw = random.Random(1)
    pool = [draw.choice(questions) for _ in range(ANSWERS)]
    pairs: dict[str, list[dict[str, Any]]] = {}
    for question in questions:
        pairs.setdefault(question["pair_id"], []).append(question)
    values = []
    for question in pool:
        ours, theirs = score_both(adapter, question, make_answer(draw, question))
        assert ours == theirs.score.value["normalized_score"], (question, ours, theirs)
        values.append(ours)
    shares = [sum(value == k for value in values) / ANSWERS for k in (0.0, 1.0)]
    assert all(0.15 < share < 0.8 for share in shares), shares
    for task in sorted({question["task"] for question in questions}):
        # Half pairs too: every tenth pair has lost one of its two answers.
        kept = [
            question
            for number, unit in enumerate(pairs.values())
            if unit[0]["task"] == task
            for question in (unit[:1] if number % 10 == 0 else unit)
        ]
        both = [score_both(adapter, question, make_answer(draw, question)) for question in kept]
        merged = merge_pairs(kept, [ours for ours, _theirs in both])[task]
        theirs = adapter.aggregate_scores([score for _ours, score in both])[0]
        assert abs(sum(merged) / len(merged) - theirs.score) < 1e-12, (task, theirs)
        print(f"{task:<14}{theirs.num:>6} units, mean {theirs.score:.4f} with both")
    print(f"{ANSWERS} answers score the same with both: {shares[0]:.2f} wrong, {shares[1]:.2f} right")


def compare_dataset(adapter: Any, folder: Path) -> None:
    """The local data set loads, and its pairs' answers are those of our own rules."""
    ours: dict[tuple[str, str], list[str]] = {}
    for path in sorted((folder / "traces").glob("*.json")):
        unit = json.loads(path.read_text())
        if len(unit["objects"]) == 2:
            names = sorted(item["desc"] for item in unit["objects"])
            ours[unit["task"], f"{Path(unit['image']).name}/{names}"] = solve_unit(unit)
    datasets, _few_shot = adapter.load()
    count = same = 0
    for task in datasets.datasets:
        for sample in datasets[task]:
            count += 1
            options = sample.metadata["options"]
            if task in ("distance", "left_right"):
                names = sorted(option.lower().removeprefix("the ") for option in options[:2])
                key = task, f"{Path(sample.metadata['image_path']).name}/{names}"
                if key in ours:
                    same += 1
                    assert sample.target == ours[key][sample.metadata["variant_index"]], (key, sample.target)
    assert count > 0 and same > 0, (count, same)
    print(f"EvalScope loads {count} prompts; {same} answers compared with ours are the same")


def compare_choices(folder: Path) -> None:
    """An indoor folder loads as general_vmcq, every task a subset, with our pictures, options and answers."""
    ours = {task: [] for task in ("yaw", "depth", "distance", "left_right", "front_behind")}
    for question in read_lines(folder):
        if question["task"] in ours:
            ours[question["task"]].append(question)
    args = {"dataset_id": str(folder / "evalscope"), "subset_list": list(ours)}
    os.chdir(folder)  # as the paths lead from there
    config = TaskConfig(model="mock", datasets=["general_vmcq"], dataset_args={"general_vmcq": args})
    datasets, _few_shot = get_benchmark("general_vmcq", config).load()
    for task, questions in ours.items():
        samples = list(datasets[task])
        assert len(samples) == len(questions) > 0, (task, len(samples), len(questions))
        for sample, question in zip(samples, questions, strict=True):
            assert sample.choices["ABCD".index(sample.target)] == question["answer"]
            texts = [part.text for part in sample.input[0].content if part.type == "text"]
            pictures = [part.image for part in sample.input[0].content if part.type == "image"]
            assert question["prompt"].split("\n")[0] in "".join(texts), (question, texts)
            assert len(pictures) == 1 and (pictures[0].startswith("data:") or Path(pictures[0]).is_file())
    print(
        f"EvalScope loads {sum(map(len, ours.values()))} indoor questions of {len(ours)} tasks, all as ours"
    )


def read_lines(folder: Path) -> list[dict[str, Any]]:
    """The questions of a folder."""
    return [json.loads(line) for line in (folder / "questions.jsonl").read_text().splitlines()]


def main(faithful: Path, indoor: Path) -> None:
    adapter = make_adapter(faithful / "evalscope")
    compare_scores(adapter, read_lines(faithful))
    compare_dataset(adapter, faithful)
    compare_choices(indoor)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
