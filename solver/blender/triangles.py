"""A mesh as triangles in the world."""

import numpy


def read_triangles(mesh, matrix):
    """World triangles (n, 3, 3) in metres of a mesh; `matrix` takes its vertices into the world."""
    mesh.calc_loop_triangles()
    points = numpy.empty(len(mesh.vertices) * 3, dtype=numpy.float32)
    mesh.vertices.foreach_get("co", points)
    corners = numpy.empty(len(mesh.loop_triangles) * 3, dtype=numpy.int32)
    mesh.loop_triangles.foreach_get("vertices", corners)
    matrix = numpy.array(matrix, dtype=float)
    world = points.reshape(-1, 3).astype(float) @ matrix[:3, :3].T + matrix[:3, 3]
    return world[corners].reshape(-1, 3, 3)
