"""Things that render without being objects of their own."""

import bpy

from tests.blender.awkward.expected import BOX
from tests.blender.awkward.shapes import (
    add,
    add_box,
    add_empty,
    case,
    new_collection,
    new_geometry_group,
    set_parent,
)


def add_instance(name, collection, at, into=None):
    empty = add_empty(name, into)
    empty.instance_type, empty.instance_collection = "COLLECTION", collection
    empty.location = at
    return empty


@case
def collection_instance(folder):
    hidden = new_collection("Source", link=False)
    add_box("Box", BOX, collection=hidden)
    for index in range(2):
        add_instance(f"Instance{index}", hidden, (0.4 * index, 0.0, 0.0))


@case
def nested_instance(folder):
    inner, outer = new_collection("Inner", link=False), new_collection("Outer", link=False)
    add_box("Box", BOX, collection=inner)
    inner.instance_offset = (0.2, 0.0, 0.0)
    for index in range(2):
        add_instance(f"Inner{index}", inner, (0.4 * index, 0.0, 0.0), outer)
    for index in range(2):
        add_instance(f"Outer{index}", outer, (0.4 * index, 0.0, 0.0))


@case
def geometry_nodes_instance(folder):
    source = new_collection("Source", link=False)
    add_box("Box", BOX, collection=source)
    group, _, out = new_geometry_group("Scatter")
    line = group.nodes.new("GeometryNodeMeshLine")
    line.mode = "OFFSET"
    line.inputs["Count"].default_value = 2
    line.inputs["Offset"].default_value = (0.4, 0.0, 0.0)
    info = group.nodes.new("GeometryNodeCollectionInfo")
    info.inputs["Collection"].default_value = source
    place = group.nodes.new("GeometryNodeInstanceOnPoints")
    group.links.new(line.outputs[0], place.inputs["Points"])
    group.links.new(info.outputs[0], place.inputs["Instance"])
    group.links.new(place.outputs[0], out.inputs[0])
    carrier = add(bpy.data.objects.new("Carrier", bpy.data.meshes.new("Carrier")))
    carrier.modifiers.new("Nodes", "NODES").node_group = group


@case
def geometry_nodes_mesh(folder):
    group, _, out = new_geometry_group("Make")
    cube = group.nodes.new("GeometryNodeMeshCube")
    cube.inputs["Size"].default_value = (1.0, 2.0, 3.0)
    group.links.new(cube.outputs[0], out.inputs[0])
    carrier = add(bpy.data.objects.new("Carrier", bpy.data.meshes.new("Carrier")))
    carrier.modifiers.new("Nodes", "NODES").node_group = group


@case
def vertex_instances(folder):
    points = bpy.data.meshes.new("Points")
    points.from_pydata([(0.0, 0.0, 0.0), (0.4, 0.0, 0.0)], [], [])
    parent = add(bpy.data.objects.new("Points", points))
    parent.instance_type = "VERTS"
    set_parent(add_box("Box", BOX), parent)


@case
def particle_instances(folder):
    # Boxes on the three corners of a triangle.
    box = add_box("Box", (0.1, 0.1, 0.1))
    box.hide_render = True
    mesh = bpy.data.meshes.new("Ground")
    mesh.from_pydata([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)], [], [(0, 1, 2)])
    ground = add(bpy.data.objects.new("Ground", mesh))
    ground.modifiers.new("Particles", "PARTICLE_SYSTEM")
    settings = ground.particle_systems[0].settings
    settings.type, settings.render_type, settings.instance_object = "HAIR", "OBJECT", box
    settings.emit_from, settings.count = "VERT", 3
    settings.use_emit_random = False
    settings.particle_size = 1.0 / settings.hair_length  # a hair's size is both together
