"""The views of a room, by name: "render", "render_2" …, each from a camera inside, and "top_view"."""

from __future__ import annotations

MAIN, ABOVE = "render", "top_view"
MOST_VIEWS = 9
# Sizes in pixels where neither a scene file nor a picture tells them.
USUAL_PX = {MAIN: (1920, 1080), ABOVE: (1280, 1536)}


def list_more(count: int) -> tuple[str, ...]:
    """The views beside the first where a scene asks for `count` of the whole room's inside."""
    return tuple(f"{MAIN}_{k}" for k in range(2, count + 1))


def list_views(count: int) -> tuple[str, ...]:
    """All views of a scene with `count` from inside: the first, the others, and the one from above."""
    return (MAIN, *list_more(count), ABOVE)


def name_picture(view: str) -> str:
    """The file of a view's picture."""
    return f"{view}.png"


def name_camera(view: str) -> str:
    """The object that takes a view; the first is the scene's active camera, however it is called."""
    return "TopCamera" if view == ABOVE else "Camera" + view.removeprefix(MAIN)
