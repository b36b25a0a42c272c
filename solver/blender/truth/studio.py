"""Many small scenes in one Blender process: each built, drawn and handed over, then forgotten."""

import math
import os

import bpy
import numpy
from mathutils import Matrix, Vector

from solver.blender.lights import add_lights
from solver.blender.pieces import add_pieces, world_box
from solver.blender.render import render_still, set_up_cycles
from solver.blender.room import add_collection
from solver.blender.session import set_if_present, start_empty_scene
from solver.blender.shell import build_shell
from solver.blender.tone import apply_tone, choose_tone
from solver.blender.truth import describe_scene
from solver.blender.truth.things import COLOURS, FIXED, PROPS, THINGS
from solver.blender.truth.things.shapes import MAIN

SENSOR_MM = 36.0


def survey_things(request, emit):
    """Task: the triangles of every thing and prop at scale 1, as they will stand: underside at z = 0, box
    centred in x and y. Writes {kind: (n, 3, 3) metres} to the .npz `request["out"]`; returns the kinds."""
    shapes = {}
    for kind in (*THINGS, *PROPS):
        start_empty_scene()
        mesh = build_thing(kind, 1.0, "white", {})
        mesh.calc_loop_triangles()
        points = numpy.array([vertex.co for vertex in mesh.vertices])
        shapes[kind] = points[[list(face.vertices) for face in mesh.loop_triangles]]
    numpy.savez(request["out"], **shapes)
    return {"things": list(THINGS), "props": list(PROPS), "colours": list(COLOURS)}


def shoot_scenes(request, emit):
    """Task: build the scenes of `request["scenes"]` one after the other.

    Each scene: `plan` (a ScenePlan as a dict; a piece may name a `thing` instead of a `blend`, and give
    `scale` and `colour`), `cameras` [{name, location, target, lens_mm, picture (a .png, or None)}],
    `size` [width, height], `samples`, `corners` (an .npy to write). Emits "scene" with `index`, `answer`
    (see `export_truth`) and `memory_mb` as each is done.
    """
    for index, job in enumerate(request["scenes"]):
        answer = shoot_scene(job, emit)
        emit("scene", index=index, answer=answer, memory_mb=read_memory_mb())
    return {"scenes": len(request["scenes"])}


def read_memory_mb():
    """Memory that this process holds now, or None where the system does not say (Linux only)."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except (OSError, ValueError):
        return None


def shoot_scene(job, emit):
    """One scene: built, every camera's picture drawn, and described."""
    plan = job["plan"]
    scene = start_empty_scene(plan["scene"])
    scene["scene_solver_scene"] = plan["scene"]
    pieces = build_pieces(plan["pieces"], add_collection("Furnishing"))
    bpy.context.view_layer.update()
    build_shell(plan["room"], plan["style"], add_collection("Shell"), [world_box(obj) for obj in pieces])
    rig = add_collection("Rig")
    add_lights(plan["room"], plan["style"], rig)
    cameras = {camera["name"]: add_camera(camera, rig) for camera in job["cameras"]}
    bpy.context.view_layer.update()
    size = job["size"]
    if any(camera["picture"] for camera in job["cameras"]):
        draw_pictures(job, cameras, emit)
    return describe_scene(
        scene, set(), {name: (item, size) for name, item in cameras.items()}, job["corners"]
    )


def draw_pictures(job, cameras, emit):
    """Render every camera that has a picture, all in the first one's tone."""
    samples = job["samples"]
    set_up_cycles({"samples": samples, "top_samples": samples, "denoise": True, "size_px": job["size"]}, emit)
    # Quick denoising: these pictures are many and small.
    set_if_present(bpy.context.scene.cycles, denoising_prefilter="FAST", denoising_quality="BALANCED")
    shots = [camera for camera in job["cameras"] if camera["picture"]]
    apply_tone(choose_tone(cameras[shots[0]["name"]], job["size"]))
    for shot in shots:
        render_still(cameras[shot["name"]], job["size"], shot["picture"])


