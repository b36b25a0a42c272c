"""Who is in a TRACE scene: drawn apart from places, so that no kind is the answer more often."""

from __future__ import annotations

from collections import Counter

import pytest

from solver.truth.questions.casting import HOSTS, LOOSE, Cast, draw_cast, find_scales, find_surface
from solver.truth.questions.draws import Draws
from solver.truth.questions.relation import QUERIES, REACH
from solver.truth.questions.studio import Things
from tests.truth.scenes import box_triangles

PROPS = {"table": (0.86, 0.58, 0.52), "shelf": (0.78, 0.34, 0.62), "arch": (0.82, 0.34, 0.6),
         "open box": (0.66, 0.52, 0.2)}  # fmt: skip
# Half of the kinds are too deep for a shelf or an arch.
KINDS = {f"kind {n}": (0.12, 0.1 if n % 2 else 0.25, 0.2) for n in range(24)}
SIZES = {**KINDS, **PROPS}
BOXES = {name: box_triangles((-w / 2, -d / 2, 0.0), (w / 2, d / 2, h)) for name, (w, d, h) in SIZES.items()}
THINGS = Things(tuple(KINDS), tuple(PROPS), ("red", "blue"), BOXES)


def draw(number: int, candidates: int = 6) -> Cast:
    return draw_cast(Draws("cast", number), QUERIES[number % 3], THINGS, candidates)


def test_every_thing_of_a_cast_fits_every_relation_in_it() -> None:
    for number in range(300):
        cast = draw(number)
        assert len(set(cast.kinds)) == 6 and len(set(cast.contexts)) in (1, 2, 3)
        assert next(iter(cast.hosted.values())) == (cast.reference, cast.query)
        assert set(cast.hosted) <= set(cast.kinds) and len(cast.hosted) <= 6 - LOOSE
        props = [prop for prop, _way in cast.hosted.values()]
        assert len(set(props)) == len(props) and set(props) <= {cast.reference, *cast.contexts}
        assert not {"under_prop", "inside_prop"} <= {way for _prop, way in cast.hosted.values()}
        for prop, way in cast.hosted.values():
            assert way in HOSTS[prop]
            assert all(find_scales(THINGS, kind, prop, way) for kind in cast.kinds)
    assert any(len(draw(number).hosted) == 3 for number in range(50))
    assert len(draw(1, candidates=4).hosted) == 1


def test_every_kind_of_a_cast_is_the_answer_equally_often() -> None:
    answers, chances, ranks = Counter[str](), Counter[str](), Counter[int]()
    for number in range(3000):
        cast = draw(number)
        answer = next(iter(cast.hosted))
        answers[answer] += 1
        ranks[cast.kinds.index(answer)] += 1
        for kind in cast.kinds:
            chances[kind] += 1
    spread = sum((answers[kind] - chances[kind] / 6) ** 2 / (chances[kind] / 6) for kind in chances)
    assert spread < 44.2  # chi-square of 23 degrees of freedom, 0.5 %
    assert sum((ranks[place] - 500) ** 2 / 500 for place in range(6)) < 16.7  # 5 degrees, 0.5 %


def test_scales_end_where_the_thing_would_stand_over() -> None:
    assert find_scales(THINGS, "kind 1", "table", "on_top_of_prop") == (1.25, 1.6)
    assert find_scales(THINGS, "kind 0", "shelf", "on_top_of_prop") is None
    low, high = find_scales(THINGS, "kind 0", "open box", "inside_prop") or (0.0, 0.0)
    assert (low, high) == pytest.approx((1.25, 1.6))
    assert find_scales(THINGS, "kind 0", "arch", "under_prop") is None  # 0.25 m on 0.24 m
    assert find_scales(THINGS, "kind 1", "arch", "under_prop") == (1.0, 1.2)


def test_the_middle_stays_in_reach_and_the_box_on_the_surface() -> None:
    width, depth = find_surface(THINGS, "table", "on_top_of_prop", (0.1, 0.1, 0.2))
    assert width == pytest.approx(2 * REACH["on_top_of_prop"] * 0.86 - 0.07 + 0.1)
    assert depth == pytest.approx(2 * REACH["on_top_of_prop"] * 0.58 - 0.07 + 0.1)
    assert find_surface(THINGS, "table", "on_top_of_prop", (0.8, 0.5, 0.2)) == pytest.approx((0.76, 0.48))
