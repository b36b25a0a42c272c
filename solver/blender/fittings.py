"""What is fitted into the shell: skirting, windows, doors, columns and radiators."""

from solver.blender.materials import make_material
from solver.blender.outline import find_wall, wall_matrix
from solver.blender.solids import add_box, finish_object, weld

SKIRTING_M = (0.012, 0.08)  # depth, height
FRAME_M = 0.06
DOOR_LEAF_M = 0.04


def build_skirting(room, style, collection, boxes):
    """Skirting boards along the walls, left out where a door or a piece flush with the wall is."""
    depth, height = SKIRTING_M
    boards = []
    for wall in room["walls"]:
        for start, end in find_free_spans(room, wall, boxes):
            board = add_box(f"Skirting_{wall['name'].title()}", (start, -depth, 0.0), (end, 0.0, height))
            board.data.transform(wall_matrix(wall))
            weld(board.data)
            boards.append(finish_object(board, "trim", make_material("trim", style), collection, wall))
    return boards


def find_free_spans(room, wall, boxes):
    """The stretches (start, end) of a wall's foot that no door and no piece takes up, in metres."""
    depth, height = SKIRTING_M
    axis = 0 if wall["direction"] in ("north", "south") else 1
    first, last, face = wall["start_m"], wall["end_m"], wall["at_m"]
    taken = [
        tuple(o["along_m"]) for o in room["openings"] if o["wall"] == wall["name"] and o["z_m"][0] < height
    ]
    built = [(obstacle["low_m"], obstacle["high_m"]) for obstacle in room["obstacles"]]
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
    for obstacle in room["obstacles"]:
        obj = add_box(obstacle["kind"].title(), obstacle["low_m"], obstacle["high_m"])
        weld(obj.data)
        material = make_material("wall" if obstacle["kind"] == "column" else "trim", style)
        built.append(finish_object(obj, "obstacle", material, collection))
    return built


def build_openings(room, style, collection):
    """Frames, panes and door leaves; each stays inside its wall's thickness."""
    parts = []
    for opening in room["openings"]:
        wall = find_wall(room, opening["wall"])
        for name, kind, material, low, high in list_opening_parts(opening, room["wall_thickness_m"]):
            part = add_box(name, low, high)
            part.data.transform(wall_matrix(wall))
            weld(part.data)
            parts.append(finish_object(part, kind, make_material(material, style), collection, wall))
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
