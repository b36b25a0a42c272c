"""Parents, scales and leftovers that move things."""

import math

import bpy

from tests.blender.awkward.expected import BOX
from tests.blender.awkward.shapes import add, add_box, add_empty, box_mesh, case, new_collection, set_parent


def add_pair():
    """A box, and a second one that something must move its own width along x."""
    add_box("Box", BOX)
    return add_box("Moved", BOX)


@case
def parent_outside_collection(folder):
    parent = add_empty("Parent", link=False)
    parent.use_fake_user = True
    parent.scale = (2.0, 2.0, 2.0)
    set_parent(add_box("Box", BOX), parent)


@case
def parent_chain(folder):
    first = add_empty("First")
    first.rotation_euler[2] = math.radians(45)
    first.location = (3.0, 4.0, 5.0)
    second = set_parent(add_empty("Second"), first)
    second.rotation_euler[2] = math.radians(45)
    set_parent(add_box("Box", BOX), second)


@case
def unapplied_scale(folder):
    add_box("Box", BOX).scale = (2.0, 0.5, 2.0)


@case
def negative_scale(folder):
    add_box("Box", BOX).scale = (-1.0, 1.0, 1.0)


@case
def shear(folder):
    # A unit cube turned by 45° under a parent stretched by (2, 1, 1): corners at (±√½, 0), (0, ±√½)
    # become x ± √2, y ± √½ ; a box of 1 × ½ under it keeps the numbers apart.
    parent = add_empty("Parent")
    parent.scale = (2.0, 1.0, 1.0)
    child = set_parent(add_box("Box", (1.0, 0.5, 1.0)), parent)
    child.rotation_euler[2] = math.radians(45)


@case
def shared_mesh(folder):
    mesh = box_mesh("Shared", BOX)
    for index in range(2):
        add(bpy.data.objects.new(f"Box{index}", mesh)).location[0] = 0.4 * index


@case
def parent_inverse(folder):
    parent = add_empty("Parent")
    parent.location[0] = 5.0
    parent.scale = (3.0, 3.0, 3.0)
    bpy.context.view_layer.update()
    for index in range(2):
        child = add_box(f"Box{index}", BOX, (0.4 * index, 0.0, 0.0))
        child.parent = parent
        child.matrix_parent_inverse = parent.matrix_world.inverted()


def add_armature(name="Rig"):
    """An armature with one upright bone of one metre, posed a box higher."""
    rig = add(bpy.data.objects.new(name, bpy.data.armatures.new(name)))
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    bone = rig.data.edit_bones.new("Bone")
    bone.head, bone.tail = (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)
    bpy.ops.object.mode_set(mode="OBJECT")
    rig.pose.bones["Bone"].location = (0.0, 0.8, 0.0)  # along the bone, so upwards
    return rig


@case
def bone_parent(folder):
    add_box("Box", BOX)
    rig = add_armature()
    child = add_box("Raised", BOX, (0.0, -1.0, 0.0))  # a bone's children start at its tail
    child.rotation_euler[0] = -math.pi / 2
    child.parent, child.parent_type, child.parent_bone = rig, "BONE", "Bone"
    child.location = (0.0, -1.0, 0.0)
    # In bone space y runs along the bone: turn the box back upright.
    child.rotation_euler = (-math.pi / 2, 0.0, 0.0)


@case
def armature(folder):
    add_box("Box", BOX)
    rig = add_armature()
    child = add_box("Skinned", BOX)
    group = child.vertex_groups.new(name="Bone")
    group.add(range(8), 1.0, "REPLACE")
    child.modifiers.new("Armature", "ARMATURE").object = rig


@case
def delta_transform(folder):
    add_pair().delta_location = (0.4, 0.0, 0.0)


@case
def constraint(folder):
    target = add_empty("Target")
    target.location = (0.4, 0.0, 0.0)
    add_pair().constraints.new("COPY_LOCATION").target = target


@case
def animated(folder):
    moved = add_pair()
    for frame, x in ((1, 0.0), (11, 0.4), (30, 7.0)):
        moved.location[0] = x
        moved.keyframe_insert("location", frame=frame)
    bpy.context.scene.frame_set(11)


@case
def simple_driver(folder):
    moved = add_pair()
    driver = moved.driver_add("location", 0).driver
    driver.type = "SUM"
    variable = driver.variables.new()
    variable.type = "TRANSFORMS"
    source = add_empty("Source")
    source.location[0] = 0.4
    variable.targets[0].id = source
    variable.targets[0].transform_type = "LOC_X"


@case
def far_away(folder):
    add_box("Box", BOX, (120.0, -340.0, 56.0))


@case
def quarter_turn(folder):
    collection = new_collection("Turned")
    add_box("Box", BOX, collection=collection).rotation_euler[2] = math.pi / 2
