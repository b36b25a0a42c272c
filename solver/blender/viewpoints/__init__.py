"""Where the picture is taken from: many candidates, scored by what rays really see, the best one chosen."""

from solver.blender.viewpoints.frame import LENSES_MM, TURNS_DEG, head_for, judge_frames
from solver.blender.viewpoints.pixels import look_closely
from solver.blender.viewpoints.places import EYE_HEIGHT_M, OTHER_HEIGHTS_M, SHIFT, list_inside, list_outside
from solver.blender.viewpoints.samples import find_samples, look_at_samples
from solver.blender.viewpoints.score import WEIGHTS, rate_backs
from solver.blender.viewpoints.sight import Sight
from solver.blender.viewpoints.walls import find_hidden, list_behind, list_standing

__all__ = ["LEAST_SHARE", "choose_view"]

LEAST_SHARE = 0.4  # of every piece must be seen from inside; otherwise the room is cut away
# Visible share, share inside the frame, share of the picture: what `check` asks for, and a little above.
ASKED = (0.2, 0.5, 0.0008)
TAKEN = (0.25, 0.55, 0.0012)
KEPT_EACH = 3  # views kept of one place
RAISED = 10  # places that are tried at other eye heights too
FINALISTS = 16  # views that are looked at pixel by pixel


def choose_view(room, pieces, shell, aspect, inside_only=False):
    """The best view of `pieces` (objects) in `room` (a RoomPlan as a dict); `aspect` is width / height.

    Returns plain values: kind ("inside" or "cut_away"), hidden (names of shell objects between a camera
    outside and the room), backs (names of the pieces whose backs they lay bare), location, lens_mm,
    heading_deg (0 = east, counter-clockwise), shift_y, pitch_deg and roll_deg (0: level), nearest_piece_m;
    per piece `shares` (visible of what faces the camera), `framed` (inside the frame), `areas` (of the
    picture); `parts` (floor, ceiling, walls … as shares of the picture), `aisle` (share of the walkable floor
    seen), `terms` (0 … 1 each), `score`, `candidates`.
    Deterministic: ties go to the earlier candidate. Where no view inside shows LEAST_SHARE of every piece,
    large and whole enough, the best one from outside is taken if that one does, or if `check` takes that one
    only; never with `inside_only`.
    """
    sight = Sight(pieces, shell)
    samples = find_samples(room, pieces, sight)
    inside, counted = judge_inside(room, sight, samples, aspect)
    best = pick_best(sight, inside, aspect)
    if best is None or not (inside_only or any(map(shows_all, inside))):
        outside, more = judge_outside(room, shell, sight, samples, aspect)
        cut, counted = pick_best(sight, outside, aspect), counted + more
        if best is None or shows_all(cut) or rank_view(cut)[:2] < rank_view(best)[:2]:
            best = cut
    nearest_m = sight.pieces.nearest_m(best["location"])
    return {**best, "pitch_deg": 0.0, "roll_deg": 0.0, "nearest_piece_m": nearest_m, "candidates": counted}


def judge_inside(room, sight, samples, aspect):
    """The good views from places along the walls: all places at the middle height, the best at others too.

    Returns (views, number of candidates judged)."""
    views, counted = judge_places(list_inside(room, sight, EYE_HEIGHT_M), room, sight, samples, aspect)
    ranked = sorted(views, key=lambda view: -view["score"])
    spots = list(dict.fromkeys(view["location"][:2] for view in ranked))[:RAISED]
    places = [place for height in OTHER_HEIGHTS_M for place in list_inside(room, sight, height, spots)]
    raised, more = judge_places(places, room, sight, samples, aspect)
    return views + raised, counted + more


def judge_places(places, room, sight, samples, aspect):
    """(the good views from `places`, number of candidates judged)."""
    views = []
    for place in places:
        seen = look_at_samples(place, sight, samples)
        tried = [
            view
            for turn in TURNS_DEG
            for view in judge_frames(place, head_for(place, room) + turn, SHIFT, seen, samples, aspect)
        ]
        views += keep_best(tried)
    return views, len(places) * len(TURNS_DEG) * len(LENSES_MM)


def judge_outside(room, shell, sight, samples, aspect):
    """The good views from outside, each with the parts of the shell between taken out of sight."""
    views, counted, standing = [], 0, list_standing(room, sight)
    for place, shift in list_outside(room):
        walls = list_behind(room, place)
        hidden = find_hidden(room, shell, walls, place)
        backs = list(dict.fromkeys(name for wall in walls for name in standing[wall]))
        open_sight = sight.without(hidden)
        seen = look_at_samples(place, open_sight, samples)
        heading = head_for(place, room)
        tried = [
            {**view, "kind": "cut_away", "hidden": hidden, "backs": backs}
            for turn in TURNS_DEG[len(TURNS_DEG) // 2 - 2 : len(TURNS_DEG) // 2 + 3]
            for view in judge_frames(place, heading + turn, shift, seen, samples, aspect)
        ]
        counted += len(tried)
        for view in tried:
            view["score"] += WEIGHTS["backs"] * (rate_backs(view["areas"], backs) - 1.0)
        views += keep_best(tried)
    return views, counted


def keep_best(views):
    """The few best of one place's views."""
    return sorted(views, key=rank_view)[:KEPT_EACH]


def rank_view(view):
    """Sorts better views first: those that `check` takes with some margin and no great dark back, then by
    the number of pieces that it would miss, then by score."""
    lit = rate_backs(view["areas"], view["backs"]) > 0.0
    return (not (lit and is_taken(view, TAKEN)), count_missed(view, ASKED), -view["score"])


def shows_all(view):
    """True where `check` takes the view and LEAST_SHARE of every piece is seen."""
    return is_taken(view, (LEAST_SHARE, *TAKEN[1:]))


def is_taken(view, least):
    """True where every piece has at least this visible share, share inside the frame, of the picture."""
    return not count_missed(view, least)


def count_missed(view, least):
    """How many pieces are below one of these limits."""
    return sum(
        any(view[key][name] < limit for key, limit in zip(("shares", "framed", "areas"), least, strict=True))
        for name in view["shares"]
    )


def pick_best(sight, views, aspect):
    """The best view after a look at the pixels of the most promising; None of none."""
    finalists = sorted(views, key=rank_view)[:FINALISTS]
    return min((look_closely(view, sight, aspect) for view in finalists), key=rank_view, default=None)
