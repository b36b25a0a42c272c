"""Scores, and files of questions and answers that are wrong in some way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from solver.errors import OutputError
from solver.truth.questions.collection import read_lines, read_questions, stage_collection
from solver.truth.questions.scoring import measure_iou, score_answers, score_trace
from solver.truth.questions.surds_score import measure_centredness, read_point, score_text

SIZE = [1600, 900]


def question(task: str, answer: str, options: list[str], **more: Any) -> dict[str, Any]:
    return {"task": task, "answer": answer, "options": options, "image_size": SIZE, **more}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("<answer>The red sofa</answer>", 1.0),
        ("<think>no</think><answer> the RED sofa. </answer>", 1.0),
        ("<answer>A, the red sofa</answer>", 1.0),  # articles do not count
        ("<answer>red sofa</answer>", 0.0),  # the option's words are "the red sofa"
        ("<answer>It is the red sofa</answer>", 0.0),
        ("The red sofa", 0.0),
        ("<answer>The blue chair</answer><answer>The red sofa</answer>", 0.0),  # the first counts
        ("<answer></answer>", 0.0),
        ("<answer>The red\n sofa</answer>", 0.0),
    ],
)
def test_normalized_match(text: str, value: float) -> None:
    asked = question("distance", "The red sofa", ["The red sofa", "The blue chair", "Almost the same"])
    assert score_text(asked, text) == value


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("[800, 450]", (800.0, 450.0)),
        ("at [0.5, 0.5]", (800.0, 450.0)),
        ("[700, 400, 901, 500]", (800.0, 450.0)),
        ("[1600, 10]", None),
        ("[-5, 10]", None),
        ("[1, 2, 3]", None),
        ("[1 2]", None),
        ("800, 450", None),
        ("[01, 2]", None),
    ],
)
def test_points(text: str, point: tuple[float, float] | None) -> None:
    assert read_point(text, SIZE) == point


def test_centredness_is_the_published_formula() -> None:
    assert measure_centredness((50, 50), [0, 0, 100, 100]) == 1.0
    assert measure_centredness((25, 50), [0, 0, 100, 100]) == pytest.approx((25 / 75) ** 0.5)
    assert measure_centredness((101, 50), [0, 0, 100, 100]) == 0.0
    assert measure_centredness((0, 50), [0, 0, 100, 100]) == 0.0


def test_trace_score_is_half_for_the_letter_and_half_for_the_box() -> None:
    asked = {"answer": "B", "annotation": [0, 0, 10, 10]}
    assert score_trace(asked, {"answer": "B", "bbox": [0, 0, 10, 10]}) == 1.0
    assert score_trace(asked, {"answer": "(b)", "bbox": [0, 0, 10, 5]}) == pytest.approx(0.75)
    assert score_trace(asked, {"answer": "B"}) == 0.5
    assert score_trace(asked, {"answer": "A", "bbox": [0, 0, 10, 10]}) == 0.0
    assert score_trace(asked, {"answer": "AB"}) == 0.0
    assert measure_iou([0, 0, 10, 10], ["x", 0, 1, 1]) == 0.0
    assert measure_iou([0, 0, 10, 10], [0, 0, float("inf"), 1]) == 0.0


def write_file(folder: Path, name: str, lines: list[dict[str, Any]]) -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    base = {"prompt": "?", "trace": "traces/a.json", "image": "a.png", "image_size": SIZE, "bbox": None}
    pair = {**base, "task": "front_behind", "pair_id": "p", "options": ["Yes", "No", "Almost"]}
    lines = [
        {**pair, "id": "p-0", "answer": "Yes"},
        {**pair, "id": "p-1", "answer": "No"},
        {
            **base,
            "id": "x-0",
            "task": "xy2d",
            "pair_id": "x",
            "options": [],
            "answer": "[50, 50]",
            "bbox": [0, 0, 100, 100],
        },
    ]
    return write_file(tmp_path, "questions.jsonl", lines)


def tag(name: str, text: str) -> dict[str, str]:
    return {"id": name, "answer": f"<answer>{text}</answer>"}


def test_both_of_a_pair_must_be_right(asked: Path, tmp_path: Path) -> None:
    right = write_file(tmp_path, "right.jsonl", [tag("p-0", "yes"), tag("p-1", "no"), tag("x-0", "[50, 50]")])
    half = write_file(tmp_path, "half.jsonl", [tag("p-0", "yes"), tag("p-1", "yes"), tag("x-0", "[25, 50]")])
    assert score_answers(asked, right).tasks == {"front_behind": 1.0, "xy2d": 1.0}
    assert score_answers(asked, right).units == {"front_behind": 1, "xy2d": 1}
    assert score_answers(asked, half).tasks == {"front_behind": 0.0, "xy2d": pytest.approx((25 / 75) ** 0.5)}
    assert score_answers(tmp_path, half).overall == pytest.approx((25 / 75) ** 0.5 / 2)


def test_wrong_answer_files_are_explained_all_at_once(asked: Path, tmp_path: Path) -> None:
    lines = [tag("p-0", "yes"), tag("p-0", "yes"), tag("q-9", "yes"), {"id": "p-1", "answer": 3}]
    with pytest.raises(OutputError) as caught:
        score_answers(asked, write_file(tmp_path, "a.jsonl", lines))
    text = str(caught.value)
    assert "a.jsonl:2: id 'p-0' is answered twice" in text
    assert "a.jsonl:3: id 'q-9' is not of these questions" in text
    assert "a.jsonl:4: no text under 'answer'" in text
    assert "1 of 3 questions have no line, the first is 'x-0'" in text


def test_other_encodings(asked: Path, tmp_path: Path) -> None:
    lines = [tag("p-0", "yes"), tag("p-1", "no"), tag("x-0", "[50, 50]")]
    text = "".join(json.dumps(line) + "\r\n" for line in lines)
    marked = tmp_path / "bom.jsonl"
    marked.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert score_answers(asked, marked).overall == 1.0
    wide = tmp_path / "wide.jsonl"
    wide.write_bytes(text.encode("utf-16"))
    with pytest.raises(OutputError, match="not UTF-8"):
        score_answers(asked, wide)
    with pytest.raises(OutputError, match="no such file"):
        score_answers(asked, tmp_path / "none.jsonl")


def test_broken_lines(tmp_path: Path) -> None:
    path = tmp_path / "b.jsonl"
    path.write_text('{"id": 1}\n{"id"\n[1]\n\n' + "[" * 100_000 + "\n")
    with pytest.raises(OutputError) as caught:
        read_lines(path)
    assert [fault.split(": ")[0].rsplit(":", 1)[1] for fault in caught.value.faults] == ["2", "3", "5"]
    path.write_text('{"id": "a"}\n')
    with pytest.raises(OutputError, match="no text under 'task', 'prompt'"):
        read_questions(path)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"options": 5}, "no texts under 'options'"),
        ({"options": ["Yes", 3]}, "no texts under 'options'"),
        ({"task": "dance"}, "unknown task 'dance'"),
        ({"answer": "Maybe"}, "the answer 'Maybe' is none of the options"),
        ({"image_size": [1600]}, "no width and height"),
        ({"pair_id": None}, "no text under 'pair_id'"),
        ({"task": "xy2d", "bbox": [1, 2, "3", 4]}, "no box of four numbers under 'bbox'"),
        ({"task": "object_relation_label", "query": "under_prop"}, "no texts under 'options'"),
    ],
)
def test_lines_that_cannot_be_scored(asked: Path, change: dict[str, Any], text: str) -> None:
    lines = [json.loads(line) for line in asked.read_text().splitlines()]
    write_file(asked.parent, asked.name, [{**lines[0], **change}, *lines[1:]])
    with pytest.raises(OutputError) as caught:
        read_questions(asked)
    assert len(caught.value.faults) == 1 and f"{asked.name}:1: {text}" in caught.value.faults[0]


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"x")
    with pytest.raises(OutputError, match="holds other files"), stage_collection(tmp_path):
        pass
    assert (tmp_path / "holiday.jpg").is_file()
    with pytest.raises(OutputError, match="no such folder"), stage_collection(tmp_path / "a" / "b"):
        pass


def test_a_failed_run_leaves_the_earlier_questions(tmp_path: Path) -> None:
    out = tmp_path / "q"
    with stage_collection(out) as staging:
        (staging / "questions.jsonl").write_text("old")
    with pytest.raises(RuntimeError), stage_collection(out) as staging:
        (staging / "questions.jsonl").write_text("new")
        raise RuntimeError
    assert (out / "questions.jsonl").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["q"]
