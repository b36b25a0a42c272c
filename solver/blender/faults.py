"""Makes faulty copies of a good room.blend: each job opens it, changes one thing, and saves elsewhere.

One process makes many copies, since opening a file forgets the last one. A change is a list
`[operation, arguments]`; the operations are the functions in OPERATIONS.
"""

import math
import os

import bpy
from mathutils import Matrix, Vector

from solver.errors import OutputError, RenderError


def make_faults(request, emit):
    """Carry out `request["jobs"]`, each `{"name", "changes", "blend"?, "renders"?}`, on `request["gold"]`.

    `blend` is where to save; `renders` a list of `{"camera": "render"|"top_view", "size_px", "samples",
    "path"}` drawn after the change. Returns the names done. Raises OutputError when gold cannot be opened.
    """
    done = []
    for number, job in enumerate(request["jobs"]):
        emit("progress", stage="faults", done=number / len(request["jobs"]), left_s=None)
        _open(request["gold"])
        for operation, arguments in job["changes"]:
            OPERATIONS[operation](**arguments)
            bpy.context.view_layer.update()
        for order in job.get("renders", ()):
            _render(**order)
        if job.get("blend"):
            _save(job["blend"])
        done.append(job["name"])
    return {"done": done}


def _open(path):
    try:
        bpy.ops.wm.open_mainfile(filepath=path, load_ui=False, use_scripts=False)
    except RuntimeError as error:
        raise OutputError(f"{path}: Blender cannot open it: {str(error).strip()}") from error


def _save(path):
    bpy.context.preferences.filepaths.save_version = 0
    bpy.ops.wm.save_as_mainfile(filepath=path, check_existing=False, compress=True, copy=True)
    if not os.path.isfile(path):
        raise RenderError(f"{path}: Blender wrote nothing; is the disk full?")


def _render(camera, size_px, samples, path):
    scene = bpy.context.scene
    cameras = [item for item in scene.objects if item.type == "CAMERA"]
    kind = "ORTHO" if camera == "top_view" else "PERSP"
    scene.camera = next(item for item in cameras if item.data.type == kind)
    ceilings = [item for item in scene.objects if item.get("shell") == "ceiling"]
    for item in ceilings:
        item.hide_render = camera == "top_view"
    scene.cycles.samples = samples
    scene.render.resolution_x, scene.render.resolution_y = size_px
    scene.render.resolution_percentage = 100
    scene.render.use_file_extension = False
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)
    for item in ceilings:
        item.hide_render = False
    scene.camera = next(item for item in cameras if item.data.type == "PERSP")


def _pieces():
    return [item for item in bpy.context.scene.objects if item.get("piece") is not None]


def _solids():
    return [item for item in bpy.context.scene.objects if item.type == "MESH"]


def _bake(item, matrix):
    """Apply a matrix about the object's own place to its mesh, in a mesh of its own."""
    item.data = item.data.copy()
    item.data.transform(matrix)
    item.data.update()


def remove(name):
    """Take one object away."""
    bpy.data.objects.remove(bpy.data.objects[name])


def rename(name, to):
    """Call an object otherwise."""
    bpy.data.objects[name].name = to


def move(name, by_m):
    """Stand an object elsewhere."""
    bpy.data.objects[name].location += Vector(by_m)


def turn(name, deg, baked=False, said=False):
    """Turn an object about its vertical axis; `baked` into its mesh, `said` in its yaw property."""
    item = bpy.data.objects[name]
    if baked:
        _bake(item, Matrix.Rotation(math.radians(deg), 4, "Z"))
    else:
        item.rotation_euler[2] += math.radians(deg)
    if said:
        item["yaw_deg"] = int(item["yaw_deg"] + deg) % 360


def scale(name, factor, baked=True):
    """Make an object larger or smaller about its origin."""
    item = bpy.data.objects[name]
    if baked:
        _bake(item, Matrix.Scale(factor, 4))
    else:
        item.scale *= factor


def copy(name, by_m):
    """A second object of the same mesh, as Blender names copies."""
    source = bpy.data.objects[name]
    twin = source.copy()
    twin.location += Vector(by_m)
    source.users_collection[0].objects.link(twin)


def shift_origin(name, by_m):
    """Move an object's origin without moving its mesh in the world."""
    item = bpy.data.objects[name]
    _bake(item, Matrix.Translation(-Vector(by_m)))
    item.location += Vector(by_m)


