"""resolve_world: a scene and its measured pieces -> World, what rules are written in."""

from __future__ import annotations

from collections.abc import Iterable

from solver.core.layout import Piece
from solver.core.outline import Box
from solver.core.rules import Stacking
from solver.core.spec.scene import SceneSpec
from solver.core.turning import QUARTER_TURNS
from solver.core.world import FLAT, World


def resolve_world(spec: SceneSpec, pieces: Iterable[Piece]) -> World:
    """The scene's room with its measured pieces, in file order. A piece of the scene that is not among
    `pieces` is left out, and rules about it say nothing."""
    by_name = {piece.name: piece for piece in pieces}
    there = {name: by_name[name] for name in spec.pieces if name in by_name}
    return World(
        room=spec.room,
        openings=spec.openings,
        pieces=there,
        blocks=find_blocks(spec),
        turns={name: find_turns(spec, name) for name in there},
        levels=find_levels(spec),
        optional={
            name: piece.optional for name, piece in spec.pieces.items() if piece.optional and name in there
        },
        hung=tuple(volume for curtain in spec.curtains for volume in curtain.list_volumes()),
    )


def find_blocks(spec: SceneSpec) -> dict[str, Box]:
    """What takes up floor for good: obstacles by name, and what the room's box has beyond its outline."""
    blocks = {obstacle.name: obstacle.find_box(spec.room) for obstacle in spec.obstacles}
    return blocks | {f"outside {number}": box for number, box in enumerate(spec.room.notches, 1)}


def find_turns(spec: SceneSpec, name: str) -> tuple[int, ...]:
    """The yaws a piece may take, in the order in which they are preferred."""
    piece = spec.pieces[name]
    yaws = tuple(range(0, 360, piece.turns_deg)) if piece.turns_deg != 90 else QUARTER_TURNS
    turned = piece.turned_deg
    return yaws if turned is None or turned in yaws else (*yaws, turned)


def find_levels(spec: SceneSpec) -> dict[str, str]:
    """What each piece stands on, where not the floor: FLAT for rugs, else the piece below it."""
    levels = {}
    for line in spec.rules:
        if isinstance(line.rule, Stacking):
            levels[line.rule.piece] = FLAT if line.rule.word == "under" else line.rule.of
    return levels
