"""Where a mean crosses a line as a number of the rules is raised: game lengths, shares of the first player.

As `crossings` has it for win rates, with means that are straight between two neighbouring values. Values are played
on common deals, of which one may have more than another. Each value comes twice, with its unknown games at their lowest
and at their highest; deals without a value are nan.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from analyzer.stats.checks import FloatArray, check_count, check_level
from analyzer.stats.crossings import Crossing, reach_of, weights_at, zero_crossings
from analyzer.stats.estimate import Estimate
from analyzer.stats.special import normal_quantile

METHOD = "crossing of the means (Fieller)"


def mean_crossing(
    values: Sequence[float], lows: Sequence[FloatArray], highs: Sequence[FloatArray], line: float, level: float = 0.95
) -> Crossing:
    """Find where the mean of samples, played at rising `values`, crosses `line`; the first time if it does often."""
    check_level(level)
    check_count("values", len(values), 2)
    check_count("samples", len(lows), len(values), len(values))
    if any(a >= b for a, b in pairwise(values)):
        raise ValueError(f"values must rise but got {list(values)}")
    heights = [known_mean(low, high) - line for low, high in zip(lows, highs, strict=True)]
    found = list(zero_crossings(values, heights))
    low, high = _reach(values, found, lows, highs, line, level)
    if not found:
        return Crossing(None, 0, low <= high)
    games = min(len(sample) for sample in lows)
    where = Estimate(found[0], min(low, found[0]), max(high, found[0]), level, games, METHOD)
    return Crossing(where, len(found), True)


def known_mean(low: FloatArray, high: FloatArray) -> float:
    """Give the mean over the deals that have a value and no unknown game."""
    known = low[low == high]
    return float(known.mean()) if known.size else math.nan


def _reach(
    values: Sequence[float],
    found: Sequence[float],
    lows: Sequence[FloatArray],
    highs: Sequence[FloatArray],
    line: float,
    level: float,
) -> tuple[float, float]:
    z = normal_quantile(0.5 + 0.5 * level)
    ends = [(-z, *_parts(lows)), (z, *_parts(highs))]

    def is_near(place: float) -> bool:
        weights = weights_at(place, len(values))
        low, high = (
            float(weights @ means) + reach * math.sqrt(float(((weights @ influence) ** 2).sum()))
            for reach, means, influence in ends
        )
        return low <= line <= high

    return reach_of(values, found, is_near)


def _parts(samples: Sequence[FloatArray]) -> tuple[FloatArray, FloatArray]:
    """Give the mean of each sample, and what each deal does to it, as (samples, deals)."""
    influence = np.zeros((len(samples), max(len(sample) for sample in samples)))
    means = np.array([float(np.nanmean(sample)) for sample in samples])
    for row, sample, mean in zip(influence, samples, means, strict=True):
        has_value = ~np.isnan(sample)
        row[: len(sample)] = np.where(has_value, sample - mean, 0.0) / max(int(has_value.sum()), 1)
    return means, influence
