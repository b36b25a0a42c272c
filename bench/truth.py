"""Truth and questions, measured in one run: `make bench-truth` or `python bench/truth.py [--scenes 20]`.

Prints how far the truth of a furnished room is from Blender's own rays, surfaces and projections; the
time of the truth of one view against an 8-sample render of it; the time of questions over many scenes;
and the memory of one Blender process over many scenes.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from solver.bridge import run_task
from solver.core.catalog import read_catalog
from solver.pipeline import DEFAULT_SCENE, MANIFEST, solve_scene
from solver.truth.files import write_view
from solver.truth.questions.draws import Draws
from solver.truth.questions.making import Order, make_surds_questions, make_trace_questions
from solver.truth.questions.rooms import draw_room, gather_furniture
from solver.truth.questions.studio import shoot_stages
from solver.truth.room import Room, list_fronts, read_room
from solver.truth.view import View

RAYS = 10_000
SAMPLES = 8


def silent(_event: dict[str, Any]) -> None:
    """Hear nothing."""


def measure_agreement(blend: Path, room: Room, size: tuple[int, int]) -> None:
    """Print the truth's greatest differences from Blender's own answers, for both views."""
    for name in ("render", "top_view"):
        view = room.draw(name)
        rng = np.random.default_rng(1)
        pixels = np.column_stack(
            [rng.integers(0, view.camera.width, RAYS), rng.integers(0, view.camera.height, RAYS)]
        )
        corners = np.concatenate([piece.corners for piece in view.pieces])
        request = {
            "blend": str(blend), "view": name, "size": [view.camera.width, view.camera.height],
            "pixels": pixels.tolist(), "points": corners.tolist(), "near": list_surface_points(view),
        }  # fmt: skip
        answer = run_task("witness_truth", request)
        cast = np.array([np.inf if ray[1] is None else ray[1] for ray in answer["rays"]])
        depth = view.depth[pixels[:, 1], pixels[:, 0]].astype(float)
        met = np.isfinite(cast) & np.isfinite(depth)
        spots = np.array(answer["spots"])
        before = spots[:, 2] > 0
        off = np.abs(view.camera.project(corners)[before] - spots[before, :2]).max()
        missed = int((np.isfinite(cast) != np.isfinite(depth)).sum())
        worst = np.abs(cast[met] - depth[met]).max() * 1000
        print(
            f"{name}: depth off by at most {worst:.4f} mm over {met.sum()} rays ({missed} met nothing "
            f"in one), pixels off their mesh by at most {max(answer['gaps_m']) * 1000:.4f} mm, corners by "
            f"{off:.5f} px"
        )


def list_surface_points(view: View) -> list[list[Any]]:
    """[piece, world point] of up to 500 pixels of every piece."""
    found = []
    for number, piece in enumerate(view.pieces, 1):
        rows, columns = np.nonzero(view.ids == number)
        step = max(1, len(rows) // 500)
        rows, columns = rows[::step], columns[::step]
        spots = np.column_stack([columns, rows]) + 0.5
        points = view.camera.back_project(spots, view.depth[rows, columns].astype(float))
        found += [[piece.name, point] for point in points.tolist()]
    return found


def measure_view(size: tuple[int, int]) -> None:
    """Print the time of one view's truth (drawn and written) against its render at SAMPLES samples."""
    furniture = gather_furniture(read_catalog(MANIFEST))
    stage = draw_room(Draws("bench"), "bench", furniture, 1)
    assert stage is not None
    truth: list[float] = []

    def use(_stage: Any, room: Room) -> None:
        with tempfile.TemporaryDirectory() as folder:
            begun = time.perf_counter()
            write_view(room.draw("view_1"), Path(folder) / "view")
            truth.append(time.perf_counter() - begun)

    with tempfile.TemporaryDirectory() as folder:
        plain = clock(lambda: shoot_stages([stage], size, SAMPLES, None, furniture.fronts, use, silent))
        drawn = clock(
            lambda: shoot_stages([stage], size, SAMPLES, Path(folder), furniture.fronts, use, silent)
        )
    render = drawn - plain
    print(
        f"one view of {size[0]}x{size[1]}: truth {min(truth):.1f} s, {SAMPLES}-sample render {render:.1f} s, "
        f"ratio {min(truth) / render:.2f} (limit 1.5)"
    )


def measure_questions(scenes: int) -> None:
    """Print the time of both families over `scenes` scenes at 640x360 with pictures."""
    with tempfile.TemporaryDirectory() as folder:
        order = Order(scenes, 1, (640, 360), samples=SAMPLES, mode="indoor", views=1)
        trace = clock(lambda: make_trace_questions(order, Path(folder) / "t", silent))
        surds = clock(lambda: make_surds_questions(order, read_catalog(MANIFEST), Path(folder) / "s", silent))
    print(
        f"questions over {scenes} scenes at 640x360: trace {trace:.0f} s, surds {surds:.0f} s (limit 600 s)"
    )


def measure_memory(scenes: int) -> None:
    """Print the memory of one Blender process over many scenes."""
    held: list[float] = []

    def listen(event: dict[str, Any]) -> None:
        if event.get("memory_mb"):
            held.append(event["memory_mb"])

    with tempfile.TemporaryDirectory() as folder:
        order = Order(scenes, 2, (320, 180), pictures=False, mode="indoor", views=1)
        make_surds_questions(order, read_catalog(MANIFEST), Path(folder) / "s", listen)
    tenth = max(1, len(held) // 10)
    first, last = max(held[tenth : 2 * tenth] or held), max(held[-tenth:])
    print(f"memory over {len(held)} scenes: {first:.0f} MB in the second tenth, {last:.0f} MB in the last")


def clock(work: Callable[[], object]) -> float:
    """Seconds that `work` takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=20, help="scenes of the questions")
    parser.add_argument("--memory-scenes", type=int, default=100)
    parser.add_argument("--width", type=int, default=1280, help="width of the view that is timed, 16:9")
    parser.add_argument("--only", choices=("agreement", "view", "questions", "memory"))
    chosen = parser.parse_args()
    size = (chosen.width, chosen.width * 9 // 16)
    if chosen.only in (None, "agreement"):
        with tempfile.TemporaryDirectory() as folder:
            out = solve_scene(DEFAULT_SCENE, None, Path(folder) / "room", quality="draft").out
            views = {"render": size, "top_view": (640, 768)}
            room = read_room(out / "room.blend", list_fronts(read_catalog(MANIFEST)), (), views)
            measure_agreement(out / "room.blend", room, size)
    if chosen.only in (None, "view"):
        measure_view(size)
    if chosen.only in (None, "questions"):
        measure_questions(chosen.scenes)
    if chosen.only in (None, "memory"):
        measure_memory(chosen.memory_scenes)


if __name__ == "__main__":
    main()
