"""The room's shell: floor, ceiling and walls with openings; what is fitted into them is in fittings.py.

Interior exactly the outline's floor from z = 0 to H, in metres; everything solid grows outwards. Object names
carry no furniture word, since graders take any mesh whose name holds one for a piece.
"""

import bpy

from solver.blender.curtains import build_curtains
from solver.blender.fittings import build_obstacles, build_openings, build_skirting
from solver.blender.materials import make_material
from solver.blender.outline import grow_outline, wall_matrix, wall_span
from solver.blender.solids import add_prism, finish_object, weld

FLOOR_THICKNESS_M = 0.1


def build_shell(room, style, collection, boxes):
    """Build the shell of `room` (a RoomPlan as a dict) into `collection`; returns its objects.

    `boxes` are the pieces' world boxes ((x0, y0, z0), (x1, y1, z1)): no skirting runs through them.
    """
    shell = [
        obj
        for make in (build_slabs, build_walls, build_openings, build_obstacles, build_curtains)
        for obj in make(room, style, collection)
    ]
    return shell + build_skirting(room, style, collection, boxes)


def build_slabs(room, style, collection):
    """Floor with its top at z = 0 and ceiling with its underside at z = H, under and over the walls too."""
    outline, h = grow_outline(room["corners_m"], room["wall_thickness_m"]), room["height_m"]
    floor = add_prism("Floor", outline, -FLOOR_THICKNESS_M, 0.0)
    ceiling = add_prism("Ceiling", outline, h, h + FLOOR_THICKNESS_M)
    return [
        finish_object(floor, "floor", make_material("floor", style), collection),
        finish_object(ceiling, "ceiling", make_material("ceiling", style), collection),
    ]


def build_walls(room, style, collection):
    """Watertight walls, one an edge of the outline; north and south walls cover the outer corners."""
    walls = []
    for wall in room["walls"]:
        start, end = wall_span(room, wall)
        holes = [
            (max(start, o["along_m"][0]), min(end, o["along_m"][1]), *o["z_m"])
            for o in room["openings"]
            if o["wall"] == wall["name"]
        ]
        mesh = make_pierced_panel(start, end, room["height_m"], room["wall_thickness_m"], holes)
        mesh.name = f"Wall_{wall['name'].title()}"
        mesh.transform(wall_matrix(wall))
        mesh.update()
        obj = bpy.data.objects.new(mesh.name, mesh)
        # some styles paint the walls of one side in a colour of their own
        material = make_material("accent" if wall["direction"] == "north" else "wall", style)
        walls.append(finish_object(obj, f"wall_{wall['name']}", material, collection, wall))
    return walls


def make_pierced_panel(start, end, height, thickness, holes):
    """A mesh [start,end] x [0,thickness] x [0,height] with rectangular `holes` (a0, a1, z0, z1).

    A grid of cells cut at every hole edge; faces only where solid meets void, so the panel is
    watertight and shows no seam.
    """
    xs = sorted({start, end, *(v for hole in holes for v in hole[:2])})
    zs = sorted({0.0, height, *(v for hole in holes for v in hole[2:])})

    def is_solid(i, k):
        if not (0 <= i < len(xs) - 1 and 0 <= k < len(zs) - 1):
            return False
        x, z = (xs[i] + xs[i + 1]) / 2, (zs[k] + zs[k + 1]) / 2
        return not any(a0 < x < a1 and z0 < z < z1 for a0, a1, z0, z1 in holes)

    vertices, faces = [], []

    def add_quad(*corners):
        faces.append(tuple(range(len(vertices), len(vertices) + 4)))
        vertices.extend(corners)

    for i in range(len(xs) - 1):
        for k in range(len(zs) - 1):
            if is_solid(i, k):
                beside = [is_solid(i - 1, k), is_solid(i + 1, k), is_solid(i, k - 1), is_solid(i, k + 1)]
                _add_cell(add_quad, (xs[i], xs[i + 1]), (zs[k], zs[k + 1]), thickness, beside)
    mesh = bpy.data.meshes.new("Panel")
    mesh.from_pydata(vertices, [], faces)
    weld(mesh)
    return mesh


def _add_cell(add_quad, x, z, thickness, solid):
    (a, b), (c, d), t = x, z, thickness
    left, right, below, above = solid
    add_quad((a, 0, c), (b, 0, c), (b, 0, d), (a, 0, d))
    add_quad((a, t, c), (a, t, d), (b, t, d), (b, t, c))
    if not left:
        add_quad((a, 0, c), (a, 0, d), (a, t, d), (a, t, c))
    if not right:
        add_quad((b, 0, c), (b, t, c), (b, t, d), (b, 0, d))
    if not below:
        add_quad((a, 0, c), (a, t, c), (b, t, c), (b, 0, c))
    if not above:
        add_quad((a, 0, d), (b, 0, d), (b, t, d), (a, t, d))
