"""What a team could have done if it knew the deal: a solver, not a policy.

It plays one deal again and again, keeps the best game so far, changes one answer of it at random and plays on, until a
game is won or the budget is spent. Before that it lists games in order: if the tree of all games is small enough to
come to an end without a win, the deal is proved lost. What is neither is unknown, so rates are bounds.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cells import Cell, make_cell
from analyzer.errors import BadInput, PolicyFault
from analyzer.games.search.retracing import MOST_ANSWERS, Way, make_retracer, make_trail
from analyzer.kernel.apart.forked import apart
from analyzer.kernel.faults import Died
from analyzer.kernel.seats.seating import pointers
from analyzer.kernel.streams import seed_stream
from analyzer.play import seeding, stopping
from analyzer.play.control import Control
from analyzer.play.prepared import PreparedCell
from analyzer.stats import Estimate, proportions

BUDGET = 20_000  # games per deal
LISTED = 200  # of these, games in order, to prove that a deal is lost
SLIP = 0.01  # chance of a random answer after the one that is changed
PATIENCE = 2_000  # games without progress after which the search begins again
_STREAM = 1 << 21  # the number of the solver's own stream of lots


class Outcome(IntEnum):
    """What is known of a deal."""

    UNKNOWN = 0
    WON = 1
    LOST = 2


@dataclass(frozen=True)
class Hindsight:
    """What is known of the first deals of a seed."""

    cell: Cell
    seed: int
    budget: int
    outcomes: NDArray[np.int8]
    played: int  # games in all

    def count(self, outcome: Outcome) -> int:
        """Count the deals with an outcome."""
        return int((self.outcomes == outcome).sum())

    @property
    def winnable(self) -> Estimate:
        """Bound the share of deals that can be won: unknown ones may be or not."""
        return proportions.win_rate(self.count(Outcome.WON), len(self.outcomes), self.count(Outcome.UNKNOWN))

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `hindsight --json`."""
        estimate = self.winnable
        return {
            "game": self.cell.game.name,
            "variant": self.cell.setting.name,
            "players": self.cell.players,
            "policy": self.cell.seats[0].label,
            "seed": self.seed,
            "deals": len(self.outcomes),
            "budget": self.budget,
            **{outcome.name.lower(): self.count(outcome) for outcome in Outcome},
            "winnable_low": estimate.low,
            "winnable_high": estimate.high,
            "ci_level": estimate.level,
            "games_played": self.played,
        }


def hindsight(
    game: str,
    *,
    players: int | None = None,
    variant: str | None = None,
    sets: Any = (),
    policy: str | None = None,
    deals: int = 100,
    budget: int = BUDGET,
    seed: int = 0,
    jobs: int | None = None,
) -> Hindsight:
    """Solve the first deals of a cooperative cell, as far as the budget of games per deal goes.

    Parameters
    ----------
    game, players, variant, sets, seed, jobs
        As for `simulate`.
    policy
        The policy whose games the solver improves; by default the recommended one.
    deals
        Deals to solve.
    budget
        Games per deal.

    Returns
    -------
    Hindsight
        How many deals were won, proved lost, or are unknown, and bounds for the share that can be won.

    Examples
    --------
    >>> analyzer.hindsight("tranquility", players=3, variant="poseidon", deals=20).winnable
    """
    cell = make_cell(game, players=players, variant=variant, sets=sets, policy=policy)
    return solve_cell(cell, deals=deals, budget=budget, seed=seed, jobs=jobs)


def solve_cell(
    cell: Cell,
    *,
    deals: int,
    budget: int = BUDGET,
    seed: int = 0,
    jobs: int | None = None,
    control: Control | None = None,
    on_deal: Callable[[int, Outcome], None] | None = None,
) -> Hindsight:
    """Solve the first deals of a cell; deals that were not reached when told to stop are left out."""
    if cell.is_competitive:
        raise BadInput(f"{cell.setting.name}: hindsight works only for cooperative games")
    if cell.game.worth is None:
        raise BadInput(f"hindsight: {cell.game.name} has no rule worth(rules, row, seat) for a team yet")
    stopping.check_range("budget", budget, 1, 10**9)
    solver, root, watch = Solver(cell), stopping.check_seed(seed), control or Control()

    def solve(deal: int) -> tuple[Outcome, int] | None:
        if watch.is_draining:
            return None
        found = solver.solve_apart(root, deal, budget)
        if on_deal is not None:
            on_deal(deal, found[0])
        return found

    with ThreadPoolExecutor(stopping.check_jobs(jobs)) as pool:
        results = list(pool.map(solve, range(stopping.check_games(deals))))
    known = results[: results.index(None)] if None in results else results
    outcomes = np.array([outcome for outcome, _ in known], dtype=np.int8)  # type: ignore[misc]
    return Hindsight(cell, root, budget, outcomes, sum(games for _, games in known))  # type: ignore[misc]


