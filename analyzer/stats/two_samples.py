"""Tests of two independent proportions."""

import math

import numpy as np

from analyzer.stats.checks import FloatArray, check_count
from analyzer.stats.estimate import Significance
from analyzer.stats.special import gammaln, ndtr

FEW = 50.0  # expected wins or losses of the smaller sample up to which the conditional test is used


def compare_proportions(k1: int, n1: int, k2: int, n2: int) -> Significance:
    """Test `p1 = p2`: by the mid-p of Fisher's test if few wins or losses are expected, else by the score."""
    for k, n in ((k1, n1), (k2, n2)):
        check_count("k", k, 0, n)
    wins, games = k1 + k2, n1 + n2
    fewest = min(n1, n2) * min(wins, games - wins) / max(games, 1)
    return fisher_mid_p(k1, n1, k2, n2) if fewest <= FEW else pooled_score(k1, n1, k2, n2)


def pooled_score(k1: int, n1: int, k2: int, n2: int) -> Significance:
    """Test `p1 = p2` by the difference over its pooled standard error (two-sided normal)."""
    games = n1 + n2
    pooled = (k1 + k2) / games
    error = math.sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2))
    z = (k1 / n1 - k2 / n2) / error if error else 0.0
    return Significance(float(2 * ndtr(-abs(z))), z, games, "pooled score")


def fisher_mid_p(k1: int, n1: int, k2: int, n2: int) -> Significance:
    """Test `p1 = p2` given the total of wins; tables as likely as the observed one count half."""
    table, log_weight = _hypergeometric(k1 + k2, n1, n2)
    weight = np.exp(log_weight - log_weight.max())
    weight /= weight.sum()
    own = weight[table == k1][0]
    rarer = weight[weight < own * (1 - 1e-9)].sum()
    tied = weight[np.abs(weight - own) <= own * 1e-9].sum()
    return Significance(float(min(1.0, rarer + 0.5 * tied)), float(k1), n1 + n2, "fisher mid-p")


def _hypergeometric(wins: int, n1: int, n2: int) -> tuple[FloatArray, FloatArray]:
    table = np.arange(max(0, wins - n2), min(wins, n1) + 1, dtype=np.float64)
    return table, _log_choose(n1, table) + _log_choose(n2, wins - table)


def _log_choose(n: int, k: FloatArray) -> FloatArray:
    return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1))
