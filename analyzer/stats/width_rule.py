"""Stop as soon as the interval is narrow enough, at about the price of a number of games fixed beforehand.

The rule looks at nothing but the width, and only after whole blocks. It is laid down before the first game. An ordinary
95 % interval read at such a stop covers less than 95 % (93.5 % was found): a run stops early when its rate looks
closer to 0 or 1 than it is. So the interval is the exact one at
a higher level, whose excess shrinks with the number of blocks played:

    chance to miss = (1 - level) (1 - 0.28 / blocks ** (1/3)).

The constants were chosen on a grid of rates and widths by enumerating all courses of a run (`tools.covering.stopping`),
where at least 95 % remain and the cost stays below 1.12 times that of the fixed plan, plus one block. What is shown
while a run goes on, or after it was broken off, must be valid at every look and comes from `sequential`.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.checks import check_count, check_level, check_positive, check_probability
from analyzer.stats.estimate import Estimate
from analyzer.stats.proportions import Bounds, clopper_pearson_bounds, effective_games
from analyzer.stats.rates import are_few, method_of

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
        check_probability("p", p)
        low, high = 0, -(-self.max_games // self.block)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.is_done(p * middle * self.block, middle * self.block) else (middle, high)
        return min(high * self.block, self.max_games)
