"""certify_text: accepts a certificate, or says what is wrong with it."""

from __future__ import annotations

from typing import Any

from solver.certify.document import Refused, hash_json, read_document
from solver.certify.meanings import MEANINGS
from solver.certify.plan import Body, Plan, find_outline, find_walls, list_outside, outlines_overlap
from solver.certify.ways import check_way, list_asked

WAYS = ("aisle", "walkable")
# Pieces named here may be left out and the rule still says something about the others.
NOT_NEEDED = {"clear": ("except",), "walkable": ("to",)}


def certify_text(text: str) -> list[str]:
    """Faults of a certificate; none means that it is accepted."""
    try:
        data = read_document(text)
        plan = _build_plan(data)
        return [*_judge_places(data, plan), *_judge_rules(data, plan), *_judge_cost(data)]
    except Refused as refusal:
        return [str(refusal)]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        return [f"a rule's fields are not as its word needs them: {type(error).__name__} {error}"]


def _build_plan(data: dict[str, Any]) -> Plan:
    corners = [(x, y) for x, y in data["room"]["corners_mm"]]
    walls = find_walls(corners)
    sizes = {piece["piece"]: piece for piece in data["pieces"]}
    placed = {place["piece"]: place for place in data["placements"]}
    if len(sizes) != len(data["pieces"]) or len(placed) != len(data["placements"]):
        raise Refused("a piece stands twice in the list")
    left_out = set(data["left_out"])
    if placed.keys() | left_out != sizes.keys() or placed.keys() & left_out:
        raise Refused("the placements and the pieces left out are not together all pieces")
    bodies = {name: _stand(sizes[name], placed[name]) for name in sizes if name in placed}
    for block in data["blocks"]:
        if block["name"] in bodies:
            raise Refused(f"the block {block['name']} has the name of another thing")
        bodies[block["name"]] = _make_block(block)
    width, depth = max(x for x, _ in corners), max(y for _, y in corners)
    openings = {opening["name"]: opening for opening in data["openings"]}
    plan = Plan(walls, width, depth, bodies, openings, sizes)
    _check_outside(data, corners)
    if any(len(plan.find_walls(opening["wall"])) != 1 for opening in data["openings"]):
        raise Refused("an opening is in a wall that is not there")
    return plan


def _stand(size: dict[str, Any], place: dict[str, Any]) -> Body:
    half = (size["half_mm"][0], size["half_mm"][1])
    if min(half) <= 0 or size["height_mm"] <= 0 or place["yaw_deg"] % 15 or not 0 <= place["yaw_deg"] < 360:
        raise Refused(f"{size['piece']} has no extent, or a yaw that is no multiple of 15 deg")
    outline = tuple((place["x_mm"] + x, place["y_mm"] + y) for x, y in find_outline(half, place["yaw_deg"]))
    if [list(corner) for corner in outline] != place["footprint_mm"]:
        raise Refused(f"the footprint of {size['piece']} is not that of its size, place and yaw")
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return Body(size["piece"], (min(xs), min(ys), max(xs), max(ys)), place["yaw_deg"], outline, half)


def _make_block(block: dict[str, Any]) -> Body:
    west, south, east, north = block["box_mm"]
    if west >= east or south >= north:
        raise Refused(f"{block['name']} has no extent")
    outline = ((west, south), (east, south), (east, north), (west, north))
    return Body(block["name"], (west, south, east, north), -1, outline, (0, 0))


def _check_outside(data: dict[str, Any], corners: list[tuple[int, int]]) -> None:
    """What the room's box has beyond the room is blocked, and nothing else is called outside."""
    cells = list_outside(corners)
    outside = [block["box_mm"] for block in data["blocks"] if block["name"].startswith("outside ")]
    covered = all(
        any(b[0] <= c[0] and b[1] <= c[1] and c[2] <= b[2] and c[3] <= b[3] for b in outside) for c in cells
    )
    if not covered or sum(map(_area, outside)) != sum(map(_area, cells)):
        raise Refused("the blocks do not cover what lies outside the room")


def _area(box: Any) -> int:
    area: int = (box[2] - box[0]) * (box[3] - box[1])
    return area


def _judge_places(data: dict[str, Any], plan: Plan) -> list[str]:
    faults = []
    places = {place["piece"]: place for place in data["placements"]}
    levels = _find_levels(data)
    pieces = [body for body in plan.bodies.values() if body.yaw >= 0]
    for body in pieces:
        size, place = plan.sizes[body.name], places[body.name]
        west, south, east, north = body.box
        if west < 0 or south < 0 or east > plan.width or north > plan.depth:
            faults.append(f"{body.name} stands outside the room")
        if place["yaw_deg"] not in size["yaws_deg"]:
            faults.append(f"{body.name} stands at {place['yaw_deg']} deg, which it may not")
        if size["level"] != levels.get(body.name, "floor"):
            faults.append(f"{body.name} is said to stand on {size['level']}, not on what the rules say")
        if place["z_mm"] != _find_base(plan, places, body.name, len(pieces)):
            faults.append(f"{body.name} does not stand on what is below it")
        if place["z_mm"] + size["height_mm"] > data["room"]["height_mm"]:
            faults.append(f"{body.name} is higher than the room")
    for hung in data["hung"]:
        volume = _make_block(hung)
        for body in pieces:
            top = places[body.name]["z_mm"] + plan.sizes[body.name]["height_mm"]
            if top > hung["low_mm"] and outlines_overlap(volume, body):
                faults.append(f"{body.name} reaches into {volume.name}")
    for index, one in enumerate(plan.bodies.values()):
        for other in list(plan.bodies.values())[:index]:
            if _keep_apart(plan, one, other) and outlines_overlap(one, other):
                faults.append(f"{other.name} and {one.name} share floor")
    return faults


