"""Anytime-valid intervals for means of bounded values: win shares and paired differences.

The predictable plug-in empirical Bernstein sequence of Waudby-Smith and Ramdas (2024, theorem 2), run over
blocks: the bet and the centre used in a block come from earlier blocks only, so sums and sums of squares per
block are enough and the guarantee stays exact.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.checks import (
    FloatArray,
    check_count,
    check_level,
    check_shape,
    count_vector,
    finite_vector,
)
from analyzer.stats.estimate import Estimate

DEFAULT_TUNING = 10_000
LARGEST_BET = 0.5
METHOD = "empirical Bernstein confidence sequence"


def share_sequence(
    n: ArrayLike, total: ArrayLike, squares: ArrayLike, level: float = 0.95, tuned_for: int = DEFAULT_TUNING
) -> Estimate:
    """Estimate the mean of values in [0, 1] from counts, sums and sums of squares per block."""
    low, high = share_bounds(n, total, squares, level, tuned_for)
    games = int(np.sum(n))
    value = float(np.sum(total)) / games if games else math.nan
    return Estimate(value, float(low[-1]), float(high[-1]), level, games, METHOD)


def share_bounds(
    n: ArrayLike, total: ArrayLike, squares: ArrayLike, level: float = 0.95, tuned_for: int = DEFAULT_TUNING
) -> tuple[FloatArray, FloatArray]:
    """Bound the mean of values in [0, 1] after each block; the inputs are per block, not cumulative."""
    check_level(level)
    check_count("tuned_for", tuned_for, 1)
    games, sums, powers = _blocks(n, total, squares)
    bet, centre = _bets(games, sums, powers, level, tuned_for)
    scatter = np.maximum(powers - 2 * centre * sums + games * centre**2, 0.0)
    stake = np.cumsum(bet * games)
    middle = np.cumsum(bet * sums) / np.maximum(stake, 1e-300)
    cost = math.log(2.0 / (1.0 - level)) + np.cumsum(scatter * (-np.log1p(-bet) - bet))
    reach = cost / np.maximum(stake, 1e-300)
    return np.clip(middle - reach, 0.0, 1.0), np.clip(middle + reach, 0.0, 1.0)


def _blocks(n: ArrayLike, total: ArrayLike, squares: ArrayLike) -> tuple[FloatArray, FloatArray, FloatArray]:
    games = count_vector("n", n).astype(np.float64)
    sums, powers = finite_vector("total", total), finite_vector("squares", squares)
    check_shape("total", sums, games.shape)
    check_shape("squares", powers, games.shape)
    if (sums < 0).any() or (sums > games).any() or (powers > sums * (1 + 1e-12)).any():
        raise ValueError(f"values must lie in [0, 1] but got block sums up to {sums.max()}")
    return games, sums, powers


def _bets(
    games: FloatArray, sums: FloatArray, powers: FloatArray, level: float, tuned_for: int
) -> tuple[FloatArray, FloatArray]:
    # one imagined game of mean 1/2 and variance 1/4 starts the plug-in estimates
    before = np.cumsum(games) - games + 1.0
    centre = (np.cumsum(sums) - sums + 0.5) / before
    second = (np.cumsum(powers) - powers + 0.5) / before
    variance = np.maximum(second - centre**2, 0.25 / before)
    horizon = np.maximum(np.cumsum(games), tuned_for)
    bet = np.sqrt(2.0 * math.log(2.0 / (1.0 - level)) / (variance * horizon))
    return np.minimum(bet, LARGEST_BET), centre
