"""Textures beside the file, in it, in pieces, broken or gone."""

import os

import bpy

from tests.blender.awkward.cases_files import link_parts, write_library
from tests.blender.awkward.expected import BOX
from tests.blender.awkward.shapes import (
    add,
    add_box,
    add_material,
    add_texture,
    case,
    find_principled,
    write_png,
)

RED = (0.7, 0.1, 0.05)


def save(folder, name):
    bpy.ops.wm.save_as_mainfile(filepath=str(folder / f"{name}.blend"), check_existing=False)
    return True


def add_textured(folder, file="textures/wood.png"):
    """A red box whose base colour comes from an image beside the file; returns (material, image)."""
    path = write_png(folder / file)
    box = add_box("Box", BOX)
    material = add_material(box, "Wood", RED)
    image = bpy.data.images.load(path)
    add_texture(material, image)
    return material, image


@case
def texture_beside(folder):
    _, image = add_textured(folder)
    save(folder, "texture_beside")
    image.filepath = "//textures/wood.png"
    return save(folder, "texture_beside")


@case
def texture_packed(folder):
    _, image = add_textured(folder)
    image.pack()
    os.remove(folder / "textures" / "wood.png")


@case
def texture_missing(folder):
    add_textured(folder, "gone.png")
    save(folder, "texture_missing")
    os.remove(folder / "gone.png")
    return True


@case
def texture_broken(folder):
    add_textured(folder, "broken.png")
    save(folder, "texture_broken")
    (folder / "broken.png").write_bytes(b"not an image")
    return True


@case
def texture_chain_missing(folder):
    material, _ = add_textured(folder, "gone.png")
    tree = material.node_tree
    mix = tree.nodes.new("ShaderNodeHueSaturation")
    texture = next(node for node in tree.nodes if node.type == "TEX_IMAGE")
    tree.links.new(texture.outputs["Color"], mix.inputs["Color"])
    tree.links.new(mix.outputs["Color"], find_principled(material).inputs["Base Color"])
    save(folder, "texture_chain_missing")
    os.remove(folder / "gone.png")
    return True


@case
def texture_group_missing(folder):
    material, image = add_textured(folder, "gone.png")
    tree = material.node_tree
    tree.nodes.remove(next(node for node in tree.nodes if node.type == "TEX_IMAGE"))
    group = bpy.data.node_groups.new("Textures", "ShaderNodeTree")
    if hasattr(group, "interface"):
        group.interface.new_socket(name="Color", in_out="OUTPUT", socket_type="NodeSocketColor")
    else:
        group.outputs.new("NodeSocketColor", "Color")
    texture = group.nodes.new("ShaderNodeTexImage")
    texture.image = image
    group.links.new(texture.outputs["Color"], group.nodes.new("NodeGroupOutput").inputs[0])
    use = tree.nodes.new("ShaderNodeGroup")
    use.node_tree = group
    tree.links.new(use.outputs[0], find_principled(material).inputs["Base Color"])
    save(folder, "texture_group_missing")
    os.remove(folder / "gone.png")
    return True


@case
def texture_normal_missing(folder):
    material, _ = add_textured(folder)
    tree = material.node_tree
    texture = tree.nodes.new("ShaderNodeTexImage")
    texture.image = bpy.data.images.load(write_png(folder / "gone_normal.png", (0.5, 0.5, 1.0)))
    bump = tree.nodes.new("ShaderNodeNormalMap")
    tree.links.new(texture.outputs["Color"], bump.inputs["Color"])
    tree.links.new(bump.outputs["Normal"], find_principled(material).inputs["Normal"])
    save(folder, "texture_normal_missing")
    os.remove(folder / "gone_normal.png")
    return True


def add_udim(folder, name):
    for tile in (1001, 1002):
        write_png(folder / f"{name}.{tile}.png")
    material, _ = add_textured(folder)
    texture = next(node for node in material.node_tree.nodes if node.type == "TEX_IMAGE")
    image = bpy.data.images.load(str(folder / f"{name}.1001.png"))
    image.source = "TILED"
    image.filepath = str(folder / f"{name}.<UDIM>.png")
    if len(image.tiles) < 2:
        image.tiles.new(1002)
    texture.image = image


@case
def texture_udim(folder):
    add_udim(folder, "tiles")


@case
def texture_udim_missing(folder):
    add_udim(folder, "gone")
    save(folder, "texture_udim_missing")
    for tile in (1001, 1002):
        os.remove(folder / f"gone.{tile}.png")
    return True


@case
def texture_unused(folder):
    material, image = add_textured(folder, "gone.png")
    box = bpy.data.objects["Box"]
    box.data.materials.clear()
    material.use_fake_user = image.use_fake_user = True
    add_material(box, "Plain", RED)
    save(folder, "texture_unused")
    os.remove(folder / "gone.png")
    return True


@case
def texture_linked(folder):
    def build():
        _, image = add_textured(folder / "library")
        bpy.ops.wm.save_as_mainfile(filepath=str(folder / "library" / "parts.blend"), check_existing=False)
        image.filepath = "//textures/wood.png"

    (folder / "library").mkdir()
    write_library(folder / "library" / "parts.blend", build)
    add(link_parts(folder / "library" / "parts.blend"))
