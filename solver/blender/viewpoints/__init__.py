"""Where the picture is taken from: many candidates, scored by what rays really see, the best one chosen."""

from solver.blender.viewpoints.frame import LENSES_MM, TURNS_DEG, head_for, judge_frames
from solver.blender.viewpoints.pixels import look_closely
from solver.blender.viewpoints.places import EYE_HEIGHT_M, OTHER_HEIGHTS_M, SHIFT, list_inside, list_outside
from solver.blender.viewpoints.samples import find_samples, look_at_samples
from solver.blender.viewpoints.sight import Sight
from solver.blender.viewpoints.walls import find_dark, find_hidden, list_behind
from solver.errors import RenderError

__all__ = ["LEAST_SHARE", "choose_views"]

LEAST_SHARE = 0.4  # of every piece must be seen from inside; otherwise the room is cut away
# Visible share, share inside the frame, share of the picture: what `check` asks for, and a little above.
ASKED = (0.2, 0.5, 0.0008)
TAKEN = (0.25, 0.65, 0.001)
ASIDE_DEG = tuple(range(-96, 97, 8))  # turns of further views: what they are for may stand along the wall
KEPT_EACH = 3  # views kept of one place
RAISED = 10  # places that are tried at other eye heights too
FINALISTS = 16  # views that are looked at pixel by pixel


def choose_views(room, pieces, shell, aspect, count=1, inside_only=False):
    """The best views of `pieces` (objects) in `room` (a RoomPlan as a dict); `aspect` is width / height.

    The first is the best of all pieces; each further one, taken inside from a place of its own, adds most to
    what those before it show. Each as plain values: kind ("inside" or "cut_away"), hidden (names of shell
    objects between a camera outside and the room), location, lens_mm, heading_deg (0 = east,
    counter-clockwise), shift_y, pitch_deg and roll_deg (0: level), nearest_piece_m; per piece `shares`
    (visible of what faces the camera), `framed` (inside the frame), `areas` (of the picture); `parts` (floor,
    ceiling, walls … as shares of the picture, "" of nothing), `aisle` (share of the walkable floor seen),
    `dark` (share of the picture that unlit backs take), `terms` (up to 1 each), `score`, `candidates`.
    Deterministic: ties go to the earlier candidate. Where no view inside shows LEAST_SHARE of every piece,
    large and whole enough, the best one from outside is taken if that one does, or if `check` takes that one
    only; never with `inside_only`.
    """
    sight = Sight(pieces, shell)
    samples = find_samples(room, pieces, sight)
    views = [choose_first(room, shell, sight, samples, aspect, inside_only)]
    while len(views) < count:
        views.append(choose_next(room, sight, samples, aspect, views))
    fixed = {"pitch_deg": 0.0, "roll_deg": 0.0}
    return [{**view, **fixed, "nearest_piece_m": sight.pieces.nearest_m(view["location"])} for view in views]


def choose_first(room, shell, sight, samples, aspect, inside_only):
    """The best view of all pieces, inside or cut away."""
    inside, counted = judge_inside(room, sight, samples, aspect)
    best = pick_best(sight, inside, aspect)
    if best is None or not (inside_only or any(map(shows_all, inside))):
        outside, more = judge_outside(room, shell, sight, samples, aspect)
        cut, counted = pick_best(sight, outside, aspect), counted + more
        if best is None or shows_all(cut) or rank_view(cut)[:2] < rank_view(best)[:2]:
            best = cut
    return {**best, "candidates": counted}


