"""Boxes, materials, modifiers for the awkward files; runs in Blender 3.4 to 5.x."""

import bpy

BUILDERS = {}

_CORNERS = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
_FACES = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]


def case(function):
    """Register a builder under its own name."""
    BUILDERS[function.__name__] = function
    return function


def box_mesh(name, size, low=None):
    """A box mesh of `size`; its lowest corner at `low`, else centred on the origin."""
    low = low if low is not None else [-extent / 2 for extent in size]
    mesh = bpy.data.meshes.new(name)
    points = [[low[k] + size[k] * corner[k] for k in range(3)] for corner in _CORNERS]
    mesh.from_pydata(points, [], _FACES)
    layer = mesh.uv_layers.new(name="UVMap")
    for index in range(len(mesh.loops)):
        layer.data[index].uv = ((index % 4) in (1, 2), (index % 4) in (2, 3))
    return mesh


def add(item, collection=None):
    """Link an object into a collection, by default the scene's own."""
    (collection or bpy.context.scene.collection).objects.link(item)
    return item


def add_box(name, size, at=(0.0, 0.0, 0.0), collection=None, low=None):
    """A box object of `size` with its centre (or, with `low`, its mesh's corner) at `at`."""
    item = bpy.data.objects.new(name, box_mesh(name, size, low))
    item.location = at
    return add(item, collection)


def add_empty(name, collection=None, link=True):
    item = bpy.data.objects.new(name, None)
    return add(item, collection) if link else item


def new_collection(name, link=True):
    collection = bpy.data.collections.new(name)
    if link:
        bpy.context.scene.collection.children.link(collection)
    return collection


def set_parent(child, parent):
    """Parent without keeping the child's place: its transform is relative from now on."""
    child.parent = parent
    return child


def add_material(item, name, colour):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    find_principled(material).inputs["Base Color"].default_value = (*colour, 1.0)
    item.data.materials.append(material)
    return material


def find_principled(material):
    return next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")


def add_texture(material, image):
    """An image texture feeding the base colour."""
    node = material.node_tree.nodes.new("ShaderNodeTexImage")
    node.image = image
    material.node_tree.links.new(node.outputs["Color"], find_principled(material).inputs["Base Color"])
    return node


def write_png(path, colour=(0.2, 0.4, 0.6), size=4):
    """Write a small PNG and return its path as text."""
    image = bpy.data.images.new("made", size, size)
    image.pixels = [*colour, 1.0] * (size * size)
    image.filepath_raw = str(path)
    image.file_format = "PNG"
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save()
    bpy.data.images.remove(image)
    return str(path)


def new_geometry_group(name):
    """A geometry node group with a geometry in and out; returns (group, input node, output node)."""
    group = bpy.data.node_groups.new(name, "GeometryNodeTree")
    if hasattr(group, "interface"):
        group.interface.new_socket(name="Geometry", in_out="INPUT", socket_type="NodeSocketGeometry")
        group.interface.new_socket(name="Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    else:
        group.inputs.new("NodeSocketGeometry", "Geometry")
        group.outputs.new("NodeSocketGeometry", "Geometry")
    return group, group.nodes.new("NodeGroupInput"), group.nodes.new("NodeGroupOutput")
