"""Plays candidates on the same deals, in all cases of an arena, and gives what each deal was worth to each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import Interrupted, PolicyFault
from analyzer.games.written import WrittenPolicy
from analyzer.play.blocks import Block, CellProgress, OpenBlock, one_after_another, play_blocks
from analyzer.play.control import Control
from analyzer.play.faults import fault_message
from analyzer.play.pace import Pace
from analyzer.play.pools import Pool
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import BLOCK
from analyzer.play.summary import WON, known_shares
from analyzer.play.tasks import Part
from analyzer.studies.arenas import Arena, Place

Values = NDArray[np.float64]
OnDeals = Callable[[int], None]  # receives the number of games as soon as they are played


@dataclass
class Trials:
    """A place to try candidates: the arena, its root seed, and who plays."""

    arena: Arena
    seed: int
    pool: Pool
    control: Control
    on_deals: OnDeals | None = None
    paces: dict[int, Pace] = field(default_factory=dict)  # by case: all candidates take about as long

    def play(
        self, policies: Sequence[WrittenPolicy], first_block: int, deals: int
    ) -> Iterator[tuple[WrittenPolicy, Values]]:
        """Play policies one after another from a block on; yield what each case was worth on every deal."""
        open_trials = [_Trial(self, policy, first_block, deals) for policy in policies]
        trial_of = {progress: trial for trial in open_trials for progress in trial.places}
        with closing(play_blocks(one_after_another(trial_of), self.pool, self.control, self._hear)) as blocks:
            waiting = iter(open_trials)
            trial = next(waiting, None)
            for block in blocks:
                trial_of[block.progress].take(block)
                while trial is not None and trial.is_whole:
                    yield trial.policy, trial.values
                    trial = next(waiting, None)
        if trial is not None:
            raise Interrupted("interrupted")

    def _hear(self, _block: OpenBlock, part: Part) -> None:
        if self.on_deals is not None:
            self.on_deals(part.deals)


class _Trial:
    """One candidate on its way through the cases."""

    def __init__(self, trials: Trials, policy: WrittenPolicy, first_block: int, deals: int) -> None:
        self.policy = policy
        self.seed, self.first_block = trials.seed, first_block
        self.values = np.zeros((len(trials.arena.cases), deals))
        self.places: dict[CellProgress, tuple[int, int, Place]] = {}  # case, how many share it, and the place
        for case, places in enumerate(trials.arena.places(policy)):
            pace = trials.paces.setdefault(case, Pace())
            for place in places:
                prepared, last = PreparedCell(place.planned.cell), first_block * BLOCK + deals
                progress = CellProgress(prepared, trials.seed, last, first_block, keep_rows=True, pace=pace)
                self.places[progress] = case, len(places), place
        self.left = deals * len(self.places)

    @property
    def is_whole(self) -> bool:
        """Tell whether all is played."""
        return self.left == 0

    def take(self, block: Block) -> None:
        """Take the rows of a block."""
        case, sharing, place = self.places[block.progress]
        cell, rows = place.planned.cell, block.rows
        if block.summary.fault is not None:
            message = fault_message(cell, self.seed, block.summary.fault)
            raise PolicyFault(f"{message} (--bounds keeps a search away from knobs that cannot be played)")
        won = rows["cause"] == cell.game.causes[WON] if place.seat is None else known_shares(cell, rows)[:, place.seat]
        begin = (block.number - self.first_block) * BLOCK
        self.values[case, begin : begin + len(rows)] += won / sharing
        self.left -= len(rows)
