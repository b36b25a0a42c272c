"""The plan over the top view: free lengths told once, outlines where the pieces are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from solver.annotations import ANNOTATED, LINE, Gap, _Drawing, annotate_top_view, list_gaps
from solver.core.layout import Layout, Piece, Placement
from solver.core.spec import parse_scene
from solver.core.topview import MARGIN, measure_seen_width_m
from solver.core.views import list_views
from solver.output import DELIVERABLES, FURTHER
from solver.preview import name_preview, shrink_size

SPEC = parse_scene(
    "scene: plain\nroom: {width: 4 m, depth: 3 m, height: 2.6 m, walls: 100 mm}\n"
    "pieces: {a: {asset: chair}}\n",
    "plain.yaml",
)


def test_free_lengths_go_to_the_next_thing_and_are_told_once() -> None:
    left, right = (500, 1000, 1000, 1500), (2000, 1000, 3000, 1500)
    found = {(gap.start, gap.end) for gap in list_gaps(SPEC.room, [left, right])}
    assert ((1000, 1250.0), (2000, 1250.0)) in found
    assert ((2000, 1250.0), (1000, 1250.0)) not in found
    lengths = sorted(gap.length_mm for gap in list_gaps(SPEC.room, [left, right]))
    assert lengths == [500, 1000, 1000, 1000, 1000, 1500, 1500]
    assert Gap((0, 0), (0, 250)).length_mm == 250


def test_the_copy_is_drawn_on_and_the_top_view_stays(tmp_path: Path) -> None:
    Image.new("RGB", (420, 320), (120, 120, 120)).save(tmp_path / "top_view.png")
    before = (tmp_path / "top_view.png").read_bytes()
    piece = Piece("a", "Chair", "chair", (800, 600), 900)
    layout = Layout((4000, 3000, 2600), (piece,), (Placement("a", 2000, 1500, 0, 0),))
    made = annotate_top_view(tmp_path, SPEC, layout)
    assert made.name == ANNOTATED and ANNOTATED not in DELIVERABLES
    assert (tmp_path / "top_view.png").read_bytes() == before
    pixels = np.asarray(Image.open(made))
    seen_m = measure_seen_width_m(4.0, 3.0, 0.1, (420, 320))
    scale = 420 / seen_m
    west, south = 210 - 0.8 * scale, 160 + 0.6 * scale
    near = pixels[round(south) - 2 : round(south) + 3, round(west) + 6]  # the south side, near its corner
    assert LINE in map(tuple, near.tolist())
    assert tuple(pixels[5, 5]) == (120, 120, 120)


def test_no_text_covers_another() -> None:
    """A table in the middle of its rug, a lamp in the middle of the table."""
    names = ("Rug", "Table", "Lamp")
    pieces = tuple(Piece(name, name, "", (600, 500), 12 if name == "Rug" else 700) for name in names)
    places = tuple(Placement(name, 2000, 1500, z, 0) for name, z in zip(names, (0, 0, 700), strict=True))
    drawing = _Drawing(Image.new("RGB", (420, 320)), SPEC, Layout((4000, 3000, 2600), pieces, places))
    drawing.draw()
    boxes = drawing.written
    assert len(boxes) == 3 + 2 + 4  # names, the room's sides, free lengths about the table
    for index, one in enumerate(boxes):
        for other in boxes[:index]:
            apart = one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]
            assert apart, (one, other)


def test_the_seen_width_leaves_the_margin_at_the_tighter_sides() -> None:
    assert measure_seen_width_m(4.0, 3.0, 0.1, (420, 320)) * (1 - 2 * MARGIN) == pytest.approx(4.2)
    assert measure_seen_width_m(4.0, 3.0, 0.1, (1000, 100)) * (1 - 2 * MARGIN) == pytest.approx(32.0)


def test_previews_are_small_and_no_deliverables() -> None:
    assert shrink_size((1920, 1080)) == (480, 270)
    assert shrink_size((1280, 1536)) == (400, 480)
    assert shrink_size((300, 200)) == (300, 200)
    assert not {name_preview(view) for view in list_views(3)} & {*DELIVERABLES, *FURTHER}
