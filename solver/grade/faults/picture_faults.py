"""Faults of the two pictures: made from gold's own, or drawn anew of a changed room."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from solver.grade.faults.fault import FAIL, FULL, NOT_FULL, PASS, SAME, Change, Edit, Fault, Gold
from solver.grade.faults.fault import RENDER as RENDER_CAP
from solver.grade.faults.fault import TOP_VIEW as TOP_CAP
from solver.grade.faults.file_edits import (
    RENDER,
    TOP_VIEW,
    change_picture,
    copy_file,
    cut_file,
    remove_files,
    swap_files,
    write_file,
)
from solver.grade.faults.furniture_faults import find_solid
from solver.grade.faults.picture_edits import (
    crop_to,
    draw_room,
    enlarge_from,
    expose,
    fill,
    keep,
    make_noise,
    mirror,
    shrink,
    touch_pixel,
)

REAL = "a real picture of the room, with real materials and shadows"
SIZE = "render.png strictly 1920 x 1080; top_view.png at least 1280 x 720"
LIGHT = "normal lighting, not all black, not over-exposed"
DIFFER = "the two must differ"
WHOLE = "the whole room"
# Enough for a picture that is told apart from the right one; the denoiser does the rest.
SAMPLES = 2

# Name, what is wrong, the rule that it breaks, the most that it should score, and how files are changed.
ROWS: tuple[tuple[str, str, str, float, tuple[Edit, ...]], ...] = (
    ("render_missing", "there is no render.png", SIZE, RENDER_CAP, (remove_files(RENDER),)),
    ("top_view_missing", "there is no top_view.png", SIZE, TOP_CAP, (remove_files(TOP_VIEW),)),
    (
        "pictures_swapped",
        "each picture has the other's name",
        SIZE,
        RENDER_CAP,
        (swap_files(RENDER, TOP_VIEW),),
    ),
    (
        "same_picture_twice",
        "top_view.png is a copy of render.png",
        DIFFER,
        SAME,
        (copy_file(RENDER, TOP_VIEW),),
    ),
    (
        "same_picture_reencoded",
        "top_view.png is render.png with one pixel changed",
        DIFFER,
        SAME,
        (copy_file(RENDER, TOP_VIEW), change_picture(TOP_VIEW, touch_pixel)),
    ),
    (
        "render_small",
        "render.png is 1280 x 720",
        SIZE,
        RENDER_CAP,
        (change_picture(RENDER, shrink((1280, 720))),),
    ),
    (
        "top_view_small",
        "top_view.png is 640 x 768",
        SIZE,
        TOP_CAP,
        (change_picture(TOP_VIEW, shrink((640, 768))),),
    ),
    ("render_is_jpeg", "render.png holds a JPEG", "a PNG", FULL, (change_picture(RENDER, keep, "JPEG"),)),
    ("render_cut_off", "render.png ends in the middle", SIZE, RENDER_CAP, (cut_file(RENDER, 0.5),)),
    (
        "render_is_text",
        "render.png holds a sentence",
        SIZE,
        RENDER_CAP,
        (write_file(RENDER, b"rendered as asked\n"),),
    ),
    ("render_black", "render.png is black", LIGHT, RENDER_CAP, (change_picture(RENDER, fill(0)),)),
    ("render_white", "render.png is white", LIGHT, RENDER_CAP, (change_picture(RENDER, fill(255)),)),
    (
        "render_blown_out",
        "render.png is three times too bright",
        LIGHT,
        NOT_FULL,
        (change_picture(RENDER, expose(3.0)),),
    ),
    (
        "render_dim",
        "render.png has an eighth of its light",
        LIGHT,
        NOT_FULL,
        (change_picture(RENDER, expose(0.125)),),
    ),
    ("top_view_black", "top_view.png is black", LIGHT, NOT_FULL, (change_picture(TOP_VIEW, fill(0)),)),
    ("render_noise", "render.png is noise", REAL, NOT_FULL, (change_picture(RENDER, make_noise),)),
    ("top_view_noise", "top_view.png is noise", REAL, NOT_FULL, (change_picture(TOP_VIEW, make_noise),)),
    (
        "both_noise",
        "both pictures are noise",
        REAL,
        NOT_FULL,
        (change_picture(RENDER, make_noise), change_picture(TOP_VIEW, make_noise)),
    ),
    (
        "render_upscaled",
        "render.png was drawn at 480 x 270 and enlarged",
        SIZE,
        NOT_FULL,
        (change_picture(RENDER, enlarge_from((480, 270))),),
    ),
    (
        "render_painted",
        "render.png is drawn without any scene",
        REAL,
        NOT_FULL,
        (change_picture(RENDER, draw_room),),
    ),
    ("render_mirrored", "render.png is mirrored", REAL, NOT_FULL, (change_picture(RENDER, mirror),)),
    (
        "top_view_cut_out",
        "top_view.png is the enlarged middle of itself",
        WHOLE,
        NOT_FULL,
        (change_picture(TOP_VIEW, crop_to(0.6)),),
    ),
    (
        "top_view_is_enlarged_render",
        "top_view.png is a part of render.png",
        DIFFER,
        NOT_FULL,
        (copy_file(RENDER, TOP_VIEW), change_picture(TOP_VIEW, crop_to(0.7))),
    ),
)


# Faults that are none where gold's picture is no larger than this one, of which view.
MADE_PX = {
    "render_small": ("render", (1280, 720)),
    "top_view_small": ("top_view", (640, 768)),
    "render_upscaled": ("render", (480, 270)),
}


def list_picture_faults(gold: Gold) -> Iterator[Fault]:
    """Faults made from gold's own pictures, one picture that is none, then those that are drawn anew."""
    for name, about, rule, most, edits in ROWS:
        if name not in MADE_PX or _is_larger(gold, *MADE_PX[name]):
            yield Fault(name, about, rule, FAIL, 0.0, most, edits=edits)
    packed, about = change_picture(RENDER, keep), "render.png with the same pixels, packed otherwise"
    yield Fault("render_recompressed", about, "none", PASS, FULL, FULL, edits=(packed,))
    yield from _list_drawn(gold)


