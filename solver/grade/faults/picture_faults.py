"""Faults of the two pictures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from solver.grade.faults import file_edits as edit
from solver.grade.faults.fault import (
    FAIL,
    FULL,
    NOT_FULL,
    PASS,
    RENDER,
    SAME,
    TOP_VIEW,
    Change,
    Edit,
    Fault,
    Gold,
)
from solver.grade.faults.furniture_faults import find_solid

REAL = "a real picture of the room, with real materials and shadows"
SIZE = "render.png strictly 1920 x 1080; top_view.png at least 1280 x 720"
LIGHT = "normal lighting, not all black, not over-exposed"
# Enough for a picture that is told apart from the right one; the denoiser does the rest.
SAMPLES = 2


def list_picture_faults(gold: Gold) -> Iterator[Fault]:
    """Faults made from gold's own pictures, then those that are drawn anew."""
    yield from _list_files()
    yield from _list_light()
    yield from _list_false_pictures(gold)
    yield from _list_drawn(gold)


def _fault(name: str, about: str, rule: str, most: float, *edits: Edit) -> Fault:
    return Fault(name, about, rule, FAIL, 0.0, most, edits=edits)


def _list_files() -> Iterator[Fault]:
    yield _fault("render_missing", "there is no render.png", SIZE, RENDER, edit.remove_files(edit.RENDER))
    yield _fault(
        "top_view_missing", "there is no top_view.png", SIZE, TOP_VIEW, edit.remove_files(edit.TOP_VIEW)
    )
    yield _fault(
        "pictures_swapped",
        "each picture has the other's name",
        SIZE,
        RENDER,
        edit.swap_files(edit.RENDER, edit.TOP_VIEW),
    )
    yield _fault(
        "same_picture_twice",
        "top_view.png is a copy of render.png",
        "the two must differ",
        SAME,
        edit.copy_file(edit.RENDER, edit.TOP_VIEW),
    )
    yield _fault(
        "same_picture_reencoded",
        "top_view.png is render.png with one pixel changed",
        "the two must differ",
        SAME,
        edit.copy_file(edit.RENDER, edit.TOP_VIEW),
        edit.change_picture(edit.TOP_VIEW, _touch_pixel),
    )
    yield _fault(
        "render_small",
        "render.png is 1280 x 720",
        SIZE,
        RENDER,
        edit.change_picture(edit.RENDER, edit.shrink((1280, 720))),
    )
    yield _fault(
        "top_view_small",
        "top_view.png is 640 x 768",
        SIZE,
        TOP_VIEW,
        edit.change_picture(edit.TOP_VIEW, edit.shrink((640, 768))),
    )
    yield _fault(
        "render_is_jpeg",
        "render.png holds a JPEG",
        "a PNG",
        1.0,
        edit.change_picture(edit.RENDER, lambda image: image, "JPEG"),
    )
    yield _fault(
        "render_cut_off", "render.png ends in the middle", SIZE, RENDER, edit.cut_file(edit.RENDER, 0.5)
    )
    yield _fault(
        "render_is_text",
        "render.png holds a sentence",
        SIZE,
        RENDER,
        edit.write_file(edit.RENDER, b"rendered as asked\n"),
    )
    yield Fault(
        "render_recompressed",
        "render.png with the same pixels, packed otherwise",
        "none",
        PASS,
        FULL,
        FULL,
        edits=(edit.change_picture(edit.RENDER, lambda image: image),),
    )


def _touch_pixel(image: Any) -> Any:
    image.putpixel((0, 0), (1, 2, 3))
    return image


def _list_light() -> Iterator[Fault]:
    yield _fault(
        "render_black", "render.png is black", LIGHT, RENDER, edit.change_picture(edit.RENDER, edit.fill(0))
    )
    yield _fault(
        "render_white", "render.png is white", LIGHT, RENDER, edit.change_picture(edit.RENDER, edit.fill(255))
    )
    yield _fault(
        "render_blown_out",
        "render.png is three times too bright",
        LIGHT,
        NOT_FULL,
        edit.change_picture(edit.RENDER, edit.expose(3.0)),
    )
    yield _fault(
        "render_dim",
        "render.png has an eighth of its light",
        LIGHT,
        NOT_FULL,
        edit.change_picture(edit.RENDER, edit.expose(0.125)),
    )
    yield _fault(
        "top_view_black",
        "top_view.png is black",
        LIGHT,
        NOT_FULL,
        edit.change_picture(edit.TOP_VIEW, edit.fill(0)),
    )


