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
    """A bare metal with a slightly uneven gloss."""
    graph = Graph(name)
    smear = graph.noise(graph.coordinates((60, 60, 60)), detail=2)
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
}
