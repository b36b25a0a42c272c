"""What a room.blend keeps, read with suspicion: anybody can write custom properties."""

import json

import pytest

from solver.core.layout import Placement
from solver.errors import OutputError
from solver.repair import read_room

KEPT = {"name": "sofa", "label": "Sofa", "x_m": 1.0005, "y_m": 2.0, "z_m": 0.0, "yaw_deg": 90}
OBJECT = {
    "object": "Sofa", "piece": "sofa", "at_m": [1, 2, 0], "stood_at_m": [1, 2, 0], "turn_deg": [0, 0, 0],
    "scale": [1, 1, 1], "size_m": [1, 1, 1], "locked": False,
}  # fmt: skip


def read(kept, text="scene: room\n", **changes):
    objects = [{**OBJECT, **changes}]
    return read_room({"scene_text": text, "kept": kept, "objects": objects, "others": ["Teapot"]})


def test_a_room_is_read():
    room = read(json.dumps([KEPT | {"x_m": 1.0}]))
    assert room.kept[0].place == Placement("sofa", 1000, 2000, 0, 90) and room.kept[0].label == "Sofa"
    assert room.standing[0].at_m == (1, 2, 0) and room.others == ("Teapot",)
    assert read(json.dumps([KEPT]), stood_at_m=None).standing[0].stood_at_m is None


@pytest.mark.parametrize(
    "kept",
    ["{", "3", "[3]", "[{}]", json.dumps([KEPT | {"x_m": float("inf")}]), json.dumps([KEPT | {"y_m": "far"}]),
     json.dumps([KEPT | {"z_m": float("nan")}]), json.dumps([KEPT | {"yaw_deg": None}])],
)  # fmt: skip
def test_places_that_cannot_be_read_are_told(kept):
    with pytest.raises(OutputError, match="the places that it keeps cannot be read"):
        read(kept)


@pytest.mark.parametrize(("kept", "text"), [(None, "scene: room\n"), ("[]", None), (3, "scene: room\n")])
def test_a_room_that_keeps_nothing_cannot_be_repaired(kept, text):
    with pytest.raises(OutputError, match="does not keep the scene file"):
        read(kept, text)


@pytest.mark.parametrize("key", ["at_m", "stood_at_m", "turn_deg", "scale", "size_m"])
def test_an_object_at_no_place_is_told(key):
    with pytest.raises(OutputError, match="Sofa has no place"):
        read("[]", **{key: [0.0, float("nan"), 0.0]})