def _find_levels(data: dict[str, Any]) -> dict[str, str]:
    levels = {}
    for rule in data["rules"]:
        if rule["rule"] in ("on_top", "under"):
            levels[rule["fields"]["piece"]] = rule["fields"]["of"] if rule["rule"] == "on_top" else "flat"
    return levels


def _find_base(plan: Plan, places: dict[str, Any], name: str, depth: int) -> int:
    below = plan.sizes[name]["level"]
    if below in ("floor", "flat"):
        return 0
    if depth < 0 or below not in places:
        raise Refused(f"{name} stands on nothing")
    height: int = plan.sizes[below]["height_mm"]
    return height + _find_base(plan, places, below, depth - 1)


def _keep_apart(plan: Plan, one: Body, other: Body) -> bool:
    """Two pieces on one level, or a block and a piece that is on the floor or lies flat."""
    if one.yaw < 0 and other.yaw < 0:
        return False
    levels = [plan.sizes[body.name]["level"] for body in (one, other) if body.yaw >= 0]
    return len(set(levels)) == 1 and (len(levels) == 2 or levels[0] in ("floor", "flat"))


def _judge_rules(data: dict[str, Any], plan: Plan) -> list[str]:
    faults = []
    for index, rule in enumerate(data["rules"]):
        name = f"rule {index + 1} ({rule['rule']}, line {rule['line']})"
        try:
            slack = _read_slack(data, plan, index)
        except Refused as refusal:
            faults.append(f"{name}: {refusal}")
            continue
        if rule["weight"] < 0 or (rule["weight"] == 0 and slack < 0):
            faults.append(f"{name} is broken by {-slack} mm")
        elif slack != rule["slack_mm"]:
            faults.append(f"{name} has a slack of {slack} mm, not {rule['slack_mm']} mm")
    for way in data["ways"]:
        if not 0 <= way["rule"] < len(data["rules"]) or data["rules"][way["rule"]]["rule"] not in WAYS:
            faults.append(f"the way from {way['start']} to {way['goal']} belongs to no rule")
    return faults


def _read_slack(data: dict[str, Any], plan: Plan, index: int) -> int:
    rule, left_out = data["rules"][index], set(data["left_out"])
    if rule["rule"] in WAYS:
        return _read_ways(data, plan, index, left_out)
    if rule["rule"] not in MEANINGS:
        raise Refused("the rule's word is unknown")
    skipped = NOT_NEEDED.get(rule["rule"], ())
    named = [value for key, value in rule["fields"].items() if key not in skipped]
    flat = [item for value in named for item in (value if isinstance(value, list) else [value])]
    if any(isinstance(item, str) and item in left_out for item in flat):
        return 0
    return MEANINGS[rule["rule"]](plan, rule["fields"])


def _read_ways(data: dict[str, Any], plan: Plan, index: int, left_out: set[str]) -> int:
    rule = data["rules"][index]
    claimed = {(way["start"], way["goal"]): way for way in data["ways"] if way["rule"] == index}
    asked = list_asked(plan, rule, left_out)
    if sorted(claimed) != sorted(set(asked)) or len(claimed) != sum(w["rule"] == index for w in data["ways"]):
        raise Refused("its ways are not those that it asks for")
    slack = 0 if not asked else min(way["width_mm"] for way in claimed.values()) - rule["fields"]["width"]
    for way in claimed.values():
        if way["width_mm"] != 0 or rule["weight"] == 0:
            check_way(plan, rule, way)
    return slack


def _judge_cost(data: dict[str, Any]) -> list[str]:
    faults = []
    missed = sum(rule["weight"] * max(0, -rule["slack_mm"]) for rule in data["rules"])
    costs = {piece["piece"]: piece["cost"] for piece in data["pieces"]}
    for name in data["left_out"]:
        if costs[name] <= 0:
            faults.append(f"{name} is left out and not optional")
    objective = missed + sum(costs[name] for name in data["left_out"])
    if data["objective"] != objective:
        faults.append(f"the objective is {objective}, not {data['objective']}")
    if not 0 <= data["bound"] <= data["objective"] or data["gap"] != data["objective"] - data["bound"]:
        faults.append("bound and gap do not fit the objective")
    if data["inputs"]["pieces_sha256"] != hash_json(data["pieces"]):
        faults.append("the pieces are not those that the inputs name")
    asked = [{key: value for key, value in rule.items() if key != "slack_mm"} for rule in data["rules"]]
    if data["inputs"]["rules_sha256"] != hash_json(asked):
        faults.append("the rules are not those that the inputs name")
    return faults
