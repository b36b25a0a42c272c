"""Wood: growth rings as contour lines of a stretched noise, fibres and pores along u."""

from __future__ import annotations

from solver.blender.materials.nodes import Graph


def draw_wood(name, light, dark, rings=7.0, contrast=0.8, roughness=0.42, coat=0.0):
    """A bpy material. light, dark: early and late wood. rings: ring lines across a board."""
    graph = Graph(name)
    broad = graph.noise(graph.coordinates((0.45, 5.5, 1)), detail=1.5, roughness=0.4)
    lines = graph.math("SINE", graph.math("MULTIPLY", broad, rings * 12.0))
    lines = graph.spread(lines, -1.0, 1.0)
    late = graph.math("POWER", lines, 2.2)
    fibre = graph.noise(graph.coordinates((3.5, 170, 1)), detail=3, roughness=0.6)
    pores = graph.noise(graph.coordinates((14, 650, 1)), detail=1)
    tone = graph.noise(graph.coordinates((0.23, 0.9, 1)), detail=1)
    amount = graph.math("MULTIPLY_ADD", late, 0.55)
    amount.node.inputs[2].default_value = -0.10
    amount = graph.math("ADD", amount, graph.math("MULTIPLY", graph.spread(fibre, 0.3, 0.7), 0.42))
    amount = graph.math("ADD", amount, graph.spread(tone, 0.3, 0.7, -0.16, 0.20))
    amount = graph.math("ADD", amount, graph.spread(pores, 0.60, 0.74, 0.0, 0.30))
    amount = graph.math("MULTIPLY", amount, contrast, clamp=True)
    colour = graph.mix(light, dark, amount)
    height = graph.math("ADD", graph.math("MULTIPLY", fibre, 0.6), graph.spread(pores, 0.56, 0.74, 0.0, -0.5))
    gloss = graph.spread(fibre, 0.3, 0.7, roughness - 0.05, roughness + 0.10)
    material = graph.finish(
        Base_Color=colour,
        Roughness=gloss,
        Specular_IOR_Level=0.4,
        Coat_Weight=coat,
        Coat_Roughness=0.25,
        Normal=graph.bump(height, 0.0006, 0.35),
    )
    material.diffuse_color = (*light, 1.0)
    return material


FINISHES = {
    "Wood_oak": (draw_wood, {"light": (0.56, 0.375, 0.205), "dark": (0.30, 0.165, 0.073)}),
    "Wood_walnut": (draw_wood, {"light": (0.215, 0.110, 0.055), "dark": (0.062, 0.028, 0.013), "rings": 5.0}),
    "Wood_ash": (draw_wood, {"light": (0.70, 0.555, 0.385), "dark": (0.46, 0.315, 0.185), "rings": 5.5}),
    "Wood_smoked": (draw_wood, {"light": (0.085, 0.055, 0.038), "dark": (0.024, 0.015, 0.011)}),
    "Wood_cherry": (
        draw_wood,
        {"light": (0.36, 0.145, 0.060), "dark": (0.17, 0.052, 0.020), "rings": 4.0, "coat": 0.3},
    ),
    "Wood_black": (draw_wood, {"light": (0.028, 0.026, 0.025), "dark": (0.012, 0.011, 0.011)}),
}