class Solver:
    """A cell made ready to be played again and again."""

    def __init__(self, cell: Cell) -> None:
        if any(seat.inside is not None for seat in cell.seats):
            raise BadInput("hindsight replays thousands of games: name a policy without look-ahead or limits")
        self.prepared = PreparedCell(cell)
        self.retracer = make_retracer(cell.game)
        self.pointers = pointers([self.retracer] * cell.game.max_seats)

    @cached_property
    def won(self) -> int:
        """The cause of a game that was won."""
        return int(self.prepared.cell.game.causes["WON"])

    def solve_apart(self, seed: int, deal: int, budget: int) -> tuple[Outcome, int]:
        """Solve a deal, with a policy that is not shipped in a copy of this process."""
        outcome, played = self._apart(deal, lambda: self.solve(seed, deal, budget))
        return Outcome(outcome), played

    def _apart(self, deal: int, work: Callable[[], Any]) -> Any:
        if not self.prepared.is_apart:
            return work()
        try:
            return apart(work)
        except Died as how:
            name = self.prepared.cell.seats[0].policy.name
            raise PolicyFault(f"policy {name!r} {how} (deal {deal})") from None

    def lost_since(self, seed: int, deal: int, answers: Sequence[int], choices: Sequence[int], budget: int) -> int:
        """Give the number of the answer of a lost game after which no way to win is found any more; 0: there never is.

        `choices` are the numbers of the answers that were not forced, counted from 1. A way to win that goes through an
        answer also goes through those before it, so that the answer is found by halving.
        """
        return int(self._apart(deal, lambda: self._lost_since(seed, deal, answers, choices, budget)))

    def _lost_since(self, seed: int, deal: int, answers: Sequence[int], choices: Sequence[int], budget: int) -> int:
        numbers = [0, *(number for number in choices if number < MOST_ANSWERS)]
        low, high = 0, len(numbers)  # the first that is lost lies at or above `low` and at or below `high`
        while low < high:
            middle = (low + high) // 2
            is_won = self._is_won(seed, deal, answers[: numbers[middle]], budget)
            low, high = (middle + 1, high) if is_won else (low, middle)
        return numbers[low] if low < len(numbers) else len(answers)

    def _is_won(self, seed: int, deal: int, given: Sequence[int], budget: int) -> bool:
        """Tell whether a way to win is found that begins with the given answers."""
        if not given:
            return self.solve(seed, deal, budget)[0] is Outcome.WON
        return _Attempts(self, seeding.deal_seeds(seed, deal)).vary_games(budget, given) is Outcome.WON

    def solve(self, seed: int, deal: int, budget: int) -> tuple[Outcome, int]:
        """Play a deal until it is won, proved lost, or the budget is spent; return how many games that took."""
        attempt = _Attempts(self, seeding.deal_seeds(seed, deal))
        outcome = attempt.list_games(min(LISTED, budget))
        if outcome is Outcome.UNKNOWN:
            outcome = attempt.vary_games(budget)
        return outcome, attempt.played


class _Attempts:
    """The games of one deal: a bench, a trail, and the best game so far."""

    def __init__(self, solver: Solver, seeds: Any) -> None:
        self.solver = solver
        self.seeds = np.ascontiguousarray(seeds)
        self.bench = solver.prepared.bench()
        self.rows = np.zeros(1, solver.prepared.cell.game.record)
        self.trails, address = make_trail(solver.prepared.policies[0])
        self.trail = self.trails[0]
        self.bench["desks"]["workspace"][0] = address
        seed_stream(self.trail.stream, self.seeds[0], _STREAM)
        self.lots = np.random.Generator(np.random.PCG64(self.seeds[0].tolist()))
        self.played = 0

    def play(self, given: Any, slip: float = 0.0) -> float:
        """Play the deal with the first answers given; return what the game was worth, above 1 if it was won."""
        prepared, trail = self.solver.prepared, self.trail
        trail.n_given, trail.n_asked = len(given), 0
        trail.given[: len(given)] = given
        trail.slip = int(slip * 2**32)
        self.bench["done"] = 0
        prepared.drive(self.bench, self.seeds, self.rows, self.solver.pointers)
        self.played += 1
        return float(prepared.cell.game.worth(prepared.rules, self.rows[0], 0))

    @property
    def is_won(self) -> bool:
        """Tell whether the last game was won."""
        return int(self.rows[0]["cause"]) == self.solver.won

    def list_games(self, most: int) -> Outcome:
        """Play games in order; a tree that comes to its end without a win is proved lost."""
        self.trail.way = Way.LIST
        given: list[int] = []
        for _ in range(most):
            self.play(given)
            if self.is_won:
                return Outcome.WON
            following = _next_leaf(self.answers, self.trail.n_options[: len(self.answers)])
            if following is None:
                return Outcome.LOST if self.trail.n_asked <= len(self.trail.answers) else Outcome.UNKNOWN
            given = following
        return Outcome.UNKNOWN

    @property
    def answers(self) -> Any:
        """The answers of the last game."""
        return self.trail.answers[: min(int(self.trail.n_asked), len(self.trail.answers))].copy()

    def vary_games(self, budget: int, given: Sequence[int] = ()) -> Outcome:
        """Change the best game so far at one random place after the given answers, as long as the budget lasts."""
        self.trail.way = Way.VARY
        first = max(len(given), 1)
        while self.played < budget:
            best, kept = self.play(given), self.answers
            tries = 0
            while not self.is_won and tries < PATIENCE and self.played < budget:
                place = int(self.lots.integers(first, len(kept))) if len(kept) > first else len(given)
                found = self.play(kept[:place], SLIP)
                tries = 0 if found > best else tries + 1
                if found >= best:
                    best, kept = found, self.answers
            if self.is_won:
                return Outcome.WON
        return Outcome.UNKNOWN


def _next_leaf(answers: Any, n_options: Any) -> list[int] | None:
    """Return the first answers of the next game in order; None after the last one."""
    for place in range(len(answers) - 1, -1, -1):
        if answers[place] + 1 < n_options[place]:
            return [*answers[:place].tolist(), int(answers[place]) + 1]
    return None
