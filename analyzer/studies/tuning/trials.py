"""The trials of a search: candidates played on the same deals, each finished one appended to a file."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import BadInput, Interrupted, PolicyFault
from analyzer.games.written import WrittenPolicy
from analyzer.play import faults, seeding, summary
from analyzer.play.blocks import Block, CellProgress, OpenBlock, one_after_another, play_blocks
from analyzer.play.control import Control
from analyzer.play.pools.choosing import Pool
from analyzer.play.prepared import PreparedCell
from analyzer.play.tasks import Pace, Part
from analyzer.runs.stored.files import write_atomically
from analyzer.stats.means import Moments
from analyzer.studies.arenas import Arena, Place


@dataclass(frozen=True)
class Tried:
    """What a candidate won on the deals of one generation: the rate of every case, and their blend deal by deal."""

    generation: int
    policy: WrittenPolicy
    deals: int
    rates: tuple[float, ...]
    total: float
    squares: float

    @property
    def blend(self) -> Moments:
        """The blended rate, a value per deal."""
        return Moments(self.deals, self.total, self.squares)


class Ledger:
    """All trials of a search, in the order in which they were finished."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tried = {(one.generation, one.policy): one for one in _read(path)} if path.is_file() else {}
        if path.is_file():  # a line that a killed process left half written is cut off
            write_atomically(path, "".join(map(_line, self.tried.values())).encode())

    def find(self, generation: int, policy: WrittenPolicy) -> Tried | None:
        """Look a trial up."""
        return self.tried.get((generation, policy))

    def add(self, one: Tried) -> None:
        """Keep a finished trial."""
        self.tried[one.generation, one.policy] = one
        with self.path.open("ab", buffering=0) as file:
            file.write(_line(one).encode())


def _line(one: Tried) -> str:
    content = asdict(one)
    return json.dumps(content | {"hash": _hash(content)}) + "\n"


def _hash(content: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def _read(path: Path) -> Iterator[Tried]:
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    for number, line in enumerate(lines[:-1], start=1):  # what follows the last line break is not finished
        try:
            content = json.loads(line)
            if content.pop("hash") != _hash(content):
                raise BadInput(f"{path}, line {number}: its content differs from what was written; delete the line")
            policy = WrittenPolicy.from_plain(content["policy"])
            yield Tried(**content | {"policy": policy, "rates": tuple(content["rates"])})
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as problem:
            raise BadInput(f"{path}, line {number}: not a trial: {problem}") from problem


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
                prepared, last = PreparedCell(place.planned.cell), first_block * seeding.BLOCK + deals
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
            message = faults.fault_message(cell, self.seed, block.summary.fault)
            raise PolicyFault(f"{message} (--bounds keeps a search away from knobs that cannot be played)")
        won = (
            rows["cause"] == cell.game.causes[summary.WON]
            if place.seat is None
            else summary.known_shares(cell, rows)[:, place.seat]
        )
        begin = (block.number - self.first_block) * seeding.BLOCK
        self.values[case, begin : begin + len(rows)] += won / sharing
        self.left -= len(rows)
