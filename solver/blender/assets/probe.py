"""What Blender would render of the open file, read as plain arrays.

A render engine of our own is asked to render: only then does Blender evaluate everything with its
render settings (modifiers, levels, visibility, instances, curve and metaball resolution), so that
what is measured is what a picture would show, and not what the viewport shows.
"""

from collections import Counter
from dataclasses import dataclass, field

import bpy
import numpy as np

from solver.blender.assets.arrays import read_array, read_values, uv_values

# Hair curves, points and volumes have no faces to merge. Curves, texts, surfaces and metaballs come a
# second time as meshes, which is what renders.
_FACELESS = {"CURVES": "hair", "POINTCLOUD": "points", "VOLUME": "a volume", "GPENCIL": "a drawing",
             "GREASEPENCIL": "a drawing"}  # fmt: skip


@dataclass
class Part:
    """One rendered mesh with its world transform applied, in the file's units.

    `vertices` (v, 3); `edges` (e, 2) as vertex indices, `sharp` (e,) bool; `corners` and `corner_edges`
    the vertex and the edge of each face corner (c,); `starts` first corner of each face (f,); `slots`
    index into `materials` of each face (f,); `smooth` (f,) bool; `normals` corner normals (c, 3), or None
    where smooth flags and sharp edges give the same shading; `layers` name -> (kind, values per corner),
    kind "UV", "FLOAT_COLOR", "FLOAT" or "FLOAT_VECTOR"; `active_uv` the layer that renders where a
    material names none.
    `owner` is the original object that stands in the scene: the instancer for an instance.
    """

    owner: str
    name: str
    vertices: np.ndarray
    edges: np.ndarray
    sharp: np.ndarray
    corners: np.ndarray
    corner_edges: np.ndarray
    starts: np.ndarray
    slots: np.ndarray
    smooth: np.ndarray
    normals: object
    materials: list
    layers: dict = field(default_factory=dict)
    active_uv: str = ""


class _Probe(bpy.types.RenderEngine):
    """A render engine that looks and draws nothing."""

    bl_idname = "SCENE_SOLVER_PROBE"
    bl_label = "Scene solver probe"
    bl_use_preview = False

    # What one run looks for and finds; Blender makes the instance, so it is kept on the class.
    wanted = parts = ignored = error = None

    def render(self, depsgraph):
        # An exception in here would only be printed; it is kept and raised by `probe_scene`.
        try:
            self._read(depsgraph)
        except Exception as error:
            _Probe.error = error

    def _read(self, depsgraph):
        seen = Counter()
        for instance in depsgraph.object_instances:
            if not instance.show_self:
                continue
            thing = instance.object
            owner = (instance.parent if instance.is_instance else thing).original
            if _Probe.wanted is not None and owner.name_full not in _Probe.wanted:
                continue
            if thing.is_shadow_catcher or not thing.visible_camera:
                continue
            for modifier in thing.modifiers:
                if modifier.type == "PARTICLE_SYSTEM" and _draws_strands(modifier):
                    _Probe.ignored.append((owner.name, "hair"))
            if thing.type in _FACELESS:
                _Probe.ignored.append((owner.name, _FACELESS[thing.type]))
            if thing.type != "MESH":
                continue
            # Seen again where several view layers render it; one object may also come as several
            # meshes, which only their order tells apart.
            key = (owner.name_full, thing.name_full, tuple(instance.persistent_id), thing.type)
            seen[key] += 1
            if (*key, seen[key]) not in _Probe.parts:
                _Probe.parts[(*key, seen[key])] = _read_part(thing, instance, owner, depsgraph)


def _draws_strands(modifier):
    settings = modifier.particle_system.settings
    return settings.type == "HAIR" and settings.render_type == "PATH" and modifier.show_render


def probe_scene(scene, wanted=None):
    """Everything with faces that `scene` renders, as ([Part], [(object name, what was left out)]).

    `wanted`: full names of the original objects to take, or None for all. Order is the dependency
    graph's, which depends on the file alone. Changes the scene's render settings: do not save it.
    """
    _Probe.wanted, _Probe.parts, _Probe.ignored, _Probe.error = wanted, {}, [], None
    bpy.utils.register_class(_Probe)
    try:
        _prepare_render(scene)
        bpy.ops.render.render(scene=scene.name)
    finally:
        bpy.utils.unregister_class(_Probe)
    if _Probe.error is not None:
        raise _Probe.error
    return [part for part in _Probe.parts.values() if part is not None], sorted(set(_Probe.ignored))


def _prepare_render(scene):
    scene.render.engine = _Probe.bl_idname
    # Blender refuses to render without a camera.
    camera = bpy.data.objects.new("Probe", bpy.data.cameras.new("Probe"))
    scene.collection.objects.link(camera)
    scene.camera = camera
    scene.render.resolution_x = scene.render.resolution_y = 8
    scene.render.resolution_percentage = 100
    scene.render.use_compositing = scene.render.use_sequencer = False
    scene.render.use_border = scene.render.use_multiview = False
    scene.render.use_freestyle = False


def _read_part(thing, instance, owner, depsgraph):
    mesh = thing.to_mesh()
    try:
        if mesh is None or len(mesh.polygons) == 0:
            return None
        return _read_mesh(thing, mesh, np.array(instance.matrix_world, dtype=np.float64), owner.name)
    finally:
        thing.to_mesh_clear()


