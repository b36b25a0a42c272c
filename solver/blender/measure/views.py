"""What the cameras see: every piece's share of the picture, counted with rays on a pixel grid."""

import math

import numpy
from mathutils import Vector
from mathutils.bvhtree import BVHTree

from solver.core.views import ABOVE, MAIN, MOST_VIEWS, list_more, name_camera

RAYS_ACROSS = 192  # one ray for 10 x 10 pixels of a 1920 x 1080 picture


def list_cameras(scene):
    """The scene's cameras by name, the active one marked."""
    return [
        {
            "name": item.name,
            "type": item.data.type,
            "active": item == scene.camera,
            "location": list(item.matrix_world.translation),
            "lens_mm": float(item.data.lens),
            "ortho_scale": float(item.data.ortho_scale),
        }
        for item in sorted(scene.objects, key=lambda item: item.name)
        if item.type == "CAMERA"
    ]


def find_cameras(scene):
    """{view: its camera or None}: of the first and the one from above the active one, else the first by name;
    between them the other perspective ones that carry a view's name."""
    ordered = sorted(scene.objects, key=lambda item: (item != scene.camera, item.name))
    cameras = [item for item in ordered if item.type == "CAMERA"]
    flat = [item for item in cameras if item.data.type == "ORTHO"]
    level = [item for item in cameras if item.data.type == "PERSP"]
    found = {MAIN: level[0] if level else None}
    named = {item.name: item for item in level[1:]}
    for view in list_more(MOST_VIEWS):
        if name_camera(view) in named:
            found[view] = named[name_camera(view)]
    return {**found, ABOVE: flat[0] if flat else None}


def above_pieces(solids):
    """Names of the solids that lie wholly above every piece, as a ceiling does: the top view skips them."""
    tops = [solid.box_max[2] for solid in solids if solid.role == "piece"]
    return {
        solid.name for solid in solids if tops and solid.role != "piece" and solid.box_min[2] >= max(tops)
    }


def measure_views(scene, solids, interior, request):
    """For each view: camera, rays and every piece's count, or None without a camera."""
    sizes_px = request["sizes_px"]
    return {
        view: _measure_view(
            scene, camera, list_seen(view, solids), sizes_px.get(view, sizes_px[MAIN]), interior
        )
        for view, camera in find_cameras(scene).items()
    }


def list_seen(view, solids):
    """The solids that a view's camera sees: only the first view looks through walls, and the one from above
    is taken without the ceiling."""
    hidden = above_pieces(solids) if view == ABOVE else ()
    return [
        solid
        for solid in solids
        if solid.name not in hidden
        and (solid.item.visible_camera or (view != MAIN and solid.role == "shell"))
    ]


def _measure_view(scene, camera, solids, size_px, interior):
    if camera is None or not solids:
        return None
    frame = Frame(scene, camera, size_px)
    tree, owners = _joint_tree(solids)
    counts = [0] * len(solids)
    misses = 0
    for row in range(frame.rows):
        for column in range(frame.columns):
            start, direction = frame.ray(column, row)
            _location, _normal, index, _distance = tree.ray_cast(start, direction)
            if index is None:
                misses += 1
            else:
                counts[owners[index]] += 1
    return {
        "camera": camera.name,
        "rays": frame.rows * frame.columns,
        "rays_across": frame.columns,
        "misses": misses,
        "pieces": [
            {"object": solid.name, "seen": counts[k], **_count_alone(frame, solid)}
            for k, solid in enumerate(solids)
            if solid.role == "piece"
        ],
        "room_frame": _frame_room(frame, interior),
    }


def _joint_tree(solids):
    triangles = numpy.concatenate([solid.triangles for solid in solids])
    owners = numpy.repeat(numpy.arange(len(solids)), [len(solid.triangles) for solid in solids])
    faces = numpy.arange(len(triangles) * 3).reshape(-1, 3)
    tree = BVHTree.FromPolygons(triangles.reshape(-1, 3).tolist(), faces.tolist(), all_triangles=True)
    return tree, owners.tolist()


