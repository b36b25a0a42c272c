"""Many rendered parts to one mesh object, standing on the floor with its front at -y."""

import gc
import math

import bpy
import numpy as np

from solver.blender.assets.arrays import uv_values, write_array
from solver.blender.assets.probe import count_corners

PIECE_NAME = "Piece"
# Turn about z, counter-clockwise in degrees, that brings each front axis to -y.
_TURN_DEG = {"-y": 0.0, "none": 0.0, "-x": 90.0, "+y": 180.0, "+x": 270.0}
_LAYER_LIMIT = 8  # Blender keeps at most eight UV layers


def place_parts(parts, options, front, unit_m):
    """Scale, turn and move the parts, in metres: front to -y, then `yaw_deg` further; origin at the
    box centre in x and y; lowest vertex at z = 0. Returns the box's size [x, y, z] in metres.
    """
    scale = unit_m * options.get("scale", 1.0)
    turn = math.radians(_TURN_DEG[front])
    _transform(parts, _rotation(turn) * scale)
    if options.get("size_m"):
        low, high = measure_box(parts)
        _transform(parts, np.diag(_fit_factors(high - low, options["size_m"])))
    if options.get("yaw_deg"):
        _transform(parts, _rotation(math.radians(options["yaw_deg"])))
    low, high = measure_box(parts)
    origin = np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]])
    for part in parts:
        part.vertices = part.vertices - origin
    # Vertices are single precision: what lies beyond a micrometre is noise, and would round up.
    return [round(float(value), 6) for value in high - low]


def measure_box(parts):
    """Lowest and highest corner of the box around all parts."""
    low = np.min([part.vertices.min(axis=0) for part in parts], axis=0)
    high = np.max([part.vertices.max(axis=0) for part in parts], axis=0)
    return low, high


def _rotation(angle):
    # Quarter turns exactly: cos(90°) is not 0 in floating point.
    cos, sin = (round(value, 15) for value in (math.cos(angle), math.sin(angle)))
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])


def _fit_factors(size, wanted):
    """Factors along x, y, z that bring `size` to the wanted one; a single wanted value scales all."""
    given = [(index, value) for index, value in enumerate(wanted) if value is not None]
    factors = [value / size[index] if size[index] > 0 else 1.0 for index, value in given]
    return factors * 3 if len(given) == 1 else factors


def _transform(parts, matrix):
    if np.array_equal(matrix, np.eye(3)):
        return
    inverse = np.linalg.inv(matrix)
    for part in parts:
        part.vertices = part.vertices @ matrix.T
        if part.normals is not None:
            part.normals = part.normals @ inverse


def build_piece(parts, attributes):
    """One object `Piece` in one collection `Piece` of the parts' faces; returns the collection.

    `attributes`: names of further mesh attributes that the materials read.
    """
    materials, slots = _merge_materials(parts)
    mesh = bpy.data.meshes.new(PIECE_NAME)
    _fill_mesh(mesh, parts)
    for material in materials:
        mesh.materials.append(material)
    if len(materials) > 1:
        write_array(mesh, "polygons", "material_index", np.concatenate(slots).astype(np.int32))
    mesh.polygons.foreach_set("use_smooth", np.concatenate([part.smooth for part in parts]))
    _fill_layers(mesh, parts, attributes)
    mesh.update()
    if any(part.normals is not None for part in parts):
        _fill_normals(mesh, parts)
    collection = bpy.data.collections.new(PIECE_NAME)
    collection.objects.link(bpy.data.objects.new(PIECE_NAME, mesh))
    return collection