def _list_false_pictures(gold: Gold) -> Iterator[Fault]:
    yield _fault(
        "render_noise",
        "render.png is noise",
        REAL,
        NOT_FULL,
        edit.change_picture(edit.RENDER, edit.make_noise),
    )
    yield _fault(
        "top_view_noise",
        "top_view.png is noise",
        REAL,
        NOT_FULL,
        edit.change_picture(edit.TOP_VIEW, edit.make_noise),
    )
    yield _fault(
        "both_noise",
        "both pictures are noise",
        REAL,
        NOT_FULL,
        edit.change_picture(edit.RENDER, edit.make_noise),
        edit.change_picture(edit.TOP_VIEW, edit.make_noise),
    )
    yield _fault(
        "render_upscaled",
        "render.png was drawn at 480 x 270 and enlarged",
        SIZE,
        NOT_FULL,
        edit.change_picture(edit.RENDER, edit.enlarge_from((480, 270))),
    )
    yield _fault(
        "render_painted",
        "render.png is drawn without any scene",
        REAL,
        NOT_FULL,
        edit.change_picture(edit.RENDER, edit.draw_room),
    )
    yield _fault(
        "render_mirrored",
        "render.png is mirrored",
        REAL,
        NOT_FULL,
        edit.change_picture(edit.RENDER, edit.mirror),
    )
    yield _fault(
        "top_view_cut_out",
        "top_view.png is the enlarged middle of itself",
        "the whole room",
        NOT_FULL,
        edit.change_picture(edit.TOP_VIEW, edit.crop_to(0.6)),
    )
    yield _fault(
        "top_view_is_enlarged_render",
        "top_view.png is a part of render.png",
        "the two must differ",
        NOT_FULL,
        edit.copy_file(edit.RENDER, edit.TOP_VIEW),
        edit.change_picture(edit.TOP_VIEW, edit.crop_to(0.7)),
    )


def _list_drawn(gold: Gold) -> Iterator[Fault]:
    size, top_size = gold.spec.render.size_px, gold.spec.top_size_px
    room = gold.spec.room
    wide, deep = room.width_mm / 1000.0, room.depth_mm / 1000.0
    outside: Change = ("place_camera", {"kind": "PERSP", "at_m": [wide / 2, deep + 3.0, 1.6]})
    yield Fault(
        "camera_behind_wall",
        "the camera stands behind the north wall, and render.png shows that",
        REAL,
        FAIL,
        0.0,
        RENDER,
        (outside,),
        (_draw("render", size),),
    )
    above: Change = (
        "place_camera",
        {"kind": "ORTHO", "at_m": [wide * 0.3, deep * 0.3, 7.0], "ortho_scale": 0.5},
    )
    yield Fault(
        "top_view_cropped",
        "the camera above sees a part of the room, and top_view.png shows that",
        "the whole room",
        FAIL,
        0.0,
        NOT_FULL,
        (above,),
        (_draw("top_view", top_size),),
    )
    yield Fault(
        "another_scene_pictured",
        "render.png was drawn of an emptier room",
        REAL,
        FAIL,
        0.0,
        NOT_FULL,
        _empty(gold),
        (_draw("render", size),),
        keeps_blend=True,
    )
    yield Fault(
        "stale_picture",
        "render.png is older than room.blend: a piece stood elsewhere",
        REAL,
        FAIL,
        0.0,
        NOT_FULL,
        _move_largest(gold),
        (_draw("render", size),),
        keeps_blend=True,
    )


def _draw(camera: str, size_px: tuple[int, int]) -> dict[str, Any]:
    return {"camera": camera, "size_px": list(size_px), "samples": SAMPLES, "name": f"{camera}.png"}


def _empty(gold: Gold) -> tuple[Change, ...]:
    names = list(gold.labels.values())
    return tuple(("remove", {"name": name}) for name in names[1:])


def _move_largest(gold: Gold) -> tuple[Change, ...]:
    piece = next(p for p in gold.labels if find_solid(gold, p).category in ("coffee_table", "sofa"))
    label = gold.labels[piece]
    return (("move", {"name": label, "by_m": [0.0, -1.2, 0.0]}),)
