"""Woven cloth: warp and weft threads in colour and height, slubs, a soft sheen."""

from __future__ import annotations

import math

from solver.blender.materials.nodes import Graph


def draw_fabric(name, colour, fleck=None, pitch_m=0.0042, relief_m=0.0007, sheen=0.15, melange=0.5):
    """A bpy material. colour, fleck: the two yarns. pitch_m: distance of threads. melange: 0 … 1."""
    graph = Graph(name)
    fleck = fleck or tuple(min(1.0, channel * 1.35 + 0.02) for channel in colour)
    threads = 1.0 / pitch_m
    warp = graph.noise(graph.coordinates((threads * 0.12, threads, 1)), detail=2)
    weft = graph.noise(graph.coordinates((threads, threads * 0.12, 1)), detail=2)
    turns = graph.split(graph.coordinates((math.pi * threads,) * 3))
    over = graph.math("MULTIPLY", graph.math("SINE", turns[0]), graph.math("SINE", turns[1]))
    over = graph.spread(over, -0.35, 0.35)
    yarn = graph.math(
        "ADD", graph.math("MULTIPLY", warp, over), graph.math("MULTIPLY", weft, graph.flip(over))
    )
    cloud = graph.noise(graph.coordinates((3.0, 3.0, 1)), detail=2)
    tint = graph.mix(colour, fleck, graph.spread(yarn, 0.40, 0.66, 0.0, melange))
    shade = graph.spread(cloud, 0.3, 0.7, 0.93, 1.04)
    tint = graph.mix(tint, graph.grey(shade), 1.0, blend="MULTIPLY")
    height = graph.math("ADD", graph.math("MULTIPLY", yarn, 0.8), graph.math("MULTIPLY", over, 0.25))
    material = graph.finish(
        Base_Color=tint,
        Roughness=0.88,
        Specular_IOR_Level=0.22,
        Sheen_Weight=sheen,
        Normal=graph.bump(height, relief_m, 0.55),
    )
    material.diffuse_color = (*colour, 1.0)
    return material


FINISHES = {
    "Fabric_sand": (draw_fabric, {"colour": (0.44, 0.375, 0.295)}),
    "Fabric_cream": (draw_fabric, {"colour": (0.66, 0.60, 0.50), "pitch_m": 0.0060, "relief_m": 0.0014}),
    "Fabric_rust": (draw_fabric, {"colour": (0.40, 0.115, 0.042), "pitch_m": 0.0036}),
    "Fabric_charcoal": (draw_fabric, {"colour": (0.058, 0.062, 0.070), "fleck": (0.115, 0.12, 0.13)}),
    "Fabric_sage": (draw_fabric, {"colour": (0.20, 0.245, 0.165)}),
    "Fabric_blue": (draw_fabric, {"colour": (0.075, 0.125, 0.205)}),
    "Fabric_white": (draw_fabric, {"colour": (0.78, 0.77, 0.74), "pitch_m": 0.003, "melange": 0.3}),
    "Weave_cream": (
        draw_fabric,
        {"colour": (0.60, 0.55, 0.46), "pitch_m": 0.009, "relief_m": 0.003, "sheen": 0.05},
    ),
    "Weave_grey": (
        draw_fabric,
        {"colour": (0.22, 0.225, 0.23), "pitch_m": 0.009, "relief_m": 0.003, "sheen": 0.05},
    ),
    "Weave_sand": (
        draw_fabric,
        {"colour": (0.50, 0.44, 0.36), "pitch_m": 0.009, "relief_m": 0.003, "sheen": 0.05},
    ),
}
