"""How far games agree that share some sources of chance: Sobol's shares of the variance of the outcome.

Games that have one source in common, and nothing else, agree as far as this source alone decides: its first-order
share. Games that have all in common but one source agree as far as the outcome does not need it: what is missing to
1 is its total share. Both are one correlation, estimated with the mean and the variance of both sides together (Janon
et al. 2014, "Asymptotic normality and efficiency of two Sobol index estimators"; pick-freeze after Sobol 1993).
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.estimate import Estimate, FloatArray, check_level, normal_quantile
from analyzer.stats.proportions import clopper_pearson

METHOD, RARE, NOTHING = "pick-freeze", "pick-freeze, few games differ", "all games ended alike"
RARELY = 0.1  # how often an outcome may come that is called rare
FEW = 30  # deals that differ: below that their number is taken for binomial


@dataclass(frozen=True)
class Agreement:
    """The correlation of games that share something, and by how much each deal moves it."""

    value: float
    moves: FloatArray  # of the value, by each deal; their mean is 0
    differing: FloatArray  # by deal: half the squared distance of the outcomes
    variance: float
    most: float  # that the distance of a deal can be
    extra: float = 0.0  # variance of the value that the moves do not show
    rare: tuple[int, int, float] | None = None  # of one outcome, 0 or 1: deals with the rarer one twice, and once; rate


def agreement(ours: ArrayLike, theirs: ArrayLike, *, crossed: bool = False) -> Agreement:
    """Compare games of the same deals: arrays (line-ups, deals, outcomes).

    Each line-up is compared with itself; `crossed`: each with each, as if the line-up were drawn anew.
    """
    a, b = (np.asarray(values, dtype=np.float64) for values in (ours, theirs))
    if a.shape != b.shape or a.ndim != 3 or a.shape[1] < 2:
        raise ValueError(f"games must be two equal arrays (line-ups, deals, outcomes) but got {a.shape}, {b.shape}")
    centre = (a.mean(axis=(0, 1)) + b.mean(axis=(0, 1))) / 2.0
    x, y = a - centre, b - centre
    spread = ((x**2 + y**2) / 2.0).sum(axis=2).mean(axis=0)
    common = (x.mean(axis=0) * y.mean(axis=0)).sum(axis=1) if crossed else (x * y).sum(axis=2).mean(axis=0)
    variance = float(spread.mean())
    value = float(common.mean()) / variance if variance > 0 else np.nan
    moves = (common - value * spread) / variance if variance > 0 else np.zeros(len(spread))
    width = float(max(a.max(), b.max()) - min(a.min(), b.min()))
    differing, most = np.maximum(spread - common, 0.0), width**2 * min(a.shape[2], 2) / 2.0
    return Agreement(value, moves, differing, variance, most, rare=None if crossed else _rarer(a, b))


def _rarer(a: FloatArray, b: FloatArray) -> tuple[int, int, float] | None:
    """Count the deals with the rarer of two outcomes on both sides, and on one; None if there is more to an outcome."""
    if a.shape[0] > 1 or a.shape[2] > 1 or not np.isin(a, (0.0, 1.0)).all() or not np.isin(b, (0.0, 1.0)).all():
        return None
    is_one_rarer = a.mean() + b.mean() < 1.0
    if min(a.mean() + b.mean(), 2.0 - a.mean() - b.mean()) > 2.0 * RARELY:
        return None
    x, y = ((values == float(is_one_rarer)).ravel() for values in (a, b))
    return int((x & y).sum()), int((x ^ y).sum()), float(x.mean() + y.mean()) / 2.0


def agreement_of_means(ours: ArrayLike, theirs: ArrayLike) -> Agreement:
    """Compare line-ups over all deals: how far games of the same line-up agree, whatever the deals are.

    The deals of both sides must have nothing to do with each other.
    """
    plain = agreement(ours, theirs)
    if not plain.variance > 0:
        return plain
    a, b = (np.asarray(values, dtype=np.float64) for values in (ours, theirs))
    centre = (a.mean(axis=(0, 1)) + b.mean(axis=(0, 1))) / 2.0
    x, y = a - centre, b - centre
    mean_x, mean_y = x.mean(axis=1, keepdims=True), y.mean(axis=1, keepdims=True)
    spread = ((x**2 + y**2) / 2.0).sum(axis=2).mean(axis=0)
    common = float((mean_x * mean_y).sum(axis=2).mean())
    value = common / plain.variance
    by_deal = (x * mean_y + mean_x * y).sum(axis=2).mean(axis=0)
    moves = (by_deal - common - value * spread) / plain.variance
    return replace(plain, value=value, moves=moves, extra=_noise(x, y) / plain.variance**2)


def _noise(x: FloatArray, y: FloatArray) -> float:
    """Give the variance of a product of means that are 0: what is left where line-ups hardly differ."""
    n_ways, n_deals, n_outcomes = x.shape
    flat = (values.transpose(1, 0, 2).reshape(n_deals, n_ways * n_outcomes) for values in (x, y))
    own, other = (np.cov(values, rowvar=False).reshape(n_ways * n_outcomes, -1) / n_deals for values in flat)
    return float((own * other).sum()) / float(n_ways**2)


def shared(found: Agreement, level: float = 0.95) -> Estimate:
    """Estimate the share of the variance that what is common explains by itself."""
    check_level(level)
    n = len(found.moves)
    if not found.variance > 0:
        return Estimate(0.0, 0.0, 1.0, level, n, NOTHING)
    if found.rare is not None and min(found.rare[:2]) < FEW:
        return _of_few(found, *found.rare, level)
    n_differing = int((found.differing > 1e-12).sum())
    if n_differing < FEW:
        return _nearly_all(found, n_differing, level)
    return _normal(found.value, found.moves, level, found.extra)


def missing(found: Agreement, level: float = 0.95) -> Estimate:
    """Estimate the share of the variance that is lost where what is not common varies: its total share."""
    share = shared(found, level)
    if not found.variance > 0:
        return share
    return replace(share, value=1.0 - share.value, low=1.0 - share.high, high=1.0 - share.low)


def interplay(parts: list[Agreement], level: float = 0.95) -> Estimate:
    """Estimate what no source explains by itself: the rest to 1 of all first-order shares."""
    n = len(parts[0].moves)
    if not all(part.variance > 0 for part in parts):
        return Estimate(0.0, 0.0, 1.0, level, n, NOTHING)
    moves, extra = np.sum([part.moves for part in parts], axis=0), sum(part.extra for part in parts)
    return _normal(1.0 - sum(part.value for part in parts), moves, level, extra)


def _normal(value: float, moves: FloatArray, level: float, extra: float) -> Estimate:
    half = normal_quantile(0.5 + level / 2.0) * float(math.sqrt(moves.var(ddof=1) / len(moves) + extra))
    middle = min(max(value, 0.0), 1.0)  # an interval around a value beyond the ends could be empty
    return Estimate(middle, max(middle - half, 0.0), min(middle + half, 1.0), level, len(moves), METHOD)


def _of_few(found: Agreement, twice: int, once: int, rate: float, level: float) -> Estimate:
    """Bound it by the exact interval of how many of the deals with the rarer outcome have it on both sides."""
    both = clopper_pearson(twice, twice + once, level)
    low, high = ((2.0 * share / (1.0 + share) - rate) / (1.0 - rate) for share in (both.low, both.high))
    value, low, high = (min(max(end, 0.0), 1.0) for end in (found.value, low, high))
    return Estimate(value, low, high, level, len(found.moves), RARE)


def _nearly_all(found: Agreement, n_differing: int, level: float) -> Estimate:
    """Bound it by the exact interval of how many deals differ: where none does, a deviation would be 0."""
    n = len(found.moves)
    distance = float(found.differing.sum()) / n_differing if n_differing else found.most
    rate = clopper_pearson(n_differing, n, level)
    middle = min(max(found.value, 0.0), 1.0)
    beyond = middle - found.value  # of few deals most may differ: an interval around a value below 0 could be empty
    low, high = (min(max(1.0 - end * distance / found.variance + beyond, 0.0), 1.0) for end in (rate.high, rate.low))
    return Estimate(middle, low, high, level, n, RARE)
