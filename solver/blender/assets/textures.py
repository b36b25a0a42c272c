"""Images of the used materials: packed into the file, or replaced by the material's own colour.

A missing image would render magenta, and the render would still say it succeeded.
"""

import glob
import os
import re

import bpy

# Blender's stock base colour: a material that has it says nothing about its colour.
_STOCK_GREY = (0.8, 0.8, 0.8)


def make_local():
    """Bring materials and images of linked libraries into this file, so that the piece needs no other.

    Blender makes local only what local data uses: users come before what they use.
    """
    for items in (bpy.data.materials, bpy.data.node_groups, bpy.data.images):
        for item in list(items):
            if item.library is not None and not getattr(item, "is_missing", False):
                item.make_local()


def walk_nodes(tree, seen=None):
    """Every node of a node tree and of the groups in it, each once."""
    seen = set() if seen is None else seen
    if tree is None or tree in seen:
        return
    seen.add(tree)
    for node in tree.nodes:
        yield node
        if node.type == "GROUP":
            yield from walk_nodes(node.node_tree, seen)


def list_attributes(materials):
    """Names of mesh attributes and UV layers that the materials read."""
    names = set()
    for material in materials:
        for node in walk_nodes(material.node_tree if material.use_nodes else None):
            for key in ("attribute_name", "layer_name", "uv_map"):
                name = getattr(node, key, "")
                if name:
                    names.add(name)
    return names


def pack_textures(materials):
    """Pack every image that the materials use.

    Returns ({"packed", "found", "missing"} counts, warnings): packed already, found on disk and packed
    now, missing and replaced by the material's own base colour.
    """
    states, causes = {}, {}
    warnings = []
    for material in materials:
        if material.library is not None or getattr(material, "is_missing", False):
            warnings.append(f"material {material.name!r} is in a library that is missing; it renders grey")
            continue
        lost = set()
        for node in walk_nodes(material.node_tree if material.use_nodes else None):
            image = getattr(node, "image", None)
            if image is None or node.type not in ("TEX_IMAGE", "TEX_ENVIRONMENT"):
                continue
            if image not in states:
                states[image], causes[image] = _pack_image(image)
            if states[image] == "missing":
                lost.add(image)
        for image in sorted(lost, key=lambda item: item.name):
            warnings.append(
                f"material {material.name!r}: texture {_describe_image(image)} {causes[image]}; "
                "the material's own base colour is used instead"
            )
        if lost:
            _drop_images(material, lost)
    counts = {
        kind: sum(state == kind for state in states.values()) for kind in ("packed", "found", "missing")
    }
    return counts, warnings


def list_files(materials):
    """Absolute paths of the files, there or missing, that the materials' images and the open file's
    libraries reach for; packed images reach for none."""
    paths = {bpy.path.abspath(library.filepath) for library in bpy.data.libraries}
    for material in materials:
        for node in walk_nodes(material.node_tree if material.use_nodes else None):
            image = getattr(node, "image", None)
            if image is not None and image.filepath and image.packed_file is None:
                paths.update(_find_files(image) or [bpy.path.abspath(image.filepath, library=image.library)])
    return sorted(os.path.abspath(path) for path in paths)


def _describe_image(image):
    return image.filepath or image.name


def _pack_image(image):
    """("packed" | "found" | "missing" | "made", cause): "made" needs no file."""
    if image.packed_file is not None or len(image.packed_files) > 0:
        return ("packed", "") if _has_pixels(image) else ("missing", "is packed but damaged")
    if image.source == "GENERATED":
        return "made", ""
    if image.source not in ("FILE", "TILED"):
        return "missing", f"is a {image.source.lower()}, which cannot be kept"
    if not _find_files(image):
        return "missing", "is missing"
    if not _has_pixels(image):
        return "missing", "is not a readable image"
    try:
        image.pack()
    except RuntimeError as error:
        return "missing", f"cannot be packed ({str(error).strip()})"
    return "found", ""


def _find_files(image):
    path = bpy.path.abspath(image.filepath, library=image.library)
    if image.source != "TILED":
        return [path] if os.path.isfile(path) else []
    pattern = re.sub(r"<UDIM>|<UVTILE>", "*", glob.escape(path))
    return [name for name in glob.glob(pattern) if os.path.isfile(name)]


def _has_pixels(image):
    """True where the image can be drawn. Decoding takes longer than all the rest of an import, so whole
    PNG and JPEG files are known by their first and last bytes."""
    return image.source == "TILED" or _is_whole(_read_ends(image)) or min(image.size) > 0


def _read_ends(image):
    """The first and last bytes of the image's file, packed or on disk."""
    if image.packed_file is not None:
        data = image.packed_file.data
        return data[:8], data[-16:]
    with open(bpy.path.abspath(image.filepath, library=image.library), "rb") as file:
        start = file.read(8)
        file.seek(max(0, os.path.getsize(file.name) - 16))
        return start, file.read()


def _is_whole(ends):
    start, end = ends
    png = start == b"\x89PNG\r\n\x1a\n" and b"IEND" in end
    return png or (start[:3] == b"\xff\xd8\xff" and b"\xff\xd9" in end)


def _drop_images(material, lost):
    """Cut what the lost images feed, so that each shader input falls back to its own value."""
    for tree in {node.id_data for node in walk_nodes(material.node_tree)}:
        for link in list(tree.links):
            if _is_shader_input(link) and _reads_lost(link.from_node, lost, set()):
                if link.to_socket.name in ("Base Color", "Color"):
                    _restore_colour(material, link.to_socket)
                tree.links.remove(link)
    for node in walk_nodes(material.node_tree):
        if getattr(node, "image", None) in lost:
            node.image = None


def _is_shader_input(link):
    """True where a link ends a chain of values: at a shader, a displacement, a group's edge."""
    if any(socket.type == "SHADER" for socket in link.to_node.outputs):
        return True
    ends = ("OUTPUT_MATERIAL", "GROUP_OUTPUT", "DISPLACEMENT")
    return link.to_node.type in ends and link.to_socket.type != "SHADER"


def _reads_lost(node, lost, seen):
    if node in seen:
        return False
    seen.add(node)
    if getattr(node, "image", None) in lost:
        return True
    if node.type == "GROUP" and node.node_tree is not None:
        for inner in walk_nodes(node.node_tree):
            if getattr(inner, "image", None) in lost:
                return True
    if any(socket.type == "SHADER" for socket in node.outputs):
        return False
    return any(_reads_lost(link.from_node, lost, seen) for socket in node.inputs for link in socket.links)


def _restore_colour(material, socket):
    colour = tuple(round(value, 3) for value in socket.default_value[:3])
    if colour == _STOCK_GREY or colour == (0.0, 0.0, 0.0):
        socket.default_value = (*material.diffuse_color[:3], 1.0)
