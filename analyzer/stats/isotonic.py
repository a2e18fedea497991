"""Curves that only rise, or only fall: the nearest one to some means, and what speaks against it."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from analyzer.stats.checks import FloatArray, check_count, check_shape, finite_vector
from analyzer.stats.multiple import bonferroni_level
from analyzer.stats.special import normal_quantile


def monotone_fit(means: Sequence[float], weights: Sequence[float], trend: int) -> FloatArray:
    """Fit the curve that rises (`trend` 1) or falls (-1) and lies nearest to weighted means in squares.

    Neighbours in the wrong order are pooled until none is left (Ayer et al. 1955).
    """
    _check_trend(trend)
    height, weight = trend * finite_vector("means", means), finite_vector("weights", weights)
    check_shape("weights", weight, height.shape)
    pools: list[tuple[float, float, int]] = []  # mean, weight, size
    for mean, mass in zip(height.tolist(), weight.tolist(), strict=True):
        pools.append((mean, mass, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (a, n, i), (b, m, j) = pools[-2:]
            pools[-2:] = [((a * n + b * m) / (n + m), n + m, i + j)]
    return np.repeat([trend * mean for mean, _, _ in pools], [size for _, _, size in pools])


def reversals(
    means: Sequence[float], errors: Sequence[float], trend: int, level: float = 0.95
) -> list[tuple[int, int]]:
    """List the pairs that are in the wrong order for certain, all pairs together; errors are standard errors.

    Common deals make differences surer than that: what is listed here is certain there too.
    """
    _check_trend(trend)
    check_count("errors", len(errors), len(means), len(means))
    pairs = list(combinations(range(len(means)), 2))
    if not pairs:
        return []
    z = normal_quantile(0.5 + 0.5 * bonferroni_level(level, len(pairs)))
    return [(i, j) for i, j in pairs if trend * (means[i] - means[j]) > z * float(np.hypot(errors[i], errors[j]))]


def _check_trend(trend: int) -> None:
    if trend not in (-1, 1):
        raise ValueError(f"trend must be 1 or -1 but got {trend}")
