"""SURDS questions: six tasks about the pieces of a furnished room, each answer recomputed from its trace.

A unit is one scored thing: a pair of complementary questions, or a single one (xy2d, depth). Its trace
holds the rule, the camera and the finished scene's numbers; `solve_unit` finds the answers from those
alone, for the making of questions as for their verification.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from solver.truth.camera import Camera
from solver.truth.questions.draws import Draws
from solver.truth.questions.surds_rules import (
    DIRECTIONS,
    RULES,
    SAME,
    SAME_FRONT,
    TASKS,
    YAW_MARGIN_DEG,
    Rule,
    format_range,
    name_direction,
)

Entry = dict[str, Any]
NUDGE = 0.01
ASKS = {
    "yaw": ("North", "South"), "distance": ("closer", "farther"), "left_right": ("left", "right"),
    "front_behind": ("in front of", "behind"), "xy2d": ("",), "depth": ("",),
}  # fmt: skip


def list_units(
    entries: list[Entry], camera: Camera, image: str, mode: str, key: str, draws: Draws
) -> list[Entry]:
    """Every unit that can fairly be asked about these described, visible pieces of one picture.

    `entries` are those of objects.json with a `desc` each. Units whose answer hangs on a percent of a
    position are left out.
    """
    rule = RULES[mode]
    base = {
        "mode": mode,
        "image": image,
        "size_px": [camera.width, camera.height],
        "camera": camera.to_json(),
    }
    units = []
    for entry in entries:
        for task in ("yaw", "xy2d", "depth"):
            made = _prepare_single(task, entry, camera, rule, draws.fork(key, task, entry["name"]))
            if made is not None:
                units.append({**base, "task": task, "unit": f"{task}-{key}-{entry['name']}", **made})
    for a, b in itertools.combinations(entries, 2):
        pair = [_keep(a), _keep(b)]
        if draws.fork(key, a["name"], b["name"]).fraction() < 0.5:
            pair.reverse()
        for task in ("distance", "left_right", "front_behind"):
            name = f"{task}-{key}-{pair[0]['name']}-{pair[1]['name']}"
            units.append({**base, "task": task, "unit": name, "objects": pair})
    return [unit for unit in units if not flips(unit)]


def _keep(entry: Entry) -> Entry:
    kept = (
        "name",
        "desc",
        "category",
        "center_world",
        "bbox_visible",
        "visible_share",
        "yaw_deg",
        "has_front",
    )
    return {key: entry[key] for key in kept}


def _prepare_single(task: str, entry: Entry, camera: Camera, rule: Rule, draws: Draws) -> Entry | None:
    unit: Entry = {"objects": [_keep(entry)]}
    if task == "depth":
        depth = float(camera.to_local(np.array(entry["center_world"]))[2])
        place, ranges = draw_ranges(depth, rule, draws)
        if not ranges[place][0] <= depth <= ranges[place][1]:  # nearer than the least range begins
            return None
        return {**unit, "place": place, "ranges": ranges}
    if task == "yaw":
        if entry["yaw_in_camera_deg"] is None:
            return None
        direction, margin = name_direction(entry["yaw_in_camera_deg"])
        if margin < YAW_MARGIN_DEG:
            return None
        return {
            **unit,
            "directions": [name for name in DIRECTIONS if (len(name) > 5) == (len(direction) > 5)],
        }
    return unit


def draw_ranges(depth: float, rule: Rule, draws: Draws) -> tuple[int, list[list[float]]]:
    """(place of the right range, the three ranges from near to far), metres."""
    step = rule.step_m

    def whole(value: float) -> float:
        return round(round(value / step) * step, 3)

    half = draws.number(*rule.range_m) / 2
    right = [max(step, whole(depth - half)), whole(depth + half)]
    gaps = [whole(draws.number(rule.gap_m[0] - step / 2, rule.gap_m[1] + step / 2)) for _ in range(2)]
    sides = [whole(draws.number(rule.other_m[0] - step / 2, rule.other_m[1] + step / 2)) for _ in range(2)]
    gaps = [min(max(gap, rule.gap_m[0]), rule.gap_m[1]) for gap in gaps]
    sides = [min(max(side, rule.other_m[0]), rule.other_m[1]) for side in sides]
    place = 0 if depth < rule.near_m else 2 if depth > rule.far_m else 1
    if rule.even_places:
        room = [0.0, gaps[0] + sides[0], sum(gaps) + sum(sides)]
        place = draws.pick([k for k in range(3) if right[0] - room[k] >= step])
    ranges = [right]
    for gap, side in zip(gaps[:place], sides[:place], strict=True):
        high = round(ranges[0][0] - gap, 3)
        ranges.insert(0, [max(step, round(high - side, 3)), high])
    for gap, side in zip(gaps[place:], sides[place:], strict=True):
        low = round(ranges[-1][1] + gap, 3)
        ranges.append([low, round(low + side, 3)])
    return place, ranges


def solve_unit(unit: Entry) -> list[str]:
    """The unit's answers, one a variant, from its numbers alone."""
    rule, task = RULES[unit["mode"]], unit["task"]
    camera = Camera.from_json(unit["camera"])
    places = [camera.to_local(np.array(item["center_world"])) for item in unit["objects"]]
    if task == "yaw":
        return _solve_yaw(unit["objects"][0], camera)
    if task == "xy2d":
        x, y = find_middle(unit["objects"][0]["bbox_visible"])
        return [f"[{x:g}, {y:g}]"]
    if task == "depth":
        depth = float(places[0][2])
        return [format_range(low, high, rule) for low, high in unit["ranges"] if low <= depth <= high][:1]
    first, second = (name_option(item) for item in unit["objects"])
    if task == "distance":
        near, far = (float(np.linalg.norm(place)) for place in places)
        return _order(near, far, first, second, SAME, abs(near - far) <= rule.same_distance_m)
    if task == "left_right":
        left, right = (find_middle(item["bbox_visible"])[0] for item in unit["objects"])
        same = abs(left - right) < rule.same_px * (unit["size_px"][0] / 1600.0 if rule.even_places else 1.0)
        return _order(left, right, first, second, SAME, same)
    depths = [float(place[2]) for place in places]
    same = abs(depths[0] - depths[1]) < rule.same_depth_m
    return _order(depths[1], depths[0], "Yes", "No", SAME_FRONT, same)