def _count_alone(frame, solid):
    """How many rays the piece would catch alone, and which share of it lies in the frame."""
    points = solid.triangles.reshape(-1, 3)
    points = points[:: max(1, len(points) // 5000)]
    u, v, depth = frame.project(points)
    front = depth > 1e-6
    inside = front & (u >= 0.0) & (u <= 1.0) & (v >= 0.0) & (v <= 1.0)
    alone = 0
    if front.any():
        tree, _owners = _joint_tree([solid])
        spread = (u[front], v[front]) if front.all() else (numpy.array([0.0, 1.0]),) * 2
        columns = _grid_span(spread[0], frame.columns)
        rows = _grid_span(spread[1], frame.rows)
        alone = sum(
            tree.ray_cast(*frame.ray(column, row))[2] is not None for row in rows for column in columns
        )
    return {"alone": alone, "in_frame": float(inside.mean())}


def _grid_span(values, count):
    low = max(0, math.floor(float(values.min()) * count) - 1)
    high = min(count, math.ceil(float(values.max()) * count) + 1)
    return range(low, max(low, high))


def _frame_room(frame, interior):
    """The room's box in the picture as [left, top, right, bottom], 0 to 1 inside it; None unmeasured."""
    if interior is None or any(side["at_m"] is None for side in interior.values()):
        return None
    at = {
        side: [found["at_m"] for name, found in interior.items() if name.split("_")[0] == side]
        for side in ("west", "east", "south", "north", "floor", "ceiling")
    }
    x, y = (min(at["west"]), max(at["east"])), (min(at["south"]), max(at["north"]))
    corners = [[a, b, c] for a in x for b in y for c in (min(at["floor"]), max(at["ceiling"]))]
    u, v, depth = frame.project(numpy.array(corners))
    if not (depth > 1e-6).all():
        return None
    return [float(u.min()), float(v.min()), float(u.max()), float(v.max())]


class Frame:
    """A camera's picture as a grid of rays; (0, 0) is the upper left corner, v grows downwards."""

    def __init__(self, scene, camera, size_px):
        scene.render.resolution_x, scene.render.resolution_y = size_px
        scene.render.resolution_percentage = 100
        scene.render.pixel_aspect_x = scene.render.pixel_aspect_y = 1.0
        self.columns = RAYS_ACROSS
        self.rows = max(1, round(RAYS_ACROSS * size_px[1] / size_px[0]))
        self.camera = camera
        self.flat = camera.data.type == "ORTHO"
        # Scale is no part of a camera's pose in rendering.
        self.matrix = camera.matrix_world.normalized()
        corners = camera.data.view_frame(scene=scene)
        self.left, self.right = min(c.x for c in corners), max(c.x for c in corners)
        self.bottom, self.top = min(c.y for c in corners), max(c.y for c in corners)
        self.plane_z = corners[0].z

    def ray(self, column, row):
        """Start and direction (world) of the ray through the middle of a grid cell."""
        x = self.left + (self.right - self.left) * (column + 0.5) / self.columns
        y = self.top + (self.bottom - self.top) * (row + 0.5) / self.rows
        near = float(self.camera.data.clip_start)
        if self.flat:
            local, aim = Vector((x, y, -near)), Vector((0.0, 0.0, -1.0))
        else:
            aim = Vector((x, y, self.plane_z)).normalized()
            local = aim * near
        return self.matrix @ local, (self.matrix.to_3x3() @ aim).normalized()

    def project(self, points):
        """World points (n, 3) to picture coordinates u, v (0 to 1 inside) and depth in metres."""
        inverse = numpy.array(self.matrix.inverted(), dtype=float)
        local = points @ inverse[:3, :3].T + inverse[:3, 3]
        depth = -local[:, 2]
        scale = 1.0 if self.flat else numpy.where(depth > 1e-6, depth, 1e-6) / -self.plane_z
        u = (local[:, 0] / scale - self.left) / (self.right - self.left)
        v = (local[:, 1] / scale - self.top) / (self.bottom - self.top)
        return u, v, depth
