"""Rates of events that come in clusters, such as mistakes by game: what happens in one cluster is not independent."""

import math

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.checks import FloatArray, check_level, check_shape, count_vector
from analyzer.stats.estimate import Estimate
from analyzer.stats.proportions import clopper_pearson
from analyzer.stats.special import stdtrit

METHOD = "clopper-pearson with effective n"


def clustered_rate(hits: ArrayLike, trials: ArrayLike, level: float = 0.95) -> Estimate:
    """Estimate a rate of hits per trial, given both by cluster (Korn and Graubard 1998).

    The exact interval at the number of independent trials that would vary as much, which is never taken to be larger
    than the trials there were; the few clusters that vary widen it as in Student's t.
    """
    check_level(level)
    found, tried = count_vector("hits", hits), count_vector("trials", trials)
    check_shape("hits", found, tried.shape)
    if (found > tried).any():
        raise ValueError("hits must lie in [0, trials] in every cluster")
    total, n = int(found.sum()), int(tried.sum())
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, level, 0, METHOD)
    rate = total / n
    effective = _effective(found.astype(float), tried.astype(float), rate, level)
    exact = clopper_pearson(rate * effective, effective, level)
    return Estimate(rate, exact.low, exact.high, level, n, METHOD)


def _effective(hits: FloatArray, trials: FloatArray, rate: float, level: float) -> float:
    """Count the independent trials that tell as much; at least one, at most as many as there were."""
    clusters, n = int((trials > 0).sum()), float(trials.sum())
    if clusters < 2:
        return 1.0
    binomial = rate * (1.0 - rate) / n
    scatter = float(((hits - rate * trials) ** 2).sum()) * clusters / (clusters - 1) / n**2
    spread = n if binomial == 0.0 or scatter <= binomial else n * binomial / scatter
    chance = 0.5 + 0.5 * level
    shrink = (stdtrit(max(n - 1.0, 1.0), chance) / stdtrit(clusters - 1.0, chance)) ** 2
    return float(np.clip(spread * shrink, 1.0, n))
