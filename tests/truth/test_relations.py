"""Relations of boxes placed by hand, each with the margin that a reader can work out."""

from __future__ import annotations

import numpy as np
import pytest

from solver.truth.objects import describe_objects
from solver.truth.relations import find_relations, measure_between, relate_pair
from solver.truth.solids import Solid
from solver.truth.view import draw_view
from tests.truth.scenes import box, box_triangles, look

TABLE = box("Table", (1.0, 1.0, 0.0), (2.0, 2.0, 0.5))
SLAB = np.concatenate(  # a table one can look under: a top on two legs
    [box_triangles((1.0, 1.0, 0.45), (2.0, 2.0, 0.5)), box_triangles((1.0, 1.0, 0.0), (1.05, 2.0, 0.45)),
     box_triangles((1.95, 1.0, 0.0), (2.0, 2.0, 0.45))]
)  # fmt: skip
OPEN_TABLE = box("Bench", (1.0, 1.0, 0.0), (2.0, 2.0, 0.5), triangles=SLAB)
TRAY = np.concatenate(
    [box_triangles((0.0, 0.0, 0.0), (1.0, 1.0, 0.02))]
    + [box_triangles(low, high) for low, high in [
        ((0.0, 0.0, 0.02), (0.02, 1.0, 0.4)), ((0.98, 0.0, 0.02), (1.0, 1.0, 0.4)),
        ((0.0, 0.0, 0.02), (1.0, 0.02, 0.4)), ((0.0, 0.98, 0.02), (1.0, 1.0, 0.4))]]
)  # fmt: skip
CRATE = box("Crate", (0.0, 0.0, 0.0), (1.0, 1.0, 0.4), triangles=TRAY)


def mug(x: float, y: float, z: float) -> Solid:
    return box("Mug", (x - 0.05, y - 0.05, z), (x + 0.05, y + 0.05, z + 0.1))


def test_on() -> None:
    found = relate_pair(mug(1.3, 1.5, 0.5), TABLE)
    assert found["on"] == pytest.approx(0.005)
    assert "under" not in found and "inside" not in found and "beside" not in found
    assert relate_pair(mug(1.3, 1.5, 0.502), TABLE)["on"] == pytest.approx(0.003)
    assert "on" not in relate_pair(mug(1.3, 1.5, 0.506), TABLE)
    assert "on" not in relate_pair(mug(0.9, 1.5, 0.5), TABLE)


def test_under() -> None:
    found = relate_pair(mug(1.5, 1.4, 0.0), OPEN_TABLE)
    assert found["under"] == pytest.approx(0.4)
    assert not found.keys() & {"on", "inside", "beside"}
    assert "under" not in relate_pair(mug(1.5, 0.9, 0.0), OPEN_TABLE)


def test_inside() -> None:
    found = relate_pair(mug(0.5, 0.5, 0.02), CRATE)
    assert found["inside"] == pytest.approx(0.02 + 0.001)
    assert not found.keys() & {"on", "under", "beside"}
    assert "inside" not in relate_pair(mug(0.5, 0.5, 0.35), CRATE)  # sticks out


def test_beside_touching_aligned() -> None:
    other = box("Chair", (2.3, 1.0, 0.0), (2.8, 2.0, 0.9))
    found = relate_pair(other, TABLE)
    assert found["beside"] == pytest.approx(0.2)
    assert found["aligned"] == pytest.approx(0.01)
    assert "touching" not in found
    assert relate_pair(box("Chair", (2.002, 1.0, 0.0), (2.5, 2.0, 0.9)), TABLE)["touching"] == pytest.approx(
        0.003
    )
    assert "beside" not in relate_pair(box("Chair", (2.6, 1.0, 0.0), (2.8, 2.0, 0.9)), TABLE)


def test_front_is_the_pieces_own() -> None:
    sofa = box("Sofa", (1.0, 4.0, 0.0), (3.0, 5.0, 0.8))  # faces south
    screen = box("Screen", (1.5, 0.0, 0.0), (2.9, 0.5, 0.8), yaw_deg=180.0)  # faces north
    assert relate_pair(sofa, screen)["facing"] == pytest.approx(0.5)
    assert relate_pair(screen, sofa)["facing"] == pytest.approx(0.8)
    assert relate_pair(screen, sofa)["in_front_of"] == pytest.approx(0.8)
    assert "behind" not in relate_pair(screen, sofa)
    turned = box("Sofa", (1.0, 4.0, 0.0), (3.0, 5.0, 0.8), yaw_deg=180.0)
    assert "facing" not in relate_pair(turned, screen)
    assert relate_pair(screen, turned)["behind"] == pytest.approx(0.8)
    blank = box("Sofa", (1.0, 4.0, 0.0), (3.0, 5.0, 0.8), has_front=False)
    assert not relate_pair(screen, blank).keys() & {"in_front_of", "behind"}


def test_between() -> None:
    a, b, c = (box(n, (x, 0.0, 0.0), (x + 1.0, 1.0, 1.0)) for n, x in (("A", 0.0), ("B", 2.0), ("C", 4.0)))
    assert measure_between(b, a, c) == pytest.approx(1.0)
    assert measure_between(a, b, c) <= 0.0


def test_turned_box_keeps_its_own_size_and_corners() -> None:
    piece = box("Table", (0.0, 0.0, 0.0), (2.0, 1.0, 0.5), yaw_deg=30.0)
    assert piece.size_m == pytest.approx((2.0, 1.0, 0.5))
    assert piece.centre == pytest.approx((1.0, 0.5, 0.25))
    assert sorted(map(tuple, piece.corners.round(6))) == sorted(
        {tuple(p) for p in piece.triangles.reshape(-1, 3).round(6)}
    )


def test_picture_relations_and_occlusion() -> None:
    front, back = (
        box("Front", (-0.5, 2.0, -0.5), (0.5, 2.2, 0.5)),
        box("Rear", (-0.25, 4.0, -0.5), (1.5, 5.0, 0.5)),
    )
    view = draw_view(
        look((0.0, 0.0, 0.0), (0.0, 1.0, 0.0), width=200, height=160, focal=100.0), [front, back]
    )
    entries = {entry["name"]: entry for entry in describe_objects(view)}
    assert entries["Front"]["visible_share"] == 1.0
    # The front face spans 100 px * 0.5 m / 2 m = 25 px on each side of the middle.
    assert entries["Front"]["bbox_visible"] == (75, 55, 125, 105)
    assert entries["Rear"]["bbox_amodal"][0] == round(100 - 100 * 0.25 / 4)
    assert entries["Rear"]["bbox_visible"][0] == 125
    assert entries["Rear"]["occluded_by"] == {
        "Front": entries["Rear"]["amodal_px"] - entries["Rear"]["visible_px"]
    }
    assert entries["Front"]["yaw_in_camera_deg"] == pytest.approx(180.0)  # looks at the camera
    pairs = {(pair["a"], pair["b"]): pair["relations"] for pair in find_relations(view)["pairs"]}
    assert pairs["Front", "Rear"].keys() >= {"left_of", "nearer"}
    assert pairs["Rear", "Front"]["right_of"] == pairs["Front", "Rear"]["left_of"]
