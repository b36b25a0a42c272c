"""Random furnished rooms for SURDS: size, pieces, places, colours, style and cameras, by the placer."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from solver.builtin import make_furniture
from solver.cache import cache_folder
from solver.core.catalog import Asset, Catalog
from solver.core.styles import STYLES
from solver.library import CleanAsset, clean_assets
from solver.truth.questions.draws import Draws
from solver.truth.questions.placing import Item, Spot, draw_window, place_items
from solver.truth.questions.studio import Shot, Stage, plan_stage

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "white", "black")
WALLS = ("north", "east", "south", "west")
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
FEWEST, MOST = 7, 10  # pieces
GAP_M = 0.08
CLEAR_M = 0.45  # between a camera and any piece
INSET_M = 0.32  # of a camera from the walls
TRIES = 60
# Not asked about: they lie under, stand on or hang over other things, and the placer here stands all
# pieces side by side on the floor.
LEFT_OUT = ("rug", "table_lamp", "television")


@dataclass(frozen=True)
class Furniture:
    """The pieces there are: catalogue entries and their clean, measured files, by key."""

    assets: dict[str, Asset]
    clean: dict[str, CleanAsset]

    @property
    def fronts(self) -> dict[str, bool]:
        """Which assets have a front."""
        return {key: asset.front != "none" for key, asset in self.assets.items()}


def gather_furniture(catalog: Catalog) -> Furniture:
    """All catalogue entries that the built-in furniture has a file for."""
    folder = make_furniture()
    assets = {
        key: asset
        for key, asset in catalog.assets.items()
        if (folder / asset.file).is_file() and key not in LEFT_OUT
    }
    clean = clean_assets(
        {key: (folder / asset.file, asset.options()) for key, asset in assets.items()}, cache_folder()
    )
    return Furniture(assets, clean)


def draw_room(draws: Draws, name: str, furniture: Furniture, views: int) -> Stage | None:
    """One furnished room with `views` cameras; None where no draw fits (draw another)."""
    width, depth, height = (
        round(draws.number(low, high), 1) for low, high in ((4.0, 7.0), (4.6, 8.0), (2.5, 3.0))
    )
    room = (width, depth, height)
    for attempt in range(TRIES):
        tries = draws.fork("try", attempt)
        picked = _pick_pieces(tries, furniture)
        items = [
            _draw_item(tries, n, key, furniture, (room[0], room[1])) for n, (key, _c) in enumerate(picked)
        ]
        spots = place_items(items, (room[0], room[1]), gap_m=GAP_M)
        shots = spots and _draw_shots(tries, items, spots, room, views)
        if spots and shots:
            pieces = [
                _plan_piece(n, key, colour, furniture, spots[f"i{n}"])
                for n, (key, colour) in enumerate(picked)
            ]
            wall = tries.pick(WALLS)
            return plan_stage(name, tries.pick(STYLES), room, wall, pieces, tuple(shots))
    return None


def _pick_pieces(draws: Draws, furniture: Furniture) -> list[tuple[str, str]]:
    """(asset, colour) a piece; no two of one category share a colour, and at most three are of one asset."""
    deck = draws.shuffle([key for key in furniture.assets for _copy in range(3)])
    chosen = deck[: draws.whole(FEWEST, MOST)]
    used: dict[str, list[str]] = {}
    picked = []
    for key in chosen:
        taken = used.setdefault(furniture.assets[key].category, [])
        colour = draws.pick([colour for colour in COLOURS if colour not in taken])
        taken.append(colour)
        picked.append((key, colour))
    return picked


def _draw_item(draws: Draws, number: int, key: str, furniture: Furniture, room: tuple[float, float]) -> Item:
    """A piece's window: at a wall with its back to it, or anywhere."""
    width, depth = furniture.clean[key].size_m[:2]
    wall = draws.pick(WALLS) if draws.fraction() < 0.5 else None
    facing = OPPOSITE[wall] if wall else draws.pick(WALLS)
    size = (depth, width) if facing in ("east", "west") else (width, depth)
    padded = (size[0] + GAP_M, size[1] + GAP_M)
    region = {
        None: (0.3, room[0] - 0.3, 0.3, room[1] - 0.3),
        "north": (0.1, room[0] - 0.1, room[1] - padded[1] - 0.02, room[1]),
        "south": (0.1, room[0] - 0.1, 0.0, padded[1] + 0.02),
        "east": (room[0] - padded[0] - 0.02, room[0], 0.1, room[1] - 0.1),
        "west": (0.0, padded[0] + 0.02, 0.1, room[1] - 0.1),
    }[wall]
    return Item(f"i{number}", (width, depth), facing, draw_window(draws, padded, region, 0.9))


def _plan_piece(number: int, key: str, colour: str, furniture: Furniture, spot: Spot) -> dict[str, Any]:
    asset = furniture.assets[key]
    return {
        "name": f"piece_{number}", "label": f"{asset.label}_{number}", "category": asset.category,
        "asset": key, "blend": str(furniture.clean[key].blend), "colour": colour,
        "x_m": spot.x_m, "y_m": spot.y_m, "z_m": 0.0, "yaw_deg": spot.yaw_deg,
    }  # fmt: skip


def _draw_shots(
    draws: Draws, items: list[Item], spots: dict[str, Spot], room: tuple[float, ...], views: int
) -> list[Shot]:
    """Cameras near the walls at eye height, clear of all pieces, looking across the room; fewer than
    `views` where there is no place, none at all gives an empty list."""
    width, depth, height = room
    shots: list[Shot] = []
    for _attempt in range(40):
        along = draws.number(0.0, 1.0)
        x, y = {
            "north": (along * width, depth - INSET_M), "south": (along * width, INSET_M),
            "east": (width - INSET_M, along * depth), "west": (INSET_M, along * depth),
        }[draws.pick(WALLS)]  # fmt: skip
        x, y = min(max(x, INSET_M), width - INSET_M), min(max(y, INSET_M), depth - INSET_M)
        target = (width * draws.number(0.3, 0.7), depth * draws.number(0.3, 0.7), 0.55)
        if math.dist((x, y), target[:2]) < 1.2 or any(
            _reach(item, spots[item.name], x, y) < CLEAR_M for item in items
        ):
            continue
        location = (round(x, 3), round(y, 3), round(min(draws.number(1.4, 1.8), height - 0.3), 3))
        aim = (round(target[0], 3), round(target[1], 3), target[2])
        shots.append(Shot(f"view_{len(shots) + 1}", location, aim, round(draws.number(17.0, 23.0), 1)))
        if len(shots) == views:
            break
    return shots


def _reach(item: Item, spot: Spot, x: float, y: float) -> float:
    """Distance in plan from a point to an item's box."""
    size = item.size_m[::-1] if spot.yaw_deg in (90, 270) else item.size_m
    away = [
        max(0.0, abs(p - q) - side / 2) for p, q, side in zip((x, y), (spot.x_m, spot.y_m), size, strict=True)
    ]
    return math.hypot(*away)
