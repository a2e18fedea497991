"""Two arms on the same deals, also where some games have no outcome."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats import estimate
from analyzer.stats.joint import Joint, Outcomes, Packed, check_packed, joint_counts
from analyzer.stats.proportions import method_of

FEW = 100  # discordant deals up to which the exact test is used by default


@dataclass(frozen=True, slots=True)
class Pairs:
    """Count the deals that both arms won, only the first, only the second, or neither."""

    both: int
    only_a: int
    only_b: int
    neither: int

    def __post_init__(self) -> None:
        """Refuse negative counts."""
        for name in self.__slots__:
            estimate.check_count(name, getattr(self, name))

    @property
    def n(self) -> int:
        """Count the deals."""
        return self.both + self.only_a + self.only_b + self.neither

    @property
    def discordant(self) -> int:
        """Count the deals with different outcomes."""
        return self.only_a + self.only_b

    def __add__(self, other: "Pairs") -> "Pairs":
        """Merge the counts of disjoint deals."""
        return Pairs(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))


@dataclass(frozen=True, slots=True)
class Saving:
    """Say what pairing saved: variance of an unpaired difference over that of the paired one."""

    factor: float
    correlation: float


def count_pairs(a: ArrayLike, b: ArrayLike) -> Pairs:
    """Count the four outcomes of two boolean vectors of equal length."""
    first, second = np.asarray(a, dtype=bool), np.asarray(b, dtype=bool)
    estimate.check_shape("b", second, first.shape)
    sets = (first & second, first & ~second, second & ~first)
    both, only_a, only_b = (int(np.count_nonzero(deals)) for deals in sets)
    return Pairs(both, only_a, only_b, first.size - both - only_a - only_b)


def count_packed(a: Packed, b: Packed, n: int) -> Pairs:
    """Count the four outcomes of two packed bit vectors over `n` deals."""
    joint = joint_counts([a, b], [n, n])
    both, won_a, won_b = int(joint.both[0, 1]), int(joint.wins[0, 0]), int(joint.wins[1, 1])
    return Pairs(both, won_a - both, won_b - both, n - won_a - won_b + both)


def tango(pairs: Pairs, level: float = 0.95) -> estimate.Estimate:
    """Estimate `p_a - p_b` by the score interval for paired proportions (Tango 1998)."""
    return tango_many([pairs], level)[0]


def tango_many(tables: Sequence[Pairs], level: float = 0.95) -> list[estimate.Estimate]:
    """Estimate `p_a - p_b` of many tables at once, in about the time of one."""
    estimate.check_level(level)
    n = np.array([max(table.n, 1) for table in tables])
    low, high = tango_bounds([t.only_a for t in tables], [t.only_b for t in tables], n, level)
    return [
        estimate.Estimate((t.only_a - t.only_b) / t.n, float(a), float(b), level, t.n, "tango")
        if t.n
        else estimate.Estimate(math.nan, -1.0, 1.0, level, 0, "tango")
        for t, a, b in zip(tables, low, high, strict=True)
    ]


def tango_bounds(
    only_a: ArrayLike, only_b: ArrayLike, n: ArrayLike, level: float
) -> tuple[estimate.FloatArray, estimate.FloatArray]:
    """Bound the difference for arrays of discordant counts out of `n` deals."""
    b, c, size = np.broadcast_arrays(*(np.asarray(x, dtype=np.float64) for x in (only_a, only_b, n)))
    z, value = float(estimate.ndtri(0.5 + 0.5 * level)), (b - c) / size
    edge = np.ones_like(value)
    low = estimate.bisect(lambda d: _tango_score(b, c, size, d) > z, -edge, value)
    high = estimate.bisect(lambda d: _tango_score(b, c, size, d) > -z, value, edge)
    return np.where(value == -1.0, -1.0, low), np.where(value == 1.0, 1.0, high)


def mcnemar(pairs: Pairs, method: str = "auto") -> estimate.Significance:
    """Test whether both arms win equally often; `auto` is exact up to 100 discordant deals.

    The methods are `exact` (conditional binomial), `mid-p` (Fagerland et al. 2013) and `chi-square`
    (McNemar 1947, without continuity correction).
    """
    if method == "auto":
        method = "exact" if pairs.discordant <= FEW else "chi-square"
    trials, gap, fewer = pairs.discordant, pairs.only_a - pairs.only_b, min(pairs.only_a, pairs.only_b)
    if method == "chi-square":
        statistic = gap**2 / max(trials, 1)
        return estimate.Significance(float(estimate.chdtrc(1, statistic)), statistic, pairs.n, "mcnemar chi-square")
    if method not in ("exact", "mid-p"):
        raise ValueError(f"method must be one of auto, exact, mid-p, chi-square but got {method}")
    below = float(estimate.bdtr(fewer - 1, trials, 0.5)) if fewer else 0.0
    at = float(estimate.bdtr(fewer, trials, 0.5)) - below
    tail = below + (at if method == "exact" else 0.5 * at)
    return estimate.Significance(min(1.0, 2.0 * tail), gap, pairs.n, f"mcnemar {method}")


def saving(pairs: Pairs) -> Saving:
    """Measure what pairing saved; inf if the paired difference never varies, nan if there are no deals."""
    if not pairs.n:
        return Saving(math.nan, math.nan)
    p_a, p_b = (pairs.both + pairs.only_a) / pairs.n, (pairs.both + pairs.only_b) / pairs.n
    var_a, var_b = p_a * (1 - p_a), p_b * (1 - p_b)
    covariance = pairs.both / pairs.n - p_a * p_b
    scale = math.sqrt(var_a * var_b)
    paired = pairs.discordant / pairs.n - (p_a - p_b) ** 2
    factor = (var_a + var_b) / paired if paired > 0 else (math.inf if var_a + var_b > 0 else math.nan)
    return Saving(factor, covariance / scale if scale > 0 else math.nan)


def saving_of(a: estimate.FloatArray, b: estimate.FloatArray) -> Saving:
    """Measure what pairing saved of two samples of values; the factor is inf if their difference never varies."""
    estimate.check_shape("b", b, a.shape)
    apart, paired = float(np.var(a) + np.var(b)), float(np.var(a - b))
    return Saving(apart / paired if paired > 0 else math.inf, _pearson(a, b))


def correlation(a: estimate.FloatArray, b: estimate.FloatArray, level: float = 0.95) -> estimate.Estimate:
    """Estimate the correlation of two samples by Fisher's transformation (1921); none if one of them never varies."""
    estimate.check_level(level)
    estimate.check_shape("b", b, a.shape)
    estimate.check_count("deals", len(a), 4)
    value = _pearson(a, b)
    if math.isnan(value):
        return estimate.Estimate(value, -1.0, 1.0, level, len(a), "fisher z")
    # scipy.stats.pearsonr agrees, saves one line, and takes 0.6 s to load
    reach = estimate.normal_quantile(0.5 + 0.5 * level) / math.sqrt(len(a) - 3)
    centre = math.atanh(min(max(value, -1 + 1e-15), 1 - 1e-15))
    return estimate.Estimate(value, math.tanh(centre - reach), math.tanh(centre + reach), level, len(a), "fisher z")


