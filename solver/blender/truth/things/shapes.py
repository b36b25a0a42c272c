"""Simple solids for small things: plain numbers, no Blender. Metres, standing on z = 0.

A part's material is the name of a colour (see colours.py), or MAIN for the thing's own colour.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from solver.blender.furniture.shapes import Part, rounded_box
from solver.blender.furniture.sweeps import circle, loft, raise_outline, tube

MAIN = "main"
AROUND = 28  # corners of a round thing


def turn(profile: Sequence[tuple[float, float]], colour: str = MAIN, corners: int = AROUND) -> Part:
    """A turned solid: rows (radius, z) from the bottom up."""
    loops = [raise_outline(circle(max(radius, 2e-4), corners), z) for radius, z in profile]
    return loft(loops).dress(colour)


def ball(radius: float, z: float, colour: str = MAIN, squash: float = 1.0) -> Part:
    """A ball with its middle at height z; `squash` scales its height."""
    angles = np.linspace(-math.pi / 2, math.pi / 2, 17)
    rows = [(radius * math.cos(a), z + squash * radius * math.sin(a)) for a in angles]
    part = turn(rows, colour)
    return Part(part.vertices, part.faces, part.uvs, (True,) * len(part.faces), colour)


def block(size: Sequence[float], x: float = 0.0, y: float = 0.0, z: float = 0.0, colour: str = MAIN) -> Part:
    """A box with softened edges; x, y is its middle, z its underside."""
    soft = min(0.004, min(size) / 5)
    return rounded_box(size, soft).move(x, y, z + size[2] / 2).dress(colour)


def wheel(radius: float, width: float, x: float, y: float, z: float, axis: int, colour: str) -> Part:
    """A disc whose axis runs along x (0) or y (1), with its middle at x, y, z."""
    half = width / 2
    rows = [(radius * 0.8, -half), (radius, -half * 0.7), (radius, half * 0.7), (radius * 0.8, half)]
    return turn(rows, colour, 20).turn(1 - axis, 90.0).move(x, y, z)


def ring(
    radius: float, thickness: float, x: float, z: float, colour: str = MAIN, stretch: float = 1.0
) -> Part:
    """An upright ring in the xz plane, for handles; `stretch` makes it taller."""
    angles = np.arange(24) * 2 * math.pi / 24
    path = np.stack(
        [x + radius * np.cos(angles), np.zeros(24), z + stretch * radius * np.sin(angles)], axis=1
    )
    return tube(path, thickness).dress(colour)


def rod(foot: Sequence[float], head: Sequence[float], radii: tuple[float, float], colour: str = MAIN) -> Part:
    """A round bar from `foot` to `head` (points), thinning from radii[0] to radii[1]; ends level."""
    (fx, fy, fz), (hx, hy, hz) = foot, head
    loops = [raise_outline(circle(radii[0], 14), fz, fx, fy), raise_outline(circle(radii[1], 14), hz, hx, hy)]
    return loft(loops).dress(colour)


def pyramid(
    width: float, depth: float, z: float, height: float, top: float = 0.02, colour: str = MAIN
) -> Part:
    """A four-sided roof: width x depth at height z, `top` of it left at z + height."""
    outline = np.array([[1, -1], [1, 1], [-1, 1], [-1, -1]]) * np.array([width, depth]) / 2
    return loft([raise_outline(outline, z), raise_outline(outline * top, z + height)]).dress(colour)