def choose_next(room, sight, samples, aspect, views):
    """The view inside, from another place, that adds most to what `views` show of the pieces; then the best.

    Raises RenderError where no place is left for a camera."""
    shown = {name: max(rate_shown(view, name) for view in views) for name in samples.names[:-1]}

    def rank(view):
        now = [max(before, rate_shown(view, name)) for name, before in shown.items()]
        return (sum(rate < 1.0 for rate in now), -sum(now), -view["score"])

    used = {tuple(view["location"][:2]) for view in views}
    inside, counted = judge_inside(room, sight, samples, aspect, rank, ASIDE_DEG)
    apart = [view for view in inside if tuple(view["location"][:2]) not in used]
    best = pick_best(sight, apart, aspect, rank)
    if best is None:
        raise RenderError(
            f"no place inside for a camera number {len(views) + 1}; ask for fewer in render: views"
        )
    return {**best, "candidates": counted}


def judge_inside(room, sight, samples, aspect, rank=None, turns_deg=TURNS_DEG):
    """The good views from places along the walls: all places at the middle height, the best at others too.

    `rank` sorts the better ones first; None for the first picture. Returns (views, number of candidates
    judged)."""
    places, keep = list_inside(room, sight, EYE_HEIGHT_M), rank or rank_view
    views, counted = judge_places(places, room, sight, samples, aspect, keep, turns_deg)
    ranked = sorted(views, key=rank or (lambda view: -view["score"]))
    spots = list(dict.fromkeys(view["location"][:2] for view in ranked))[:RAISED]
    places = [place for height in OTHER_HEIGHTS_M for place in list_inside(room, sight, height, spots)]
    raised, more = judge_places(places, room, sight, samples, aspect, keep, turns_deg)
    return views + raised, counted + more


def judge_places(places, room, sight, samples, aspect, rank, turns_deg):
    """(the good views from `places`, number of candidates judged)."""
    views = []
    for place in places:
        seen = look_at_samples(place, sight, samples)
        tried = [
            view
            for turn in turns_deg
            for view in judge_frames(place, head_for(place, room) + turn, SHIFT, seen, samples, aspect)
        ]
        views += sorted(tried, key=rank)[:KEPT_EACH]
    return views, len(places) * len(turns_deg) * len(LENSES_MM)


def judge_outside(room, shell, sight, samples, aspect):
    """The good views from outside, each with the parts of the shell between taken out of sight."""
    views, counted = [], 0
    for place, shift in list_outside(room):
        walls = list_behind(room, place)
        hidden = find_hidden(room, shell, walls, place)
        open_sight = sight.without(hidden)
        seen = look_at_samples(place, open_sight, samples, find_dark(room, walls, samples))
        heading = head_for(place, room)
        tried = [
            {**view, "kind": "cut_away", "hidden": hidden}
            for turn in TURNS_DEG[len(TURNS_DEG) // 2 - 2 : len(TURNS_DEG) // 2 + 3]
            for view in judge_frames(place, heading + turn, shift, seen, samples, aspect)
        ]
        counted += len(tried)
        views += sorted(tried, key=rank_view)[:KEPT_EACH]
    return views, counted


def rank_view(view):
    """Sorts better views first: those that `check` takes with some margin, then by the number of pieces that
    it would miss, then by score."""
    return (count_missed(view, TAKEN) > 0, count_missed(view, ASKED), -view["score"])


def rate_shown(view, name):
    """How well a view shows a piece: by the limit of TAKEN that it meets least, 1 where it meets all."""
    limits = zip(("shares", "framed", "areas"), TAKEN, strict=True)
    return min(1.0, *(view[key][name] / limit for key, limit in limits))


def shows_all(view):
    """True where `check` takes the view and LEAST_SHARE of every piece is seen."""
    return not count_missed(view, (LEAST_SHARE, *TAKEN[1:]))


def count_missed(view, least):
    """How many pieces have less than this visible share, share inside the frame, or share of the picture."""
    return sum(
        any(view[key][name] < limit for key, limit in zip(("shares", "framed", "areas"), least, strict=True))
        for name in view["shares"]
    )


def pick_best(sight, views, aspect, rank=rank_view):
    """The best view after a look at the pixels of the most promising; None of none."""
    finalists = sorted(views, key=rank)[:FINALISTS]
    return min((look_closely(view, sight, aspect) for view in finalists), key=rank, default=None)
