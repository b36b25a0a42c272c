"""What the room itself is made of, by role and style. Textures follow world positions."""

from __future__ import annotations

from solver.blender.materials.nodes import Graph
from solver.blender.materials.surfaces import draw_metal, draw_paint
from solver.blender.materials.textile import draw_fabric

# Each style: colours of the room (linear RGB); geometry never depends on it.
STYLES = {
    "plain": {
        "planks": ((0.31, 0.188, 0.098), (0.150, 0.080, 0.037)),
        "wall": (0.76, 0.735, 0.69),
        "accent": (0.76, 0.735, 0.69),
        "trim": (0.80, 0.795, 0.78),
        "frame": (0.80, 0.795, 0.78),
        "door": (0.78, 0.775, 0.76),
        "rug": (0.52, 0.47, 0.40),
        "curtain": (0.74, 0.71, 0.66),
    },
    "scandinavian": {
        "planks": ((0.47, 0.34, 0.215), (0.265, 0.175, 0.100)),
        "wall": (0.80, 0.80, 0.785),
        "accent": (0.225, 0.275, 0.245),
        "trim": (0.82, 0.82, 0.81),
        "door": (0.075, 0.085, 0.088),
        "frame": (0.045, 0.048, 0.050),
        "rug": (0.55, 0.56, 0.56),
        "curtain": (0.80, 0.79, 0.77),
    },
    "classic": {
        "planks": ((0.235, 0.110, 0.050), (0.110, 0.046, 0.020)),
        "wall": (0.66, 0.59, 0.475),
        "accent": (0.30, 0.335, 0.245),
        "trim": (0.78, 0.755, 0.68),
        "frame": (0.78, 0.755, 0.68),
        "door": (0.74, 0.71, 0.63),
        "rug": (0.28, 0.065, 0.052),
        "curtain": (0.37, 0.185, 0.135),
    },
    "dark": {
        "planks": ((0.115, 0.075, 0.050), (0.050, 0.032, 0.022)),
        "wall": (0.155, 0.185, 0.195),
        "accent": (0.155, 0.185, 0.195),
        "trim": (0.075, 0.085, 0.090),
        "frame": (0.030, 0.032, 0.034),
        "door": (0.075, 0.085, 0.090),
        "rug": (0.17, 0.165, 0.16),
        "curtain": (0.19, 0.195, 0.20),
    },
}


def draw_planks(name, light, dark, width_m=0.14, length_m=1.6):
    """A floor of boards along x: each board with its own tone and grain, thin dark joints, satin varnish."""
    graph = Graph(name)
    place = graph.coordinates((1, 1, 1), world=True)
    # each row starts a golden-ratio part of a board further on, so that no joints line up
    row = graph.math("FLOOR", graph.split(graph.scale(place, (0, 1 / width_m, 0)))[1])
    place = graph.add(place, graph.join(graph.math("MULTIPLY", row, 0.618034 * length_m), 0.0, 0.0))
    bricks = graph.node(
        "ShaderNodeTexBrick",
        {
            "Vector": place,
            "Color1": (0.0, 0.0, 0.0),
            "Color2": (1.0, 1.0, 1.0),
            "Mortar": (0.5, 0.5, 0.5),
            "Scale": 1.0,
            "Mortar Size": 0.0016,
            "Mortar Smooth": 0.2,
            "Brick Width": length_m,
            "Row Height": width_m,
        },
        offset=0.0,
    )
    board, joint = bricks.outputs[0], bricks.outputs[1]
    shift = graph.scale(board, (31.0, 17.0, 5.0))
    broad = graph.noise(graph.add(graph.scale(place, (0.5, 7.0, 1)), shift), detail=1.5, roughness=0.4)
    lines = graph.spread(graph.math("SINE", graph.math("MULTIPLY", broad, 75.0)), -1.0, 1.0)
    fibre = graph.noise(graph.add(graph.scale(place, (4.0, 180.0, 1)), shift), detail=3, roughness=0.6)
    amount = graph.math("MULTIPLY", graph.math("POWER", lines, 2.0), 0.38)
    amount = graph.math("ADD", amount, graph.spread(fibre, 0.3, 0.7, 0.0, 0.40))
    amount = graph.math("ADD", amount, graph.math("MULTIPLY", board, 0.55), clamp=True)
    colour = graph.mix(light, dark, amount)
    colour = graph.mix(colour, tuple(channel * 0.12 for channel in dark), joint)
    height = graph.math("SUBTRACT", graph.math("MULTIPLY", fibre, 0.12), joint)
    gloss = graph.spread(fibre, 0.3, 0.7, 0.30, 0.42)
    return graph.finish(
        Base_Color=colour, Roughness=gloss, Specular_IOR_Level=0.45, Normal=graph.bump(height, 0.0012, 0.5)
    )