def permutation_test(differences: ArrayLike, seed: int, resamples: int = 9_999) -> estimate.Significance:
    """Test a mean difference of 0 by flipping signs at random (two-sided, counting the sample itself).

    Equal magnitudes are flipped together by one binomial draw, so millions of deals cost little.
    """
    vector = estimate.finite_vector("differences", differences)
    estimate.check_count("resamples", resamples, 1)
    sizes, counts = np.unique(np.abs(vector), return_counts=True)
    rng = np.random.default_rng(seed)
    positive = rng.binomial(counts, 0.5, size=(resamples, counts.size))
    sums = (2 * positive - counts) @ sizes
    observed = abs(float(vector.sum()))
    hits = int(np.count_nonzero(np.abs(sums) >= observed * (1 - 1e-12) - 1e-12))
    p_value = (hits + 1) / (resamples + 1)
    return estimate.Significance(p_value, float(vector.mean()), vector.size, "sign-flip permutation")


def _pearson(a: estimate.FloatArray, b: estimate.FloatArray) -> float:
    scale = float(np.std(a) * np.std(b))
    return float(np.mean((a - a.mean()) * (b - b.mean()))) / scale if scale > 0 else math.nan


def _tango_score(
    b: estimate.FloatArray, c: estimate.FloatArray, n: estimate.FloatArray, difference: estimate.FloatArray
) -> estimate.FloatArray:
    # the constrained estimate of P(only b) is the larger root of 2n q^2 + linear q + constant = 0
    linear = -b - c + (2 * n - b + c) * difference
    constant = -c * difference * (1 - difference)
    root = np.sqrt(np.maximum(linear * linear - 8 * n * constant, 0.0))
    only_b = (root - linear) / (4 * n)
    variance = n * np.maximum(2 * only_b + difference * (1 - difference), 1e-300)
    return (b - c - n * difference) / np.sqrt(variance)


