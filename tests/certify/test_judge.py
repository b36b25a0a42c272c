"""Certificates of real layouts are accepted; each kind of change is refused, a thousand in all."""

import copy
import json
import random  # noqa: TID251 -- only seeded generators of its own
import subprocess
import sys
from pathlib import Path

import pytest

from solver.certify import certify_text
from solver.certify.document import find_digest, hash_json
from solver.place.certificate import build_certificate, format_certificate
from solver.place.placing import solve_layout
from tests.place.rooms import SIZES, make_pieces, make_scene, read_default

REPOSITORY = Path(__file__).parents[2]
RICH = [
    "against: {piece: bed, wall: north}",
    "beside: {piece: table, of: bed, side: left, align: back}",
    "on_top: {piece: lamp, of: table}",
    "under: {piece: rug, of: bed, overlap: 300 mm}",
    "walkable: {to: [bed, desk], width: 0.7 m, side: any}",
    "clear: {of: door, depth: 0.9 m}",
    "against: {piece: desk, wall: south_2}",
    "gap: {piece: chair, to: desk, exactly: 30 mm, weight: 3}",
    "far: {piece: chair, from: any, by: 3 m, weight: 1}",
]
RICH_SIZES = {
    "bed": (800, 1000), "table": (225, 200), "lamp": (100, 100), "rug": (900, 600), "desk": (600, 300),
    "chair": (250, 250), "piano": (700, 700),
}  # fmt: skip


def make_rich():
    """An L-shaped room with a column, a rug, a lamp on a table, a piece left out, ways and wishes."""
    return make_scene(
        RICH,
        RICH_SIZES,
        outline="outline: [[0, 0], [2 m, 0], [2 m, 500 mm], [4 m, 500 mm], [4 m, 4.5 m], [0, 4.5 m]]",
        extra="openings: [{door: {wall: south_1, centre: 1 m}}]\n"
        "obstacles: [{column: {at: [1.2 m, 1.8 m], size: [300 mm, 300 mm]}}]",
        options={"piano": "optional: 500", "chair": "turns: 30 deg"},
    )


@pytest.fixture(scope="module")
def certificates():
    """Data of four certificates."""
    data = []
    for kind in SIZES:
        spec, pieces = read_default(), make_pieces(kind)
        placed = solve_layout(spec, pieces)
        data.append(build_certificate(spec, pieces, placed.layout, placed.cost))
    spec, pieces = make_rich()
    placed = solve_layout(spec, pieces)
    data.append(build_certificate(spec, pieces, placed.layout, placed.cost))
    return data


def test_certificates_of_layouts_are_accepted(certificates):
    for data in certificates:
        assert certify_text(format_certificate(data)) == []


def test_it_runs_without_any_package(certificates, tmp_path):
    path = tmp_path / "certificate.json"
    path.write_text(format_certificate(certificates[3]), encoding="utf-8")
    command = [sys.executable, "-I", "-S", "-c",
               f"import sys; sys.path.insert(0, {str(REPOSITORY)!r}); sys.argv[1:] = [{str(path)!r}]; "
               "import runpy; runpy.run_module('solver.certify', run_name='__main__')"]  # fmt: skip
    assert subprocess.run(command, capture_output=True, text=True).stdout == "accepted\n"


def pick(draw, items):
    return items[draw.randrange(len(items))]


def move_piece(data, draw):
    place = pick(draw, data["placements"])
    place[pick(draw, ["x_mm", "y_mm"])] += pick(draw, [-1, 1, 50, -700])


def move_with_footprint(data, draw):
    place, axis, by = pick(draw, data["placements"]), draw.randrange(2), pick(draw, [-1, 1, 40, -900, 5000])
    place["x_mm" if axis == 0 else "y_mm"] += by
    for corner in place["footprint_mm"]:
        corner[axis] += by


def turn_piece(data, draw):
    place = pick(draw, data["placements"])
    place["yaw_deg"] = (place["yaw_deg"] + pick(draw, [15, 90, 180, 7])) % 360


def lift_piece(data, draw):
    pick(draw, data["placements"])["z_mm"] += pick(draw, [-1, 1, 500])


