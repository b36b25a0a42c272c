"""Paint, metal, glass, stone and plastic."""

from __future__ import annotations

from solver.blender.materials.nodes import Graph


def draw_paint(name, colour, roughness=0.38, relief_m=0.00012, world=False, cell_m=0.003):
    """A painted surface with the faint orange peel of a roller; cell_m is the size of its dots."""
    graph = Graph(name)
    scale = (1.0 / cell_m,) * 3
    peel = graph.noise(graph.coordinates(scale, world), detail=1, dimensions="3D" if world else "2D")
    return graph.finish(
        Base_Color=colour,
        Roughness=roughness,
        Specular_IOR_Level=0.4,
        Normal=graph.bump(peel, relief_m, 0.6),
    )


def draw_metal(name, colour, roughness=0.28):
    """A bare metal, brushed along u."""
    graph = Graph(name)
    smear = graph.noise(graph.coordinates((5, 420, 1)), detail=2)
    return graph.finish(
        Base_Color=colour,
        Metallic=1.0,
        Roughness=graph.spread(smear, 0.3, 0.7, roughness - 0.05, roughness + 0.08),
    )


def draw_glass(name, colour=(0.93, 0.97, 0.95), roughness=0.0):
    """Thick clear glass, for table tops and lamps."""
    graph = Graph(name)
    return graph.finish(Base_Color=colour, Roughness=roughness, Transmission_Weight=1.0, IOR=1.45)


def draw_plastic(name, colour, roughness=0.45):
    """A moulded, even surface."""
    return Graph(name).finish(Base_Color=colour, Roughness=roughness, Specular_IOR_Level=0.5)


def draw_stone(name, colour, vein):
    """A polished slab with clouds and fine speckles."""
    graph = Graph(name)
    cloud = graph.noise(graph.coordinates((5, 5, 1)), detail=4)
    speck = graph.noise(graph.coordinates((220, 220, 1)), detail=1)
    amount = graph.math(
        "ADD", graph.spread(cloud, 0.45, 0.7, 0.0, 0.5), graph.spread(speck, 0.55, 0.7, 0.0, 0.4)
    )
    return graph.finish(Base_Color=graph.mix(colour, vein, amount), Roughness=0.22, Specular_IOR_Level=0.5)


def draw_leaf(name, colour, pale):
    """A leaf's waxy skin with paler patches."""
    graph = Graph(name)
    patch = graph.noise(graph.coordinates((6, 9, 1)), detail=2)
    return graph.finish(
        Base_Color=graph.mix(colour, pale, graph.spread(patch, 0.4, 0.75)), Roughness=0.36, Coat_Weight=0.15
    )


def draw_shade(name, colour, glow=0.45):
    """A lamp's cloth, lit from behind just enough to read as lit; it is no light source of the room."""
    graph = Graph(name)
    thread = graph.noise(graph.coordinates((30, 420, 1)), detail=2)
    tint = graph.mix(colour, tuple(channel * 0.86 for channel in colour), graph.spread(thread, 0.35, 0.65))
    return graph.finish(
        Base_Color=tint, Roughness=0.9, Emission_Color=(1.0, 0.82, 0.58), Emission_Strength=glow
    )


FINISHES = {
    "Paint_white": (draw_paint, {"colour": (0.80, 0.79, 0.76)}),
    "Paint_graphite": (draw_paint, {"colour": (0.045, 0.048, 0.052)}),
    "Paint_green": (draw_paint, {"colour": (0.085, 0.13, 0.10)}),
    "Metal_brass": (draw_metal, {"colour": (0.72, 0.50, 0.22), "roughness": 0.30}),
    "Metal_steel": (draw_metal, {"colour": (0.56, 0.57, 0.58), "roughness": 0.30}),
    "Metal_black": (draw_plastic, {"colour": (0.016, 0.016, 0.017), "roughness": 0.38}),
    "Plastic_black": (draw_plastic, {"colour": (0.012, 0.012, 0.013), "roughness": 0.5}),
    "Screen_black": (draw_plastic, {"colour": (0.006, 0.006, 0.008), "roughness": 0.08}),
    "Glass_clear": (draw_glass, {}),
    "Stone_pale": (draw_stone, {"colour": (0.68, 0.66, 0.62), "vein": (0.40, 0.385, 0.36)}),
    "Leaf_green": (draw_leaf, {"colour": (0.030, 0.090, 0.026), "pale": (0.075, 0.165, 0.050)}),
    "Bark_brown": (draw_plastic, {"colour": (0.115, 0.070, 0.040), "roughness": 0.8}),
    "Soil_dark": (draw_plastic, {"colour": (0.030, 0.021, 0.015), "roughness": 0.95}),
    "Ceramic_white": (draw_plastic, {"colour": (0.70, 0.68, 0.64), "roughness": 0.24}),
    "Shade_linen": (draw_shade, {"colour": (0.74, 0.68, 0.57)}),
    "Paper_cream": (draw_plastic, {"colour": (0.62, 0.56, 0.45), "roughness": 0.7}),
    "Paper_blue": (draw_plastic, {"colour": (0.055, 0.105, 0.185), "roughness": 0.6}),
    "Paper_red": (draw_plastic, {"colour": (0.30, 0.055, 0.040), "roughness": 0.6}),
    "Paper_green": (draw_plastic, {"colour": (0.075, 0.13, 0.085), "roughness": 0.6}),
    "Paper_ochre": (draw_plastic, {"colour": (0.46, 0.27, 0.075), "roughness": 0.6}),
    "Paper_grey": (draw_plastic, {"colour": (0.21, 0.205, 0.195), "roughness": 0.6}),
}
