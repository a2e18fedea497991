"""Rates and shares: intervals for one proportion and for the difference of two, also where games are unknown."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats import estimate

Bounds = tuple[estimate.FloatArray, estimate.FloatArray]
FEW_EXPECTED = 50.0  # expected wins or losses of the smaller sample up to which the conditional test is used


def wilson(k: float, n: float, level: float = 0.95) -> estimate.Estimate:
    """Estimate a proportion from `k` wins in `n` games by Wilson's score interval (1927)."""
    return _one(wilson_bounds, "wilson", k, n, level)


def clopper_pearson(k: float, n: float, level: float = 0.95) -> estimate.Estimate:
    """Estimate a proportion by the exact interval, which never covers less than `level` (1934)."""
    return _one(clopper_pearson_bounds, "clopper-pearson", k, n, level)


def newcombe(k1: int, n1: int, k2: int, n2: int, level: float = 0.95) -> estimate.Estimate:
    """Estimate `p1 - p2` of two independent samples by Newcombe's square-and-add (1998b, method 10)."""
    first, second = wilson(k1, n1, level), wilson(k2, n2, level)
    if n1 == 0 or n2 == 0:
        return estimate.Estimate(math.nan, -1.0, 1.0, level, n1 + n2, "newcombe")
    value = first.value - second.value
    low = value - math.hypot(first.value - first.low, second.high - second.value)
    high = value + math.hypot(first.high - first.value, second.value - second.low)
    return estimate.Estimate(value, max(low, -1.0), min(high, 1.0), level, n1 + n2, "newcombe")


def win_share(n: int, total: float, squares: float, level: float = 0.95) -> estimate.Estimate:
    """Estimate a mean of values in [0, 1] (shared wins count 1/k) from their sum and sum of squares.

    Wilson's interval at the effective number of games `n p (1 - p) / variance`: fractional wins vary less
    than whole ones. The variance is pulled towards the binomial one with the weight of z**2 games, so
    that a run of equal values has an interval of some width; with whole wins it is Wilson's interval.
    """
    estimate.check_level(level)
    estimate.check_count("total", total, 0, n)
    if not total * total - 1e-9 * n * n <= n * squares <= n * total * (1 + 1e-12):
        raise ValueError(f"squares must lie in [{total * total / max(n, 1)}, {total}] but got {squares}")
    effective = float(effective_games(n, total, squares, level))
    share = total / n if n else math.nan
    low, high = wilson_bounds(share * effective if n else 0.0, effective, level)
    return estimate.Estimate(share, float(low), float(high), level, n, "wilson with effective n")


def effective_games(n: int, total: ArrayLike, squares: ArrayLike, level: float = 0.95) -> estimate.FloatArray:
    """Count the games of whole wins that would say as much about a share as `n` games of shared ones."""
    share, second = np.asarray(total, dtype=np.float64) / max(n, 1), np.asarray(squares, dtype=np.float64) / max(n, 1)
    binomial, z2 = share * (1.0 - share), estimate.normal_quantile(0.5 + 0.5 * level) ** 2
    is_mixed = binomial > 0.0
    ratio = np.maximum(second - share * share, 0.0) / np.where(is_mixed, binomial, 1.0)
    return np.asarray(n / np.where(is_mixed, (n * ratio + z2) / (n + z2), 1.0))


def wilson_bounds(k: ArrayLike, n: ArrayLike, level: float = 0.95) -> Bounds:
    """Bound proportions by Wilson's score interval; without games the bounds are 0 and 1."""
    wins, games = _counts(k, n, level)
    z2, rate = estimate.normal_quantile(0.5 + 0.5 * level) ** 2, wins / np.where(games > 0, games, 1.0)
    centre = (wins + 0.5 * z2) / (games + z2)
    spread = math.sqrt(z2) / (games + z2) * np.sqrt(wins * (1.0 - rate) + 0.25 * z2)
    low = np.where(wins == 0, 0.0, np.maximum(centre - spread, 0.0))
    high = np.where(wins == games, 1.0, np.minimum(centre + spread, 1.0))
    return low, high


def clopper_pearson_bounds(k: ArrayLike, n: ArrayLike, level: float = 0.95) -> Bounds:
    """Bound proportions by inverting the two one-sided binomial tests."""
    wins, games = _counts(k, n, level)
    tail = 0.5 * (1.0 - level)
    power = math.log(tail) / np.maximum(games, 1.0)  # without losses, or without wins, a bound is a power of the tail
    low = np.where(wins == 0, 0.0, np.exp(power))
    high = np.where(wins == games, 1.0, -np.expm1(power))
    mixed = (wins > 0) & (wins < games)
    if not mixed.any():
        return low, high
    k, losses = np.where(mixed, wins, 1.0), np.where(mixed, games - wins, 1.0)
    exact = estimate.betaincinv(k, losses + 1.0, tail), estimate.betaincinv(k + 1.0, losses, 1.0 - tail)
    return np.where(mixed, exact[0], low), np.where(mixed, exact[1], high)