def change_footprint(data, draw):
    pick(draw, pick(draw, data["placements"])["footprint_mm"])[draw.randrange(2)] += pick(draw, [-1, 1])


def drop_placement(data, draw):
    data["placements"].pop(draw.randrange(len(data["placements"])))


def leave_out(data, draw):
    data["left_out"].append(data["placements"].pop(draw.randrange(len(data["placements"])))["piece"])


def repeat_placement(data, draw):
    data["placements"].append(copy.deepcopy(pick(draw, data["placements"])))


def swap_places(data, draw):
    one, other = draw.sample(data["placements"], 2)
    one["piece"], other["piece"] = other["piece"], one["piece"]


def shrink_piece(data, draw):
    pick(draw, data["pieces"])["half_mm"][draw.randrange(2)] -= pick(draw, [1, 20])


def change_slack(data, draw):
    pick(draw, data["rules"])["slack_mm"] += pick(draw, [-1, 1, 10])


def change_rule(data, draw):
    keys = [
        (rule, key) for rule in data["rules"] for key, value in rule["fields"].items() if type(value) is int
    ]
    rule, key = pick(draw, keys)
    rule["fields"][key] += pick(draw, [-1, 1, 30])


def drop_rule(data, draw):
    data["rules"].pop(draw.randrange(len(data["rules"])))


def change_objective(data, draw):
    data["objective"] += pick(draw, [-1, 1, 100])


def change_bound(data, draw):
    data["bound"] += pick(draw, [1, -1, 1000])


def change_gap(data, draw):
    data["gap"] += pick(draw, [-1, 1])


def change_room(data, draw):
    corner = pick(draw, data["room"]["corners_mm"])
    corner[draw.randrange(2)] += pick(draw, [-1, 1, 500])


def bend_way(data, draw):
    way = pick(draw, data["ways"])
    if draw.randrange(2):
        way["width_mm"] += pick(draw, [1, -1, 300])
    else:
        pick(draw, way["corners_mm"])[draw.randrange(2)] += pick(draw, [1, -1, 2000, -2000])


def change_input(data, draw):
    key = pick(draw, ["pieces_sha256", "rules_sha256"])
    data["inputs"][key] = data["inputs"][key][::-1]


def break_type(data, draw):
    place = pick(draw, data["placements"])
    place["x_mm"] = pick(draw, [str(place["x_mm"]), None, True, [], float(place["x_mm"])])


KINDS = [
    move_piece, move_with_footprint, turn_piece, lift_piece, change_footprint, drop_placement, leave_out,
    repeat_placement, swap_places, shrink_piece, change_slack, change_rule, drop_rule, change_objective,
    change_bound, change_gap, change_room, bend_way, change_input, break_type,
]  # fmt: skip


# Moved with everything that follows from it, a piece may stand just as well: the judge knows such a change
# by the digest alone.
MAY_STAND_AS_WELL = (move_with_footprint, swap_places)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_fifty_changes_of_each_kind_are_refused(kind, certificates):
    """The digest is made anew, so that the judge has to see what is wrong, and not only that it changed."""
    draw = random.Random(kind.__name__)
    for _ in range(50):
        data = copy.deepcopy(pick(draw, certificates))
        kind(data, draw)
        if kind not in MAY_STAND_AS_WELL:
            data["digest"] = find_digest(data)
        assert certify_text(json.dumps(data)), kind


def test_kinds_and_number_of_changes():
    assert len(KINDS) == 20 and len(KINDS) * 50 == 1000


def test_a_rule_dropped_with_its_hash_made_anew_is_told_by_the_scene(certificates):
    """Nobody can tell from the certificate alone; `certify --scene` compares with the scene's rules."""
    data = copy.deepcopy(certificates[0])
    data["rules"].pop(0)
    asked = [{key: value for key, value in rule.items() if key != "slack_mm"} for rule in data["rules"]]
    assert data["inputs"]["rules_sha256"] != hash_json(asked)


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", "{" * 10_000, '{"format": 1, "format": 2}', "NaN"])
def test_what_is_no_certificate_is_refused(text):
    assert certify_text(text)
