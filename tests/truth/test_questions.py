"""Whole runs: drawn by the placer, built by Blender, asked, verified; small and without pictures."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from solver import bridge
from solver.core.catalog import Catalog, read_catalog
from solver.errors import OutputError
from solver.truth.questions.draws import Draws
from solver.truth.questions.existing import ask_room
from solver.truth.questions.making import (
    Order,
    make_counterfactuals,
    make_surds_questions,
    make_trace_questions,
)
from solver.truth.questions.placing import Item, draw_window, place_items
from solver.truth.questions.quality import measure_quality
from solver.truth.questions.rooms import gather_furniture
from solver.truth.questions.scoring import score_answers
from solver.truth.questions.surds_rules import TASKS
from solver.truth.questions.units import choose_units
from solver.truth.questions.verifying import verify_questions
from tests.blender.rooms import build_room, list_shell, piece_box
from tests.conftest import ROOT

TRACE = Order(3, 3, (960, 640), pictures=False)
SURDS = Order(2, 5, (640, 360), pictures=False, mode="indoor", views=2)


def quiet(_event: dict[str, Any]) -> None:
    pass


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return read_catalog(ROOT / "assets_manifest.yaml")


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("trace") / "q"
    make_trace_questions(TRACE, out, quiet)
    return out


@pytest.fixture(scope="module")
def surds(tmp_path_factory: pytest.TempPathFactory, catalog: Catalog) -> Path:
    out = tmp_path_factory.mktemp("surds") / "q"
    make_surds_questions(SURDS, catalog, out, quiet)
    return out


def read_lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "questions.jsonl").read_text().splitlines()]


@pytest.mark.blender
@pytest.mark.slow
def test_trace_questions_stand_on_real_contact(traced: Path) -> None:
    lines = read_lines(traced)
    assert {line["query"] for line in lines} == {"on_top_of_prop", "under_prop", "inside_prop"}
    for line in lines:
        made = json.loads((traced / line["trace"]).read_text())
        objects = {item["name"]: item for item in made["scene_ir"]["objects"]}
        assert len({item["category"] for item in objects.values()}) == len(objects)
        prop = objects[made["query_spec"]["reference"]]
        answer = objects[made["witness_symbolic"]["object"]]
        surface = {"on_top_of_prop": prop["size_m"][2], "under_prop": 0.0, "inside_prop": 0.018}[
            line["query"]
        ]
        assert answer["base_m"] == pytest.approx(surface, abs=1e-4)
        box = line["annotation"]
        assert min(box[2] - box[0], box[3] - box[1]) >= 24
        assert made["render_map"][answer["name"]]["visible_share"] >= 0.6
        assert line["options"][line["answer"]] == answer["category"]
    assert all(item.flips == item.duplicates == item.unseen == 0 for item in measure_quality([traced]))
    assert verify_questions(traced) == len(lines)


@pytest.mark.blender
@pytest.mark.slow
def test_surds_questions_cover_the_tasks_evenly(surds: Path) -> None:
    lines = read_lines(surds)
    assert {line["task"] for line in lines} == set(TASKS)
    for item in measure_quality([surds]):
        assert item.flips == item.duplicates == item.unseen == 0
        if item.task in ("distance", "left_right", "front_behind", "depth"):
            assert item.best_place == pytest.approx(item.chance)
        if item.task in ("front_behind", "depth"):  # of the others it depends on the pieces' names
            assert item.longest == pytest.approx(item.chance)
    pairs = Counter(line["pair_id"] for line in lines if line["task"] not in ("xy2d", "depth"))
    assert set(pairs.values()) == {2}
    assert verify_questions(surds) == len(lines)


@pytest.mark.blender
@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes(surds: Path, catalog: Catalog, tmp_path: Path) -> None:
    make_surds_questions(SURDS, catalog, tmp_path / "again", quiet)
    first, second = ((folder / "questions.jsonl").read_bytes() for folder in (surds, tmp_path / "again"))
    assert first == second
    names = sorted(path.name for path in (surds / "traces").iterdir())
    assert names == sorted(path.name for path in (tmp_path / "again" / "traces").iterdir())


@pytest.mark.blender
@pytest.mark.slow
def test_right_answers_score_one_and_changed_files_are_refused(surds: Path, tmp_path: Path) -> None:
    lines = read_lines(surds)
    answers = tmp_path / "answers.jsonl"
    right = [{"id": line["id"], "answer": f"<answer>{line['answer']}</answer>"} for line in lines]
    answers.write_text("".join(json.dumps(line) + "\n" for line in right))
    score = score_answers(surds, answers)
    assert score.tasks == pytest.approx(dict.fromkeys(score.tasks, 1.0))
    changed = next(line for line in lines if line["task"] == "distance")
    changed["answer"] = next(option for option in changed["options"] if option != changed["answer"])
    copy = surds / "changed.jsonl"
    copy.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(OutputError, match="its trace gives"):
        verify_questions(copy)
    lines[0]["trace"] = "../../outside.json"
    copy.write_text(json.dumps(lines[0]) + "\n")
    with pytest.raises(OutputError, match="outside the folder"):
        verify_questions(copy)


@pytest.mark.blender
@pytest.mark.slow
def test_a_moved_piece_changes_exactly_one_answer(catalog: Catalog, tmp_path: Path) -> None:
    order = Order(3, 11, (640, 360), pictures=False, mode="indoor")
    lines = make_counterfactuals(order, catalog, tmp_path / "pairs", quiet)
    assert verify_questions(tmp_path / "pairs") == len(lines)
    sides: dict[tuple[str, str, int], dict[str, Any]] = {}
    for line in lines:
        base = line["pair_id"].split("@")[0]
        group = line["counterfactual"]
        sides.setdefault((group["group"], base, line["variant_index"]), {})[group["side"]] = line
    changed = Counter[str]()
    for (group, base, _variant), both in sides.items():
        assert both["before"]["prompt"] == both["after"]["prompt"]
        if both["before"]["answer"] != both["after"]["answer"]:
            assert base == both["before"]["counterfactual"]["changed"]
            changed[group] += 1
    assert set(changed) == {group for group, _base, _variant in sides}
    copy = tmp_path / "pairs" / "copy.jsonl"
    for line in lines:
        line["counterfactual"]["changed"] = "another"
    copy.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(OutputError, match="not the one said"):
        verify_questions(copy)


def start_other_blender(name: str) -> list[str]:
    """The command of another Blender: the binary on the path, or the module in .venvs/<version> (as
    `make matrix` makes them)."""
    if name == "binary":
        binary = shutil.which("blender")
        if binary is None:
            pytest.skip("no Blender binary on the path beside the bpy module")
        return [binary, "-b", "--factory-startup", "--disable-autoexec", "-P", str(bridge.WORKER), "--"]
    python = ROOT / ".venvs" / name / "bin" / "python"
    if not python.is_file():
        pytest.skip(f"no bpy {name} in .venvs: `make matrix` makes it")
    return [str(python), str(bridge.WORKER)]


def assert_same_bytes(one: Path, other: Path) -> None:
    names = sorted(path.relative_to(one).as_posix() for path in one.rglob("*.json*"))
    assert len(names) > 3
    assert names == sorted(path.relative_to(other).as_posix() for path in other.rglob("*.json*"))
    assert [name for name in names if (one / name).read_bytes() != (other / name).read_bytes()] == []


@pytest.mark.blender
@pytest.mark.slow
@pytest.mark.parametrize("name", ["binary", "4.2", "5.0"])
def test_another_blender_gives_the_same_bytes(
    name: str, traced: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = start_other_blender(name)
    monkeypatch.setattr(bridge, "find_blender", lambda: command)
    make_trace_questions(TRACE, tmp_path / "q", quiet)
    assert_same_bytes(traced, tmp_path / "q")


@pytest.mark.blender
@pytest.mark.slow
@pytest.mark.parametrize("name", ["4.2", "5.0"])
def test_another_blender_sees_the_same_rooms(
    name: str, surds: Path, catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gather_furniture(catalog)  # its clean files are this Blender's: only the rooms are the other's
    command = start_other_blender(name)
    monkeypatch.setattr(bridge, "find_blender", lambda: command)
    make_surds_questions(SURDS, catalog, tmp_path / "q", quiet)
    assert (tmp_path / "q" / "questions.jsonl").read_bytes() == (surds / "questions.jsonl").read_bytes()
    # 5.0 turns meshes with other 32-bit rounding: some places in the traces differ by 30 nanometres.
    for path in sorted((surds / "traces").iterdir()):
        ours, others = (
            json.loads((folder / "traces" / path.name).read_text()) for folder in (surds, tmp_path / "q")
        )
        for mine, other in zip(ours.pop("objects"), others.pop("objects"), strict=True):
            assert mine.pop("center_world") == pytest.approx(other.pop("center_world"), abs=1e-6)
            assert mine == other
        assert ours == others


@pytest.mark.blender
def test_an_existing_room_is_asked_about_or_told_what_it_lacks(tmp_path: Path) -> None:
    catalog = Catalog(assets={})
    boxes = [
        piece_box("Sofa", (0.6, 5.0, 0.0), (2.2, 5.9, 0.8)),
        piece_box("Table", (2.9, 3.5, 0.0), (3.9, 4.3, 0.6)),
    ]
    room = tmp_path / "room"
    room.mkdir()
    foreign = [{**box, "props": {}} for box in [*list_shell(), *boxes]]
    build_room(room / "room.blend", foreign, camera=[2.5, 0.3, 1.6, 2.5, 6.0, 0.5])
    with pytest.raises(OutputError, match=r"render\.png: no such file"):
        ask_room(room, catalog, tmp_path / "q", "surds", mode="indoor", letters=0, labels=[])
    Image.fromarray(np.zeros((180, 320, 3), dtype=np.uint8)).save(room / "render.png")
    with pytest.raises(OutputError, match="--objects"):
        ask_room(room, catalog, tmp_path / "q", "surds", mode="indoor", letters=0, labels=[])
    with pytest.raises(
        OutputError, match=r"(?s)no TRACE question.*inside_prop of a open box: the room has 0 of it"
    ):
        ask_room(room, catalog, tmp_path / "q", "trace", mode="indoor", letters=0, labels=["Sofa", "Table"])
    assert not (tmp_path / "q").exists()
    build_room(room / "room.blend", [*list_shell(), *boxes], camera=[2.5, 0.3, 1.6, 2.5, 6.0, 0.5])
    lines = ask_room(room, catalog, tmp_path / "q", "surds", mode="indoor", letters=0, labels=[])
    assert {"the sofa", "the table"} <= {
        word for line in lines for word in ("the sofa", "the table") if word in line["prompt"]
    }
    assert (tmp_path / "q" / "pictures" / "render.png").is_file()
    assert verify_questions(tmp_path / "q") == len(lines)


def test_items_are_placed_apart_and_inside_their_windows() -> None:
    for seed in range(20):
        draws = Draws("place", seed)
        sizes = [(draws.number(0.1, 0.8), draws.number(0.1, 0.5)) for _ in range(6)]
        windows = [draw_window(draws, (w + 0.05, d + 0.05), (0.1, 3.9, 0.5, 3.5), 0.6) for w, d in sizes]
        items = [
            Item(f"i{n}", size, "south", window)
            for n, (size, window) in enumerate(zip(sizes, windows, strict=True))
        ]
        spots = place_items(items, (4.0, 4.0), gap_m=0.05)
        if spots is None:
            continue
        boxes = [(spots[i.name].x_m, spots[i.name].y_m, *i.size_m) for i in items]
        for n, (x, y, w, d) in enumerate(boxes):
            assert windows[n][0] <= x - w / 2 and y + d / 2 <= windows[n][3] + 0.01
            for ox, oy, ow, od in boxes[:n]:
                assert abs(x - ox) >= (w + ow) / 2 + 0.05 or abs(y - oy) >= (d + od) / 2 + 0.05
    assert (
        place_items(
            [
                Item("a", (1.0, 1.0), "south", (0.0, 1.0, 0.0, 1.0)),
                Item("b", (1.0, 1.0), "south", (0.2, 1.2, 0.0, 1.0)),
            ],
            (4.0, 4.0),
        )
        is None
    )


def test_chosen_units_balance_their_answers() -> None:
    units = [
        {"task": "depth", "unit": f"u{n}", "mode": "indoor", "objects": [], "place": 0 if n < 30 else n % 3}
        for n in range(60)
    ]
    import solver.truth.questions.units as module

    solve, module.solve_unit = module.solve_unit, lambda unit: ["x"]
    try:
        chosen = choose_units(units, Draws("c"), None)
    finally:
        module.solve_unit = solve
    assert Counter(unit["place"] for unit in chosen) == {0: 10, 1: 10, 2: 10}