def _is_larger(gold: Gold, view: str, size_px: tuple[int, int]) -> bool:
    """True where gold's picture has more pixels than that along both sides."""
    own = gold.spec.render.size_px if view == "render" else gold.spec.top_size_px
    return own[0] > size_px[0] and own[1] > size_px[1]


def stand_outside(gold: Gold) -> tuple[Change, ...]:
    """The camera behind the north wall."""
    room = gold.spec.room
    at_m = [room.width_mm / 2000.0, room.depth_mm / 1000.0 + 3.0, 1.6]
    return (("place_camera", {"kind": "PERSP", "at_m": at_m}),)


def look_at_part(gold: Gold) -> tuple[Change, ...]:
    """The camera above over the south-west of the room, seeing half as much."""
    room = gold.spec.room
    at_m = [room.width_mm / 1000.0 * 0.3, room.depth_mm / 1000.0 * 0.3, 7.0]
    return (("place_camera", {"kind": "ORTHO", "at_m": at_m, "ortho_scale": 0.5}),)


def remove_most(gold: Gold) -> tuple[Change, ...]:
    """Only the first piece stays."""
    names = list(gold.labels.values())
    return tuple(("remove", {"name": name}) for name in names[1:])


def move_largest(gold: Gold) -> tuple[Change, ...]:
    """The first sofa or coffee table stands 1.2 m further south; no change where there is neither."""
    large = [p for p in gold.labels if find_solid(gold, p).category in ("coffee_table", "sofa")]
    return tuple(("move", {"name": gold.labels[p], "by_m": [0.0, -1.2, 0.0]}) for p in large[:1])


# Name, what is wrong, rule, most, how the room is changed, the view drawn of it, and whether room.blend stays
# as it was.
DRAWN: tuple[tuple[str, str, str, float, Callable[[Gold], tuple[Change, ...]], str, bool], ...] = (
    (
        "camera_behind_wall",
        "the camera stands behind the north wall, and render.png shows that",
        REAL,
        RENDER_CAP,
        stand_outside,
        "render",
        False,
    ),
    (
        "top_view_cropped",
        "the camera above sees a part of the room, and top_view.png shows that",
        WHOLE,
        NOT_FULL,
        look_at_part,
        "top_view",
        False,
    ),
    (
        "another_scene_pictured",
        "render.png was drawn of an emptier room",
        REAL,
        NOT_FULL,
        remove_most,
        "render",
        True,
    ),
    (
        "stale_picture",
        "render.png is older than room.blend: a piece stood elsewhere",
        REAL,
        NOT_FULL,
        move_largest,
        "render",
        True,
    ),
)


def _list_drawn(gold: Gold) -> Iterator[Fault]:
    sizes = {"render": gold.spec.render.size_px, "top_view": gold.spec.top_size_px}
    if not {"PERSP", "ORTHO"} <= {camera.type for camera in gold.measured.cameras}:
        return
    for name, about, rule, most, change, view, keeps in DRAWN:
        changes = change(gold)
        if not changes:
            continue
        order = {"camera": view, "size_px": list(sizes[view]), "samples": SAMPLES, "name": f"{view}.png"}
        yield Fault(name, about, rule, FAIL, 0.0, most, changes, (order,), keeps_blend=keeps)
