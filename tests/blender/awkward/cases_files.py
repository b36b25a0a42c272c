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
        empty.location[0] = 0.4 * index


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
    add_box("Second", BOX, (0.4, 0.0, 0.0), inner)
    add_box("Third", BOX, (5.0, 0.0, 0.0))


@case
def children_come_along(folder):
    box = add_box("Box", BOX)
    set_parent(add_box("Child", BOX, (0.0, 0.0, 0.8)), box)
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


@case
def two_pieces(folder):
    add_box("Table", (1.2, 0.8, 0.7))
    add_box("Stool", BOX, (0.0, 0.9, 0.05))


@case
def two_pieces_named(folder):
    two_pieces(folder)


@case
def pieces_by_pattern(folder):
    add_box("Seat_left", BOX)
    add_box("Seat_right", BOX, (0.4, 0.0, 0.0))
    add_box("Floor", (9.0, 9.0, 0.0), (0.0, 0.0, -0.4))


@case
def floor_plane(folder):
    add_box("Sofa", (2.0, 0.9, 0.8), (0.0, 0.0, 0.4))
    add_box("Ground", (15.0, 15.0, 0.0))


@case
def back_wall(folder):
    add_box("Sofa", (2.0, 0.9, 0.8), (0.0, 0.0, 0.4))
    add_box("Wall", (15.0, 0.0, 10.0), (0.0, 0.45, 0.0))


@case
def close_but_apart(folder):
    # A gap of 8 mm, as between a seat and its cushion, is still one piece.
    add_box("Seat", (0.4, 0.6, 0.4))
    add_box("Cushion", (0.4, 0.6, 0.392), (0.0, 0.0, 0.404))


@case
def marked_as_asset(folder):
    wanted = new_collection("Chair")
    add_box("Box", BOX, collection=wanted)
    wanted.asset_mark()
    add_box("Backdrop", (9.0, 0.0, 9.0), (0.0, 3.0, 0.0))


@case
def huge(folder):
    add_box("Box", [extent * 100 for extent in BOX])
