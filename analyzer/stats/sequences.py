"""Intervals that stay valid however often one looks, and rules for when to stop."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.estimate import (
    Estimate,
    FloatArray,
    betaln,
    bisect,
    check_count,
    check_level,
    check_positive,
    check_shape,
    count_vector,
    finite_vector,
    lambertw,
    xlog1py,
    xlogy,
)
from analyzer.stats.proportions import Bounds, are_few, clopper_pearson_bounds, effective_games, method_of

DEFAULT_TUNING = 10_000  # games at which the interval is tightest unless a plan says otherwise
LARGEST_BET = 0.5
SHARE_METHOD = "empirical Bernstein confidence sequence"


def bernoulli_sequence(wins: int, n: int, level: float = 0.95, tuned_for: int = DEFAULT_TUNING) -> Estimate:
    """Estimate a proportion by the anytime-valid interval after one of many looks.

    `tuned_for` is the number of games at which it should be tightest; it must not depend on the outcomes.
    """
    check_count("wins", wins, 0, n)
    low, high = bernoulli_bounds([wins], [n], level, tuned_for)
    value = wins / n if n else math.nan
    return Estimate(value, float(low[0]), float(high[0]), level, n, "beta-binomial confidence sequence")


def bernoulli_bounds(
    wins: ArrayLike, n: ArrayLike, level: float = 0.95, tuned_for: int = DEFAULT_TUNING
) -> tuple[FloatArray, FloatArray]:
    """Bound a proportion after each of many looks; `wins` and `n` are cumulative counts."""
    weight = concentration(tuned_for, level)
    k, games = np.asarray(wins, dtype=np.float64), np.asarray(n, dtype=np.float64)
    if not ((k >= 0) & (k <= games)).all():
        raise ValueError(f"wins must lie in [0, n] but got {k} of {games}")
    value, line = k / np.maximum(games, 1.0), -math.log1p(-level)
    low = bisect(lambda p: log_mixture(k, games, p, weight) > line, np.zeros_like(value), value)
    high = bisect(lambda p: log_mixture(k, games, p, weight) <= line, value, np.ones_like(value))
    # where even the end is not rejected, the bisection has run into it
    return np.where(low < 1e-15, 0.0, low), np.where((high > 1 - 1e-15) | (games == 0), 1.0, high)


def log_mixture(k: FloatArray, n: FloatArray, p: FloatArray, weight: float) -> FloatArray:
    """Compute log M_n(p), the log of the mixture martingale of the module's docstring."""
    a, b = np.maximum(weight * p, 1e-300), np.maximum(weight * (1.0 - p), 1e-300)
    mixed = betaln(a + k, b + n - k) - betaln(a, b)
    return np.asarray(mixed - xlogy(k, p) - xlog1py(n - k, -p))


def concentration(tuned_for: int, level: float = 0.95) -> float:
    """Give the weight c that makes the interval about tightest after `tuned_for` games.

    The normal-mixture optimum of Howard et al. 2021 (proposition 3), which the beta mixture approaches.
    """
    check_level(level)
    check_count("tuned_for", tuned_for, 1)
    miss = 1.0 - level
    return float(tuned_for / (-lambertw(-miss * miss / math.e, -1).real - 1.0))


def share_sequence(
    n: ArrayLike, total: ArrayLike, squares: ArrayLike, level: float = 0.95, tuned_for: int = DEFAULT_TUNING
) -> Estimate:
    """Estimate the mean of values in [0, 1] from counts, sums and sums of squares per block."""
    low, high = share_bounds(n, total, squares, level, tuned_for)
    games = int(np.sum(n))
    value = float(np.sum(total)) / games if games else math.nan
    return Estimate(value, float(low[-1]), float(high[-1]), level, games, SHARE_METHOD)


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


BLOCK = 4096  # games between two looks, for which the constants were chosen
MOST_GAMES = 10**12  # that are ever foreseen
EXCESS, FADING = 0.28, 1.0 / 3.0


@dataclass(frozen=True, slots=True)
class WidthRule:
    """Stop when the interval of a proportion is at most `half_width` to each side, or at `max_games`."""

    half_width: float
    max_games: int
    level: float = 0.95
    block: int = BLOCK

    def __post_init__(self) -> None:
        """Refuse widths and sizes that make no rule."""
        check_positive("half_width", self.half_width)
        check_count("max_games", self.max_games, 1)
        check_count("block", self.block, 1)
        check_level(self.level)

    def is_done(self, wins: float, games: int, unknown: int = 0) -> bool:
        """Tell whether to stop after the contiguous prefix of blocks.

        More games do not tell what became of unknown ones: the width is that of the sampling error, with these all
        lost and all won.
        """
        if games >= self.max_games:
            return True
        low, high = self.bounds([wins, wins + unknown], games)
        return games > 0 and bool(((high - low) / 2 <= self.half_width).all())

    def estimate(self, wins: int, games: int, unknown: int = 0) -> Estimate:
        """Estimate the proportion at the stop; unknown games count as lost for the low end, as won for the high."""
        check_count("unknown", unknown, 0, games - wins)
        low, high = self.bounds([wins, wins + unknown], games)
        few, known = are_few(wins, games - unknown), games - unknown
        method = method_of("exact, stopped by width", unknown, few)
        return Estimate(
            wins / known if known else math.nan, float(low[0]), float(high[1]), self.level, games, method, few
        )

    def bounds(self, wins: ArrayLike, games: float) -> Bounds:
        """Bound the proportion for several counts of wins after the same number of games."""
        return clopper_pearson_bounds(wins, games, self.level_after(games))

    def level_after(self, games: float) -> float:
        """Give the level at which the interval is computed after so many games; it approaches `level`."""
        blocks = max(games / self.block, 1.0)
        return 1.0 - (1.0 - self.level) * (1.0 - EXCESS / float(blocks**FADING))

    def share_is_done(self, games: int, total: float, squares: float, unknown: int = 0) -> bool:
        """Tell whether a seat's share of the wins is known narrowly enough, from the sums over all games."""
        if games >= self.max_games:
            return True
        low, high = self.share_bounds(games, [total, total + unknown], [squares, squares + unknown])
        return games > 0 and bool(((high - low) / 2 <= self.half_width).all())

    def share(self, games: int, total: float, squares: float, unknown: int = 0) -> Estimate:
        """Estimate a seat's share of the wins at the stop."""
        check_count("unknown", unknown, 0, games)
        low, high = self.share_bounds(games, [total, total + unknown], [squares, squares + unknown])
        few, known = are_few(total, games - unknown), games - unknown
        method = method_of("exact with effective n, stopped by width", unknown, few)
        value = total / known if known else math.nan
        return Estimate(value, float(low[0]), float(high[1]), self.level, games, method, few)

    def share_bounds(self, games: int, totals: ArrayLike, squares: ArrayLike) -> Bounds:
        """Bound shares of the wins for several sums after the same number of games."""
        level = self.level_after(games)
        count = effective_games(games, totals, squares, level)
        return clopper_pearson_bounds(np.asarray(totals) / max(games, 1) * count, count, level)

    def foreseen_games(self, p: float) -> int:
        """Foresee after how many games a run stops if the win rate is `p`: whole blocks, at most `max_games`.

        A seat that gets the share `p` of the wins needs as many if wins are whole, and fewer if they are shared.
        """
        check_level(p, "p")
        low, high = 0, -(-self.max_games // self.block)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.is_done(p * middle * self.block, middle * self.block) else (middle, high)
        return min(high * self.block, self.max_games)
