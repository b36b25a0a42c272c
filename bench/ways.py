"""How much stricter the proven way is than a disc: `python bench/ways.py [--layouts 2000]`.

The rules ask for a way of straight stretches along x and y that a square passes. A disc of that diameter fits
into the square, so it passes too; but a disc may also squeeze through diagonally, or turn more often. On
random layouts the free floor for the disc's middle is computed with shapely, apart from the solver's code,
and compared: how often a disc gets there and the square's way does not, and why.
"""

from __future__ import annotations

import argparse
import random  # noqa: TID251 -- one seeded generator, made here
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from shapely import STRtree, box, union_all
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from solver.core.conditions import WIDTH, Spot, Values, Walk, iter_walks
from solver.core.geometry import boxes_overlap, find_footprint
from solver.core.layout import Layout, Piece, Placement
from solver.core.spec import parse_scene, resolve_world
from solver.core.walk import find_way
from solver.core.world import find_values

MANY = 60  # stretches: more than any way of these rooms needs
ARC = 64  # segments a quarter circle; the polygon lies inside the circle by at most 0.03 mm
Case = tuple[Walk, Values]


def draw_case(draw: random.Random) -> Case:
    """A random room with a door, four to ten pieces that keep apart, and a way to the front of one."""
    wide, deep = (100 * draw.randint(28, 60) for _ in range(2))
    width = 50 * draw.randint(11, 18)
    halves = {
        f"piece_{number}": (50 * draw.randint(4, 20), 50 * draw.randint(4, 10))
        for number in range(draw.randint(4, 10))
    }
    pieces, places = [], []
    for name, half in halves.items():
        piece = Piece(name, name, name, half, 800)
        place = _find_place(draw, piece, (wide, deep), list(zip(pieces, places, strict=True)))
        if place is not None:
            pieces.append(piece)
            places.append(place)
    text = (
        f"scene: room\nroom: {{width: {wide} mm, depth: {deep} mm, height: 2.8 m}}\n"
        f"openings: [{{door: {{wall: south, centre: {draw.randint(500, wide - 500)} mm, width: 900 mm}}}}]\n"
        f"pieces: {{{', '.join(f'{piece.name}: {{asset: a}}' for piece in pieces)}}}\n"
        f"rules: [walkable: {{to: [{places[-1].piece}], width: {width} mm}}]\n"
    )
    spec = parse_scene(text, "random")
    layout = Layout((wide, deep, 2800), tuple(pieces), tuple(places))
    (walk,) = iter_walks(spec.rules[0].rule.condition(resolve_world(spec, pieces)))
    return walk, find_values(layout)


def _find_place(
    draw: random.Random, piece: Piece, room: tuple[int, int], placed: list[tuple[Piece, Placement]]
) -> Placement | None:
    """A free place; most furniture stands with its back to a wall."""
    for _ in range(40):
        yaw = draw.choice((0, 90, 180, 270))
        half = piece.half_mm if yaw % 180 == 0 else piece.half_mm[::-1]
        if any(2 * h >= length for h, length in zip(half, room, strict=True)):
            continue
        at = [draw.randint(h, length - h) for h, length in zip(half, room, strict=True)]
        if draw.random() < 0.6:
            axis = 1 if yaw % 180 == 0 else 0
            at[axis] = half[axis] if yaw in (90, 180) else room[axis] - half[axis]
        place = Placement(piece.name, at[0], at[1], 0, yaw)
        foot = find_footprint(piece, place)
        if not any(boxes_overlap(foot, find_footprint(other, there)) for other, there in placed):
            return place
    return None


def disc_passes(walk: Walk, values: Values) -> bool:
    """True where a disc gets from a start to a goal, its middle anywhere that a square's middle may end."""
    known = {**values, WIDTH: walk.width_mm}
    radius = walk.width_mm / 2
    room = box(radius, radius, walk.room_mm[0] - radius, walk.room_mm[1] - radius)
    if room.is_empty or min(walk.room_mm) < walk.width_mm:
        return False
    blocks = [
        box(*(edge.value(known) for edge in (foot.west, foot.south, foot.east, foot.north)))
        # A hair less, so that a way that only just fits is one.
        .buffer(radius - 1e-3, quad_segs=ARC)
        for foot in walk.around
    ]
    free = room.difference(union_all(blocks))
    parts = [part for part in getattr(free, "geoms", [free]) if not part.is_empty]
    starts, goals = (_find_spots(spots, known, radius) for spots in (walk.starts, walk.goals))
    tree = STRtree(parts)
    return any(
        set(tree.query(start, "intersects")) & set(tree.query(goal, "intersects"))
        for start in starts
        for goal in goals
    )


def _find_spots(spots: tuple[Spot, ...], known: Values, radius: float) -> list[BaseGeometry]:
    found = []
    for spot in spots:
        if all(known.get(faces.variable, 0) == 1 for faces in spot.when):
            west, south, east, north = (
                edge.value(known) + radius for edge in (spot.west, spot.south, spot.east, spot.north)
            )
            if west <= east and south <= north:
                found.append(Polygon.from_bounds(west, south, east, north).buffer(1e-3))
    return found


def judge(case: Case) -> str:
    """Which of square and disc gets there."""
    walk, values = case
    disc = disc_passes(walk, values)
    if find_way(walk, values) is not None:
        return "both" if disc else "square alone"
    if not disc:
        return "neither"
    more = find_way(replace(walk, stretches=MANY), values) is not None
    return "disc alone: the square needs more stretches" if more else "disc alone: no square passes"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--layouts", type=int, default=2000, help="random layouts (default: 2000)")
    options = parser.parse_args()
    draw = random.Random(20_261_130)
    counts = Counter(judge(draw_case(draw)) for _ in range(options.layouts))
    disc = sum(count for word, count in counts.items() if word != "neither")
    for word, count in sorted(counts.items()):
        share = f"{count / disc:.1%} of those where a disc does" if word != "neither" else ""
        print(f"{word:45} {count:6}  {share}")


if __name__ == "__main__":
    main()
