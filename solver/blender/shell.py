"""The room's shell: floor, ceiling, four walls with openings, windows, doors and skirting.

Interior exactly [0,W]x[0,D]x[0,H] metres; everything solid grows outwards. Object names carry no
furniture word, since graders take any mesh whose name holds one for a piece.
"""

import bpy

from solver.blender.materials import make_material

FLOOR_THICKNESS_M = 0.1
SKIRTING_M = (0.012, 0.08)  # depth, height
FRAME_M = 0.06
DOOR_LEAF_M = 0.04
WALLS = ("north", "east", "south", "west")


def build_shell(room, style, collection, boxes):
    """Build the shell of `room` (a RoomPlan as a dict) into `collection`; returns its objects.

    `boxes` are the pieces' world boxes ((x0, y0, z0), (x1, y1, z1)): no skirting runs through them.
    """
    shell = [
        obj for make in (build_slabs, build_walls, build_openings) for obj in make(room, style, collection)
    ]
    return shell + build_skirting(room, style, collection, boxes)


def build_slabs(room, style, collection):
    """Floor with its top at z = 0 and ceiling with its underside at z = H."""
    w, d, h, t = (room[key] for key in ("width_m", "depth_m", "height_m", "wall_thickness_m"))
    floor = add_box("Floor", (-t, -t, -FLOOR_THICKNESS_M), (w + t, d + t, 0.0))
    ceiling = add_box("Ceiling", (-t, -t, h), (w + t, d + t, h + FLOOR_THICKNESS_M))
    return [
        finish_object(floor, "floor", make_material("floor", style), collection),
        finish_object(ceiling, "ceiling", make_material("ceiling", style), collection),
    ]


def build_walls(room, style, collection):
    """Four watertight walls; north and south cover the corners."""
    walls = []
    for wall in WALLS:
        start, end = wall_span(room, wall)
        holes = [(*o["along_m"], *o["z_m"]) for o in room["openings"] if o["wall"] == wall]
        mesh = make_pierced_panel(start, end, room["height_m"], room["wall_thickness_m"], holes)
        mesh.name = f"Wall_{wall.title()}"
        mesh.transform(wall_matrix(room, wall))
        mesh.update()
        obj = bpy.data.objects.new(mesh.name, mesh)
        # some styles paint one wall in a colour of its own
        material = make_material("accent" if wall == "north" else "wall", style)
        walls.append(finish_object(obj, f"wall_{wall}", material, collection))
    return walls


def wall_span(room, wall):
    """Where a wall starts and ends along its axis (x for north and south, else y), in metres."""
    if wall in ("north", "south"):
        return -room["wall_thickness_m"], room["width_m"] + room["wall_thickness_m"]
    return 0.0, room["depth_m"]


def wall_matrix(room, wall):
    """Takes wall coordinates (along, outwards, up) into the room's frame."""
    from mathutils import Matrix

    along, outwards, origin = {
        "north": ((1, 0, 0), (0, 1, 0), (0, room["depth_m"], 0)),
        "south": ((1, 0, 0), (0, -1, 0), (0, 0, 0)),
        "east": ((0, 1, 0), (1, 0, 0), (room["width_m"], 0, 0)),
        "west": ((0, 1, 0), (-1, 0, 0), (0, 0, 0)),
    }[wall]
    columns = (along, outwards, (0, 0, 1), origin)
    return Matrix([[column[row] for column in columns] for row in range(3)] + [[0, 0, 0, 1]])


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


def weld(mesh):
    """Join equal vertices and turn every face outwards."""
    import bmesh

    work = bmesh.new()
    work.from_mesh(mesh)
    bmesh.ops.remove_doubles(work, verts=work.verts, dist=1e-6)
    bmesh.ops.recalc_face_normals(work, faces=work.faces)
    work.to_mesh(mesh)
    work.free()


def build_skirting(room, style, collection, boxes):
    """Skirting boards along the walls, left out where a door or a piece flush with the wall is."""
    depth, height = SKIRTING_M
    boards = []
    for wall in WALLS:
        for start, end in find_free_spans(room, wall, boxes):
            board = add_box(f"Skirting_{wall.title()}", (start, -depth, 0.0), (end, 0.0, height))
            board.data.transform(wall_matrix(room, wall))
            weld(board.data)
            boards.append(finish_object(board, "trim", make_material("trim", style), collection))
    return boards


