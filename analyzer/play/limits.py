"""The limits of the numbers that users give, for every command and every spec."""

from __future__ import annotations

from numbers import Real

from analyzer.errors import BadInput
from analyzer.kernel.jit import cpu_count
from analyzer.play.stopping import Goal, planned_games

DEFAULT_GAMES = 100_000
MAX_GAMES = 10**12
MAX_SEED = 2**63 - 1
MAX_JOBS = 1024
LEAST_UNTIL, MOST_UNTIL = 0.00001, 0.25


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
