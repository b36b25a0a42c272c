"""The measuring that is asked for before an output folder is judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.check.judge import request_measuring
from solver.errors import OutputError
from tests.check.sample import LABELS, make_blend_bytes, make_spec, write_folder
from tests.check.turned import L_ROOM


def test_the_measuring_that_is_asked_for(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "out")
    (folder / "room.blend").write_bytes(make_blend_bytes(b"406"))
    request = request_measuring(folder, LABELS, make_spec().room)
    assert request == {
        "blend": str(folder / "room.blend"), "saved_by": [4, 6], "readable_from": [4, 6],
        "labels": sorted(LABELS.values()), "sizes_px": {"render": [1920, 1080], "top_view": [1290, 1536]},
        "pictures": True,
    }  # fmt: skip
    (folder / "render.png").unlink()
    (folder / "top_view.png").unlink()
    (folder / "top_view.png").symlink_to(folder / "layout.csv")
    request = request_measuring(folder, LABELS)
    assert request["sizes_px"] == {"render": [1920, 1080], "top_view": [1280, 1536]}
    (folder / "top_view.png").unlink()
    (folder / "top_view.png").write_text("no picture")
    assert request_measuring(folder, LABELS)["sizes_px"]["top_view"] == [1280, 1536]
    outline = request_measuring(folder, {"a": "A"}, L_ROOM.room)["room"]
    assert outline["corners_m"] == [[0, 0], [6, 0], [6, 3], [4, 3], [4, 6], [0, 6]]
    assert outline["height_m"] == 2.7 and len(outline["walls"]) == 6
    wall = next(wall for wall in outline["walls"] if wall["name"] == "north_2")
    assert wall == {"name": "north_2", "direction": "north", "at_m": 3.0, "start_m": 4.0, "end_m": 6.0}
    (folder / "room.blend").unlink()
    with pytest.raises(OutputError, match="missing"):
        request_measuring(folder, LABELS)
