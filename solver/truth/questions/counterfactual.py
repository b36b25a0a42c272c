"""Counterfactual pairs: the same room with one piece moved, so that exactly one unit's answer changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from solver.truth.questions.draws import Draws
from solver.truth.questions.studio import Stage
from solver.truth.questions.surds import flips, list_units, measure_margin, solve_unit
from solver.truth.questions.surds_rules import TASKS
from solver.truth.questions.units import find_describable
from solver.truth.room import Room
from solver.truth.solids import Solid
from solver.truth.view import View

Entry = dict[str, Any]
MOVES = 80  # tried a room
FAR_M = 1.6  # longest move along an axis
FREE_M = 0.03  # between the moved piece and any other, and the walls
MARGIN = {"yaw": 5.0, "left_right": 4.0, "xy2d": 0.0, "depth": 0.02, "distance": 0.02, "front_behind": 0.02}


@dataclass(frozen=True)
class Pair:
    """A room before and after one move: both stages, the units asked of each in the same order, and the
    unit whose answer changes."""

    before: Stage
    after: Stage
    units_before: list[Entry]
    units_after: list[Entry]
    changed: str


def ask_view(view: View, stage: Stage, image: str, mode: str, draws: Draws) -> list[Entry]:
    """One unit a task of a picture, drawn from all fair ones."""
    units = list_units(find_describable(view), view.camera, image, mode, stage.name, draws.fork("units"))
    found = []
    for task in TASKS:
        fair = [unit for unit in units if unit["task"] == task]
        if fair:
            found.append(draws.fork("task", task).pick(fair))
    return found


def find_pair(room: Room, stage: Stage, image: str, mode: str, draws: Draws) -> Pair | None:
    """A move of one piece that changes exactly one unit's answer, tried on the finished room's meshes;
    None where MOVES tries find none."""
    view = room.draw(stage.shots[0].name)
    units = ask_view(view, stage, image, mode, draws)
    pieces = stage.plan["pieces"]
    for _try in range(MOVES if len(units) >= 4 else 0):
        number = draws.whole(0, len(pieces) - 1)
        move = [round(draws.number(-FAR_M, FAR_M), 2), round(draws.number(-FAR_M, FAR_M), 2)]
        if draws.fraction() < 0.6:
            move[draws.whole(0, 1)] = 0.0
        moved_room = move_piece(room, stage, pieces[number]["label"], (move[0], move[1]))
        if moved_room is None:
            continue
        after = ask_again(units, moved_room.draw(stage.shots[0].name))
        changed = find_changed(units, after) if after else []
        if after and len(changed) == 1:
            moved = move_stage(stage, number, (move[0], move[1]))
            return Pair(stage, moved, units, after, changed[0])
    return None


def move_piece(room: Room, stage: Stage, name: str, move: tuple[float, float]) -> Room | None:
    """The room with one piece moved over the floor, metres; None where it would not stand free."""
    solid = next(item for item in room.solids if item.name == name)
    shift = np.array([*move, 0.0])
    low, high = solid.low + shift, solid.high + shift
    walls = np.array([stage.plan["room"]["width_m"], stage.plan["room"]["depth_m"]])
    if (low[:2] < FREE_M).any() or (high[:2] > walls - FREE_M).any():
        return None
    for other in room.solids:
        if other.role == "piece" and other.name != name and _meet(low, high, other):
            return None
    moved = replace(solid, triangles=solid.triangles + shift)
    return replace(room, solids=tuple(moved if item.name == name else item for item in room.solids))


def _meet(low: Any, high: Any, other: Solid) -> bool:
    return bool((low[:2] < other.high[:2] + FREE_M).all() and (other.low[:2] < high[:2] + FREE_M).all())


def move_stage(stage: Stage, number: int, move: tuple[float, float]) -> Stage:
    """The stage with one piece moved, to be built."""
    pieces = [dict(piece) for piece in stage.plan["pieces"]]
    pieces[number]["x_m"] += move[0]
    pieces[number]["y_m"] += move[1]
    name = f"{stage.name}_moved"
    return Stage(name, {**stage.plan, "scene": name, "pieces": pieces}, stage.shots)


def ask_again(units: list[Entry], view: View) -> list[Entry] | None:
    """The same units of another view of the room; None where one can no longer fairly be asked."""
    described = {entry["name"]: entry for entry in find_describable(view)}
    found = []
    for unit in units:
        objects = []
        for item in unit["objects"]:
            entry = described.get(item["name"])
            if entry is None or entry["desc"] != item["desc"]:
                return None
            objects.append({key: entry[key] for key in item})
        asked = {**unit, "objects": objects, "camera": view.camera.to_json()}
        if not solve_unit(asked) or flips(asked) or measure_margin(asked) < MARGIN[unit["task"]]:
            return None
        found.append(asked)
    return found


def find_changed(before: list[Entry], after: list[Entry]) -> list[str]:
    """The units whose answers differ."""
    return [old["unit"] for old, new in zip(before, after, strict=True) if solve_unit(old) != solve_unit(new)]