def parent_scaled(name, factor):
    """Hang an object on an empty scaled by `factor`, its own scale undoing that: the world stays the same."""
    item = bpy.data.objects[name]
    empty = bpy.data.objects.new("Group", None)
    bpy.context.scene.collection.objects.link(empty)
    empty.scale = (factor,) * 3
    item.parent = empty
    item.location /= factor
    item.scale /= factor


def split(name, names):
    """Cut an object's mesh into as many objects as there are names, by faces in order."""
    item = bpy.data.objects[name]
    count, total = len(names), len(item.data.polygons)
    for k, part_name in enumerate(names):
        part = item.copy()
        part.data = item.data.copy()
        item.users_collection[0].objects.link(part)
        _keep_faces(part.data, total * k // count, total * (k + 1) // count)
        if k == 0:
            first = part
        part.name = part_name if k else f"{part_name}_part"
    bpy.data.objects.remove(item)
    first.name = names[0]


def _keep_faces(mesh, start, stop):
    import bmesh

    work = bmesh.new()
    work.from_mesh(mesh)
    work.faces.ensure_lookup_table()
    gone = [face for face in work.faces if not start <= face.index < stop]
    bmesh.ops.delete(work, geom=gone, context="FACES")
    work.to_mesh(mesh)
    work.free()


def add_box(name, low_m, high_m, role=None):
    """One more box mesh; `role` sets its `shell` property."""
    (a, b, c), (d, e, f) = low_m, high_m
    middle = Vector(((a + d) / 2, (b + e) / 2, c))
    points = [Vector((x, y, z)) - middle for z in (c, f) for y in (b, e) for x in (a, d)]
    faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], faces)
    item = bpy.data.objects.new(name, mesh)
    item.location = middle
    if role:
        item["shell"] = role
    bpy.context.scene.collection.objects.link(item)


def transform_all(matrix):
    """Apply one 4 x 4 matrix to everything: meshes are baked, lights and cameras moved."""
    matrix = Matrix(matrix)
    linear = matrix.to_3x3().to_4x4()
    for item in bpy.context.scene.objects:
        if item.type == "MESH":
            item.location = matrix @ item.location
            _bake(item, linear)
            if matrix.determinant() < 0.0:
                item.data.flip_normals()
        else:
            item.matrix_world = matrix @ item.matrix_world


def remove_shell(kind):
    """Take away the shell's meshes of one kind, e.g. wall_west or ceiling."""
    for item in [item for item in _solids() if item.get("shell") == kind]:
        bpy.data.objects.remove(item)


def remove_kind(kind):
    """Take away every light or camera of a Blender type, e.g. SUN, AREA, ORTHO, PERSP."""
    for item in list(bpy.context.scene.objects):
        if item.type in ("LIGHT", "CAMERA") and item.data.type == kind:
            bpy.data.objects.remove(item)


def place_camera(kind, at_m, ortho_scale=None):
    """Put the camera of a type elsewhere, looking the same way."""
    for item in bpy.context.scene.objects:
        if item.type == "CAMERA" and item.data.type == kind:
            item.location = at_m
            if ortho_scale is not None:
                item.data.ortho_scale *= ortho_scale


def clear_properties():
    """Forget every custom property, as a file made by hand has none."""
    for item in bpy.context.scene.objects:
        for key in list(item.keys()):
            del item[key]


def add_script(text):
    """A text block that would run when the file is opened with scripts allowed."""
    block = bpy.data.texts.new("autorun.py")
    block.write(text)
    block.use_module = True


def add_scene(name):
    """A second, empty scene."""
    bpy.data.scenes.new(name)


def hide(name):
    """Switch an object off for rendering."""
    bpy.data.objects[name].hide_render = True


def swap(names):
    """Exchange the places of two objects."""
    first, second = (bpy.data.objects[name] for name in names)
    first.location, second.location = second.location.copy(), first.location.copy()


OPERATIONS = {
    function.__name__: function
    for function in (
        remove, rename, move, turn, scale, copy, shift_origin, parent_scaled, split, add_box, transform_all,
        remove_shell, remove_kind, place_camera, clear_properties, add_script, add_scene, hide, swap,
    )
}  # fmt: skip
