"""What makes a picture of a room good, as terms and their weights: 1 is best, 0 what is not there."""

import numpy

# A piece is easy to recognise from this share of the picture on (about 160 x 160 of 1920 x 1080), and
# seen well enough from this visible share on; more of either adds nothing to the score.
GOOD_AREA, GOOD_SHARE = 0.012, 0.7
GOOD_FURNITURE = 0.4  # of the picture
GOOD_AISLE = 0.6  # of the walkable floor
GOOD_FLOOR, GOOD_CEILING, MOST_CEILING = 0.2, 0.03, 0.22
GOOD_WALLS, WALL_PART = 3, 0.02  # walls of at least this share of the picture each
NEAR_M, MOST_NEAR = 1.0, 0.3  # what is nearer than this must not fill more of the picture
MOST_DARK = 0.05  # of the picture, of backs of pieces that a wall taken away lays bare
MOST_VOID = 0.3  # of the picture, of what is around a room seen from outside
WIDE_MM, LONG_MM = 10.0, 20.0  # a short lens stretches the picture's edges

# The least piece counts most: small, hidden or cut pieces are what pictures of rooms fail by.
WEIGHTS = {
    "visible_least": 2.0, "visible_mean": 1.0, "whole_least": 3.0, "whole_mean": 1.0, "size_least": 2.0,
    "size_mean": 1.0, "furniture": 0.8, "aisle": 0.6, "window": 0.4, "walls": 0.3, "floor": 0.3,
    "ceiling": 0.2, "open": 1.0, "lens": 0.3, "lit": 2.0, "void": 2.0,
}  # fmt: skip


def rate_frames(shares, framed, areas, aisle, dark, lens_mm):
    """Terms of views that differ in their lens: arrays (pieces, lenses), the last three (lenses,)."""
    if not len(shares):
        shares = framed = areas = numpy.ones((1, len(lens_mm)))
    seen = numpy.minimum(shares, GOOD_SHARE) / GOOD_SHARE
    sizes = numpy.sqrt(numpy.minimum(areas, GOOD_AREA) / GOOD_AREA)  # what counts is how wide a piece is
    return {
        "visible_least": seen.min(axis=0), "visible_mean": seen.mean(axis=0),
        "whole_least": framed.min(axis=0), "whole_mean": framed.mean(axis=0),
        "size_least": sizes.min(axis=0), "size_mean": sizes.mean(axis=0),
        "furniture": numpy.minimum(areas.sum(axis=0) / GOOD_FURNITURE, 1.0),
        "aisle": numpy.minimum(aisle / GOOD_AISLE, 1.0),
        "lit": 1.0 - numpy.asarray(dark) / MOST_DARK,
        "lens": ((numpy.asarray(lens_mm, dtype=float) - WIDE_MM) / (LONG_MM - WIDE_MM)).clip(0.0, 1.0),
    }  # fmt: skip


def rate_parts(parts, near):
    """Terms of what the picture shows of the room: `parts` maps a shell kind to its share of the picture, ""
    to that of nothing at all; `near` is the share nearer than NEAR_M."""
    walls = sum(share >= WALL_PART for kind, share in parts.items() if kind.startswith("wall"))
    ceiling = parts.get("ceiling", 0.0)
    return {
        "open": 1.0 - min(1.0, near / MOST_NEAR),
        "void": 1.0 - parts.get("", 0.0) / MOST_VOID,
        "window": 1.0 if parts.get("window", 0.0) > 0.0 else 0.0,
        "walls": min(1.0, walls / GOOD_WALLS),
        "floor": min(1.0, parts.get("floor", 0.0) / GOOD_FLOOR),
        "ceiling": min(1.0, ceiling / GOOD_CEILING) * min(1.0, MOST_CEILING / max(ceiling, 1e-9)),
    }


def sum_terms(terms):
    """The weighted sum of terms."""
    return sum(WEIGHTS[name] * value for name, value in terms.items())