def _fill_mesh(mesh, parts):
    vertices = _join(parts, "vertices").astype(np.float32)
    edges, sharp = _join(parts, "edges", "vertices"), _join(parts, "sharp")
    starts, counts = (
        _join(parts, "starts", "corners"),
        np.concatenate([count_corners(part) for part in parts]),
    )
    mesh.vertices.add(len(vertices))
    write_array(mesh, "vertices", "co", vertices)
    mesh.edges.add(len(edges))
    write_array(mesh, "edges", "vertices", edges)
    mesh.loops.add(counts.sum())
    write_array(mesh, "loops", "vertex_index", _join(parts, "corners", "vertices"))
    write_array(mesh, "loops", "edge_index", _join(parts, "corner_edges", "edges"))
    mesh.polygons.add(len(starts))
    write_array(mesh, "polygons", "loop_start", starts)
    if bpy.app.version < (3, 6):  # later versions know it from the next start, and it is read-only
        mesh.polygons.foreach_set("loop_total", counts.astype(np.int32))
    if sharp.any():
        write_array(mesh, "edges", "use_edge_sharp", sharp)


def _join(parts, name, within=None):
    """An array of all parts; `within` names the array that its values are indices of."""
    arrays = [getattr(part, name) for part in parts]
    if within:
        offsets = np.cumsum([0] + [len(getattr(part, within)) for part in parts])
        arrays = [(array + offsets[i]).astype(np.int32) for i, array in enumerate(arrays)]
    return np.concatenate(arrays)


def _merge_materials(parts):
    """All materials once, in order of first use, and each part's slot numbers among them."""
    order, slots = {}, []
    for part in parts:
        count = max(1, len(part.materials))
        own = np.array([order.setdefault(part.materials[i] if i < len(part.materials) else None, len(order))
                        for i in range(count)])  # fmt: skip
        slots.append(own[np.clip(part.slots, 0, count - 1)])
    return list(order), slots


def _fill_layers(mesh, parts, attributes):
    active = {part.active_uv for part in parts if part.active_uv}
    kinds = {}
    for part in parts:
        for name, (kind, _) in part.layers.items():
            if kind == "UV" or name in attributes:
                kinds.setdefault(name, kind)
    uv_names = [name for name, kind in kinds.items() if kind == "UV"]
    if len(active) > 1:
        # Parts disagree on the layer that renders by default: give that one a layer of its own.
        for part in parts:
            if part.active_uv:
                part.layers["PieceUV"] = part.layers[part.active_uv]
        uv_names = ["PieceUV", *(name for name in uv_names if name in attributes)]
        active = {"PieceUV"}
    for name in uv_names[:_LAYER_LIMIT]:
        layer = mesh.uv_layers.new(name=name, do_init=False)
        values, field = uv_values(layer)
        values.foreach_set(field, _gather(parts, name, 2).ravel())
        layer.active_render = name in active
    widths = {"FLOAT_COLOR": ("color", 4), "FLOAT": ("value", 1), "FLOAT_VECTOR": ("vector", 3)}
    for name, kind in kinds.items():
        if kind in widths:
            attribute = mesh.attributes.new(name, kind, "CORNER")
            attribute.data.foreach_set(widths[kind][0], _gather(parts, name, widths[kind][1]).ravel())


def _gather(parts, name, width):
    """A layer's values for every corner of all parts; 0 where a part lacks it."""
    rows = []
    for part in parts:
        values = part.layers[name][1] if name in part.layers else np.zeros((len(part.corners), width))
        rows.append(np.asarray(values, dtype=np.float32).reshape(-1, width))
    return np.concatenate(rows)


def _fill_normals(mesh, parts):
    """Give the corners of parts with normals of their own these; (0, 0, 0) leaves the others alone."""
    normals = np.concatenate(
        [np.zeros((len(part.corners), 3)) if part.normals is None else part.normals for part in parts]
    )
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)
    if hasattr(mesh, "use_auto_smooth"):  # before 4.1 custom normals count only with it
        mesh.use_auto_smooth, mesh.auto_smooth_angle = True, math.pi
    # The collector would walk the hundred thousands of small lists again and again.
    collecting = gc.isenabled()
    gc.disable()
    try:
        mesh.normals_split_custom_set(normals.astype(np.float32).tolist())
    finally:
        if collecting:
            gc.enable()
