"""What a ray meets first: one tree of all that the camera may see, and whose each triangle is."""

from copy import copy
from math import inf

import bmesh
import bpy
from mathutils.bvhtree import BVHTree

from solver.blender.triangles import read_triangles

FAR_M = 1000.0


class Sight:
    """Rays into the meshes of furniture and shell, each one tree, so that parts of the shell can be taken
    away cheaply. `triangles` maps objects' names to world triangles (n, 3, 3), `kinds` the names of the
    shell's parts to what they are."""

    def __init__(self, pieces, shell):
        # None has modifiers here.
        self.triangles = {obj.name: read_triangles(obj.data, obj.matrix_world) for obj in (*pieces, *shell)}
        self.kinds = {obj.name: obj["shell"] for obj in shell}
        self.parts = tuple(shell)
        self.pieces, self.shell = Tree(pieces), Tree(shell)
        self.opened = {}

    def without(self, hidden):
        """The same, with the parts of the shell called `hidden` taken away; made once for all views."""
        if not hidden:
            return self
        key = tuple(hidden)
        if key not in self.opened:
            rest = self.opened[key] = copy(self)
            rest.shell = Tree([obj for obj in self.parts if obj.name not in hidden])
        return self.opened[key]

    def first(self, start, way):
        """(name of the object first met or "", its distance in metres or inf)."""
        near = self.pieces.first(start, way, FAR_M)
        wall = self.shell.first(start, way, min(near[1], FAR_M))
        return wall if wall[1] < near[1] else near


class Tree:
    """Some objects' meshes as one tree for rays. Joined by bmesh: lists of triangles cost ten times more."""

    def __init__(self, objects):
        self.owners, joined = [], bmesh.new()
        for obj in objects:
            mesh = obj.data.copy()
            mesh.transform(obj.matrix_world)
            joined.from_mesh(mesh)
            bpy.data.meshes.remove(mesh)
            self.owners += [obj.name] * (len(joined.faces) - len(self.owners))
        self.tree = BVHTree.FromBMesh(joined)
        joined.free()

    def first(self, start, way, most_m):
        """(name of the object first met or "", its distance in metres or inf), at most `most_m` away."""
        if not self.owners:
            return "", inf
        _place, _normal, face, distance = self.tree.ray_cast(start, way, most_m)
        return ("", inf) if face is None else (self.owners[face], distance)

    def nearest_m(self, place):
        """Distance from a place to the nearest surface; inf where there is none."""
        return self.tree.find_nearest(place)[3] if self.owners else inf
