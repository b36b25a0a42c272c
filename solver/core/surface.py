"""Points spread evenly over a triangle mesh; the same mesh always gives the same points.

numpy only: also runs inside Blender.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Triangles = NDArray[np.int32]

# Fractional parts of multiples of these fill a square evenly (Roberts' R2 sequence: powers of the
# inverse of the plastic number), so that no random generator is needed.
_R2 = (0.7548776662466927, 0.5698402909980532)


def split_faces(corners: NDArray[np.int32], starts: NDArray[np.int32]) -> Triangles:
    """Faces of any size (vertex index a corner, first corner a face) as fans of triangles, (t, 3)."""
    counts = np.diff(np.append(starts, len(corners))) - 2
    first = np.repeat(starts, counts)
    step = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    return np.stack([corners[first], corners[first + step + 1], corners[first + step + 2]], axis=1)


def sample_surface(vertices: Points, triangles: Triangles, count: int) -> Points:
    """`count` points (n, 3) spread evenly by area over the mesh; none where it has no area."""
    a, b, c = (vertices[triangles[:, k]] for k in range(3))
    areas = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
    total = float(areas.sum())
    if total <= 0:
        return np.empty((0, 3))
    steps = (np.arange(count) + 0.5) / count * total
    chosen = np.minimum(np.searchsorted(np.cumsum(areas), steps), len(areas) - 1)
    u, v = (np.modf(np.arange(1, count + 1) * ratio)[0] for ratio in _R2)
    fold = u + v > 1
    u, v = np.where(fold, 1 - u, u)[:, None], np.where(fold, 1 - v, v)[:, None]
    return np.asarray(a[chosen] + u * (b - a)[chosen] + v * (c - a)[chosen])
