"""The room's shell: floor, ceiling, walls with openings, windows, doors, columns, radiators, skirting.

Interior exactly the outline's floor from z = 0 to H, in metres; everything solid grows outwards. Object names
carry no furniture word, since graders take any mesh whose name holds one for a piece.
"""

import math

import bpy

from solver.blender.materials import make_material

FLOOR_THICKNESS_M = 0.1
SKIRTING_M = (0.012, 0.08)  # depth, height
FRAME_M = 0.06
DOOR_LEAF_M = 0.04


def build_shell(room, style, collection, boxes):
    """Build the shell of `room` (a RoomPlan as a dict) into `collection`; returns its objects.

    `boxes` are the pieces' world boxes ((x0, y0, z0), (x1, y1, z1)): no skirting runs through them.
    """
    shell = [
        obj
        for make in (build_slabs, build_walls, build_openings, build_obstacles)
        for obj in make(room, style, collection)
    ]
    return shell + build_skirting(room, style, collection, boxes)


def list_walls(room):
    """The room's walls as dicts (name, direction, at_m, start_m, end_m); of a plan without, a rectangle's."""
    w, d = room["width_m"], room["depth_m"]
    sides = (("north", d, w), ("east", w, d), ("south", 0.0, w), ("west", 0.0, d))
    return room.get("walls") or [
        {"name": name, "direction": name, "at_m": at, "start_m": 0.0, "end_m": length}
        for name, at, length in sides
    ]


def list_corners(room):
    """The outline's corners (x, y) in metres, counter-clockwise."""
    w, d = room["width_m"], room["depth_m"]
    return room.get("corners_m") or [(0.0, 0.0), (w, 0.0), (w, d), (0.0, d)]


def find_wall(room, name):
    """The wall called `name`."""
    return next(wall for wall in list_walls(room) if wall["name"] == name)


def build_slabs(room, style, collection):
    """Floor with its top at z = 0 and ceiling with its underside at z = H, under and over the walls too."""
    outline, h = grow_outline(list_corners(room), room["wall_thickness_m"]), room["height_m"]
    floor = add_prism("Floor", outline, -FLOOR_THICKNESS_M, 0.0)
    ceiling = add_prism("Ceiling", outline, h, h + FLOOR_THICKNESS_M)
    return [
        finish_object(floor, "floor", make_material("floor", style), collection),
        finish_object(ceiling, "ceiling", make_material("ceiling", style), collection),
    ]


def grow_outline(corners, by_m):
    """An outline of right angles (counter-clockwise), each edge moved outwards by `by_m`."""
    grown = []
    for (x0, y0), (x, y), (x1, y1) in zip(
        [corners[-1], *corners[:-1]], corners, [*corners[1:], corners[0]], strict=True
    ):
        # outwards is to the right of an edge's way
        for dx, dy in ((x - x0, y - y0), (x1 - x, y1 - y)):
            length = abs(dx) + abs(dy)
            x, y = x + by_m * dy / length, y - by_m * dx / length
        grown.append((x, y))
    return grown


def build_walls(room, style, collection):
    """Watertight walls, one an edge of the outline; north and south walls cover the outer corners."""
    walls = []
    for wall in list_walls(room):
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
        walls.append(finish_object(obj, f"wall_{wall['name']}", material, collection))
    return walls


def wall_span(room, wall):
    """Where a wall's solid starts and ends along its axis (x for north and south, else y), in metres.

    At an outer corner of the house north and south walls reach past their inner face by the thickness of
    the next wall; where the room goes round a corner, east and west walls leave that much to them.
    """
    thickness = room["wall_thickness_m"]
    along_x = wall["direction"] in ("north", "south")
    start, end = wall["start_m"], wall["end_m"]
    if along_x:
        start -= thickness if not turns_back(room, wall, start) else 0.0
        end += thickness if not turns_back(room, wall, end) else 0.0
    else:
        start += thickness if turns_back(room, wall, start) else 0.0
        end -= thickness if turns_back(room, wall, end) else 0.0
    return start, end


