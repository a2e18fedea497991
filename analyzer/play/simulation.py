"""One cell, simulated: the result that `analyzer simulate` prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from analyzer import __version__
from analyzer.catalog import policies_of
from analyzer.cells import Cell, make_cell
from analyzer.errors import BadInput, PolicyFault
from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import cpu_count
from analyzer.play.blocks import Control, Stopwatch, Table, play_blocks
from analyzer.play.stopping import Goal, Tally, planned_games
from analyzer.play.summary import FaultReport, Summary, nothing
from analyzer.stats.estimate import Estimate
from analyzer.stats.means import NO_MOMENTS, mean

DEFAULT_GAMES = 100_000
MAX_GAMES = 10**12
LEAST_UNTIL, MOST_UNTIL = 0.00001, 0.25
MAX_JOBS = 1024
MAX_SEED = 2**63 - 1

_FAULT_WORDS = {
    Fault.ILLEGAL: "answered an action that is not among its options",
    Fault.NOT_A_NUMBER: "gave a score that is not a number",
    Fault.RAISED: "raised an exception",
}


@dataclass(frozen=True)
class Simulation:
    """What was played and what came out."""

    cell: Cell
    seed: int
    asked: int
    jobs: int
    seconds: float
    summary: Summary
    rows: Any = field(default=None, repr=False)
    was_interrupted: bool = False
    until: float | None = None
    win_rate: Estimate | None = None  # of the team
    win_shares: tuple[Estimate, ...] = ()  # of the seats

    @property
    def games(self) -> int:
        """Games played: as many as asked for, unless a fault or the user ended the run."""
        return self.summary.games

    def count(self, cause: str) -> int:
        """Count the games that ended by a cause."""
        return int(self.summary.causes[self.cell.game.causes[cause.upper()]])

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `simulate --json`."""
        cell, summary = self.cell, self.summary
        return {
            "game": cell.game.name,
            "variant": cell.setting.name,
            "rules": dict(cell.setting.values),
            "assumed": list(cell.setting.assumed),
            "players": cell.players,
            "policies": [seat.label for seat in cell.seats],
            "seed": self.seed,
            "games": summary.games,
            "until": self.until,
            "rules_version": cell.game.rules_version,
            "package_version": __version__,
            **self._win_rate(),
            "seats": self._seats(),
            "mean_turns": summary.measures.get("turns", NO_MOMENTS).mean if summary.games else None,
            "measures": self._measures(),
            "outcomes": self.outcomes(),
            "truncated": self.count("truncated"),
            "faults": self.count("fault"),
            "interrupted": self.was_interrupted,
            "seconds": self.seconds,
            "games_per_second": summary.games / self.seconds if self.seconds > 0 else None,
            "jobs": self.jobs,
            "digest": summary.digest,
        }

    def outcomes(self) -> dict[str, int]:
        """Count the games by cause."""
        return {
            cause.name.lower(): int(self.summary.causes[cause])
            for cause in self.cell.game.causes
            if self.summary.causes[cause]
        }

    def _win_rate(self) -> dict[str, Any]:
        if self.summary.shares or not self.games:
            return dict.fromkeys(("wins", "win_rate", "ci_low", "ci_high", "ci_level", "ci_method"))
        estimate = self.win_rate
        assert estimate is not None
        return {
            "wins": self.count("won"),
            "win_rate": estimate.value,
            "ci_low": estimate.low,
            "ci_high": estimate.high,
            "ci_level": estimate.level,
            "ci_method": estimate.method,
        }

    def _seats(self) -> list[dict[str, Any]]:
        rows = []
        for number, share in enumerate(self.summary.shares):
            estimate = self.win_shares[number]
            rows.append(
                {
                    "seat": number,
                    "policy": self.cell.seats[number].label,
                    "wins": share.total,
                    "win_rate": estimate.value,
                    "ci_low": estimate.low,
                    "ci_high": estimate.high,
                    "mean_score": self.summary.scores[number].mean,
                }
            )
        return rows

    def _measures(self) -> dict[str, dict[str, float]]:
        if self.games < 2:
            return {}
        estimates = {name: mean(value) for name, value in self.summary.measures.items()}
        return {name: {"mean": e.value, "ci_low": e.low, "ci_high": e.high} for name, e in estimates.items()}

    def fault_message(self) -> str | None:
        """Say which policy did what wrong, and how to see it."""
        fault = self.summary.fault
        if fault is None:
            return None
        return (
            f"{fault_words(self.cell, fault)[:-1]}; {self.count('fault')} of {self.games} games). "
            f"See it: {replay_command(self.cell, self.seed, fault.deal)}"
        )

    def raise_fault(self) -> None:
        """Raise if a policy was at fault."""
        message = self.fault_message()
        if message:
            raise PolicyFault(message)


