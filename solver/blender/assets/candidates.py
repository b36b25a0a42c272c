"""Whether a file holds one piece of furniture; if it holds more, what there is to choose from."""

import numpy as np

from solver.blender.assets.merge import measure_box
from solver.core.grouping import find_scenery, group_parts
from solver.core.surface import sample_surface, split_faces
from solver.errors import AssetError

# Parts whose surfaces come within this share of the whole's largest side touch. Measured on multi-mesh
# models: cushions lie up to 1 % off their seats, a chair pushed under a table stays 4 % off.
_GAP_SHARE = 0.02
_SAMPLE_LIMIT = 20_000


def require_single_piece(path, parts, unit_m):
    """Raise AssetError listing the candidates with their sizes where the parts are more than one piece."""
    if len(parts) == 1:
        return
    boxes = [(part.vertices.min(axis=0), part.vertices.max(axis=0)) for part in parts]
    scenery = find_scenery(boxes)
    rest = [index for index in range(len(parts)) if index not in scenery]
    low, high = measure_box([parts[index] for index in rest])
    gap = _GAP_SHARE * float(np.max(high - low)) or 1.0
    points = [_spread_points(parts[index], gap) for index in rest]
    groups = group_parts(points, [boxes[index] for index in rest], gap)
    if len(groups) == 1 and not scenery:
        return
    named = [[parts[rest[index]] for index in group] for group in groups]
    raise AssetError(_explain_choice(path, named, [parts[index] for index in sorted(scenery)], unit_m))


def _spread_points(part, gap):
    triangles = split_faces(part.corners, part.starts)
    a, b, c = (part.vertices[triangles[:, k]] for k in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2
    count = int(min(_SAMPLE_LIMIT, 3 * area / gap**2 + 20))
    return np.concatenate([part.vertices, sample_surface(part.vertices, triangles, count)])


def _explain_choice(path, groups, scenery, unit_m):
    items = [(_list_owners(group), group) for group in groups] + [([part.owner], [part]) for part in scenery]
    lines = [f"{_quote_owners(owners)} {format_size(group, unit_m)}" for owners, group in items[:12]]
    more = f"; and {len(items) - 12} more" if len(items) > 12 else ""
    wanted = ", ".join(_list_owners(max(groups, key=_measure_volume))[:30])
    return (
        f"{path}: holds more than one piece: {'; '.join(lines)}{more}; choose with objects: or collection:, "
        f"e.g. objects: [{wanted}]"
    )


def _measure_volume(group):
    low, high = measure_box(group)
    return float(np.prod(high - low))


def _list_owners(group):
    return list(dict.fromkeys(part.owner for part in group))


def _quote_owners(owners):
    more = f" and {len(owners) - 3} more" if len(owners) > 3 else ""
    return ", ".join(repr(owner) for owner in owners[:3]) + more


def format_size(parts, unit_m):
    """Width × depth × height of the parts' box, in metres as text."""
    low, high = measure_box(parts)
    return " × ".join(f"{float(value) * unit_m:.3f}" for value in high - low) + " m"
