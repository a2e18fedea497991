"""How much may be asked for, and when a cell has been played enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from numbers import Real

import numpy as np

from analyzer.errors import BadInput
from analyzer.kernel.jit import cpu_count
from analyzer.stats import Estimate, proportions, sequences
from analyzer.stats.proportions import win_rate

DEFAULT_GAMES = 100_000
MAX_GAMES = 10**12
MAX_SEED = 2**63 - 1
MAX_JOBS = 1024
LEAST_UNTIL, MOST_UNTIL = 0.00001, 0.25
_EARLY = 10  # part of the most games after which a cell that stops when it is decided mostly has been played


def check_range(name: str, value: float, low: int, high: int) -> int:
    """Check a whole number that a user gave; 1e6 is one."""
    if isinstance(value, bool) or not isinstance(value, Real) or not float(value).is_integer():
        raise BadInput(f"{name} = {value!r} is not a whole number; allowed: {low} to {high}")
    if not low <= value <= high:
        raise BadInput(f"{name} = {value} is out of range; allowed: {low} to {high}")
    return int(value)


def check_games(games: float) -> int:
    """Check a number of games."""
    return check_range("games", games, 1, MAX_GAMES)


def check_seed(seed: int) -> int:
    """Check a root seed."""
    return check_range("seed", seed, 0, MAX_SEED)


def check_jobs(jobs: int | None) -> int:
    """Check a number of workers; by default one for each core."""
    return cpu_count() if jobs is None else check_range("jobs", jobs, 1, MAX_JOBS)


def make_goal(games: float | None, until: float | None) -> Goal:
    """Check how much to play; by default 100,000 games, or what the half-width needs."""
    if until is None:
        return Goal(check_games(DEFAULT_GAMES if games is None else games))
    if not isinstance(until, Real) or not LEAST_UNTIL <= until <= MOST_UNTIL:
        raise BadInput(f"until = {until!r} is out of range; allowed: a half-width from {LEAST_UNTIL} to {MOST_UNTIL}")
    return Goal(4 * planned_games(until) if games is None else check_games(games), until)


def expectation(games: float | None, until: float) -> str:
    """Say before the first game how many to expect."""
    goal = make_goal(games, until)
    even, few = (goal.foreseen_games(p) for p in (0.5, 0.05))
    return f"until ±{until:g}: about {even:,} games at a win rate of 50 %, {few:,} at 5 %, at most {goal.most:,}"


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
    is_decided: bool = False  # what other cells show ends it, too: its intervals must hold at every look

    @cached_property
    def rule(self) -> sequences.WidthRule:
        """The stopping rule of what stops by width."""
        assert self.until is not None
        return sequences.WidthRule(self.until, self.most)

    def is_reached(self, tallies: Sequence[Tally]) -> bool:
        """Tell whether the finished blocks are enough."""
        whole = total_of(tallies)
        if whole.games >= self.most or self.until is None:
            return whole.games >= self.most
        if not whole.totals:
            return self.rule.is_done(whole.wins, whole.games, whole.unknown)
        sums = zip(whole.totals, whole.squares, strict=True)
        return all(self.rule.share_is_done(whole.games, *both, whole.unknown) for both in sums)

    def win_rate(self, tallies: Sequence[Tally]) -> Estimate:
        """Estimate the win rate with an interval that suits how the run stopped, or that it has not stopped yet."""
        whole = total_of(tallies)
        if self.is_decided or not self.is_reached(tallies):
            return self.rate_so_far(whole)
        if self.until is None:
            return win_rate(whole.wins, whole.games, whole.unknown)
        return self.rule.estimate(whole.wins, whole.games, whole.unknown)

    def rate_so_far(self, whole: Tally) -> Estimate:
        """Estimate the win rate of a run that is not finished; the interval is valid at every look."""
        ends, tuned_for = (whole.wins, whole.wins + whole.unknown), self.foreseen_games(0.5)
        low, high = (sequences.bernoulli_sequence(wins, whole.games, tuned_for=tuned_for) for wins in ends)
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
        return proportions.bounded_share(*sums) if self.until is None else self.rule.share(*sums)

    def _share_so_far(self, tallies: Sequence[Tally], seat: int) -> Estimate:
        games, unknown = [tally.games for tally in tallies], np.array([tally.unknown for tally in tallies])
        totals, squares = (
            np.array([getattr(tally, name)[seat] for tally in tallies]) for name in ("totals", "squares")
        )
        tuned_for = self.foreseen_games(0.5)
        low = sequences.share_sequence(games, totals, squares, tuned_for=tuned_for)
        high = sequences.share_sequence(games, totals + unknown, squares + unknown, tuned_for=tuned_for)
        return _between(low, high, float(totals.sum()), total_of(tallies))

    def foreseen_games(self, p: float) -> int:
        """Foresee after how many games a team, or a seat, that wins with chance `p` has been seen enough."""
        if self.is_decided:
            return -(-self.most // _EARLY)
        return self.most if self.until is None else self.rule.foreseen_games(p)

    def stopped_by(self, games: int) -> str:
        """Say in one word why a finished cell stopped."""
        if self.is_decided:
            return "max_deals" if games >= self.most else "decided"
        return "deals" if self.until is None else ("max_deals" if games >= self.most else "until")


@lru_cache(maxsize=64)
def planned_games(until: float, p: float = 0.5) -> int:
    """Foresee how many games a half-width takes at a win rate; 0.5 is the worst case."""
    return sequences.WidthRule(until, sequences.MOST_GAMES).foreseen_games(p)


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
    few = proportions.are_few(wins, known)
    method = proportions.method_of(low.method, whole.unknown, few)
    return replace(low, value=wins / known if known else np.nan, high=high.high, method=method, is_sparse=few)
