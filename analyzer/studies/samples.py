"""The games of a cell on the first deals of a seed, kept in memory, and what is measured on each deal."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from analyzer.analysis.contests import deal_values
from analyzer.analysis.shares import Shares, share_of
from analyzer.cells import Cell
from analyzer.errors import Interrupted
from analyzer.play import simulation, stopping, summary
from analyzer.play.blocks import OpenBlock
from analyzer.play.control import BackendGiven, Control, OnGames, Say
from analyzer.play.pools.choosing import Pool, opened
from analyzer.play.prepared import PreparedCell
from analyzer.play.summary import is_unknown
from analyzer.play.tasks import Part
from analyzer.runs.stored.results import DealOutcomes
from analyzer.stats import Estimate, means, proportions
from analyzer.stats.joint import Packed

RATE, TURNS, FIRST = "rate", "turns", "first"
SHARES = (RATE, FIRST)  # measures between 0 and 1


@dataclass(frozen=True)
class Sample:
    """The games of a cell, one row each, deal 0 first."""

    cell: Cell
    rows: Any

    @property
    def deals(self) -> int:
        """Count the deals."""
        return len(self.rows)

    @cached_property
    def is_won(self) -> Any:
        """Tell for every deal whether the team won."""
        return self.rows["cause"] == self.cell.game.causes[summary.WON]

    @cached_property
    def is_unknown(self) -> Any:
        """Tell for every deal whether its game has no outcome."""
        return is_unknown(self.cell, self.rows)

    @property
    def bits(self) -> tuple[Packed, Packed]:
        """Pack won and unknown games, one bit per deal."""
        return np.packbits(self.is_won), np.packbits(self.is_unknown)

    def is_ended_by(self, cause: str) -> Any:
        """Tell for every deal whether its game ended by a cause."""
        return self.rows["cause"] == self.cell.game.causes[cause.upper()]

    @cached_property
    def measures(self) -> dict[str, Shares]:
        """Give what is measured on every deal: of a team whether it won, of rivals who was ahead; of all the length."""
        if self.cell.is_competitive:
            return deal_values(self.outcomes)
        turns, won = (values.astype(np.float64) for values in (self.rows["turns"], self.is_won))
        return {RATE: Shares(won, np.where(self.is_unknown, 1.0, won)), TURNS: Shares(turns, turns)}

    @property
    def outcomes(self) -> DealOutcomes:
        """Give the outcome of every deal of a competitive cell."""
        seats = self.cell.players
        shares = self.rows["share"][:, :seats]
        winners = np.rint(np.divide(1.0, shares, out=np.zeros(shares.shape), where=shares > 0)).astype(np.uint8)
        return DealOutcomes(
            self.deals,
            unknown=np.packbits(self.is_unknown),
            shared_by=winners,
            score=self.rows["score"][:, :seats].astype(np.int32),
            first=self.rows["first"].astype(np.uint8),
            turns=self.rows["turns"].astype(np.int32),
        )

    def estimate(self, measure: str, level: float = 0.95) -> Estimate:
        """Estimate the mean of a measure; unknown games bound rates and shares from both sides."""
        if measure == RATE:
            return proportions.win_rate(int(self.is_won.sum()), self.deals, int(self.is_unknown.sum()), level)
        values = self.measures[measure]
        return share_of(values, level) if measure in SHARES else means.mean_of(values.low, level)


class Sampler:
    """Plays cells for a study, all in one pool, and counts what it has played."""

    def __init__(
        self,
        jobs: int | None = None,
        backend: BackendGiven = "threads",
        control: Control | None = None,
        on_games: OnGames | None = None,
        say: Say | None = None,
    ) -> None:
        self.jobs, self.backend = stopping.check_jobs(jobs), backend
        self.control, self.on_games, self.say = control or Control(), on_games, say
        self.expected = self.games = 0
        self.seconds = 0.0
        self.open = ExitStack()

    def __enter__(self) -> Sampler:
        """Begin a study; the pool opens with the first games, after all options were checked."""
        return self

    def __exit__(self, *_problem: object) -> None:
        """Close the pool."""
        self.open.close()

    @cached_property
    def pool(self) -> Pool:
        """Where the cells are played."""
        return self.open.enter_context(opened(self.backend, self.jobs, self.control, self.say))

    def play(self, cell: Cell, deals: int, seed: int) -> Sample:
        """Play a cell on the first deals of a seed; a fault of a policy or Ctrl-C ends the study."""

        def note(_block: OpenBlock, part: Part) -> None:
            self.games += part.deals
            if self.on_games is not None:
                self.on_games(cell.setting.name, self.games, max(self.expected, self.games))

        goal, prepared = stopping.make_goal(deals, None), PreparedCell(cell)
        result = simulation.simulate_in(
            self.pool, prepared, goal, seed=seed, rows=True, control=self.control, on_part=note
        )
        result.raise_fault()
        if result.was_interrupted:
            raise Interrupted("interrupted; nothing is saved. Run it again to start over with the same deals")
        self.seconds += result.seconds
        return Sample(cell, result.rows)
