"""Random rooms as people furnish them, from a seed: pieces in groups, each with the rules of its kind.

`make_scene(seed, count)` gives the scene file's text and the half sizes of its pieces; the same seed gives
the same scene on any machine. Most rooms can be furnished; some cannot, as nobody asks for a witness.
`make_impossible_scene` adds rules that contradict the others, in a way that its seed chooses.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random  # noqa: TID251 -- only generators of its own, from a seed

from solver.core.layout import Piece
from solver.core.spec import SceneSpec, parse_scene

Half = tuple[int, int]

# Widths, depths (mm) as furniture is sold: least and most, in steps of 10 mm.
SIZES: dict[str, tuple[tuple[int, int], tuple[int, int]]] = {
    "sofa": ((1600, 2300), (800, 950)),
    "coffee_table": ((800, 1200), (450, 650)),
    "tv_stand": ((1200, 1800), (350, 450)),
    "armchair": ((700, 850), (700, 850)),
    "side_table": ((400, 500), (400, 500)),
    "dining_table": ((1200, 1800), (800, 950)),
    "chair": ((420, 480), (440, 520)),
    "bed": ((1400, 1800), (2000, 2100)),
    "nightstand": ((400, 500), (380, 450)),
    "wardrobe": ((1000, 2000), (580, 650)),
    "desk": ((1200, 1600), (650, 800)),
    "office_chair": ((560, 640), (560, 640)),
    "bookshelf": ((800, 1000), (280, 350)),
    "dresser": ((900, 1400), (420, 500)),
    "plant": ((350, 550), (350, 550)),
    "lamp": ((300, 420), (300, 420)),
}


@dataclass
class Draft:
    """A scene being drawn up: `area_mm2` is the floor that its pieces and the room before them take."""

    draw: Random
    window_wall: str
    sizes: dict[str, Half] = field(default_factory=dict)
    rules: list[str] = field(default_factory=list)
    reached: list[str] = field(default_factory=list)
    area_mm2: int = 0

    def add(self, kind: str, room_before_mm: int = 0) -> str:
        """A new piece of a kind; returns its name."""
        number = sum(name.startswith(f"{kind}_") for name in self.sizes) + 1
        name = f"{kind}_{number}"
        width, depth = (10 * self.draw.randint(low // 10, high // 10) for low, high in SIZES[kind])
        self.sizes[name] = (width // 2, depth // 2)
        self.area_mm2 += width * (depth + room_before_mm)
        return name

    def rule(self, word: str, **fields: object) -> None:
        values = (f"{key.removesuffix('_')}: {value}" for key, value in fields.items())
        self.rules.append(f"{word}: {{{', '.join(values)}}}")

    def maybe(self, share: float) -> bool:
        return self.draw.random() < share

    def wall(self) -> str:
        """A wall by name one time in four, else any: who furnishes a room rarely minds which."""
        return self.draw.choice(("north", "east", "south", "west")) if self.maybe(0.25) else "any"


def add_seating(draft: Draft) -> None:
    sofa, table = draft.add("sofa", 1000), draft.add("coffee_table")
    draft.rule("against", piece=sofa, wall=draft.wall(), gap=f"{draft.draw.choice((0, 50, 100))} mm")
    draft.rule("in_front_of", piece=table, of=sofa, at_least="400 mm", at_most="460 mm")
    draft.rule("same_yaw", pieces=f"[{table}, {sofa}]")
    if draft.maybe(0.5):
        draft.rule("beside", piece=table, of=sofa, side="front", gap="430 mm", align="centre")
    stand = draft.add("tv_stand", 600)
    draft.rule("against", piece=stand, wall="any")
    draft.rule("facing", piece=stand, to=sofa)
    draft.rule("facing", piece=sofa, to=stand)
    chair = draft.add("armchair", 600)
    draft.rule("facing", piece=chair, to=table)
    draft.rule("gap", piece=chair, to=table, at_least="400 mm", at_most="1.2 m")
    draft.reached += [stand, chair]


def add_dining(draft: Draft) -> None:
    table = draft.add("dining_table", 1200)
    chairs = [draft.add("chair", 300) for _ in range(draft.draw.choice((2, 4, 4)))]
    sides = "{left: 1, right: 1}" if len(chairs) == 2 else "{front: 2, back: 2}"
    draft.rule("around", pieces=f"[{', '.join(chairs)}]", of=table, gap="50 mm", sides=sides)
    draft.rule("far", piece=table, from_="any", by=f"{draft.draw.choice((600, 810, 910))} mm")
    draft.reached.append(table)


def add_sleeping(draft: Draft) -> None:
    bed = draft.add("bed", 700)
    draft.rule("against", piece=bed, wall=draft.wall())
    for side in ("left", "right"):
        stand = draft.add("nightstand", 400)
        draft.rule("beside", piece=stand, of=bed, side=side, align="back", gap="20 mm")
    draft.rule("clear", of=bed, depth=f"{draft.draw.choice((500, 750))} mm")
    wardrobe = draft.add("wardrobe", 610)
    draft.rule("against", piece=wardrobe, wall="any")
    draft.rule("clear", of=wardrobe, depth="610 mm")


def add_work(draft: Draft) -> None:
    desk, chair = draft.add("desk", 400), draft.add("office_chair", 600)
    draft.rule("against", piece=desk, wall=draft.wall(), side=draft.draw.choice(("back", "back", "left")))
    draft.rule("beside", piece=chair, of=desk, side="front", align="centre")
    draft.rule("facing", piece=chair, to=desk)
    draft.rule("clear", of=chair, side="back", depth="600 mm")
    draft.reached.append(chair)


def add_storage(draft: Draft) -> None:
    piece = draft.add(draft.draw.choice(("bookshelf", "dresser")), 700)
    draft.rule("against", piece=piece, wall=draft.wall())
    draft.rule("clear", of=piece, depth="610 mm")


def add_reading(draft: Draft) -> None:
    chair, table = draft.add("armchair", 700), draft.add("side_table")
    draft.rule("beside", piece=table, of=chair, side=draft.draw.choice(("left", "right")), gap="50 mm")
    draft.rule("near", piece=chair, to=draft.window_wall, within="1.5 m")
    draft.rule("facing", piece=chair, to="room")
    draft.reached.append(chair)


def add_plant(draft: Draft) -> None:
    plant = draft.add("plant", 200)
    if plant.endswith(("_1", "_2")):
        draft.rule("corner", piece=plant, gap="50 mm")
    else:
        draft.rule("against", piece=plant, wall=draft.wall(), gap="50 mm", side="any")


def add_lamp(draft: Draft) -> None:
    lamp = draft.add("lamp", 200)
    draft.rule("gap", piece=lamp, to=draft.draw.choice(("north", "east", "south", "west")), at_most="100 mm")


def add_row(draft: Draft) -> None:
    """Chairs side by side, as people wait on them."""
    chairs = [draft.add("chair", 600) for _ in range(draft.draw.choice((3, 4)))]
    wall = draft.draw.choice(("north", "east", "south", "west"))
    draft.rule("row", pieces=f"[{', '.join(chairs)}]", to=TO_THE_LEFT[wall], gap="30 mm")
    draft.rule("against", piece=chairs[0], wall=wall, gap="50 mm")
    draft.rule("same_yaw", pieces=f"[{', '.join(chairs)}]")
    draft.rule("clear", of=chairs[0], depth="600 mm")


TO_THE_LEFT = {"north": "east", "east": "south", "south": "west", "west": "north"}

Group = tuple[int, Callable[[Draft], None]]
# (pieces that the group may take at most, what adds it): the groups of a home and those of a large room.
LARGE: tuple[Group, ...] = ((4, add_seating), (5, add_dining), (4, add_sleeping), (2, add_work))
SMALL: tuple[Group, ...] = ((1, add_storage), (1, add_plant), (1, add_lamp), (2, add_reading))


def make_scene(seed: int, count: int, floor_share: float = 0.6) -> tuple[SceneSpec, tuple[Piece, ...]]:
    """A room with `count` pieces; together with the floor kept before them they take `floor_share` of it."""
    return read_text(*draw_scene(seed, count, floor_share))


def draw_scene(seed: int, count: int, floor_share: float = 0.6) -> tuple[str, dict[str, Half]]:
    """The scene file's text, and the half sizes of its pieces in mm."""
    draft = draw_pieces(seed, count)
    width, depth = _draw_room(draft, floor_share)
    draft.rule("clear", of="door", depth=f"{draft.draw.choice((800, 900))} mm")
    if draft.maybe(0.5):
        draft.rule("aisle", width="750 mm")
    elif draft.reached:
        some = draft.draw.sample(draft.reached, min(2, len(draft.reached)))
        draft.rule("walkable", to=f"[{', '.join(some)}]", width="700 mm", side="any")
    return _write_scene(draft, width, depth), draft.sizes