def add_camera(camera, collection):
    """A camera at `location` that looks at `target`, upright; `lens_mm` on a 36 mm wide sensor."""
    data = bpy.data.cameras.new(camera["name"])
    data.sensor_width, data.sensor_fit, data.lens = SENSOR_MM, "HORIZONTAL", camera["lens_mm"]
    data.clip_start = 0.05
    item = bpy.data.objects.new(camera["name"], data)
    item.location = camera["location"]
    aim = Vector(camera["target"]) - Vector(camera["location"])
    item.rotation_euler = aim.to_track_quat("-Z", "Y").to_euler()
    collection.objects.link(item)
    return item


def build_pieces(pieces, collection):
    """Furniture from its clean files and things from their models, coloured where a colour is asked for."""
    built = add_pieces([piece for piece in pieces if "thing" not in piece], collection)
    for obj, piece in zip(built, [piece for piece in pieces if "thing" not in piece], strict=True):
        if piece.get("colour"):
            tint_largest(obj, piece["colour"])
            obj["colour"] = piece["colour"]
    paints = {}
    things = [add_thing(piece, paints, collection) for piece in pieces if "thing" in piece]
    return built + things


def add_thing(piece, paints, collection):
    """One thing with its pose: yaw baked, location at its box centre, underside at `z_m`."""
    mesh = build_thing(piece["thing"], piece["scale"], piece["colour"], paints)
    mesh.transform(Matrix.Rotation(math.radians(piece["yaw_deg"]), 4, "Z"))
    centre_mesh(mesh)
    obj = bpy.data.objects.new(piece["label"], mesh)
    obj.location = (piece["x_m"], piece["y_m"], piece["z_m"])
    for key, value in (
        ("piece", "name"),
        ("category", "category"),
        ("asset", "asset"),
        ("yaw_deg", "yaw_deg"),
    ):
        obj[key] = piece[value]
    obj["colour"] = piece["colour"]
    collection.objects.link(obj)
    return obj


def build_thing(kind, scale, colour, paints):
    """The mesh of one thing or prop; `paints` keeps the materials of a scene by colour name."""
    parts = {**THINGS, **PROPS}[kind]()
    mesh = bpy.data.meshes.new(kind)
    points = numpy.concatenate([part.vertices for part in parts]) * scale
    starts = numpy.cumsum([0] + [len(part.vertices) for part in parts])
    faces = [
        [int(corner + start) for corner in face]
        for part, start in zip(parts, starts[:-1], strict=True)
        for face in part.faces
    ]
    mesh.from_pydata(points.tolist(), [], faces)
    names = [colour if part.material == MAIN else part.material for part in parts]
    slots = list(dict.fromkeys(names))
    for name in slots:
        mesh.materials.append(paint(name, paints))
    index = [slots.index(name) for part, name in zip(parts, names, strict=True) for _face in part.faces]
    mesh.polygons.foreach_set("material_index", index)
    mesh.polygons.foreach_set("use_smooth", [flag for part in parts for flag in part.smooth])
    mesh.update()
    centre_mesh(mesh)
    return mesh


def centre_mesh(mesh):
    """Move a mesh so that its box is centred in x and y and stands on z = 0."""
    points = numpy.empty(len(mesh.vertices) * 3, dtype=numpy.float32)
    mesh.vertices.foreach_get("co", points)
    low, high = points.reshape(-1, 3).min(axis=0), points.reshape(-1, 3).max(axis=0)
    middle = (low.astype(float) + high.astype(float)) / 2
    mesh.transform(Matrix.Translation((-middle[0], -middle[1], -float(low[2]))))
    mesh.update()


def paint(name, paints):
    """A plain glossy material of a named colour."""
    if name not in paints:
        material = bpy.data.materials.new(f"Colour_{name}")
        material.use_nodes = True
        shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
        shader.inputs["Base Color"].default_value = (*{**COLOURS, **FIXED}[name], 1.0)
        shader.inputs["Roughness"].default_value = 0.45
        paints[name] = material
    return paints[name]


def tint_largest(obj, colour):
    """Give the material that covers most of an object a named colour, in this object only."""
    areas = {}
    for face in obj.data.polygons:
        areas[face.material_index] = areas.get(face.material_index, 0.0) + face.area
    largest = max(sorted(areas), key=lambda index: areas[index])
    if not obj.data.materials:
        obj.data.materials.append(None)
    obj.data.materials[largest] = paint(colour, {})
