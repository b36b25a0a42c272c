"""What counts as a gold output and by which scene a folder is judged; nothing is measured here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from solver import factory
from solver.core.measured import Measured
from solver.core.spec import SceneSpec, parse_scene
from solver.errors import OutputError, SpecError
from solver.factory import check_target, judge_twice, read_gold
from solver.grade.faults import list_faults
from tests.check.changes import drop, rename
from tests.check.sample import SCENE, make_measured, make_spec, write_folder

Find = Callable[[SceneSpec, Measured], None]


@pytest.fixture
def find(monkeypatch: pytest.MonkeyPatch) -> Find:
    """Puts these in place of what Blender measures, and of the scene kept in room.blend."""

    def put(kept: SceneSpec, measured: Measured) -> None:
        monkeypatch.setattr(
            factory,
            "measure_output",
            lambda out, spec, catalog, tell: (spec or kept, measured, ""),
        )

    return put


def make_optional() -> SceneSpec:
    """The default scene, its nightstand a piece that may be left out."""
    text = SCENE.read_text(encoding="utf-8").replace(
        "{asset: nightstand}", "{asset: nightstand, optional: 5}"
    )
    return parse_scene(text, "optional.yaml")


def test_a_piece_that_was_left_out_has_no_faults(find: Find, tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "out")
    table = (folder / "layout.csv").read_text()
    (folder / "layout.csv").write_text(
        "".join(line for line in table.splitlines(True) if "Bedside" not in line)
    )
    find(make_optional(), drop("Bedside")(make_measured()))
    gold = read_gold(folder)
    assert "nightstand" not in gold.labels and len(gold.labels) == 6
    assert not [fault.name for fault in list_faults(gold) if "nightstand" in fault.name]


def test_a_room_of_another_scene_is_no_gold(find: Find, tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "out")
    other = replace(rename("Sofa", "DoubleBed")(make_measured()), scene_name="bedroom")
    find(make_spec(), other)
    with pytest.raises(OutputError) as caught:
        read_gold(folder, SCENE)
    assert caught.value.exit_code == 2
    assert list(caught.value.faults) == [
        f"{folder}: is no gold output of the scene 'weavebench_living_room'; it was made of 'bedroom': leave "
        "--scene out to go by that",
        f"{folder}: room.blend: holds no Sofa",
        f"{folder}: room.blend: holds also DoubleBed",
        f"{folder}: layout.csv: has no row of DoubleBed",
        f"{folder}: layout.csv: has also a row of Sofa",
    ]


def test_both_verdicts_go_by_the_scene_kept_in_the_room(
    find: Find, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_folder(tmp_path / "out")
    kept = parse_scene(SCENE.read_text(encoding="utf-8").replace("gap: 100 mm", "gap: 300 mm"), "kept.yaml")
    find(kept, make_measured())
    monkeypatch.setattr(factory, "list_meshes", lambda blends: dict.fromkeys(blends))
    heard = []
    monkeypatch.setattr(factory, "grade_output", lambda folder, expected, judge: heard.append(expected))
    for scene, gap_m in ((None, 0.3), (SCENE, 0.1)):
        _grade, report = judge_twice(folder, scene, None, None, factory.stay_silent)
        assert heard.pop()["rules"][0]["distance_m"] == gap_m
        failed = [check.name for check in report.faults]
        assert any("against: piece sofa" in name for name in failed) is (scene is None), failed
    with pytest.raises(OutputError, match="no such folder"):
        judge_twice(tmp_path / "none", None, None, None, factory.stay_silent)


def test_a_grader_that_there_is_not_is_told_before_anything_is_made() -> None:
    for name in ("grade", "check", "module:function"):
        check_target(name)
    with pytest.raises(SpecError, match=r"--grader nosuch\.md: no such task file"):
        check_target("nosuch.md")