def make_impossible_scene(seed: int, count: int) -> tuple[SceneSpec, tuple[Piece, ...]]:
    """A scene of `count` pieces with rules that contradict each other or the room, in one of five ways."""
    text, sizes = draw_scene(seed, count)
    draw = Random(seed)
    lines = text.splitlines()
    at = draw.randint(lines.index("rules:") + 1, len(lines))
    lines[at:at] = [f"  - {rule}" for rule in _contradict(draw, sizes, text)]
    return read_text("\n".join(lines) + "\n", sizes)


def _contradict(draw: Random, sizes: dict[str, Half], text: str) -> list[str]:
    one, other = draw.sample(sorted(sizes), 2)
    width, depth = (int(part.split(" mm")[0]) for part in text.split("{width: ")[1].split(", depth: ")[:2])
    least = sum(2 * min(sizes[name]) for name in (one, other))
    return draw.choice(
        [
            [f"against: {{piece: {one}, wall: {wall}, side: any}}" for wall in ("north", "south")],
            [f"gap: {{piece: {one}, to: east, at_least: {width - 2 * min(sizes[one]) + 1} mm}}"],
            [f"row: {{pieces: [{one}, {other}], to: north, gap: {depth - least + 1} mm}}"],
            [
                f"gap: {{piece: {one}, to: west, at_most: 200 mm}}",
                f"gap: {{piece: {other}, to: west, at_most: 200 mm}}",
                f"row: {{pieces: [{one}, {other}], to: east}}",
            ],
            [
                f"near: {{piece: {name}, to: {wall}, within: 0 mm}}"
                for name, wall in ((one, "east"), (other, "west"))
            ]
            + [f"near: {{piece: {one}, to: {other}, within: 100 mm}}"],
        ]
    )