def simulate(
    game: str,
    *,
    players: int | None = None,
    variant: str | None = None,
    sets: Sequence[str] = (),
    policy: str | None = None,
    games: int | None = None,
    seed: int = 0,
    jobs: int | None = None,
    rows: bool = False,
    until: float | None = None,
) -> Simulation:
    """Simulate one cell; with `rows=True` keep one row per game.

    With `until` the run ends as soon as the anytime-valid interval has that half-width; `games` is then the most.
    """
    cell = make_cell(game, players=players, variant=variant, sets=sets, policy=policy)
    return simulate_cell(cell, games=games, seed=seed, jobs=jobs, rows=rows, until=until)


def simulate_cell(
    cell: Cell,
    *,
    games: int | None = None,
    seed: int = 0,
    jobs: int | None = None,
    rows: bool = False,
    until: float | None = None,
    control: Control | None = None,
    on_block: Callable[[Summary], None] | None = None,
) -> Simulation:
    """Simulate a cell that is already made; `on_block` hears of every finished block."""
    goal = make_goal(games, until)
    check_range("seed", seed, 0, MAX_SEED)
    n_jobs = cpu_count() if jobs is None else check_range("jobs", jobs, 1, MAX_JOBS)
    control = control or Control()
    table = Table(cell)
    watch = Stopwatch()
    total, kept, tallies = nothing(cell.game), [], []
    blocks = play_blocks(table, seed=seed, games=goal.most, jobs=n_jobs, control=control, keep_rows=rows)
    for block in blocks:
        total = total + block.summary
        kept.append(block.rows)
        tallies.append(tally_of(cell, block.summary))
        if on_block is not None:
            on_block(total)
        if until is not None and goal.is_reached(tallies):
            break
    blocks.close()
    return Simulation(
        cell,
        seed,
        goal.most,
        n_jobs,
        watch.seconds,
        total,
        _join(kept, cell.game.record) if rows and kept else None,
        was_interrupted=not goal.is_reached(tallies) and total.fault is None,
        until=until,
        win_rate=goal.win_rate(tallies) if tallies and not total.shares else None,
        win_shares=tuple(goal.shares(tallies)) if total.shares else (),
    )


def make_goal(games: int | None, until: float | None) -> Goal:
    """Check how much is to be played; by default 100,000 games, or what the half-width needs."""
    if until is None:
        return Goal(check_range("games", DEFAULT_GAMES if games is None else games, 1, MAX_GAMES))
    if not LEAST_UNTIL <= until <= MOST_UNTIL:
        raise BadInput(f"until = {until} is out of range; allowed: a half-width from {LEAST_UNTIL} to {MOST_UNTIL}")
    most = 4 * planned_games(until) if games is None else check_range("games", games, 1, MAX_GAMES)
    return Goal(most, until)


def expectation(games: int | None, until: float) -> str:
    """Say before the first game how many are to be expected."""
    goal = make_goal(games, until)
    even, few = (min(planned_games(until, p), goal.most) for p in (0.5, 0.05))
    return (
        f"until ±{until:g}: about {even:,} games at a win rate of 50 %, {few:,} at 5 %, at most {goal.most:,} "
        "(seats of competitive games: some more)"
    )


def tally_of(cell: Cell, summary: Summary) -> Tally:
    """Take from a block what the stopping rule looks at."""
    if summary.shares:
        totals, squares = zip(*((share.total, share.squares) for share in summary.shares), strict=True)
        return Tally(summary.games, 0, totals, squares)
    return Tally(summary.games, int(summary.causes[cell.game.causes["WON"]]))


def check_range(name: str, value: int, low: int, high: int) -> int:
    """Check a number that a user gave."""
    if not low <= value <= high:
        raise BadInput(f"{name} = {value} is out of range; allowed: {low} to {high}")
    return value


def fault_words(cell: Cell, fault: FaultReport) -> str:
    """Say which policy did what wrong, and when."""
    policy = cell.seats[fault.seat].policy
    deed = _FAULT_WORDS[Fault(fault.fault)]
    return f"policy {policy.name!r} at seat {fault.seat} {deed} (deal {fault.deal}, turn {fault.turn})"


def replay_command(cell: Cell, seed: int, deal: int) -> str:
    """Write the command that replays one deal of a cell."""
    labels = [_reference(seat) for seat in cell.seats]
    policies = labels[0] if len(set(labels)) == 1 else ",".join(labels)
    name, *sets = cell.setting.name.replace("]", "").split("[")
    options = "".join(f" --set {text}" for text in sets)
    return (
        f"analyzer replay {cell.game.name} --players {cell.players} --variant '{name}'{options} "
        f"--policy '{policies}' --seed {seed} --deal {deal}"
    )


def _reference(seat: Any) -> str:
    """Write a policy so that it is found again: by name, or by file."""
    is_shipped = seat.policy is policies_of(seat.policy.game).get(seat.policy.name)
    place = "" if is_shipped else f"{seat.policy.file}:"
    return f"{place}{seat.label}"


def _join(blocks: list[Any], layout: np.dtype[Any]) -> Any:
    """Put the rows of blocks behind each other, byte by byte: numpy's own way leaves the padding to chance."""
    return np.frombuffer(bytearray(b"".join(block.tobytes() for block in blocks)), layout)
