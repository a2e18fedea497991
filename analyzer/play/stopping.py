"""When a cell has been played enough: a fixed number of deals, or an interval that is narrow enough.

The decision looks only at the contiguous prefix of finished blocks, and what it is tuned for follows from the
wanted half-width alone: so it depends neither on the number of jobs nor on when a run was interrupted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from analyzer.stats.bounded_means import share_bounds, share_sequence
from analyzer.stats.estimate import Estimate
from analyzer.stats.proportions import wilson, win_share
from analyzer.stats.sequential import StoppingRule, plan_games

planned_games = lru_cache(maxsize=64)(plan_games)


@dataclass(frozen=True)
class Tally:
    """What the stopping rule sees of a block: its games, and the wins of the team or the shares of every seat."""

    games: int
    wins: int = 0
    totals: tuple[float, ...] = ()
    squares: tuple[float, ...] = ()


@dataclass(frozen=True)
class Goal:
    """How much is to be played."""

    most: int
    until: float | None = None

    @cached_property
    def rule(self) -> StoppingRule | None:
        """The stopping rule, if the run stops by looking."""
        if self.until is None:
            return None
        return StoppingRule(self.until, self.most, tuned_for=planned_games(self.until))

    def is_reached(self, tallies: Sequence[Tally]) -> bool:
        """Tell whether the finished blocks are enough."""
        games = sum(tally.games for tally in tallies)
        if games >= self.most or self.rule is None:
            return games >= self.most
        if not tallies:
            return False
        if tallies[0].totals:
            return all(estimate.half_width <= self.rule.half_width for estimate in self.shares(tallies))
        return self.rule.is_done(sum(tally.wins for tally in tallies), games)

    def win_rate(self, tallies: Sequence[Tally]) -> Estimate:
        """Estimate the win rate with an interval that suits how the run stopped."""
        wins, games = sum(tally.wins for tally in tallies), sum(tally.games for tally in tallies)
        return wilson(wins, games) if self.rule is None else self.rule.estimate(wins, games)

    def shares(self, tallies: Sequence[Tally]) -> list[Estimate]:
        """Estimate every seat's share of the wins likewise."""
        return [self._share(tallies, seat) for seat in range(len(tallies[0].totals))]

    def _share(self, tallies: Sequence[Tally], seat: int) -> Estimate:
        games = [tally.games for tally in tallies]
        totals, squares = [t.totals[seat] for t in tallies], [t.squares[seat] for t in tallies]
        if self.rule is None:
            return win_share(sum(games), sum(totals), sum(squares))
        return share_sequence(games, totals, squares, self.rule.level, self.rule.tuned_for)

    def stopped_by(self, games: int) -> str:
        """Say in one word why a finished cell stopped."""
        return "deals" if self.until is None else ("max_deals" if games >= self.most else "until")


def foreseen_games(goal: Goal, p: float, block: int) -> int:
    """Foresee after how many games a team that wins with chance `p` has been seen enough."""
    rule = goal.rule
    if rule is None:
        return goal.most
    return _first_block(lambda games: rule.is_done(round(p * games), games), goal.most, block)


def foreseen_share_games(goal: Goal, p: float, block: int) -> int:
    """Foresee the same for a seat that gets the share `p` of the wins."""
    rule = goal.rule
    if rule is None:
        return goal.most

    def is_done(games: int) -> bool:
        n = np.full(max(games // block, 1), min(block, games))
        low, high = share_bounds(n, p * n, p * n, rule.level, rule.tuned_for)
        return bool((high[-1] - low[-1]) / 2 <= rule.half_width)

    return _first_block(is_done, goal.most, block)


def _first_block(is_done: Callable[[int], bool], most: int, block: int) -> int:
    low, high = 0, -(-most // block)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_done(middle * block) else (middle, high)
    return min(high * block, most)
