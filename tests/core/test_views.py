"""Names of views, their pictures and cameras."""

from __future__ import annotations

import pytest

from solver.core.spec import parse_scene
from solver.core.views import list_more, list_views, name_camera, name_picture
from solver.errors import SpecError

ROOM = (
    "scene: one\nroom: {width: 3 m, depth: 3 m, height: 2.6 m}\npieces: {seat: {asset: chair}}\nrules: []\n"
)


def test_one_view_is_the_benchmarks_pair_of_pictures() -> None:
    assert list_views(1) == ("render", "top_view") and not list_more(1)
    assert parse_scene(ROOM, "one.yaml").render.views == 1


def test_further_views_are_numbered_between_the_two() -> None:
    assert [name_picture(view) for view in list_views(3)] == [
        "render.png", "render_2.png", "render_3.png", "top_view.png",
    ]  # fmt: skip
    assert [name_camera(view) for view in list_views(3)] == ["Camera", "Camera_2", "Camera_3", "TopCamera"]


@pytest.mark.parametrize("views", ["0", "10", "1.0", "true", "'2'"])
def test_only_one_to_nine_views_can_be_asked_for(views: str) -> None:
    with pytest.raises(SpecError, match=r"one\.yaml:5: render\.views"):
        parse_scene(f"{ROOM}render: {{views: {views}}}\n", "one.yaml")
    assert parse_scene(f"{ROOM}render: {{views: 9}}\n", "one.yaml").render.views == 9
