"""Modifiers, and things that are no meshes but render as such."""

import bpy

from tests.blender.awkward.expected import BOX
from tests.blender.awkward.shapes import add, add_box, add_empty, case


def stack(item):
    """An array modifier that puts a second box on top of the first."""
    modifier = item.modifiers.new("Array", "ARRAY")
    modifier.use_relative_offset, modifier.use_constant_offset = False, True
    modifier.constant_offset_displace = (0.0, 0.0, 0.8)
    modifier.count = 2
    return modifier


@case
def modifier_render_only(folder):
    modifier = stack(add_box("Box", BOX))
    modifier.show_viewport, modifier.show_render = False, True


@case
def modifier_viewport_only(folder):
    modifier = stack(add_box("Box", BOX))
    modifier.show_viewport, modifier.show_render = True, False


@case
def levels_differ(folder):
    # Catmull-Clark shrinks the cube at any level but 0.
    modifier = add_box("Box", (1.0, 1.0, 1.0)).modifiers.new("Subdivision", "SUBSURF")
    modifier.levels, modifier.render_levels = 3, 0


def add_line(name, length=1.0):
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions = "3D"
    spline = curve.splines.new("POLY")
    spline.points.add(1)
    spline.points[0].co = (0.0, 0.0, 0.0, 1.0)
    spline.points[1].co = (length, 0.0, 0.0, 1.0)
    return add(bpy.data.objects.new(name, curve))


@case
def bevelled_curve(folder):
    # A square profile of 0.2 m along 1.2 m of x.
    line = add_line("Rail", 1.2)
    profile = bpy.data.curves.new("Profile", "CURVE")
    profile.dimensions = "2D"
    spline = profile.splines.new("POLY")
    spline.points.add(3)
    square = ((-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1))
    for point, (x, y) in zip(spline.points, square, strict=True):
        point.co = (x, y, 0.0, 1.0)
    spline.use_cyclic_u = True
    holder = bpy.data.objects.new("Profile", profile)
    add(holder).hide_render = True
    line.data.bevel_mode, line.data.bevel_object = "OBJECT", holder


@case
def bare_curve(folder):
    add_box("Box", BOX)
    add_line("Line", 5.0)


@case
def text(folder):
    letters = bpy.data.curves.new("Text", "FONT")
    letters.body = "OK"
    letters.extrude = 0.1
    item = add(bpy.data.objects.new("Text", letters))
    item.rotation_euler[0] = 1.5707963267948966


@case
def surface(folder):
    bpy.ops.surface.primitive_nurbs_surface_surface_add(radius=1.0)
    item = bpy.context.object
    # A flat patch that reaches its control points' ends, a metre wide.
    points = item.data.splines[0].points
    for index, point in enumerate(points):
        point.co = (index % 4 / 3.0, index // 4 / 3.0, 0.0, 1.0)
    item.data.splines[0].use_endpoint_u = item.data.splines[0].use_endpoint_v = True


@case
def metaball(folder):
    ball = bpy.data.metaballs.new("Ball")
    ball.elements.new().radius = 1.0
    ball.resolution, ball.render_resolution = 1.0, 0.1
    add(bpy.data.objects.new("Ball", ball))


@case
def shape_key(folder):
    box = add_box("Box", BOX)
    box.shape_key_add(name="Basis")
    key = box.shape_key_add(name="Tall")
    for point in key.data:
        if point.co[2] > 0:
            point.co[2] += 0.8
    key.value = 1.0
    muted = box.shape_key_add(name="Muted")
    for point in muted.data:
        point.co[0] *= 5.0
    muted.value, muted.mute = 1.0, True


@case
def lattice(folder):
    box = add_box("Box", BOX)
    cage = add(bpy.data.objects.new("Cage", bpy.data.lattices.new("Cage")))
    cage.scale = (2.0, 2.0, 2.0)
    data = cage.data
    data.interpolation_type_u = data.interpolation_type_v = data.interpolation_type_w = "KEY_LINEAR"
    for point in cage.data.points:
        point.co_deform[0] = point.co[0] * 2.0
    box.modifiers.new("Lattice", "LATTICE").object = cage
    add_empty("Nothing")
