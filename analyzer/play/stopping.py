"""When a cell has been played enough: a fixed number of deals, or an interval that is narrow enough.

The decision looks only at the contiguous prefix of finished blocks, and at nothing but the width of the interval, by a
rule that is laid down before the first game: so it depends neither on the number of jobs nor on when a run was
interrupted. A cell that is not finished has an interval that stays valid however often one looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from analyzer.stats.estimate import Estimate
from analyzer.stats.rates import are_few, bounded_share, method_of, win_rate
from analyzer.stats.sequential import bernoulli_sequence, share_sequence
from analyzer.stats.width_rule import MOST_GAMES, WidthRule


@dataclass(frozen=True)
class Tally:
    """What the stopping rule sees of a block: its games, and the wins of the team or the shares of every seat.

    Wins and shares are those of games whose outcome is known.
    """

    games: int
    wins: int = 0
    totals: tuple[float, ...] = ()
    squares: tuple[float, ...] = ()
    unknown: int = 0


@dataclass(frozen=True)
class Goal:
    """How much is to be played."""

    most: int
    until: float | None = None

    @cached_property
    def rule(self) -> WidthRule | None:
        """The stopping rule, if the run stops by width."""
        return None if self.until is None else WidthRule(self.until, self.most)

    def is_reached(self, tallies: Sequence[Tally]) -> bool:
        """Tell whether the finished blocks are enough."""
        whole = total_of(tallies)
        if whole.games >= self.most or self.rule is None:
            return whole.games >= self.most
        if not whole.totals:
            return self.rule.is_done(whole.wins, whole.games, whole.unknown)
        sums = zip(whole.totals, whole.squares, strict=True)
        return all(self.rule.share_is_done(whole.games, *both, whole.unknown) for both in sums)

    def win_rate(self, tallies: Sequence[Tally]) -> Estimate:
        """Estimate the win rate with an interval that suits how the run stopped, or that it has not stopped yet."""
        whole = total_of(tallies)
        if not self.is_reached(tallies):
            return self.rate_so_far(whole)
        if self.rule is None:
            return win_rate(whole.wins, whole.games, whole.unknown)
        return self.rule.estimate(whole.wins, whole.games, whole.unknown)

    def rate_so_far(self, whole: Tally) -> Estimate:
        """Estimate the win rate of a run that is not finished; the interval is valid at every look."""
        low, high = (
            bernoulli_sequence(wins, whole.games, tuned_for=self.foreseen_games(0.5))
            for wins in (whole.wins, whole.wins + whole.unknown)
        )
        return _between(low, high, whole.wins, whole)

    def shares(self, tallies: Sequence[Tally], *, is_reached: bool | None = None) -> list[Estimate]:
        """Estimate every seat's share of the wins likewise; for shares by turn position, say whether the seats' are."""
        is_done = self.is_reached(tallies) if is_reached is None else is_reached
        return [self._share(tallies, seat, is_done) for seat in range(len(tallies[0].totals))]

    def _share(self, tallies: Sequence[Tally], seat: int, is_reached: bool) -> Estimate:
        whole = total_of(tallies)
        if not is_reached:
            return self._share_so_far(tallies, seat)
        sums = whole.games, whole.totals[seat], whole.squares[seat], whole.unknown
        return bounded_share(*sums) if self.rule is None else self.rule.share(*sums)

    def _share_so_far(self, tallies: Sequence[Tally], seat: int) -> Estimate:
        games, unknown = [tally.games for tally in tallies], np.array([tally.unknown for tally in tallies])
        totals, squares = (
            np.array([getattr(tally, name)[seat] for tally in tallies]) for name in ("totals", "squares")
        )
        tuned_for = self.foreseen_games(0.5)
        low = share_sequence(games, totals, squares, tuned_for=tuned_for)
        high = share_sequence(games, totals + unknown, squares + unknown, tuned_for=tuned_for)
        return _between(low, high, float(totals.sum()), total_of(tallies))

    def foreseen_games(self, p: float) -> int:
        """Foresee after how many games a team, or a seat, that wins with chance `p` has been seen enough."""
        return self.most if self.rule is None else self.rule.foreseen_games(p)

    def stopped_by(self, games: int) -> str:
        """Say in one word why a finished cell stopped."""
        return "deals" if self.until is None else ("max_deals" if games >= self.most else "until")


@lru_cache(maxsize=64)
def planned_games(until: float, p: float = 0.5) -> int:
    """Foresee how many games a half-width takes at a win rate; 0.5 is the worst case."""
    return WidthRule(until, MOST_GAMES).foreseen_games(p)


def total_of(tallies: Sequence[Tally]) -> Tally:
    """Add up what is known of some blocks."""
    seats = range(len(tallies[0].totals)) if tallies else ()
    return Tally(
        sum(tally.games for tally in tallies),
        sum(tally.wins for tally in tallies),
        tuple(sum(tally.totals[seat] for tally in tallies) for seat in seats),
        tuple(sum(tally.squares[seat] for tally in tallies) for seat in seats),
        sum(tally.unknown for tally in tallies),
    )


def _between(low: Estimate, high: Estimate, wins: float, whole: Tally) -> Estimate:
    """Reach from the interval with all unknown games lost to the one with all of them won."""
    known = whole.games - whole.unknown
    few = are_few(wins, known)
    method = method_of(low.method, whole.unknown, few)
    return replace(low, value=wins / known if known else np.nan, high=high.high, method=method, is_sparse=few)
