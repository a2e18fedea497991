"""Win rates and shares as they are shown: exact where wins or losses are few, wider where games are unknown.

A cell with fewer than ten wins or ten losses gets the exact interval and a mark. A game whose outcome is unknown
(it was cut off) may have been won or lost: the lower end counts all of these as lost, the upper end all as won, and
each end carries the sampling error of its own count. Nothing is assumed about why a game was cut off. Events that come
in clusters, such as mistakes by game, have rates of their own: what happens in one cluster is not independent.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.checks import FloatArray, check_count, check_level, check_shape, count_vector
from analyzer.stats.estimate import Estimate
from analyzer.stats.proportions import Bounds, clopper_pearson, clopper_pearson_bounds, wilson_bounds, win_share
from analyzer.stats.special import normal_quantile, stdtrit

FEW = 10  # wins or losses below which intervals are exact and estimates are marked
CLUSTERED = "clopper-pearson with effective n"


def are_few(wins: float, games: float) -> bool:
    """Tell whether a count of wins has fewer than ten wins or ten losses."""
    return min(wins, games - wins) < FEW


def win_rate(wins: int, games: int, unknown: int = 0, level: float = 0.95) -> Estimate:
    """Estimate a win rate: Wilson, exact where wins or losses are few, bounded from both sides if games are unknown.

    The value is the share of wins among the games of known outcome.
    """
    check_count("unknown", unknown, 0, games - wins)
    low, high = _rate_bounds(np.array([wins, wins + unknown]), games, level)
    few = are_few(wins, games - unknown)
    method = method_of("exact" if few else "wilson", unknown, few)
    known = games - unknown
    return Estimate(wins / known if known else math.nan, float(low[0]), float(high[1]), level, games, method, few)


def _rate_bounds(wins: FloatArray, games: float, level: float = 0.95) -> Bounds:
    """Bound proportions by Wilson's interval, where wins or losses are few by the exact one."""
    few = np.minimum(wins, games - wins) < FEW
    score = wilson_bounds(wins, games, level)
    if not few.any():
        return score
    exact = clopper_pearson_bounds(wins, games, level)
    return np.where(few, exact[0], score[0]), np.where(few, exact[1], score[1])


def bounded_share(games: int, total: float, squares: float, unknown: int = 0, level: float = 0.95) -> Estimate:
    """Estimate a seat's share of the wins when some of the `games` are unknown.

    `total` and `squares` sum the shares (and their squares) over the known games. An unknown game gives the seat
    nothing at the lower end and a whole win at the upper one.
    """
    check_count("unknown", unknown, 0, games)
    known = games - unknown
    check_count("total", total, 0, known)
    low = win_share(games, total, squares, level).low
    high = win_share(games, total + unknown, squares + unknown, level).high
    few = are_few(total, known)
    method = method_of("wilson with effective n", unknown, few)
    return Estimate(total / known if known else math.nan, low, high, level, games, method, few)


def logit_bounds(wins: int, games: int, level: float = 0.95) -> tuple[float, float]:
    """Bound the log odds of winning; without wins there is no lower bound, without losses no upper one."""
    check_level(level)
    if are_few(wins, games):
        low, high = clopper_pearson_bounds(wins, games, level)
        return logit_of(float(low)), logit_of(float(high))
    rate = wins / games
    reach = normal_quantile(0.5 + 0.5 * level) / math.sqrt(max(games - 1, 1) * rate * (1.0 - rate))
    return logit_of(rate) - reach, logit_of(rate) + reach


def log_odds(wins: int, games: int, unknown: int = 0, level: float = 0.95) -> Estimate:
    """Estimate the log odds of winning; 0 of 1,000 gives an upper bound and no lower one."""
    check_count("unknown", unknown, 0, games - wins)
    few, known = are_few(wins, games - unknown), games - unknown
    low, high = logit_bounds(wins, games, level)[0], logit_bounds(wins + unknown, games, level)[1]
    value = logit_of(wins / known) if known else math.nan
    return Estimate(value, low, high, level, games, method_of("log odds", unknown, few), few)


def logit_of(rate: float) -> float:
    """Give the log odds of a chance, infinite at 0 and 1."""
    if rate <= 0.0 or rate >= 1.0:
        return -math.inf if rate <= 0.0 else math.inf
    return math.log(rate) - math.log1p(-rate)


def method_of(name: str, unknown: int, few: bool) -> str:
    """Name a method together with what it had to cope with."""
    return name + (", few wins or losses" if few else "") + (", unknown games" if unknown else "")


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
        return Estimate(math.nan, 0.0, 1.0, level, 0, CLUSTERED)
    rate = total / n
    effective = _effective(found.astype(float), tried.astype(float), rate, level)
    exact = clopper_pearson(rate * effective, effective, level)
    return Estimate(rate, exact.low, exact.high, level, n, CLUSTERED)


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
