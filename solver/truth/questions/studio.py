"""Scenes sent to one Blender process, and what came back, scene by scene."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from solver.bridge import Event, run_task
from solver.core.plan import plan_room
from solver.core.room import Room, Window
from solver.truth.camera import Array
from solver.truth.room import Room as FinishedRoom
from solver.truth.room import make_room


@dataclass(frozen=True)
class Things:
    """The small things and props there are: kinds, colour names, and triangles (n, 3, 3) at scale 1."""

    things: tuple[str, ...]
    props: tuple[str, ...]
    colours: tuple[str, ...]
    triangles: dict[str, Array]

    def size_m(self, kind: str, scale: float = 1.0) -> tuple[float, float, float]:
        """Width, depth and height at yaw 0."""
        points = self.triangles[kind].reshape(-1, 3)
        width, depth, height = ((points.max(axis=0) - points.min(axis=0)) * scale).tolist()
        return width, depth, height


@dataclass(frozen=True)
class Shot:
    """One camera of a scene: level, at `location` looking at `target`, metres."""

    name: str
    location: tuple[float, float, float]
    target: tuple[float, float, float]
    lens_mm: float


@dataclass(frozen=True)
class Stage:
    """A scene to be built: a ScenePlan as a dict (see solver/core/plan.py) and its cameras. A piece may
    name a `thing` with `scale` instead of a `blend`, and a `colour`."""

    name: str
    plan: dict[str, Any]
    shots: tuple[Shot, ...]


def plan_stage(
    name: str, style: str, size_m: tuple[float, float, float], wall: str, pieces: list[dict[str, Any]],
    shots: tuple[Shot, ...],
) -> Stage:  # fmt: skip
    """The stage of a rectangular room, `size_m` wide, deep and high, with one window across the middle half
    of `wall`."""
    width, depth, height = (round(side * 1000) for side in size_m)
    along = width if wall in ("north", "south") else depth
    room = Room.model_validate({"width": f"{width} mm", "depth": f"{depth} mm", "height": f"{height} mm"})
    window = Window.model_validate(
        {"wall": wall, "centre": f"{along // 2} mm", "width": f"{along // 2} mm", "height": "1200 mm"}
    )
    shell = asdict(plan_room(room, (window,), ()))
    return Stage(name, {"scene": name, "style": style, "room": shell, "pieces": pieces}, shots)


def survey_things() -> Things:
    """The things and props, measured by a Blender process."""
    with tempfile.TemporaryDirectory(prefix="scene-solver-") as folder:
        out = Path(folder) / "things.npz"
        answer = run_task("survey_things", {"out": str(out)})
        with np.load(out) as kept:
            triangles = {kind: kept[kind].astype(float) for kind in kept.files}
    return Things(tuple(answer["things"]), tuple(answer["props"]), tuple(answer["colours"]), triangles)


def shoot_stages(
    stages: Sequence[Stage], size_px: tuple[int, int], samples: int, pictures: Path | None,
    fronts: dict[str, bool], use: Callable[[Stage, FinishedRoom], None], tell: Callable[[Event], None],
) -> None:  # fmt: skip
    """Build all stages in one Blender process; `use` gets each finished Room while the next is built.

    Pictures go to `pictures` as <stage>_<camera>.png; None draws none.
    """
    with tempfile.TemporaryDirectory(prefix="scene-solver-") as folder:
        jobs = [_make_job(stage, size_px, samples, pictures, Path(folder)) for stage in stages]

        def listen(event: Event) -> None:
            if event.get("event") != "scene":
                tell(event)
                return
            stage, job = stages[event["index"]], jobs[event["index"]]
            corners = Path(job["corners"])
            use(stage, make_room(event["answer"], np.load(corners), fronts))
            corners.unlink()
            done = (event["index"] + 1) / len(stages)
            tell({"event": "progress", "stage": "scenes", "done": done, "left_s": None,
                  "memory_mb": event.get("memory_mb")})  # fmt: skip

        run_task("shoot_scenes", {"scenes": jobs}, listen)


def picture_name(stage: Stage, shot: Shot) -> str:
    """File name of one picture."""
    return f"{stage.name}_{shot.name}.png"


def _make_job(
    stage: Stage, size_px: tuple[int, int], samples: int, pictures: Path | None, folder: Path
) -> dict[str, Any]:
    cameras = [
        {
            "name": shot.name, "location": list(shot.location), "target": list(shot.target),
            "lens_mm": shot.lens_mm,
            "picture": str(pictures / picture_name(stage, shot)) if pictures else None,
        }
        for shot in stage.shots
    ]  # fmt: skip
    return {
        "plan": stage.plan, "cameras": cameras, "size": list(size_px), "samples": samples,
        "corners": str(folder / f"{stage.name}.npy"),
    }  # fmt: skip