def _read_mesh(thing, mesh, matrix, owner):
    vertices = read_array(mesh, "vertices", "co", np.float32, 3).astype(np.float64)
    own = _has_own_normals(mesh)
    part = Part(
        owner=owner,
        name=thing.name,
        vertices=vertices @ matrix[:3, :3].T + matrix[:3, 3],
        edges=read_array(mesh, "edges", "vertices", np.int32, 2),
        sharp=np.zeros(len(mesh.edges), dtype=bool) if own else _read_sharp_edges(mesh),
        corners=read_array(mesh, "loops", "vertex_index", np.int32),
        corner_edges=read_array(mesh, "loops", "edge_index", np.int32),
        starts=read_array(mesh, "polygons", "loop_start", np.int32),
        slots=_read_slots(mesh, len(thing.material_slots)),
        smooth=read_array(mesh, "polygons", "use_smooth", bool),
        normals=_read_normals(mesh) @ np.linalg.pinv(matrix[:3, :3]) if own else None,
        materials=[slot.material.original if slot.material else None for slot in thing.material_slots],
    )
    _read_layers(mesh, part)
    if np.linalg.det(matrix[:3, :3]) < 0:
        _flip_faces(part)
    _drop_loose(part)
    return part


def _read_slots(mesh, count):
    if count < 2:
        return np.zeros(len(mesh.polygons), dtype=np.int32)
    return read_array(mesh, "polygons", "material_index", np.int32)


def _read_normals(mesh):
    if hasattr(mesh, "corner_normals"):  # 4.1 and newer
        return read_values(mesh.corner_normals, "vector", np.float32, 3).astype(np.float64)
    mesh.calc_normals_split()
    return read_array(mesh, "loops", "normal", np.float32, 3).astype(np.float64)


def _has_own_normals(mesh):
    """True where smooth flags and sharp edges alone do not give the corner normals."""
    return mesh.has_custom_normals or getattr(mesh, "use_auto_smooth", False)  # before 4.1 by angle, too


def _read_sharp_edges(mesh):
    # Before 4.1 they count with auto smooth only, whose normals are kept as they are.
    if not hasattr(mesh, "corner_normals") or "sharp_edge" not in mesh.attributes:
        return np.zeros(len(mesh.edges), dtype=bool)
    return read_array(mesh, "edges", "use_edge_sharp", bool)


def _read_layers(mesh, part):
    for layer in mesh.uv_layers:
        part.layers[layer.name] = ("UV", read_values(*uv_values(layer), np.float32, 2))
        if layer.active_render:
            part.active_uv = layer.name
    for attribute in mesh.attributes:
        if attribute.name in part.layers or attribute.name.startswith("."):
            continue
        values = _read_attribute(mesh, attribute, part)
        if values is not None:
            part.layers[attribute.name] = values


def _read_attribute(mesh, attribute, part):
    if attribute.name in ("position", "sharp_face", "material_index", "custom_normal", "id"):
        return None
    kinds = {"FLOAT_COLOR": ("color", 4), "BYTE_COLOR": ("color", 4), "FLOAT": ("value", 1),
             "FLOAT_VECTOR": ("vector", 3)}  # fmt: skip
    if attribute.data_type not in kinds or attribute.domain not in ("POINT", "CORNER", "FACE"):
        return None
    name, width = kinds[attribute.data_type]
    values = read_values(attribute.data, name, np.float32, width)
    if attribute.domain == "POINT":
        values = values[part.corners]
    elif attribute.domain == "FACE":
        values = np.repeat(values, count_corners(part), axis=0)
    kind = "FLOAT_COLOR" if width == 4 else attribute.data_type
    return kind, values


def count_corners(part):
    """Number of corners of each face, (f,)."""
    return np.diff(np.append(part.starts, len(part.corners)))


def _flip_faces(part):
    """Turn every face round: a mirroring transform leaves them inside out, normals aside."""
    counts = np.repeat(count_corners(part), count_corners(part))
    starts = np.repeat(part.starts, count_corners(part))
    places = np.arange(len(part.corners)) - starts
    order = starts + counts - 1 - places
    part.corners = part.corners[order]
    # A corner's edge leads to the next corner, which is now the one before.
    part.corner_edges = part.corner_edges[starts + (counts - 2 - places) % counts]
    if part.normals is not None:
        part.normals = part.normals[order]
    part.layers = {name: (kind, values[order]) for name, (kind, values) in part.layers.items()}


def _drop_loose(part):
    """Forget vertices and edges without a face: they never render, wherever they lie."""
    vertices, edges = _mark(part.corners, len(part.vertices)), _mark(part.corner_edges, len(part.edges))
    if not vertices.all():
        numbers = (np.cumsum(vertices) - 1).astype(np.int32)
        part.vertices, part.corners = part.vertices[vertices], numbers[part.corners]
        part.edges = numbers[part.edges]
    if not edges.all():
        numbers = (np.cumsum(edges) - 1).astype(np.int32)
        part.edges, part.sharp = part.edges[edges], part.sharp[edges]
        part.corner_edges = numbers[part.corner_edges]


def _mark(used, count):
    """Which of `count` things are used, (count,) bool."""
    marks = np.zeros(count, dtype=bool)
    marks[used] = True
    return marks