def find_free_spans(room, wall, boxes):
    """The stretches (start, end) of a wall's foot that no door and no piece takes up, in metres."""
    depth, height = SKIRTING_M
    axis = 0 if wall in ("north", "south") else 1
    length = room["width_m"] if axis == 0 else room["depth_m"]
    taken = [tuple(o["along_m"]) for o in room["openings"] if o["wall"] == wall and o["z_m"][0] < height]
    face = {"north": room["depth_m"], "east": room["width_m"], "south": 0.0, "west": 0.0}[wall]
    for low, high in boxes:
        gap = min(abs(low[1 - axis] - face), abs(high[1 - axis] - face))
        if gap < depth + 0.002 and low[2] < height:
            taken.append((low[axis], high[axis]))
    spans, reached = [], 0.0
    for start, end in [*sorted(taken), (length, length)]:
        if start - reached > depth:
            spans.append((reached, start))
        reached = max(reached, end)
    return spans


def build_openings(room, style, collection):
    """Frames, panes and door leaves; each stays inside its wall's thickness."""
    parts = []
    for opening in room["openings"]:
        matrix = wall_matrix(room, opening["wall"])
        for name, kind, material, low, high in list_opening_parts(opening, room["wall_thickness_m"]):
            part = add_box(name, low, high)
            part.data.transform(matrix)
            weld(part.data)
            parts.append(finish_object(part, kind, make_material(material, style), collection))
    return parts


def list_opening_parts(opening, thickness):
    """The boxes of one window or door in wall coordinates: (name, shell kind, material, low, high)."""
    (a, b), (c, d) = opening["along_m"], opening["z_m"]
    kind, f, t = opening["kind"], FRAME_M, thickness
    name, y0, y1 = kind.title(), t * 0.35, t * 0.35 + min(0.07, t * 0.5)
    trim = "door" if kind == "door" else "window"
    parts = [
        (f"{name}_Jamb", kind, trim, (a, y0, c), (a + f, y1, d)),
        (f"{name}_Jamb", kind, trim, (b - f, y0, c), (b, y1, d)),
        (f"{name}_Head", kind, trim, (a + f, y0, d - f), (b - f, y1, d)),
    ]
    if kind == "door":
        leaf_low, leaf_high = (a + f, y0 + 0.01, c + 0.006), (b - f, y0 + 0.01 + DOOR_LEAF_M, d - f)
        handle = b - f - 0.09
        return [
            *parts,
            ("Door_Leaf", kind, trim, leaf_low, leaf_high),
            (
                "Door_Handle",
                kind,
                "metal",
                (handle - 0.06, y0 - 0.04, 1.0),
                (handle + 0.06, y0 - 0.02, 1.018),
            ),
            (
                "Door_Rose",
                kind,
                "metal",
                (handle + 0.03, y0 - 0.025, 0.985),
                (handle + 0.06, y0 + 0.01, 1.033),
            ),
        ]
    middle = (a + b) / 2
    return [
        *parts,
        ("Window_Sill", kind, trim, (a, 0.0, c), (b, y1, c + 0.025)),
        ("Window_Base", kind, trim, (a + f, y0, c + 0.025), (b - f, y1, c + f)),
        ("Window_Mullion", kind, trim, (middle - f / 2, y0, c + f), (middle + f / 2, y1, d - f)),
        (
            "Window_Pane",
            kind,
            "pane",
            (a + f, (y0 + y1) / 2 - 0.003, c + f),
            (b - f, (y0 + y1) / 2 + 0.003, d - f),
        ),
    ]


def add_box(name, low, high):
    """An unlinked box object from corner `low` to corner `high`, in metres."""
    (a, b, c), (d, e, f) = low, high
    vertices = [(x, y, z) for z in (c, f) for y in (b, e) for x in (a, d)]
    faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    mesh.update()
    return bpy.data.objects.new(name, mesh)


def finish_object(obj, kind, material, collection):
    """Mark `obj` as part of the shell, give it its material and link it."""
    obj["shell"] = kind
    obj.data.materials.append(material)
    collection.objects.link(obj)
    return obj
