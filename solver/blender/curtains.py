"""Curtains: two panels of gathered cloth on a rod over a window, drawn open.

Everything is drawn in wall coordinates (along, outwards, up), in metres; outwards is negative in the room.
"""

import math

import bpy
import numpy

from solver.blender.furniture.save import join_parts
from solver.blender.furniture.shapes import Part
from solver.blender.furniture.sweeps import lathe, pipe, plain_box, tube
from solver.blender.materials import make_material
from solver.blender.outline import find_wall, wall_matrix
from solver.blender.solids import finish_object, weld

ROD_OUT_M = -0.06  # the rod's middle, and that of the folds
ROD_RADIUS_M, KNOB_RADIUS_M = 0.010, 0.016
RING_M = (0.0170, 0.0020)  # radius of a ring's middle line, and of its wire
BRACKET_M = (0.012, 0.036)  # width, and from the rod's end to its middle
LONG_ROD_M = 1.9  # a longer rod has a bracket in its middle

FOLD_M = 0.034  # of the gathered panel a fold
FOLD_DEPTH_M = 0.034  # to either side of the rod
FOLD_STEPS = 14
ROUNDNESS = 0.8  # 0: folds are a sine's, 1: their sides stand upright on the wall
CLOTH_M = 0.0014
EDGE_M = 0.002  # the last rows are this near, so that only they are shaded round the edge
ROWS = (0.0, 0.05, 0.12, 0.22, 0.34, 0.48, 0.64, 0.82, 1.0)  # from the hem up


def build_curtains(room, style, collection):
    """The curtains of a RoomPlan as a dict: for each a rod and two panels; returns the objects."""
    built = []
    for curtain in room.get("curtains", ()):
        wall = find_wall(room, curtain["wall"])
        cloth = [draw_panel(curtain, span, number) for number, span in enumerate(curtain["panels_m"])]
        for name, role, parts in (
            ("Curtain_Rod", "metal", draw_rod(curtain)),
            *(("Curtain_Panel", "curtain", [panel]) for panel in cloth),
        ):
            mesh = join_parts(name, parts)
            mesh.transform(wall_matrix(wall))
            weld(mesh)
            obj = bpy.data.objects.new(name, mesh)
            built.append(finish_object(obj, "curtain", make_material(role, style), collection, wall))
    return built


def draw_rod(curtain):
    """The rod with its knobs, brackets and rings, as parts."""
    (start, end), at = curtain["rod_m"], curtain["rod_at_m"]
    inner = (start + KNOB_RADIUS_M, end - KNOB_RADIUS_M)
    parts = [pipe([(x, ROD_OUT_M, at) for x in inner], ROD_RADIUS_M, 16)]
    angles = [math.radians(step) for step in range(-90, 91, 15)]
    knob = lathe([(KNOB_RADIUS_M * math.cos(a), KNOB_RADIUS_M * math.sin(a)) for a in angles], 20).turn(1, 90)
    parts += [knob.move(x, ROD_OUT_M, at) for x in inner]
    held = [start + BRACKET_M[1], end - BRACKET_M[1]]
    held += [(start + end) / 2] if end - start > LONG_ROD_M else []
    for x in held:
        parts += draw_bracket(x, at, curtain["rod_half_m"])
    for span in curtain["panels_m"]:
        folds = count_folds(span)
        step = (span[1] - span[0]) / folds
        parts += [draw_ring(span[0] + step * (fold + 0.5), at) for fold in range(folds)]
    return parts


def draw_bracket(x, at, half):
    """A plate on the wall, as high as twice `half`, and the arm that holds the rod."""
    plate = plain_box((BRACKET_M[0], 0.006, 2 * half), (x, -0.003, at))
    arm = plain_box((BRACKET_M[0] * 0.6, -ROD_OUT_M, 0.009), (x, ROD_OUT_M / 2, at - 0.008))
    return [plate, arm]


def draw_ring(x, at):
    """A ring that hangs on the rod."""
    radius, wire = RING_M
    angle = numpy.arange(20) * 2 * math.pi / 20
    middle = at + ROD_RADIUS_M - radius + wire
    path = numpy.stack(
        [numpy.full(20, x), ROD_OUT_M + radius * numpy.cos(angle), middle + radius * numpy.sin(angle)], axis=1
    )
    return tube(path, wire, 6)


