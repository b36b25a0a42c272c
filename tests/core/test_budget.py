"""Samples that fit into a budget."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solver.core.budget import RESERVE, Price, choose_samples, foretell_all

PRICES = [Price(1.0, 2.0, 5.0), Price(1.0, 1.0, 3.0)]


def test_as_many_as_fit_and_no_more_than_the_quality() -> None:
    least = RESERVE * (1 + 2 + 5 + 1 + 1 + 3)
    assert choose_samples(PRICES, [16, 12], least * 0.999) is None
    assert choose_samples(PRICES, [16, 12], least * 1.001) == [1, 1]
    assert choose_samples(PRICES, [16, 12], RESERVE * (10 + 4 * 2 + 3 * 1) + 0.001) == [4, 3]
    assert choose_samples(PRICES, [16, 12], 1e9) == [16, 12]
    assert choose_samples(PRICES, [128, 64], 1e9) == [128, 64]


seconds = st.floats(0.0, 100.0)


@given(
    prices=st.lists(st.builds(Price, seconds, seconds, seconds), min_size=1, max_size=3),
    most=st.integers(1, 600),
    left_s=st.floats(0.0, 1e5),
)
def test_never_over_the_budget_and_never_less_with_more_time(
    prices: list[Price], most: int, left_s: float
) -> None:
    chosen = choose_samples(prices, [most] * len(prices), left_s)
    if chosen is None:
        assert foretell_all(prices, [1] * len(prices)) > left_s
        return
    assert foretell_all(prices, chosen) <= left_s
    more = choose_samples(prices, [most] * len(prices), left_s * 1.5)
    assert more is not None
    assert all(a <= b <= most for a, b in zip(chosen, more, strict=True))
