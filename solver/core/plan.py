"""Everything Blender needs to build and render one room, as plain values in metres and degrees.

A ScenePlan crosses the process border as JSON (`dataclasses.asdict`); nothing in it knows bpy.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solver.core.catalog import Catalog
from solver.core.curtain import DEPTH_MM, ROD_HALF_MM, Curtain
from solver.core.layout import Layout, Piece
from solver.core.room import Column, Obstacle, Opening, Room
from solver.core.spec import SceneSpec
from solver.errors import SpecError

# Cycles samples (picture, top view) a quality; docs/render-study.md has the measurements behind them.
QUALITIES: dict[str, tuple[int, int]] = {"draft": (4, 4), "standard": (28, 20), "final": (128, 64)}
# Sizes measured from float32 vertices carry noise far below this; above it, a half-size is rounded up.
ROUNDING_MM = 0.005


@dataclass(frozen=True)
class OpeningPlan:
    """A hole in the wall called `wall`. `along_m` is the opening's start and end along the wall: x for
    north and south walls, y for east and west walls; `z_m` its lower and upper edge."""

    kind: str  # "window" or "door"
    wall: str
    along_m: tuple[float, float]
    z_m: tuple[float, float]


@dataclass(frozen=True)
class WallPlan:
    """One straight wall: `at_m` is its inner face's y (north, south) or x (east, west), `start_m` to
    `end_m` its extent along itself."""

    name: str
    direction: str  # "north", "east", "south", "west"
    at_m: float
    start_m: float
    end_m: float


@dataclass(frozen=True)
class ObstaclePlan:
    """A box built into the room: a column up to the ceiling, or a radiator."""

    kind: str  # "column" or "radiator"
    low_m: tuple[float, float, float]
    high_m: tuple[float, float, float]


@dataclass(frozen=True)
class CurtainPlan:
    """A window's curtain, drawn open: where along its wall the rod and both panels reach, the height of the
    panels' lower edge and of the rod's middle. Nothing of it is deeper in the room than `depth_m`, nor
    higher above or below the rod's middle than `rod_half_m`, where the panels begin."""

    wall: str
    rod_m: tuple[float, float]
    panels_m: tuple[tuple[float, float], tuple[float, float]]
    hem_m: float
    rod_at_m: float
    rod_half_m: float
    depth_m: float


@dataclass(frozen=True)
class RoomPlan:
    """The shell: interior size (of the box about the outline) and wall thickness in metres; walls grow
    outwards. `corners_m` go counter-clockwise, `walls` are the edges between them."""

    width_m: float
    depth_m: float
    height_m: float
    wall_thickness_m: float
    openings: tuple[OpeningPlan, ...]
    corners_m: tuple[tuple[float, float], ...]
    walls: tuple[WallPlan, ...]
    obstacles: tuple[ObstaclePlan, ...]
    curtains: tuple[CurtainPlan, ...] = ()


@dataclass(frozen=True)
class PiecePlan:
    """One piece to be stood in the room: its clean one-object .blend and its pose.

    `x_m, y_m` is the centre of the mesh's box, `z_m` the height of its underside. The yaw is baked
    into the mesh and kept as the custom property `yaw_deg`.
    """

    name: str
    label: str
    category: str
    asset: str
    blend: str
    x_m: float
    y_m: float
    z_m: float
    yaw_deg: int


@dataclass(frozen=True)
class RenderPlan:
    """Picture sizes in pixels (width, height), the quality's settings, where the first picture may be taken
    from ("auto" or "inside"), how many there are beside the one from above, and the seconds that all of them
    may take: then the samples are a ceiling."""

    quality: str
    samples: int
    top_samples: int
    denoise: bool
    size_px: tuple[int, int]
    top_size_px: tuple[int, int]
    view: str
    views: int
    budget_s: float | None


@dataclass(frozen=True)
class ScenePlan:
    """One room, ready to build. `scene_text` is the scene file itself, kept in room.blend so that
    `check` can tell what the room was meant to be."""

    scene: str
    scene_text: str
    style: str
    room: RoomPlan
    pieces: tuple[PiecePlan, ...]
    render: RenderPlan


def make_pieces(
    spec: SceneSpec, catalog: Catalog, sizes_m: Mapping[str, tuple[float, float, float]]
) -> tuple[Piece, ...]:
    """The scene's pieces with their measured sizes (metres, by piece name), in the file's order.

    Half sizes are rounded outwards to whole millimetres, so that centre and footprint are both whole.
    """
    labels = name_objects(spec, catalog)
    return tuple(
        Piece(
            name=name,
            label=labels[name],
            category=catalog.assets[use.asset].category,
            half_mm=(round_half_mm(sizes_m[name][0]), round_half_mm(sizes_m[name][1])),
            height_mm=math.ceil(sizes_m[name][2] * 1000 - ROUNDING_MM),
            kind=use.asset,
        )
        for name, use in spec.pieces.items()
    )