def draw_pieces(seed: int, count: int) -> Draft:
    """Groups until `count` pieces are there: a large one for every five to eight, and small ones."""
    draft = Draft(draw := Random(seed), draw.choice(("north", "east", "west")))
    while len(draft.sizes) < count:
        left = count - len(draft.sizes)
        groups = [add for most, add in (LARGE if draft.maybe(0.5) else SMALL) if most <= left]
        if left >= 20 and draft.maybe(0.2):
            groups = [add_row]
        if groups:
            draw.choice(groups)(draft)
    return draft


def read_text(text: str, sizes: dict[str, Half]) -> tuple[SceneSpec, tuple[Piece, ...]]:
    """The scene read by the project's own reader, and its pieces."""
    spec = parse_scene(text, "random.yaml")
    return spec, tuple(Piece(name, name.title(), name, half, 800) for name, half in sizes.items())


def _draw_room(draft: Draft, floor_share: float) -> tuple[int, int]:
    """Width and depth in mm, no less than the longest piece with room to pass."""
    longest = 2 * max(max(half) for half in draft.sizes.values()) + 800
    ratio = draft.draw.uniform(1.0, 1.6)
    short = math.sqrt(draft.area_mm2 / floor_share / ratio)
    sides = [max(10 * round(side / 10), longest, 2600) for side in (short, short * ratio)]
    draft.draw.shuffle(sides)
    return sides[0], sides[1]


def _write_scene(draft: Draft, width: int, depth: int) -> str:
    middle = (width if draft.window_wall == "north" else depth) // 2
    door_mm = draft.draw.choice((600, 800, width - 600))
    return "\n".join(
        [
            "scene: random",
            f"room: {{width: {width} mm, depth: {depth} mm, height: 2.6 m}}",
            "openings:",
            f"  - door: {{wall: south, centre: {door_mm} mm, width: 0.9 m}}",
            f"  - window: {{wall: {draft.window_wall}, centre: {middle} mm, width: 1.2 m, height: 1.3 m}}",
            "pieces:",
            *(f"  {name}: {{asset: {name.rsplit('_', 1)[0]}}}" for name in draft.sizes),
            "rules:",
            *(f"  - {rule}" for rule in draft.rules),
            "",
        ]
    )