def count_folds(span):
    """How many folds a panel as wide as `span` has."""
    return max(4, round((span[1] - span[0]) / FOLD_M))


def draw_panel(curtain, span, number):
    """One panel of cloth as a part: from its rings down to the hem, exactly as wide as `span`.

    Folds hang even from the rings and lean and open further down, by waves that differ between the panels.
    """
    low, high = curtain["hem_m"], curtain["rod_at_m"] - curtain["rod_half_m"]
    inside = [low + EDGE_M + (high - low - 2 * EDGE_M) * share for share in ROWS]
    heights = numpy.array([low, *inside, high])
    folds = count_folds(span)
    theta = numpy.linspace(0.0, 2 * math.pi * folds, folds * FOLD_STEPS + 1)
    share, drop = theta / theta[-1], ((high - heights) / (high - low))[:, None]
    fold = theta / (2 * math.pi) + 3.7 * number  # the panels are no copies of each other
    # Cloth is even at its rings; further down folds lean, some grow wider and deeper than their neighbours.
    lean = drop * (0.9 * numpy.sin(0.55 * fold + 0.4) + 0.6 * numpy.sin(1.45 * fold + 2.0))
    wide = (0.25 + 0.75 * drop) * (0.9 * numpy.sin(2.1 * fold + 1.0) + 0.5 * numpy.sin(3.4 * fold))
    turn = theta + (lean + wide) * numpy.minimum(1.0, 4.0 * numpy.minimum(share, 1.0 - share))
    pitch = (span[1] - span[0]) / folds
    along = span[0] + pitch * (theta / (2 * math.pi) + 0.5 * (turn - theta) / (2 * math.pi))
    along -= ROUNDNESS * pitch / (4 * math.pi) * numpy.sin(2 * turn)
    depth = 0.60 + 0.40 * numpy.minimum(1.0, drop / 0.25)
    depth = depth * (0.80 + 0.20 * numpy.sin(2.65 * fold + 1.0 + 1.2 * drop))
    along, out = along.clip(*span), ROD_OUT_M + FOLD_DEPTH_M * depth * numpy.sin(turn)
    return thicken(along, out, heights)


def thicken(along, out, heights):
    """A sheet of cloth, points (rows, columns) and a height a row, as a closed part CLOTH_M thick."""
    rows, columns = along.shape
    ways = numpy.stack([numpy.gradient(along, axis=1), numpy.gradient(out, axis=1)], axis=-1)
    ways /= numpy.linalg.norm(ways, axis=-1, keepdims=True)
    aside = numpy.stack([-ways[..., 1], ways[..., 0]], axis=-1) * CLOTH_M / 2
    # The outermost edges lie on the sheet's own ends, so that it keeps its width.
    aside[:, [0, -1], 0] = 0.0
    up = numpy.broadcast_to(heights[:, None], along.shape)
    sides = [numpy.stack([along + s * aside[..., 0], out + s * aside[..., 1], up], axis=-1) for s in (1, -1)]
    vertices = numpy.concatenate([side.reshape(-1, 3) for side in sides])
    lengths = numpy.hypot(numpy.diff(along, axis=1), numpy.diff(out, axis=1)).mean(axis=0)
    reach = numpy.concatenate([[0.0], numpy.cumsum(lengths)])
    back = rows * columns
    ring = [
        *range(columns),
        *(r * columns + columns - 1 for r in range(1, rows)),
        *((rows - 1) * columns + c for c in range(columns - 2, -1, -1)),
        *(r * columns for r in range(rows - 2, 0, -1)),
    ]
    faces = []
    for r in range(rows - 1):
        for c in range(columns - 1):
            face = (r * columns + c, r * columns + c + 1, (r + 1) * columns + c + 1, (r + 1) * columns + c)
            faces += [face, tuple(back + k for k in reversed(face))]
    faces += [(a, back + a, back + b, b) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)]
    places = [(reach[k % columns], heights[k % back // columns]) for face in faces for k in face]
    return Part(vertices, tuple(faces), numpy.array(places), (True,) * len(faces))