def round_half_mm(size_m: float) -> int:
    """Half of a size in whole millimetres, rounded outwards."""
    return math.ceil(size_m * 500 - ROUNDING_MM)


def name_objects(spec: SceneSpec, catalog: Catalog) -> dict[str, str]:
    """Each piece's object name: its asset's label, with _1, _2 … where an asset is used again.

    Raises SpecError naming every asset that is not in the catalogue.
    """
    unknown = sorted({use.asset for use in spec.pieces.values()} - catalog.assets.keys())
    if unknown:
        words = "of the scene is not in the catalogue; give the folder of furniture that has it by --assets"
        raise SpecError([f"asset {key!r} {words}" for key in unknown])
    uses = Counter(use.asset for use in spec.pieces.values())
    seen: Counter[str] = Counter()
    names = {}
    for name, use in spec.pieces.items():
        seen[use.asset] += 1
        label = catalog.assets[use.asset].label
        names[name] = f"{label}_{seen[use.asset]}" if uses[use.asset] > 1 else label
    return names


def plan_scene(
    spec: SceneSpec,
    layout: Layout,
    clean_blends: Mapping[str, str],
    quality: str,
    budget_s: float | None = None,
) -> ScenePlan:
    """The ScenePlan of a finished layout. `clean_blends` gives each piece's one-object .blend."""
    samples, top_samples = QUALITIES[quality]
    return ScenePlan(
        scene=spec.scene,
        scene_text=spec.text,
        style=spec.style,
        room=plan_room(spec.room, spec.openings, spec.obstacles, spec.curtains),
        pieces=tuple(plan_piece(spec, layout, piece, clean_blends[piece.name]) for piece in layout.pieces),
        render=RenderPlan(
            quality=quality,
            samples=samples,
            top_samples=top_samples,
            denoise=True,
            size_px=spec.render.size_px,
            top_size_px=spec.top_size_px,
            view=spec.view,
            views=spec.render.views,
            budget_s=budget_s,
        ),
    )


def plan_room(
    room: Room,
    openings: Sequence[Opening],
    obstacles: Sequence[Obstacle],
    curtains: Sequence[Curtain] = (),
) -> RoomPlan:
    """The shell in metres."""
    return RoomPlan(
        width_m=room.width_mm / 1000,
        depth_m=room.depth_mm / 1000,
        height_m=room.height_mm / 1000,
        wall_thickness_m=room.wall_mm / 1000,
        openings=tuple(
            OpeningPlan(
                kind=opening.kind,
                wall=opening.wall,
                along_m=(opening.span_mm[0] / 1000, opening.span_mm[1] / 1000),
                z_m=(opening.sill_mm / 1000, (opening.sill_mm + opening.height_mm) / 1000),
            )
            for opening in openings
        ),
        corners_m=tuple((x / 1000, y / 1000) for x, y in room.corners_mm),
        walls=tuple(
            WallPlan(wall.name, wall.direction, wall.at_mm / 1000, wall.start_mm / 1000, wall.end_mm / 1000)
            for wall in room.walls
        ),
        obstacles=tuple(plan_obstacle(obstacle, room) for obstacle in obstacles),
        curtains=tuple(plan_curtain(curtain) for curtain in curtains),
    )


def plan_curtain(curtain: Curtain) -> CurtainPlan:
    """A curtain in metres."""
    low, high = curtain.panels_mm
    return CurtainPlan(
        wall=curtain.wall.name,
        rod_m=(curtain.rod_mm[0] / 1000, curtain.rod_mm[1] / 1000),
        panels_m=((low[0] / 1000, low[1] / 1000), (high[0] / 1000, high[1] / 1000)),
        hem_m=curtain.hem_mm / 1000,
        rod_at_m=curtain.rod_at_mm / 1000,
        rod_half_m=ROD_HALF_MM / 1000,
        depth_m=DEPTH_MM / 1000,
    )


def plan_obstacle(obstacle: Obstacle, room: Room) -> ObstaclePlan:
    """A column or a radiator as a box."""
    west, south, east, north = obstacle.find_box(room)
    return ObstaclePlan(
        kind="column" if isinstance(obstacle, Column) else "radiator",
        low_m=(west / 1000, south / 1000, 0.0),
        high_m=(east / 1000, north / 1000, obstacle.find_top_mm(room) / 1000),
    )


def plan_piece(spec: SceneSpec, layout: Layout, piece: Piece, blend: str) -> PiecePlan:
    """One piece's pose in metres."""
    placement = layout.placement(piece.name)
    return PiecePlan(
        name=piece.name,
        label=piece.label,
        category=piece.category,
        asset=spec.pieces[piece.name].asset,
        blend=blend,
        x_m=placement.x_mm / 1000,
        y_m=placement.y_mm / 1000,
        z_m=placement.z_mm / 1000,
        yaw_deg=placement.yaw_deg,
    )