def _one(bounds: Callable[..., Bounds], method: str, k: float, n: float, level: float) -> estimate.Estimate:
    low, high = bounds(k, n, level)
    return estimate.Estimate(k / n if n else math.nan, float(low), float(high), level, int(n), method)


def _counts(k: ArrayLike, n: ArrayLike, level: float) -> Bounds:
    estimate.check_level(level)
    wins, games = np.asarray(k, dtype=np.float64), np.asarray(n, dtype=np.float64)
    if not ((wins >= 0) & (wins <= games)).all():
        raise ValueError(f"k must lie in [0, n] but got k={k!r}, n={n!r}")
    return wins, games


def compare_proportions(k1: int, n1: int, k2: int, n2: int) -> estimate.Significance:
    """Test `p1 = p2`: by the mid-p of Fisher's test if few wins or losses are expected, else by the score."""
    for k, n in ((k1, n1), (k2, n2)):
        estimate.check_count("k", k, 0, n)
    wins, games = k1 + k2, n1 + n2
    fewest = min(n1, n2) * min(wins, games - wins) / max(games, 1)
    return fisher_mid_p(k1, n1, k2, n2) if fewest <= FEW_EXPECTED else pooled_score(k1, n1, k2, n2)


def pooled_score(k1: int, n1: int, k2: int, n2: int) -> estimate.Significance:
    """Test `p1 = p2` by the difference over its pooled standard error (two-sided normal)."""
    games = n1 + n2
    pooled = (k1 + k2) / games
    error = math.sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2))
    z = (k1 / n1 - k2 / n2) / error if error else 0.0
    return estimate.Significance(float(2 * estimate.ndtr(-abs(z))), z, games, "pooled score")


def fisher_mid_p(k1: int, n1: int, k2: int, n2: int) -> estimate.Significance:
    """Test `p1 = p2` given the total of wins; tables as likely as the observed one count half."""
    table, log_weight = _hypergeometric(k1 + k2, n1, n2)
    weight = np.exp(log_weight - log_weight.max())
    weight /= weight.sum()
    own = weight[table == k1][0]
    rarer = weight[weight < own * (1 - 1e-9)].sum()
    tied = weight[np.abs(weight - own) <= own * 1e-9].sum()
    return estimate.Significance(float(min(1.0, rarer + 0.5 * tied)), float(k1), n1 + n2, "fisher mid-p")


def _hypergeometric(wins: int, n1: int, n2: int) -> tuple[estimate.FloatArray, estimate.FloatArray]:
    table = np.arange(max(0, wins - n2), min(wins, n1) + 1, dtype=np.float64)
    return table, _log_choose(n1, table) + _log_choose(n2, wins - table)


def _log_choose(n: int, k: estimate.FloatArray) -> estimate.FloatArray:
    return np.asarray(estimate.gammaln(n + 1) - estimate.gammaln(k + 1) - estimate.gammaln(n - k + 1))


POWER = 0.8  # the chance with which a difference is found that a number of deals is said to show
EVEN = 0.25  # variance of an outcome at a win rate of 50 %, where it is largest


def smallest_difference(deals: int, comparisons: int = 1, variance: float = EVEN, level: float = 0.95) -> float:
    """Give the difference of two win rates that a number of common deals shows with a chance of 80 %.

    The games are taken as independent, and at win rates near 50 % unless a variance says otherwise: the worst case.
    """
    estimate.check_count("deals", deals, 1)
    each = estimate.bonferroni_level(level, comparisons)
    z = estimate.normal_quantile(0.5 + 0.5 * each) + estimate.normal_quantile(POWER)
    return min(1.0, z * math.sqrt(2.0 * variance / deals))


def shown_by(found: estimate.Estimate) -> float:
    """Give the distance from a known number that deals like those of an estimate show with a chance of 80 %."""
    z = estimate.normal_quantile(0.5 + 0.5 * found.level)
    return found.half_width * (1.0 + estimate.normal_quantile(POWER) / z)


FEW = 10  # wins or losses below which intervals are exact and estimates are marked
CLUSTERED = "clopper-pearson with effective n"


def are_few(wins: float, games: float) -> bool:
    """Tell whether a count of wins has fewer than ten wins or ten losses."""
    return min(wins, games - wins) < FEW


