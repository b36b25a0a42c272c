"""Text gold: facts read back, changes told in words, the benchmark's expected values."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from solver.core.measured import Measured
from solver.core.spec import parse_scene
from solver.errors import OutputError
from solver.grade.expected import make_expected
from solver.grade.facts import compare_facts, write_facts
from solver.grade.gold import Texts, compare_gold, describe_gold, format_json, hash_picture
from solver.grade.weavebench import Grade
from tests.check.changes import alter, drop, move
from tests.check.sample import make_drawing, make_measured, make_spec, write_folder


def test_expected_values_follow_from_the_scene() -> None:
    values = make_expected(make_spec())
    assert "reconstruction" in values["note"]
    assert values["room_dims_m"] == {"x": 5.0, "y": 6.0}
    assert (values["tolerance_m"], values["min_meshes"]) == (0.05, 6)
    assert values["rules"] == [
        {"object": "sofa", "wall": "north", "distance_m": 0.1, "x_center_m": 2.5},
        {"object": "tv", "wall": "south", "distance_m": 0.0, "x_center_m": 2.5},
        {"object": "coffee", "x_center_m": 2.5},
        {"object": "dining", "wall": "east", "distance_m": 0.8},
        {"object": "nightstand", "wall": "north", "distance_m": 0.0},
    ]


def make_scene(*rules: str, width: str = "5.5 m"):  # type: ignore[no-untyped-def]
    lines = "".join(f"  - {rule}\n" for rule in rules)
    return parse_scene(
        f"scene: small\nroom: {{width: {width}, depth: 6250 mm, height: 2.8 m}}\n"
        "pieces:\n  sofa: {asset: sofa}\n  rug: {asset: rug}\n  tv: {asset: tv_stand}\n"
        f"rules:\n{lines}",
        "small.yaml",
    )


def test_only_what_that_grader_can_read_becomes_a_rule() -> None:
    values = make_expected(
        make_scene(
            "against: {piece: rug, wall: north}",  # no word for it
            "against: {piece: sofa, wall: west}",  # not one of its walls
            "centred: {piece: sofa, on: east}",  # it reads middles along x only
            "centred: {piece: sofa, on: tv, axis: x}",
            "centred: {piece: sofa, on: room, axis: y}",
            "gap: {piece: sofa, to: east, at_least: 1 m}",
            "against: {piece: sofa, wall: south, weight: 1}",  # a wish
            "gap: {piece: tv, to: north, exactly: 1234 mm}",
            "centred: {piece: tv, on: north}",
        )
    )
    assert values["room_dims_m"] == {"x": 5.5, "y": 6.25}
    assert values["rules"] == [{"object": "tv", "wall": "north", "distance_m": 1.234, "x_center_m": 2.75}]


def test_facts_are_sorted_and_fixed() -> None:
    text = write_facts(make_measured())
    lines = text.splitlines()
    assert lines[0] == "scene weavebench_living_room"
    assert "side east 5000.0" in lines
    assert "piece Sofa sofa low 1450.0 4980.0 0.0 high 3550.0 5900.0 820.0 facing 0" in lines
    assert "light SUN Sun" in lines and "camera PERSP Camera active" in lines
    turned = replace(make_measured(), solids=tuple(reversed(make_measured().solids)))
    assert write_facts(turned) == text


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (move("Sofa", y_mm=12.0), ["Sofa moved 12 mm north"]),
        (move("Sofa", x_mm=-0.5, z_mm=3.0), ["Sofa moved 0.5 mm west", "Sofa moved 3 mm up"]),
        (move("Sofa", y_mm=0.04), []),
        (drop("Bedside"), ["Bedside is gone"]),
        (alter("Bedside", object="Lamp"), ["Bedside is gone", "Lamp is new"]),
        (alter("Sofa", yaw_deg=90.0), ["Sofa faces 90 degrees instead of 0"]),
        (alter("Sofa", box_max=(3.56, 5.9, 0.82)), ["Sofa moved 5 mm east", "Sofa is 10 mm longer along x"]),
        (alter("Sofa", piece="couch"), ["Sofa is a couch instead of a sofa"]),
        (alter("Sofa", piece="zofa"), ["Sofa is a zofa instead of a sofa"]),
        (
            alter("Sofa", box_min=(1.45, 4.9799, 0.0), box_max=(3.55, 5.9001, 0.82)),
            ["Sofa is 0.2 mm longer along y"],
        ),
        (move("Sofa", x_mm=0.3), ["Sofa moved 0.3 mm east"]),
        (
            alter("Sofa", box_max=(3.5501, 5.9, 0.8199)),
            ["Sofa moved 0.05 mm east", "Sofa moved 0.05 mm down"],
        ),
        (
            alter("Sofa", box_min=(1.4499, 4.98, 0.0), box_max=(3.5501, 5.9, 0.82)),
            ["Sofa is 0.2 mm longer along x"],
        ),
        (
            alter("Sofa", box_min=(1.4501, 4.98, 0.0), box_max=(3.5499, 5.9, 0.82)),
            ["Sofa is 0.2 mm shorter along x"],
        ),
    ],
)
def test_changes_are_told_in_words(change, words: list[str]) -> None:  # type: ignore[no-untyped-def]
    old = make_measured()
    assert compare_facts(write_facts(old), write_facts(change(old))) == words


def test_other_facts_are_told_as_they_stand() -> None:
    old = write_facts(make_measured())
    assert compare_facts(old, old.replace("side east 5000.0", "side east open")) == [
        "side east: 5000.0 -> open"
    ]
    assert compare_facts(old, old.replace("camera PERSP Camera active", "camera PERSP Camera idle")) == [
        "camera PERSP: Camera active -> Camera idle"
    ]


def test_lengths_are_rounded_once() -> None:
    assert " low 1450.0 4980.0 0.0 " in write_facts(move("Sofa", z_mm=0.046)(make_measured()))


def test_a_whole_turn_is_none() -> None:
    text = write_facts(alter("Sofa", yaw_deg=-0.04)(make_measured()))
    assert " high 3550.0 5900.0 820.0 facing 0\n" in text


def test_nothing_is_ever_minus_nothing() -> None:
    text = write_facts(move("Sofa", z_mm=-0.04)(make_measured()))
    assert "piece Sofa sofa low 1450.0 4980.0 0.0 high" in text


def describe(folder: Path, measured: Measured) -> Texts:
    grade = Grade({"overall_score": 1.0, "judge_method": "stub"})
    return describe_gold(folder, make_spec(), measured, grade, {"sofa": folder / "layout.csv"})


def test_gold_is_compared_with_what_is_kept(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "out")
    texts = describe(folder, make_measured())
    for _ in range(2):  # what is kept may be written over
        texts.write(tmp_path / "deep" / "kept")
    (tmp_path / "deep" / "kept").rename(tmp_path / "kept")
    with pytest.raises(OutputError, match="cannot be written: Not a directory"):
        texts.write(tmp_path / "kept" / "scene.txt" / "x")
    assert compare_gold(tmp_path / "kept", texts) == []
    assert json.loads(texts.files["gold.json"])["scores"] == {"overall_score": 1.0}
    changed = describe(folder, move("Sofa", y_mm=12.0)(make_measured()))
    assert compare_gold(tmp_path / "kept", changed) == ["Sofa moved 12 mm north"]
    record = json.loads(texts.files["gold.json"])
    record["scores"]["overall_score"], record["scene_sha256"] = 0.5, "0"
    record["inputs_sha256"], record["pictures"]["render.png"]["size_px"] = {}, [1, 1]
    (tmp_path / "kept" / "gold.json").write_text(json.dumps(record))
    (tmp_path / "kept" / "layout.csv").write_text("object\n")
    found = compare_gold(tmp_path / "kept", texts)
    assert "the scene file changed" in found
    assert not any("furniture" in change for change in found)
    assert "score overall_score: 0.5 -> 1.0" in found
    assert "render.png is [1920, 1080] instead of [1, 1]" in found
    assert "layout.csv: without 'object'" in found
    (tmp_path / "kept" / "scene.txt").unlink()
    assert any("there is no kept gold" in change for change in compare_gold(tmp_path / "kept", texts))


def test_all_that_differs_is_told(tmp_path: Path) -> None:
    texts = describe(write_folder(tmp_path / "out"), make_measured())
    texts.write(tmp_path / "kept")
    record = json.loads(texts.files["gold.json"])
    record["scores"] = {"overall_score": 1.0, "older": 0.25}
    (tmp_path / "kept" / "gold.json").write_text(json.dumps(record))
    (tmp_path / "kept" / "expected.json").unlink()
    (tmp_path / "kept" / "layout.csv").write_text(texts.files["layout.csv"] + "Lamp\n")
    kept = tmp_path / "kept" / "expected.json"
    assert compare_gold(tmp_path / "kept", texts) == [
        f"expected.json: there is no kept gold at {kept}",
        "layout.csv: without 'Lamp'",
        "score older: 0.25 -> None",
    ]


def test_json_has_one_form() -> None:
    assert format_json({"b": ["é"], "a": 1}) == '{\n  "b": [\n    "é"\n  ],\n  "a": 1\n}\n'


def test_pictures_are_hashed_decoded(tmp_path: Path) -> None:
    drawing = make_drawing("render", (64, 36))
    drawing.save(tmp_path / "a.png", compress_level=1)
    drawing.save(tmp_path / "b.png", compress_level=9)
    assert (tmp_path / "a.png").read_bytes() != (tmp_path / "b.png").read_bytes()
    assert hash_picture(tmp_path / "a.png") == hash_picture(tmp_path / "b.png")
    drawing.putpixel((0, 0), (1, 2, 3))
    drawing.save(tmp_path / "b.png")
    assert hash_picture(tmp_path / "a.png") != hash_picture(tmp_path / "b.png")


def test_angles_are_told_to_a_tenth_of_a_degree() -> None:
    assert write_facts(alter("Sofa", yaw_deg=12.34)(make_measured())).count(" facing 12.3\n") == 1


def test_a_piece_without_a_box_on_one_side_is_told_as_it_stands() -> None:
    with_box, without = (
        "piece Sofa sofa low 0.0 0.0 0.0 high 1.0 1.0 1.0 facing 0\n",
        "piece Sofa sofa gone\n",
    )
    for old, new in ((with_box, without), (without, with_box)):
        (words,) = compare_facts(old, new)
        assert words == f"Sofa: {old.strip()[11:]} -> {new.strip()[11:]}"
