"""Every scene of the project: its layout is the one written down, byte by byte, and its certificate holds.

Gold is layout.csv of the pieces' stated sizes, under tests/gold/scenes/. A missing file is written, and
the test fails; to make all anew after an intended change, delete them and run this test twice.
"""

from pathlib import Path

import pytest

from solver.certify import certify_text
from solver.core import plan
from solver.core.geometry import write_csv
from solver.core.spec import read_scene
from solver.layouts import draft_layouts, read_manifest, read_stated_sizes
from solver.place.certificate import format_certificate
from solver.place.variants import repair_layout
from tests.place.rooms import SCENES, make_pieces

GOLD = Path(__file__).parents[1] / "gold" / "scenes"
PATHS = sorted(SCENES.glob("*.yaml"))


def read_pieces(spec):
    if spec.scene == "weavebench_living_room":
        return make_pieces("built_in")
    catalog = read_manifest()
    sizes = read_stated_sizes(spec, catalog)
    assert sizes.keys() == spec.pieces.keys(), "each piece states its size, so that no Blender is needed"
    return plan.make_pieces(spec, catalog, sizes)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_layout_is_the_one_written_down_and_its_certificate_holds(path):
    spec = read_scene(path)
    drafts = draft_layouts(spec, read_pieces(spec), 1, 1, 120.0)
    assert certify_text(format_certificate(drafts.certificates[0])) == []
    text, gold = write_csv(drafts.placed[0].layout), GOLD / f"{path.stem}.csv"
    if not gold.is_file():
        gold.write_text(text, encoding="utf-8")
        pytest.fail(f"{gold} was missing and has been written; look at it and commit it")
    assert text == gold.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["study", "bedroom", "living_room_l", "waiting_room"])
def test_a_scenes_own_layout_is_the_nearest_to_itself(name):
    """Whatever `repair` is asked with nothing moved, nothing moves: levels, groups, pins and wishes too."""
    spec = read_scene(SCENES / f"{name}.yaml")
    pieces = read_pieces(spec)
    layout = draft_layouts(spec, pieces, 1, 1, 120.0).placed[0].layout
    assert repair_layout(spec, pieces, layout.placements) == layout


def test_there_are_at_least_twelve_scenes_with_gold_each():
    assert len(PATHS) >= 12
    assert {path.stem for path in GOLD.glob("*.csv")} == {path.stem for path in PATHS}
