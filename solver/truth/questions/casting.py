"""Who is in a TRACE scene: its props, its things, and which thing keeps which relation to which prop.

A cast is drawn apart from the places, and every thing in it could keep any of its relations. So no kind
of thing is the answer more often than another because it fits better or is seen more easily.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.truth.questions.draws import Draws
from solver.truth.questions.relation import PROPS, REACH
from solver.truth.questions.studio import Things

EDGE_M = 0.035  # things keep this far within a relation's footprint, so that a percent changes nothing
BRIM_M = 0.05  # of a prop's surface that stays free on every side
SCALE = (1.25, 1.6)  # of things on the floor, on and in props
UNDER_SCALE = (1.0, 1.2)
LOOSE = 3  # things that at least stand on the floor
HOSTED_SHARE = 0.55  # of the other props that have a thing of their own
EYE_M = {"on_top_of_prop": (1.6, 2.1), "under_prop": (1.0, 1.4), "inside_prop": (1.9, 2.3)}
# Which relations a thing can keep to which prop.
HOSTS = {"table": ("on_top_of_prop", "under_prop"), "shelf": ("on_top_of_prop",),
         "arch": ("on_top_of_prop", "under_prop"), "open box": ("inside_prop",)}  # fmt: skip

Way = tuple[str, str]  # prop and relation


@dataclass(frozen=True)
class Cast:
    """The kinds in a scene. `hosted` gives the prop and the relation of the things that do not stand on
    the floor; the first is the answer to `query` about `reference`."""

    query: str
    reference: str
    contexts: tuple[str, ...]
    kinds: tuple[str, ...]
    hosted: dict[str, Way]

    @property
    def eye_m(self) -> tuple[float, float]:
        """Least and greatest height of the camera: low to look under a prop, high to look into one."""
        relations = {relation for _prop, relation in self.hosted.values()}
        return next(
            (EYE_M[name] for name in ("under_prop", "inside_prop") if name in relations),
            EYE_M["on_top_of_prop"],
        )

    def list_props(self) -> list[tuple[str, str]]:
        """(kind, role) of every prop, the reference first."""
        return [(self.reference, "reference"), *((kind, "context") for kind in self.contexts)]


def draw_cast(draws: Draws, query: str, things: Things, candidates: int) -> Cast:
    """One random cast of `candidates` things."""
    reference = draws.pick(PROPS[query])
    contexts = draws.sample([kind for kind in things.props if kind != reference], draws.whole(1, 3))
    ways = _draw_ways(draws, query, reference, contexts)[: candidates - LOOSE]
    fitting = [kind for kind in things.things if all(find_scales(things, kind, *way) for way in ways)]
    kinds = draws.sample(fitting, candidates)
    # The answer stands anywhere among the kinds, as they are coloured and placed in their order.
    hosted = dict(zip(draws.sample(kinds, len(ways)), ways, strict=True))
    return Cast(query, reference, tuple(contexts), tuple(kinds), hosted)


def _draw_ways(draws: Draws, query: str, reference: str, contexts: list[str]) -> list[Way]:
    """The asked relation first, then some to other props, at most one a prop; nothing stands under one
    where something lies inside another, as no camera looks well into both."""
    ways: list[Way] = [(reference, query)]
    for prop in draws.shuffle(contexts):
        relations = {relation for _prop, relation in ways}
        free = [way for way in HOSTS[prop] if not {way, *relations} >= {"under_prop", "inside_prop"}]
        if free and draws.fraction() < HOSTED_SHARE:
            ways.append((prop, draws.pick(free)))
    return ways


def find_surface(
    things: Things, prop: str, way: str, size_m: tuple[float, float, float]
) -> tuple[float, float]:
    """Width and depth, about a prop's middle, that the box of a thing of `size_m` may lie in: its middle
    in the relation's reach, its box on the surface."""
    sides = things.size_m(prop)[:2]
    width, depth = (
        min(2 * REACH[way] * side - 2 * EDGE_M + own, side - 2 * BRIM_M)
        for side, own in zip(sides, size_m[:2], strict=True)
    )
    return width, depth


def find_scales(things: Things, kind: str, prop: str, way: str) -> tuple[float, float] | None:
    """Least and greatest scale at which a thing keeps a relation to a prop and fits; None where it does
    not even at the least."""
    low, high = UNDER_SCALE if way == "under_prop" else SCALE
    own, sides = things.size_m(kind), things.size_m(prop)
    high = min(high, *((side - 2 * BRIM_M) / size for side, size in zip(sides[:2], own[:2], strict=True)))
    return (low, high) if low <= high else None