def turns_back(room, wall, end_m):
    """True where the room goes round the corner at this end of a wall: three quarters of it are floor."""
    corners = list_corners(room)
    here = (end_m, wall["at_m"]) if wall["direction"] in ("north", "south") else (wall["at_m"], end_m)
    k = min(range(len(corners)), key=lambda i: math.dist(corners[i], here))
    (x0, y0), (x, y), (x1, y1) = corners[k - 1], corners[k], corners[(k + 1) % len(corners)]
    return (x - x0) * (y1 - y) - (y - y0) * (x1 - x) < 0.0


def wall_matrix(wall):
    """Takes wall coordinates (along, outwards, up) into the room's frame."""
    from mathutils import Matrix

    at = wall["at_m"]
    along, outwards, origin = {
        "north": ((1, 0, 0), (0, 1, 0), (0, at, 0)),
        "south": ((1, 0, 0), (0, -1, 0), (0, at, 0)),
        "east": ((0, 1, 0), (1, 0, 0), (at, 0, 0)),
        "west": ((0, 1, 0), (-1, 0, 0), (at, 0, 0)),
    }[wall["direction"]]
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
    for wall in list_walls(room):
        for start, end in find_free_spans(room, wall, boxes):
            board = add_box(f"Skirting_{wall['name'].title()}", (start, -depth, 0.0), (end, 0.0, height))
            board.data.transform(wall_matrix(wall))
            weld(board.data)
            boards.append(finish_object(board, "trim", make_material("trim", style), collection))
    return boards


def find_free_spans(room, wall, boxes):
    """The stretches (start, end) of a wall's foot that no door and no piece takes up, in metres."""
    depth, height = SKIRTING_M
    axis = 0 if wall["direction"] in ("north", "south") else 1
    first, last, face = wall["start_m"], wall["end_m"], wall["at_m"]
    taken = [
        tuple(o["along_m"]) for o in room["openings"] if o["wall"] == wall["name"] and o["z_m"][0] < height
    ]
    built = [(obstacle["low_m"], obstacle["high_m"]) for obstacle in room.get("obstacles", ())]
    for low, high in [*boxes, *built]:
        gap = min(abs(low[1 - axis] - face), abs(high[1 - axis] - face))
        if gap < depth + 0.002 and low[2] < height and high[axis] > first and low[axis] < last:
            taken.append((low[axis], high[axis]))
    spans, reached = [], first
    for start, end in [*sorted(taken), (last, last)]:
        if start - reached > depth:
            spans.append((reached, start))
        reached = max(reached, end)
    return spans


def build_obstacles(room, style, collection):
    """Columns and radiators as solid boxes."""
    built = []
    for obstacle in room.get("obstacles", ()):
        obj = add_box(obstacle["kind"].title(), obstacle["low_m"], obstacle["high_m"])
        weld(obj.data)
        material = make_material("wall" if obstacle["kind"] == "column" else "trim", style)
        built.append(finish_object(obj, "obstacle", material, collection))
    return built


def build_openings(room, style, collection):
    """Frames, panes and door leaves; each stays inside its wall's thickness."""
    parts = []
    for opening in room["openings"]:
        matrix = wall_matrix(find_wall(room, opening["wall"]))
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


def add_prism(name, outline, low_m, high_m):
    """An unlinked object: the polygon `outline` (counter-clockwise) from one height to another."""
    n = len(outline)
    vertices = [(x, y, z) for z in (low_m, high_m) for x, y in outline]
    sides = [(k, (k + 1) % n, n + (k + 1) % n, n + k) for k in range(n)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], [tuple(reversed(range(n))), tuple(range(n, 2 * n)), *sides])
    mesh.update()
    return bpy.data.objects.new(name, mesh)


def finish_object(obj, kind, material, collection):
    """Mark `obj` as part of the shell, give it its material and link it."""
    obj["shell"] = kind
    obj.data.materials.append(material)
    collection.objects.link(obj)
    return obj
