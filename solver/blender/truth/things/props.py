"""Props that small things stand on, under or in: table, shelf, arch, open box."""

from __future__ import annotations

from solver.blender.furniture.shapes import Part
from solver.blender.truth.things.shapes import block


def model_table() -> list[Part]:
    """A table to look under: 0.86 x 0.58 x 0.52 m."""
    width, depth, height, leg = 0.86, 0.58, 0.52, 0.04
    legs = [
        block((leg, leg, height - 0.03), x=x * (width / 2 - leg), y=y * (depth / 2 - leg))
        for x in (-1, 1)
        for y in (-1, 1)
    ]
    return [block((width, depth, 0.035), z=height - 0.035), *legs]


def model_shelf() -> list[Part]:
    """A low shelf with a back and one board: 0.78 x 0.34 x 0.62 m, open to -y."""
    width, depth, height, board = 0.78, 0.34, 0.62, 0.028
    sides = [block((board, depth, height - board), x=x * (width - board) / 2) for x in (-1, 1)]
    levels = (0.05, 0.33)
    boards = [block((width - 2 * board, depth - 0.02, board), z=z) for z in levels]
    back = block((width - 2 * board, 0.012, height - board), y=depth / 2 - 0.006)
    return [block((width, depth, board), z=height - board), *sides, *boards, back]


def model_arch() -> list[Part]:
    """Two posts and a lintel: 0.82 x 0.34 x 0.6 m."""
    width, depth, height, post = 0.82, 0.34, 0.6, 0.12
    posts = [block((post, depth, height - 0.12), x=x * (width - post) / 2) for x in (-1, 1)]
    return [block((width, depth, 0.125), z=height - 0.125), *posts]


def model_open_box() -> list[Part]:
    """A box without a lid: 0.66 x 0.52 x 0.2 m, walls of 18 mm."""
    width, depth, height, wall = 0.66, 0.52, 0.2, 0.018
    sides = [block((wall, depth, height), x=x * (width - wall) / 2) for x in (-1, 1)]
    ends = [block((width - 2 * wall + 0.004, wall, height), y=y * (depth - wall) / 2) for y in (-1, 1)]
    return [block((width, depth, wall)), *sides, *ends]


PROPS = {"table": model_table, "shelf": model_shelf, "arch": model_arch, "open box": model_open_box}
