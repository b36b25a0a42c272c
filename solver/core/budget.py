"""What pictures cost, and the samples that fit into a budget of seconds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# Renders at full size ran up to a tenth slower than small probes foretold.
RESERVE = 1.15
# Steps that can be chosen, about a factor of 1.4 apart: two runs on one machine mostly choose the same.
LADDER = (1, 2, 3, 4, 6, 8, 11, 16, 22, 32, 45, 64, 90, 128, 181, 256, 362, 512)


@dataclass(frozen=True)
class Price:
    """What one picture costs on this machine, in seconds: to start, for each sample a pixel, to denoise."""

    start_s: float
    sample_s: float
    denoise_s: float

    def foretell(self, samples: int) -> float:
        """Seconds for the picture at `samples` a pixel, with the reserve."""
        return RESERVE * (self.start_s + samples * self.sample_s + self.denoise_s)


def foretell_all(prices: Sequence[Price], samples: Sequence[int]) -> float:
    """Seconds for all pictures, with the reserve."""
    return sum(price.foretell(count) for price, count in zip(prices, samples, strict=True))


def choose_samples(prices: Sequence[Price], most: Sequence[int], left_s: float) -> list[int] | None:
    """Samples a picture at the highest step of LADDER at which all pictures take no more than `left_s`.

    They keep the proportion of `most`, are at least 1 and never above it. None where the least does not fit.
    """
    fitting = None
    for step in LADDER:
        samples = [max(1, min(limit, round(step * limit / max(most)))) for limit in most]
        if foretell_all(prices, samples) > left_s:
            break
        fitting = samples
    return fitting
