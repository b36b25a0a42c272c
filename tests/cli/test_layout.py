"""layout, certify, rules and schema: what works without Blender, and every mistake one can make with them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from solver.core.layout import read_csv
from solver.core.rules import RESERVED, RULES
from solver.core.schema import format_schema
from solver.core.spec import parse_scene
from solver.core.yaml_source import parse_yaml
from tests.cli.running import run_cli
from tests.conftest import ROOT

SCENE = """\
scene: small
room: {width: 3 m, depth: 3 m, height: 2.5 m}
openings: [{door: {wall: south, centre: 2.4 m}}]
pieces:
  desk: {asset: desk, size: {width: 1 m, depth: 0.6 m, height: 0.75 m}}
rules:
  - against: {piece: desk, wall: west}
  - walkable: {to: [desk], width: 0.7 m, side: any}
"""


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    path = tmp_path / "small.yaml"
    path.write_text(SCENE, encoding="utf-8")
    return path


def change(scene: Path, old: str, new: str) -> Path:
    text = scene.read_text(encoding="utf-8")
    assert old in text
    scene.write_text(text.replace(old, new), encoding="utf-8")
    return scene


def test_layout_prints_a_table_and_writes_certificate_table_and_plan(scene: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "out"
    code, text, err = run_cli("layout", scene, "--out", out)
    assert (code, err) == (0, "")
    assert re.search(r"^desk +300 +500 +0 +90 +1000 x 600 x 750$", text, re.MULTILINE)
    assert "cost of the wishes: 0 (proven least)" in text
    assert sorted(path.name for path in out.iterdir()) == ["certificate.json", "layout.csv", "plan.svg"]
    (row,) = read_csv((out / "layout.csv").read_text(encoding="utf-8"))
    assert (row.x, row.y, row.rotation_z) == (0.3, 0.5, 90)
    assert run_cli("certify", out / "certificate.json", "--scene", scene) == (0, "accepted\n", "")
    assert run_cli("layout", scene, "--quiet") == (0, "", "")


def test_layout_needs_no_blender_where_sizes_are_given(scene: Path) -> None:
    """A `bpy` that cannot be imported stands in the way."""
    broken = scene.parent / "broken"
    broken.mkdir()
    (broken / "bpy.py").write_text("raise ImportError('no Blender here')", encoding="utf-8")
    code, text, _ = run_cli("layout", scene, env={"PYTHONPATH": f"{broken}:{ROOT}"})
    assert code == 0 and "desk" in text


def test_count_gives_layouts_that_differ_by_the_stated_distance(scene: Path, tmp_path: Path) -> None:
    code, text, _ = run_cli("layout", scene, "--count", "3", "--apart", "800", "--out", tmp_path / "out")
    assert code == 0 and text.count("desk ") == 3 and "proven that no other" not in text
    places = []
    for suffix in ("", "_2", "_3"):
        assert (tmp_path / "out" / f"plan{suffix}.svg").is_file()
        assert run_cli("certify", tmp_path / "out" / f"certificate{suffix}.json")[0] == 0
        rows = read_csv((tmp_path / "out" / f"layout{suffix}.csv").read_text(encoding="utf-8"))
        places.append((rows[0].x, rows[0].y))
    for index, one in enumerate(places):
        for other in places[:index]:
            assert max(abs(a - b) for a, b in zip(one, other, strict=True)) >= 0.8


def test_count_proves_that_there_are_fewer(scene: Path) -> None:
    """Along the wall of 3 m a desk of 1 m has 2 m to go: three places 800 mm apart, and no fourth."""
    code, text, _ = run_cli("layout", scene, "--count", "9", "--apart", "800")
    assert code == 0
    assert "3 layouts; it is proven that no other is" in text
    code, text, _ = run_cli("layout", scene, "--count", "9", "--apart", "1001")
    assert "2 layouts; it is proven" in text


def test_the_furniture_folders_own_entries_count(scene: Path, tmp_path: Path) -> None:
    entry = "{file: mine.blend, category: desk, label: Mine, licence: CC0, source: me}"
    (tmp_path / "assets_manifest.yaml").write_text(f"assets:\n  my_desk: {entry}\n", encoding="utf-8")
    change(scene, "asset: desk", "asset: my_desk")
    assert run_cli("layout", scene, "--quiet", "--assets", tmp_path) == (0, "", "")
    code, _, err = run_cli("layout", scene)
    assert code == 2 and "asset 'my_desk' is not in assets_manifest.yaml" in err


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("wall: west", "wall: wst", 2, ["small.yaml:7: rules[0].against.wall: unknown wall 'wst'", "'west'"]),
        ("asset: desk", "asset: dsk", 2, ["small.yaml:5: pieces.desk.asset: asset 'dsk'", "'desk'"]),
        ("width: 1 m", "width: 1 n", 2, ["small.yaml:5:", "unknown unit 'n'"]),
        ("width: 1 m", "width: 4 m", 3, ["small.yaml:5: desk is 4000 x 600 x 750 mm and does not fit"]),
        ("rules:", "rules:\n  - gap: {piece: desk, to: west, exactly: 1 m}", 3,
         ["no layout keeps these 2 rules", "small.yaml:7: gap", "small.yaml:8: against", "by 1000 mm"]),
    ],
)  # fmt: skip
def test_layout_tells_what_is_wrong(
    scene: Path, tmp_path: Path, old: str, new: str, code: int, words: list[str]
) -> None:
    done, text, err = run_cli("layout", change(scene, old, new), "--out", tmp_path / "out")
    assert (done, text) == (code, "")
    for word in words:
        assert word in err
    assert not (tmp_path / "out").exists()


def test_layout_refuses_options_that_make_no_sense(scene: Path, tmp_path: Path) -> None:
    for option, value in (("--count", "0"), ("--apart", "0"), ("--time-limit", "0"), ("--count", "two")):
        code, _, err = run_cli("layout", scene, option, value)
        assert code == 2 and option in err
    code, _, err = run_cli("layout", tmp_path / "none.yaml")
    assert code == 2 and "none.yaml: cannot be read" in err
    code, _, err = run_cli("layout", scene, "--out", scene / "below")
    assert code == 2 and "cannot be made" in err


def test_out_of_time_is_an_outcome_of_its_own(scene: Path) -> None:
    many = "  desk: {asset: desk, count: 40, size: {width: 0.4 m, depth: 0.4 m, height: 0.75 m}}"
    text = scene.read_text(encoding="utf-8").splitlines()
    scene.write_text("\n".join([*text[:4], many]) + "\n", encoding="utf-8")
    code, text_out, err = run_cli("layout", scene, "--time-limit", "0.1")
    assert (code, text_out) == (4, "")
    assert "out of time" in err and "allow more time" in err


def test_certify_names_the_broken_rule_and_what_is_no_certificate(scene: Path, tmp_path: Path) -> None:
    assert run_cli("layout", scene, "--out", tmp_path, "--quiet")[0] == 0
    path = tmp_path / "certificate.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    other = tmp_path / "other.yaml"
    for old, new, words in (
        ("wall: west", "wall: east", "rules: not as"),
        ("scene: small", "# A comment.\nscene: small", "accepted"),
        ("width: 3 m,", "width: 3.1 m,", "room: not as"),
        ("centre: 2.4 m", "centre: 2.3 m", "openings: not as"),
        ("{width: 1 m, depth", "{width: 1.1 m, depth", "desk has not the size that"),
        ("asset: desk,", "asset: desk, turns: 15 deg,", "pieces: not as"),
        ("  desk: {", "  other: {asset: desk}\n  desk: {", "its pieces are not those of"),
    ):
        assert old in SCENE
        other.write_text(SCENE.replace(old, new), encoding="utf-8")
        code, text, _ = run_cli("certify", path, "--scene", other)
        assert (code, words in text) == (0 if words == "accepted" else 1, True), (old, text)
    data["placements"][0]["x_mm"] += 1
    path.write_text(json.dumps(data), encoding="utf-8")
    code, text, _ = run_cli("certify", path)
    assert code == 1 and text.startswith("refused: the digest does not fit")
    for content, words in ((b"\xff\xfe", "cannot be read"), (b"[]", "certificate needs exactly the keys")):
        path.write_bytes(content)
        code, text, err = run_cli("certify", path)
        assert code == (2 if "read" in words else 1) and words in text + err
    code, _, err = run_cli("certify", tmp_path / "none.json")
    assert code == 2 and "cannot be read" in err


def test_rules_prints_each_word_with_an_example_that_is_read() -> None:
    code, text, _ = run_cli("rules")
    assert code == 0
    examples = re.findall(r"^  - (\w+: \{.*\})$", text, re.MULTILINE)
    assert [example.split(":")[0] for example in examples] == list(RULES)
    room = "room: {width: 6 m, depth: 6 m, height: 3 m}"
    base = f"scene: s\n{room}\nopenings: [{{door: {{wall: south, centre: 1 m}}}}]\n"
    for example in examples:
        ((word, fields),) = parse_yaml(example, "example").data.items()
        named = [
            name for _, name, _ in RULES[word].model_validate(fields).find_names() if name not in RESERVED
        ]
        pieces = ", ".join(f"{name}: {{asset: a}}" for name in dict.fromkeys([*named, "other"]))
        spec = parse_scene(f"{base}pieces: {{{pieces}}}\nrules:\n  - {example}\n", "example")
        assert spec.rules[0].rule.word == word
    assert "walkway: 750, 900, 915 -- width of a way through a room (practice; accessible: ADA)" in text


def test_schema_prints_the_schema() -> None:
    assert run_cli("schema") == (0, format_schema(), "")


def test_what_the_wishes_cost_is_told_wish_by_wish(tmp_path: Path) -> None:
    """A desk of 1 m cannot be in the middle of both walls; a second one has no room."""
    path = tmp_path / "wishes.yaml"
    path.write_text(
        "scene: wishes\n"
        "room: {width: 1.4 m, depth: 1 m, height: 2.5 m}\n"
        "pieces:\n"
        "  desk: {asset: desk, size: {width: 1 m, depth: 0.6 m, height: 0.7 m}}\n"
        "  other: {asset: desk, size: {width: 1 m, depth: 0.6 m, height: 0.7 m}, optional: 7}\n"
        "rules:\n"
        "  - gap: {piece: desk, to: west, exactly: 0 mm}\n"
        "  - gap: {piece: desk, to: east, exactly: 100 mm, weight: 3}\n"
    )
    code, text, _ = run_cli("layout", path)
    assert code == 0
    assert "cost of the wishes: 907 (proven least)" in text
    assert "wishes.yaml:8: gap: piece desk, to east, exactly 100 mm, weight 3: missed by 300 mm at 3" in text
    assert "  other is left out, costs 7" in text
