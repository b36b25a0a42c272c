"""A thin hand on Blender's shader nodes: sockets by name, across the renamings of 4.0."""

from __future__ import annotations

import bpy

# Principled BSDF: name from 4.0 on -> name before
OLD_SOCKETS = {
    "Specular IOR Level": "Specular",
    "Sheen Weight": "Sheen",
    "Coat Weight": "Clearcoat",
    "Coat Roughness": "Clearcoat Roughness",
    "Transmission Weight": "Transmission",
    "Subsurface Weight": "Subsurface",
    "Emission Color": "Emission",
}
# Mix node (3.4 on): sockets of the colour kind share their names with those of other kinds
MIX_FACTOR, MIX_A, MIX_B, MIX_OUT = 0, 6, 7, 2


class Graph:
    """The node tree of one material while it is drawn. Methods return output sockets.

    Inputs may be sockets, numbers, or tuples (colours get alpha 1).
    """

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()

    def node(self, kind, inputs=None, **settings):
        """A node of type `kind` with properties set and inputs (by name or index) set or linked."""
        node = self.tree.nodes.new(kind)
        for key, value in settings.items():
            setattr(node, key, value)
        for key, value in (inputs or {}).items():
            self._feed(node.inputs[key], value)
        return node

    def _feed(self, socket, value):
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, tuple) and socket.type == "RGBA" and len(value) == 3:
            socket.default_value = (*value, 1.0)
        else:
            socket.default_value = value

    def coordinates(self, scale, world=False):
        """Texture coordinates (u along the grain) or world position, in metres, times `scale` (x, y, z)."""
        if world:
            source = self.node("ShaderNodeNewGeometry").outputs["Position"]
        else:
            source = self.node("ShaderNodeTexCoord").outputs["UV"]
        return self.scale(source, scale)

    def scale(self, vector, factors):
        """A vector times `factors`, each axis by itself."""
        return self.node("ShaderNodeVectorMath", {0: vector, 1: factors}, operation="MULTIPLY").outputs[0]

    def add(self, a, b):
        """Sum of two vectors."""
        return self.node("ShaderNodeVectorMath", {0: a, 1: b}, operation="ADD").outputs[0]

    def math(self, operation, a, b=0.0, clamp=False):
        """A number from numbers, with Blender's operation names."""
        return self.node("ShaderNodeMath", {0: a, 1: b}, operation=operation, use_clamp=clamp).outputs[0]

    def noise(self, vector, detail=2.0, roughness=0.5, dimensions="2D", scale=1.0):
        """Fractal noise in about 0.2 … 0.8, mean 0.5."""
        inputs = {"Vector": vector, "Scale": scale, "Detail": detail, "Roughness": roughness}
        # the output is called Fac up to 4.x, Factor later: take it by place
        return self.node("ShaderNodeTexNoise", inputs, noise_dimensions=dimensions).outputs[0]

    def spread(self, value, low, high, to_low=0.0, to_high=1.0):
        """`value` mapped from low … high to to_low … to_high and clamped."""
        inputs = {0: value, 1: low, 2: high, 3: to_low, 4: to_high}
        return self.node("ShaderNodeMapRange", inputs, clamp=True).outputs[0]

    def mix(self, a, b, factor, blend="MIX"):
        """Colour a towards colour b."""
        node = self.node(
            "ShaderNodeMix",
            {MIX_FACTOR: factor, MIX_A: a, MIX_B: b},
            data_type="RGBA",
            blend_type=blend,
        )
        return node.outputs[MIX_OUT]

    def flip(self, value):
        """1 - value."""
        return self.math("SUBTRACT", 1.0, value)

    def join(self, x, y, z):
        """A vector from three numbers."""
        return self.node("ShaderNodeCombineXYZ", {0: x, 1: y, 2: z}).outputs[0]

    def split(self, vector):
        """The three numbers of a vector."""
        return self.node("ShaderNodeSeparateXYZ", {0: vector}).outputs

    def grey(self, value):
        """A number as a colour."""
        return self.join(value, value, value)

    def bump(self, height, distance_m, strength=1.0, normal=None):
        """A normal bent by `height` (0 … 1 means distance_m)."""
        inputs = {"Height": height, "Distance": distance_m, "Strength": strength}
        if normal is not None:
            inputs["Normal"] = normal
        return self.node("ShaderNodeBump", inputs).outputs[0]

    def finish(self, **inputs):
        """Close the tree with a Principled BSDF; keys are its sockets, with _ for spaces. The material."""
        shader = self.node("ShaderNodeBsdfPrincipled")
        for key, value in inputs.items():
            name = key.replace("_", " ")
            if name not in shader.inputs:
                name = OLD_SOCKETS[name]
            self._feed(shader.inputs[name], value)
        output = self.node("ShaderNodeOutputMaterial", {"Surface": shader.outputs[0]})
        output.is_active_output = True
        colour = inputs.get("Base_Color")
        if isinstance(colour, tuple):
            self.material.diffuse_color = (*colour[:3], 1.0)
        return self.material