def _order(a: float, b: float, first: str, second: str, neither: str, same: bool) -> list[str]:
    if same:
        return [neither, neither]
    return [first, second] if a < b else [second, first]


def _solve_yaw(item: Entry, camera: Camera) -> list[str]:
    # Yaw 0 faces south, counter-clockwise; headings run clockwise from north.
    heading = (180.0 - item["yaw_deg"] - camera.heading_deg) % 360.0
    north = name_direction(heading)[0]
    return [north, DIRECTIONS[(DIRECTIONS.index(north) + 4) % 8]]


def find_middle(box: list[int]) -> tuple[float, float]:
    """Middle of a box of pixels."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def name_option(item: Entry) -> str:
    """An object as an option: with its article, first letter large, the others as they are read."""
    return f"the {item['desc']}".capitalize()


def flips(unit: Entry) -> bool:
    """True when moving any one object by 1 % of its distance from the camera changes an answer."""
    before, camera = solve_unit(unit), Camera.from_json(unit["camera"])
    if unit["task"] == "yaw":
        return False  # bins are of headings, which a move leaves alone; their margin is YAW_MARGIN_DEG
    for number, item in enumerate(unit["objects"]):
        centre = np.array(item["center_world"])
        reach = NUDGE * float(np.linalg.norm(camera.to_local(centre)))
        for axis, sign in itertools.product(range(3), (-1.0, 1.0)):
            moved = dict(item, center_world=(centre + sign * reach * camera.rotation[axis]).tolist())
            shift = camera.project(np.array(moved["center_world"])) - camera.project(centre)
            box = item["bbox_visible"]
            moved["bbox_visible"] = [box[k] + float(shift[k % 2]) for k in range(4)]
            objects = [moved if k == number else other for k, other in enumerate(unit["objects"])]
            after = {**unit, "objects": objects}
            if unit["task"] == "xy2d":
                x, y = find_middle(moved["bbox_visible"])
                if not (box[0] < x < box[2] and box[1] < y < box[3]):
                    return True
            elif solve_unit(after) != before:
                return True
    return False


def measure_margin(unit: Entry) -> float:
    """How far the unit is from another answer: pixels for left_right and xy2d, degrees for yaw, metres
    for the others."""
    rule, task = RULES[unit["mode"]], unit["task"]
    camera = Camera.from_json(unit["camera"])
    places = [camera.to_local(np.array(item["center_world"])) for item in unit["objects"]]
    if task == "yaw":
        item = unit["objects"][0]
        return name_direction((180.0 - item["yaw_deg"] - camera.heading_deg) % 360.0)[1]
    if task == "xy2d":
        box = unit["objects"][0]["bbox_visible"]
        return float(min(box[2] - box[0], box[3] - box[1])) / 2
    if task == "depth":
        depth = float(places[0][2])
        low, high = next(r for r in unit["ranges"] if r[0] <= depth <= r[1])
        return float(min(depth - low, high - depth))
    if task == "distance":
        return abs(
            abs(math.dist(places[0], (0, 0, 0)) - math.dist(places[1], (0, 0, 0))) - rule.same_distance_m
        )
    if task == "left_right":
        xs = [find_middle(item["bbox_visible"])[0] for item in unit["objects"]]
        limit = rule.same_px * (unit["size_px"][0] / 1600.0 if rule.even_places else 1.0)
        return abs(abs(xs[0] - xs[1]) - limit)
    return abs(abs(float(places[0][2] - places[1][2])) - rule.same_depth_m)


__all__ = ["ASKS", "TASKS", "flips", "list_units", "measure_margin", "solve_unit"]