def win_rate(wins: int, games: int, unknown: int = 0, level: float = 0.95) -> estimate.Estimate:
    """Estimate a win rate: Wilson, exact where wins or losses are few, bounded from both sides if games are unknown.

    The value is the share of wins among the games of known outcome.
    """
    estimate.check_count("unknown", unknown, 0, games - wins)
    ends = [clopper_pearson_bounds if are_few(won, games) else wilson_bounds for won in (wins, wins + unknown)]
    low, high = ends[0](wins, games, level)[0], ends[1](wins + unknown, games, level)[1]
    known, few = games - unknown, are_few(wins, games - unknown)
    method = method_of("exact" if few else "wilson", unknown, few)
    return estimate.Estimate(wins / known if known else math.nan, float(low), float(high), level, games, method, few)


def bounded_share(games: int, total: float, squares: float, unknown: int = 0, level: float = 0.95) -> estimate.Estimate:
    """Estimate a seat's share of the wins when some of the `games` are unknown.

    `total` and `squares` sum the shares (and their squares) over the known games. An unknown game gives the seat
    nothing at the lower end and a whole win at the upper one.
    """
    estimate.check_count("unknown", unknown, 0, games)
    known = games - unknown
    estimate.check_count("total", total, 0, known)
    low = win_share(games, total, squares, level).low
    high = win_share(games, total + unknown, squares + unknown, level).high
    few = are_few(total, known)
    method = method_of("wilson with effective n", unknown, few)
    return estimate.Estimate(total / known if known else math.nan, low, high, level, games, method, few)


def logit_bounds(wins: int, games: int, level: float = 0.95) -> tuple[float, float]:
    """Bound the log odds of winning; without wins there is no lower bound, without losses no upper one."""
    estimate.check_level(level)
    if are_few(wins, games):
        low, high = clopper_pearson_bounds(wins, games, level)
        return logit_of(float(low)), logit_of(float(high))
    rate = wins / games
    reach = estimate.normal_quantile(0.5 + 0.5 * level) / math.sqrt(max(games - 1, 1) * rate * (1.0 - rate))
    return logit_of(rate) - reach, logit_of(rate) + reach


def log_odds(wins: int, games: int, unknown: int = 0, level: float = 0.95) -> estimate.Estimate:
    """Estimate the log odds of winning; 0 of 1,000 gives an upper bound and no lower one."""
    estimate.check_count("unknown", unknown, 0, games - wins)
    few, known = are_few(wins, games - unknown), games - unknown
    low, high = logit_bounds(wins, games, level)[0], logit_bounds(wins + unknown, games, level)[1]
    value = logit_of(wins / known) if known else math.nan
    return estimate.Estimate(value, low, high, level, games, method_of("log odds", unknown, few), few)


def logit_of(rate: float) -> float:
    """Give the log odds of a chance, infinite at 0 and 1."""
    if rate <= 0.0 or rate >= 1.0:
        return -math.inf if rate <= 0.0 else math.inf
    return math.log(rate) - math.log1p(-rate)


def method_of(name: str, unknown: int, few: bool) -> str:
    """Name a method together with what it had to cope with."""
    return name + (", few wins or losses" if few else "") + (", unknown games" if unknown else "")


def clustered_rate(hits: ArrayLike, trials: ArrayLike, level: float = 0.95) -> estimate.Estimate:
    """Estimate a rate of hits per trial, given both by cluster (Korn and Graubard 1998).

    The exact interval at the number of independent trials that would vary as much, which is never taken to be larger
    than the trials there were; the few clusters that vary widen it as in Student's t.
    """
    estimate.check_level(level)
    found, tried = estimate.count_vector("hits", hits), estimate.count_vector("trials", trials)
    estimate.check_shape("hits", found, tried.shape)
    if (found > tried).any():
        raise ValueError("hits must lie in [0, trials] in every cluster")
    total, n = int(found.sum()), int(tried.sum())
    if n == 0:
        return estimate.Estimate(math.nan, 0.0, 1.0, level, 0, CLUSTERED)
    rate = total / n
    effective = _effective(found.astype(float), tried.astype(float), rate, level)
    exact = clopper_pearson(rate * effective, effective, level)
    return estimate.Estimate(rate, exact.low, exact.high, level, n, CLUSTERED)


def _effective(hits: estimate.FloatArray, trials: estimate.FloatArray, rate: float, level: float) -> float:
    """Count the independent trials that tell as much; at least one, at most as many as there were."""
    clusters, n = int((trials > 0).sum()), float(trials.sum())
    if clusters < 2:
        return 1.0
    binomial = rate * (1.0 - rate) / n
    scatter = float(((hits - rate * trials) ** 2).sum()) * clusters / (clusters - 1) / n**2
    spread = n if binomial == 0.0 or scatter <= binomial else n * binomial / scatter
    chance = 0.5 + 0.5 * level
    shrink = (estimate.stdtrit(max(n - 1.0, 1.0), chance) / estimate.stdtrit(clusters - 1.0, chance)) ** 2
    return float(np.clip(spread * shrink, 1.0, n))
