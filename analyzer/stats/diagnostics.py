"""Checks that a run is sound: truncation, seats, A/A halves, scatter of blocks."""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats import estimate
from analyzer.stats.estimate import Estimate, FloatArray, Significance, check_count, count_vector, finite_vector
from analyzer.stats.proportions import bounded_share, compare_proportions, newcombe


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """Hold the test of equal seats (or turn positions), their win shares and the largest deviation from fair.

    The shares hold together.
    """

    test: Significance
    shares: tuple[Estimate, ...]
    largest: Estimate
    largest_seat: int


@dataclass(frozen=True, slots=True)
class HalvesCheck:
    """Hold the difference between two disjoint parts of one cell and the test that it is 0."""

    difference: Estimate
    test: Significance


def seat_effect(totals: ArrayLike, squares: ArrayLike, games: int, level: float = 0.95, unknown: int = 0) -> SeatEffect:
    """Test whether all seats win equally often, from sums and sums of squares of each seat's win shares.

    Every one of `games` gives one win, shared equally by its winners (leave out games without a winner and
    report their share). With whole wins the statistic is Pearson's; shared wins shrink its scale by the
    factor that exchangeable seats imply (Rao, Scott 1981, first order). `unknown` games more have no outcome: they
    bound the shares from both sides, and seats are not called unequal where these games could make them equal.
    """
    wins, powers = finite_vector("totals", totals, 2), finite_vector("squares", squares, 2)
    check_count("games", games, 1)
    if not math.isclose(wins.sum(), games, rel_tol=1e-6):
        raise ValueError(f"totals must sum to games={games} but got {wins.sum()}")
    seats = wins.size
    statistic = _seat_statistic(wins, float(powers.sum()), games)
    test = Significance(float(estimate.chdtrc(seats - 1, statistic)), statistic, games, "seat chi-square")
    each = estimate.bonferroni_level(level, seats)
    sums = zip(wins.tolist(), powers.tolist(), strict=True)
    shares = tuple(bounded_share(games + unknown, t, q, unknown, each) for t, q in sums)
    if unknown and not any(share.excludes(1.0 / seats) for share in shares):
        test = replace(test, p_value=1.0)
    worst = int(np.argmax(np.abs(wins - games / seats)))
    return SeatEffect(test, shares, shares[worst].shifted(-1.0 / seats), worst)


def first_player_effect(
    total: float, squares: float, games: int, seats: int, level: float = 0.95, unknown: int = 0
) -> Estimate:
    """Estimate the first seat's win share minus the mean share of the other seats; `unknown` is as in `seat_effect`."""
    check_count("seats", seats, 2)
    factor = seats / (seats - 1)
    share = bounded_share(games + unknown, total, squares, unknown, level)
    return share.shifted(-1.0 / (seats - 1), factor)


def compare_halves(k1: int, n1: int, k2: int, n2: int, level: float = 0.95) -> HalvesCheck:
    """Compare two disjoint parts of the same cell (A/A): their difference should be noise."""
    return HalvesCheck(newcombe(k1, n1, k2, n2, level), compare_proportions(k1, n1, k2, n2))


def block_dispersion(wins: ArrayLike, games: ArrayLike) -> Significance:
    """Test whether block win rates scatter as independent games would (binomial dispersion, two-sided)."""
    k, n = count_vector("wins", wins), count_vector("games", games)
    rate = k.sum() / max(n.sum(), 1)
    check_count("blocks", k.size, 2)
    if rate in (0.0, 1.0):
        return Significance(1.0, float(k.size - 1), int(n.sum()), "block dispersion")
    statistic = float(((k - n * rate) ** 2 / (np.maximum(n, 1) * rate * (1 - rate))).sum())
    upper = float(estimate.chdtrc(k.size - 1, statistic))
    return Significance(min(1.0, 2 * min(upper, 1 - upper)), statistic, int(n.sum()), "block dispersion")


def _seat_statistic(wins: FloatArray, squares: float, games: int) -> float:
    # exchangeable seats: cov(share) = c (I - J / seats) with c from the mean sum of squared shares per game
    seats = wins.size
    scale = (squares / games - 1.0 / seats) / (seats - 1)
    deviation = float(((wins - games / seats) ** 2).sum())
    return deviation / (games * scale) if scale > 1e-15 else 0.0