@dataclass(frozen=True, slots=True)
class BoundedPairs:
    """Hold the counts of the deals known for both arms, and of all deals filled against and for the first arm."""

    known: Pairs
    lowest: Pairs
    highest: Pairs

    @property
    def unknown(self) -> int:
        """Count the deals on which at least one arm has no outcome."""
        return self.lowest.n - self.known.n


def count_bounded(a: Packed, b: Packed, unknown_a: Packed, unknown_b: Packed, n: int) -> BoundedPairs:
    """Count outcomes of two packed bit vectors over `n` deals, with a bit for every unknown game of each arm."""
    check_packed([a, b, unknown_a, unknown_b], [n] * 4)
    if (a & unknown_a).any() or (b & unknown_b).any():
        raise ValueError("unknown must not mark games that were won")
    known = ~(unknown_a | unknown_b)
    filled = count_packed(a & known, b & known, n)
    missing = int(np.bitwise_count(unknown_a | unknown_b).sum())
    certain = Pairs(filled.both, filled.only_a, filled.only_b, filled.neither - missing)
    return BoundedPairs(certain, count_packed(a, b | unknown_b, n), count_packed(a | unknown_a, b, n))


def pairs_in(outcomes: Outcomes, first: int, second: int) -> BoundedPairs:
    """Count the same for two cells of joint outcomes, over the deals that both have played."""
    a, b, a_won, b_won = first, second, int(outcomes.if_won[first]), int(outcomes.if_won[second])
    joint = outcomes.joint
    deals, both = int(joint.deals[a, b]), joint.both
    known = Pairs(
        int(both[a, b]),
        int(joint.wins[a, b] - both[a, b_won]),
        int(joint.wins[b, a] - both[a_won, b]),
        int(deals - joint.wins[a_won, b_won] - joint.wins[b_won, a_won] + both[a_won, b_won]),
    )
    return BoundedPairs(known, _pairs(joint, a, b_won), _pairs(joint, a_won, b))


def _pairs(joint: Joint, i: int, j: int) -> Pairs:
    both, won_i, won_j = int(joint.both[i, j]), int(joint.wins[i, j]), int(joint.wins[j, i])
    return Pairs(both, won_i - both, won_j - both, int(joint.deals[i, j]) - won_i - won_j + both)


def tango_bounded(pairs: BoundedPairs, level: float = 0.95) -> estimate.Estimate:
    """Estimate `p_a - p_b` with unknown games; the value is that of the deals known for both arms."""
    return tango_bounded_many([pairs], level)[0]


def tango_bounded_many(tables: Sequence[BoundedPairs], level: float = 0.95) -> list[estimate.Estimate]:
    """Estimate `p_a - p_b` of many tables at once, in about the time of one."""
    lows = tango_many([table.lowest for table in tables], level)
    highs = tango_many([table.highest for table in tables], level) if any(t.unknown for t in tables) else lows
    found = []
    for pairs, low, high in zip(tables, lows, highs, strict=True):
        known = pairs.known
        value = (known.only_a - known.only_b) / known.n if known.n else math.nan
        method = method_of("tango", pairs.unknown, few=False)
        found.append(replace(low, value=value, high=high.high, method=method))
    return found


def mcnemar_bounded(pairs: BoundedPairs, method: str = "auto") -> estimate.Significance:
    """Test that both arms win equally often; the p-value is the largest that any filling of unknown games gives."""
    ends = [mcnemar(pairs.lowest, method), mcnemar(pairs.highest, method)]
    worst = max(ends, key=lambda test: test.p_value)
    least, most = (end.only_a - end.only_b for end in (pairs.lowest, pairs.highest))
    if least <= 0 <= most and pairs.unknown:
        return estimate.Significance(1.0, 0.0, worst.n, worst.method)
    return worst
