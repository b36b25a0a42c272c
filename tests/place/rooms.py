"""Rooms for the placer's tests: the benchmark's scene with three sets of sizes, and small random ones."""

from __future__ import annotations

from pathlib import Path

from solver.core.layout import Piece
from solver.core.spec import SceneSpec, parse_scene, read_scene

SCENES = Path(__file__).parents[2] / "scenes"
LABELS = ("Sofa", "CoffeeTable", "TVStand", "DiningTable", "Chair_1", "Chair_2", "Bedside")

# Width, depth, height in mm of sofa, coffee table, TV stand, dining table, chair, nightstand.
SIZES = {
    "polyhaven": ((1571, 658, 797), (1540, 973, 523), (1543, 589, 949), (1800, 657, 549), (688, 658, 2274),
                  (568, 424, 700)),
    "modern": ((2074, 876, 856), (1200, 701, 450), (1351, 465, 526), (2350, 1000, 739), (441, 441, 948),
               (486, 481, 454)),
    "built_in": ((2100, 920, 820), (1200, 650, 420), (1600, 420, 500), (1600, 900, 750), (460, 500, 880),
                 (480, 420, 550)),
}  # fmt: skip


def read_default() -> SceneSpec:
    return read_scene(SCENES / "weavebench_living_room.yaml")


def make_pieces(kind: str) -> tuple[Piece, ...]:
    """The seven pieces of the default scene in one of the three sets of sizes."""
    sofa, coffee, tv, dining, chair, bedside = SIZES[kind]
    sizes = (sofa, coffee, tv, dining, chair, chair, bedside)
    names = read_default().pieces
    return tuple(
        Piece(name, label, label.lower(), ((width + 1) // 2, (depth + 1) // 2), height)
        for name, label, (width, depth, height) in zip(names, LABELS, sizes, strict=True)
    )


def make_scene(
    rules: list[str],
    sizes: dict[str, tuple[int, int]],
    room: tuple[int, int] = (5000, 6000),
    extra: str = "",
    outline: str = "",
    options: dict[str, str] | None = None,
) -> tuple[SceneSpec, tuple[Piece, ...]]:
    """A scene with pieces of half sizes `sizes` in mm, their `options` and the given rule lines."""
    size = outline or f"width: {room[0]} mm, depth: {room[1]} mm"
    lines = ["scene: room", f"room: {{{size}, height: 2.8 m}}", extra, "pieces:"]
    more = {name: f", {text}" for name, text in (options or {}).items()}
    lines += [f"  {name}: {{asset: {name}{more.get(name, '')}}}" for name in sizes]
    lines += ["rules:", *(f"  - {rule}" for rule in rules)] if rules else []
    spec = parse_scene("\n".join(lines) + "\n", "room.yaml")
    heights = {name: 12 if name == "rug" else 800 for name in sizes}
    return spec, tuple(Piece(name, name.title(), name, half, heights[name]) for name, half in sizes.items())
