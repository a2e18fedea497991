"""Statistics that are not used, measured in the tables of docs/statistics.md beside those that are.

Each has a known weakness: half a win added to a cell without wins, ranks redrawn from the errors of places, percentiles
of a skewed value.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.checks import FloatArray
from analyzer.stats.estimate import Estimate
from analyzer.stats.joint import Joint
from analyzer.stats.quantiles import histogram
from analyzer.stats.special import logit, ndtri

Statistic = Callable[[FloatArray, FloatArray], float]


def half_win_contrast(weights: ArrayLike, joint: Joint, level: float = 0.95) -> Estimate:
    """Estimate a weighted sum of log odds with half a win and half a loss added to each cell (Haldane 1956)."""
    vector = np.asarray(weights, dtype=np.float64)
    shrunk = (np.diagonal(joint.wins) + 0.5) / (joint.n + 1.0)
    tangent = vector / (shrunk * (1.0 - shrunk))
    value = float(vector @ logit(shrunk))
    error = math.sqrt(max(float(tangent @ joint.covariance() @ tangent), 0.0))
    reach = float(ndtri(0.5 + 0.5 * level)) * error
    return Estimate(value, value - reach, value + reach, level, int(joint.n.min()), "half a win added")


def redrawn_tau(
    printed: ArrayLike, measured: ArrayLike, covariance: ArrayLike, seed: int, level: float = 0.95, draws: int = 4_000
) -> Estimate:
    """Estimate Kendall's tau-b of printed ranks and measured places by ranking places redrawn from their errors."""
    icons, places = np.asarray(printed, dtype=np.float64), np.asarray(measured, dtype=np.float64)
    rng = np.random.default_rng(seed)
    redrawn = rng.multivariate_normal(places, np.asarray(covariance), size=draws, method="eigh")
    value = float(_tau_b(icons, places[None])[0])
    low, high = np.quantile(_tau_b(icons, redrawn), [0.5 - 0.5 * level, 0.5 + 0.5 * level])
    return Estimate(value, min(float(low), value), max(float(high), value), level, places.size, "tau-b, redrawn")


def bootstrap(
    sample: ArrayLike, statistic: Statistic, seed: int, level: float = 0.95, resamples: int = 2_000
) -> Estimate:
    """Estimate any `statistic(values, counts)` by the percentile bootstrap (Efron 1979), seeded."""
    data, rng = histogram(sample), np.random.default_rng(seed)
    drawn = rng.multinomial(data.n, data.counts / data.n, size=resamples)
    again = [statistic(data.values, counts) for counts in drawn]
    low, high = np.quantile(again, [0.5 - 0.5 * level, 0.5 + 0.5 * level])
    value = statistic(data.values, data.counts.astype(np.float64))
    return Estimate(float(value), float(low), float(high), level, data.n, "percentile bootstrap")


def _tau_b(icons: FloatArray, places: FloatArray) -> FloatArray:
    upper = np.triu_indices(icons.size, 1)
    printed = np.sign(icons[:, None] - icons[None, :])[upper]
    measured = np.sign(places[:, upper[0]] - places[:, upper[1]])
    scale = np.sqrt((printed**2).sum() * (measured**2).sum(axis=1))
    return np.asarray(measured @ printed / np.maximum(scale, 1.0))
