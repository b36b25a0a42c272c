"""What the viewport shows and what renders are two things."""

import bpy

from tests.blender.awkward.expected import BOX
from tests.blender.awkward.shapes import add, add_box, case, new_collection

BESIDE = (0.4, 0.0, 0.0)  # a second box here makes the whole 0.8 m wide


@case
def hidden_in_viewport(folder):
    add_box("Box", BOX)
    add_box("Second", BOX, BESIDE).hide_viewport = True


@case
def hidden_in_render(folder):
    add_box("Box", BOX)
    add_box("Second", BOX, BESIDE).hide_render = True


@case
def hidden_collection(folder):
    add_box("Box", BOX)
    collection = new_collection("Hidden")
    add_box("Second", BOX, BESIDE, collection)
    collection.hide_render = True


@case
def excluded_collection(folder):
    add_box("Box", BOX)
    collection = new_collection("Excluded")
    add_box("Second", BOX, BESIDE, collection)
    bpy.context.view_layer.layer_collection.children["Excluded"].exclude = True


@case
def collection_render_only(folder):
    add_box("Box", BOX)
    collection = new_collection("Shy")
    add_box("Second", BOX, BESIDE, collection)
    collection.hide_viewport = True


@case
def eye_closed(folder):
    add_box("Box", BOX)
    add_box("Second", BOX, BESIDE).hide_set(True)


@case
def not_seen_by_camera(folder):
    add_box("Box", BOX)
    add_box("Second", BOX, BESIDE).visible_camera = False


@case
def boolean_cutter(folder):
    box = add_box("Box", (0.4, 0.6, 1.6))
    cutter = add_box("Cutter", (2.0, 2.0, 2.0), (0.0, 0.0, 1.0))
    cutter.hide_render = True
    cutter.display_type = "WIRE"
    modifier = box.modifiers.new("Boolean", "BOOLEAN")
    modifier.operation, modifier.object = "DIFFERENCE", cutter


@case
def lamps_and_cameras(folder):
    add_box("Box", BOX)
    add(bpy.data.objects.new("Lamp", bpy.data.lights.new("Lamp", "AREA"))).location = (3.0, 3.0, 3.0)
    add(bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))).location = (-3.0, 3.0, 3.0)
    add(bpy.data.objects.new("Empty", None)).location = (9.0, 9.0, 9.0)


@case
def loose_vertex(folder):
    mesh = bpy.data.meshes.new("Box")
    box = add_box("Source", BOX)
    points = [tuple(vertex.co) for vertex in box.data.vertices]
    faces = [tuple(face.vertices) for face in box.data.polygons]
    mesh.from_pydata([*points, (7.0, 0.0, 0.0), (8.0, 0.0, 0.0)], [(8, 9)], faces)
    bpy.data.objects.remove(box)
    add(bpy.data.objects.new("Box", mesh))


@case
def several_scenes(folder):
    other = bpy.data.scenes.new("Other")
    other.collection.objects.link(bpy.data.objects.new("Elsewhere", add_box("Big", (9.0, 9.0, 9.0)).data))
    bpy.data.objects.remove(bpy.data.objects["Big"])
    add_box("Box", BOX)


@case
def several_view_layers(folder):
    one, two = new_collection("One"), new_collection("Two")
    add_box("Box", BOX, collection=one)
    add_box("Second", BOX, BESIDE, two)
    first = bpy.context.view_layer
    second = bpy.context.scene.view_layers.new("Second")
    first.layer_collection.children["Two"].exclude = True
    second.layer_collection.children["One"].exclude = True


@case
def nothing(folder):
    pass


@case
def only_lamps(folder):
    add(bpy.data.objects.new("Lamp", bpy.data.lights.new("Lamp", "AREA")))


@case
def all_hidden(folder):
    add_box("Box", BOX).hide_render = True


@case
def all_hidden_named(folder):
    add_box("Box", BOX).hide_render = True
    add_box("Second", BOX, BESIDE).hide_render = True
