"""Headings and lenses: which samples each frame holds, and a first score of each."""

import math

import numpy

from solver.blender.viewpoints.score import rate_frames, sum_terms

LENSES_MM = (14, 16, 18, 20, 22, 24, 28)
TURNS_DEG = tuple(range(-32, 33, 4))  # about the heading to the room's middle
SENSOR_MM = 36.0
EDGE = 0.985  # a sample nearer to the frame's edge than this counts as cut
BEFORE_LENS_M = 0.05


def head_for(place, room):
    """The direction in degrees from a place to the room's middle; 0 is east, counter-clockwise."""
    x, y = room["width_m"] / 2 - place[0], room["depth_m"] / 2 - place[1]
    return math.degrees(math.atan2(y, x))


def list_axes(heading_deg):
    """Unit vectors (forward, right) of a level camera."""
    angle = math.radians(heading_deg)
    cos, sin = math.cos(angle), math.sin(angle)
    return numpy.array((cos, sin, 0.0)), numpy.array((sin, -cos, 0.0))


def find_tangent(lens_mm):
    """Half the picture's width at depth 1."""
    return SENSOR_MM / 2 / lens_mm


def judge_frames(place, heading_deg, shift, seen, samples, aspect):
    """One view a lens: `shares`, `framed`, `areas`, `aisle`, `dark` from the samples, and a first score."""
    tans = numpy.array([find_tangent(lens) for lens in sorted(LENSES_MM, reverse=True)])  # ascending
    needed, depth = measure_tangents(seen.offsets, list_axes(heading_deg), shift, aspect)
    slots = numpy.searchsorted(tans, needed, side="left")  # the first lens wide enough for a sample
    groups = len(samples.names)
    total = numpy.maximum(1.0, numpy.bincount(seen.group, minlength=groups))[:, None]

    def gather(weights):
        where = seen.group * (len(tans) + 1) + slots
        table = numpy.bincount(where, weights, minlength=groups * (len(tans) + 1))
        return table.reshape(groups, -1).cumsum(axis=1)[:, :-1]

    framed = gather(numpy.ones(len(slots))) / total
    shares = gather(seen.hits.astype(float)) / total
    taken = seen.hits * seen.weight / depth**3
    areas, dark = (gather(taken * lit) * aspect / (4.0 * tans**2) for lit in (1.0, seen.dark))
    terms = rate_frames(shares[:-1], framed[:-1], areas[:-1], shares[-1], dark.sum(axis=0), 18.0 / tans)
    scores = sum_terms(terms)
    names = samples.names[:-1]
    return [
        {
            "kind": "inside", "hidden": [], "location": place, "lens_mm": round(18.0 / tan),
            "heading_deg": heading_deg, "shift_y": shift, "aisle": float(shares[-1, k]),
            "dark": float(dark[:, k].sum()),
            **{
                key: dict(zip(names, table[:-1, k].tolist(), strict=True))
                for key, table in (("shares", shares), ("framed", framed), ("areas", areas))
            },
            "terms": {key: float(values[k]) for key, values in terms.items()}, "score": float(scores[k]),
        }
        for k, tan in enumerate(tans)
    ]  # fmt: skip


def measure_tangents(offsets, axes, shift, aspect):
    """(half width at depth 1 that a frame needs to hold each point at `offsets` (n, 3), inf behind the
    camera; depth of each, at least a little)."""
    forward, right = axes
    depth = offsets @ forward
    ahead = numpy.maximum(depth, BEFORE_LENS_M)
    across, up = abs(offsets @ right) / ahead, offsets[:, 2] / ahead
    # The frame reaches from (2 shift - 1 / aspect) to (2 shift + 1 / aspect) half widths up.
    over, under = EDGE / aspect + 2.0 * shift, EDGE / aspect - 2.0 * shift
    lifted = numpy.where(up > 0.0, up / over if over > 0.0 else numpy.inf, -up / under)
    if over <= 0.0:  # a frame that lies wholly below the horizon
        lifted = numpy.where(-up / -over > lifted, lifted, numpy.inf)
    needed = numpy.maximum(across / EDGE, lifted)
    return numpy.where(depth > BEFORE_LENS_M, needed, numpy.inf), ahead
