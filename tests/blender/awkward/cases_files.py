"""Units, names, libraries, several files in one, and what the options choose."""

import os

import bpy

from tests.blender.awkward.expected import BOX
from tests.blender.awkward.shapes import (
    BUILDERS,
    add,
    add_box,
    add_empty,
    case,
    new_collection,
    set_parent,
)


def add_scaled(factor):
    add_box("Box", [extent * factor for extent in BOX])


@case
def unit_centimetres(folder):
    add_scaled(100.0)
    bpy.context.scene.unit_settings.system = "METRIC"
    bpy.context.scene.unit_settings.scale_length = 0.01


@case
def unit_tenth(folder):
    add_scaled(10.0)
    bpy.context.scene.unit_settings.system = "METRIC"
    bpy.context.scene.unit_settings.scale_length = 0.1


@case
def unit_none(folder):
    add_scaled(1.0)
    bpy.context.scene.unit_settings.scale_length = 0.01
    bpy.context.scene.unit_settings.system = "NONE"


@case
def long_name(folder):
    add_box("A_very_long_name_" * 5, BOX)


def non_ascii(folder):
    add_box("Stuhl_ö_椅子", BOX).data.name = "Gestühl_椅子"


BUILDERS["non_ascii_ö_椅子"] = non_ascii


def write_library(path, build):
    """Save what `build` makes as a file of its own, then start empty again."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    build()
    bpy.ops.wm.save_as_mainfile(filepath=str(path), check_existing=False)
    bpy.ops.wm.read_factory_settings(use_empty=True)


def make_parts():
    add_box("Box", BOX, collection=new_collection("Parts"))


def link_parts(path, kind="objects", name="Box"):
    # Relative paths need a saved file to be relative to.
    bpy.ops.wm.save_as_mainfile(filepath=str(path.parent / "start.blend"), check_existing=False)
    with bpy.data.libraries.load(str(path), link=True, relative=True) as (_, wanted):
        setattr(wanted, kind, [name])
    os.remove(path.parent / "start.blend")
    return getattr(wanted, kind)[0]


@case
def linked_object(folder):
    write_library(folder / "parts.blend", make_parts)
    add(link_parts(folder / "parts.blend"))


@case
def linked_instance(folder):
    write_library(folder / "parts.blend", make_parts)
    parts = link_parts(folder / "parts.blend", "collections", "Parts")
    for index in range(2):
        empty = add_empty(f"Instance{index}")
        empty.instance_type, empty.instance_collection = "COLLECTION", parts
        empty.location[0] = float(index)


@case
def linked_chain(folder):
    write_library(folder / "last.blend", make_parts)

    def build_middle():
        parts = link_parts(folder / "last.blend", "collections", "Parts")
        middle = new_collection("Middle")
        empty = add_empty("Inner", middle)
        empty.instance_type, empty.instance_collection = "COLLECTION", parts

    write_library(folder / "middle.blend", build_middle)
    middle = link_parts(folder / "middle.blend", "collections", "Middle")
    empty = add_empty("Outer")
    empty.instance_type, empty.instance_collection = "COLLECTION", middle


@case
def linked_missing(folder):
    write_library(folder / "parts.blend", make_parts)
    add(link_parts(folder / "parts.blend"))
    bpy.ops.wm.save_as_mainfile(filepath=str(folder / "linked_missing.blend"), check_existing=False)
    os.remove(folder / "parts.blend")
    return True


@case
def linked_partly_missing(folder):
    write_library(folder / "parts.blend", make_parts)
    add(link_parts(folder / "parts.blend"))
    add_box("Own", BOX)
    bpy.ops.wm.save_as_mainfile(filepath=str(folder / "linked_partly_missing.blend"), check_existing=False)
    os.remove(folder / "parts.blend")
    return True


@case
def scripts(folder):
    # Each of these would leave a file behind if it ran.
    box = add_box("Box", BOX)
    leave = "__import__('pathlib').Path({!r}).touch()"
    registered = bpy.data.texts.new("startup.py")
    registered.write(f"import bpy\n{leave.format(str(folder / 'ran_text'))}\n")
    registered.use_module = True
    driver = box.driver_add("location", 0).driver
    driver.type = "SCRIPTED"
    driver.expression = f"0.0 if {leave.format(str(folder / 'ran_driver'))} else 0.0"


@case
def compressed(folder):
    add_box("Box", BOX)
    bpy.ops.wm.save_as_mainfile(
        filepath=str(folder / "compressed.blend"), check_existing=False, compress=True
    )
    return True


@case
def other_objects(folder):
    add_box("Box", BOX)
    add_box("Second", BOX, (3.0, 0.0, 0.0))


@case
def other_collection(folder):
    wanted = new_collection("Wanted")
    add_box("Box", BOX, collection=wanted)
    inner = bpy.data.collections.new("Inner")
    wanted.children.link(inner)
    add_box("Second", BOX, (1.0, 0.0, 0.0), inner)
    add_box("Third", BOX, (5.0, 0.0, 0.0))


@case
def children_come_along(folder):
    box = add_box("Box", BOX)
    set_parent(add_box("Child", BOX, (0.0, 0.0, 1.0)), box)
    add_box("Third", BOX, (5.0, 0.0, 0.0))


@case
def scaled(folder):
    add_scaled(1.0)


@case
def front_x(folder):
    add_scaled(1.0)


@case
def fit_size(folder):
    add_scaled(1.0)


@case
def yawed(folder):
    add_scaled(1.0)