def draw_plaster(name, colour, relief_m=0.0006):
    """A plastered, painted wall: broad unevenness of the trowel under fine grain."""
    graph = Graph(name)
    broad = graph.noise(graph.coordinates((7, 7, 7), world=True), detail=3, dimensions="3D")
    fine = graph.noise(graph.coordinates((260, 260, 260), world=True), detail=1, dimensions="3D")
    height = graph.math("ADD", broad, graph.math("MULTIPLY", fine, 0.30))
    shade = graph.grey(graph.spread(broad, 0.3, 0.7, 0.975, 1.0))
    return graph.finish(
        Base_Color=graph.mix(colour, shade, 1.0, blend="MULTIPLY"),
        Roughness=0.85,
        Specular_IOR_Level=0.25,
        Normal=graph.bump(height, relief_m, 0.6),
    )


def draw_pane(name):
    """Thin window glass: a clear pass for light and shadow rays with a faint reflection.

    True refraction would turn daylight into caustics, that is noise or darkness.
    """
    graph = Graph(name)
    clear = graph.node("ShaderNodeBsdfTransparent", {"Color": (0.97, 0.985, 0.98)}).outputs[0]
    mirror = graph.node("ShaderNodeBsdfGlossy", {"Color": (1.0, 1.0, 1.0), "Roughness": 0.0}).outputs[0]
    path = graph.node("ShaderNodeLightPath").outputs["Is Camera Ray"]
    facing = graph.node("ShaderNodeFresnel", {"IOR": 1.45}).outputs[0]
    amount = graph.math("MULTIPLY", facing, path)
    mixed = graph.node("ShaderNodeMixShader", {0: amount, 1: clear, 2: mirror}).outputs[0]
    graph.node("ShaderNodeOutputMaterial", {"Surface": mixed})
    return graph.material


ROLES = {
    "floor": lambda style: (draw_planks, {"light": style["planks"][0], "dark": style["planks"][1]}),
    "wall": lambda style: (draw_plaster, {"colour": style["wall"]}),
    "accent": lambda style: (draw_plaster, {"colour": style["accent"]}),
    "ceiling": lambda style: (draw_plaster, {"colour": (0.82, 0.82, 0.81), "relief_m": 0.0003}),
    "trim": lambda style: (draw_paint, {"colour": style["trim"], "world": True}),
    "window": lambda style: (draw_paint, {"colour": style["frame"], "world": True, "roughness": 0.3}),
    "pane": lambda style: (draw_pane, {}),
    "door": lambda style: (draw_paint, {"colour": style["door"], "world": True, "cell_m": 0.004}),
    "metal": lambda style: (draw_metal, {"colour": (0.56, 0.57, 0.58)}),
    "rug": lambda style: (
        draw_fabric,
        {"colour": style["rug"], "pitch_m": 0.009, "relief_m": 0.003, "sheen": 0.05},
    ),
    "curtain": lambda style: (draw_fabric, {"colour": style["curtain"], "pitch_m": 0.003}),
}
