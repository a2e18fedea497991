"""What a study of balance is asked: the tables it plays, what they may spend, and where their games are kept."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.cells import Cell, CellReference
from analyzer.errors import BadInput, Interrupted
from analyzer.games.written import Changes, changed, read_policies
from analyzer.play.control import BackendGiven, Control, OnGames, Say
from analyzer.runs.experiment import run_cells
from analyzer.runs.specs.design import PlannedCell, plan_cell
from analyzer.runs.specs.spec import Experiment
from analyzer.runs.stored.results import DealOutcomes, load_results
from analyzer.stats.estimate import FloatArray

LEVEL = 0.95
MARGIN = 0.01  # of win share: less counts as nothing
Stage = Callable[[str, Sequence[CellReference], int, int], list["Games"]]  # (name, cells, deals, step of the seed)


@dataclass(frozen=True)
class Table:
    """A number of players and a level of play: where a question is asked."""

    reference: CellReference
    level: str

    @property
    def players(self) -> int:
        """Count the players."""
        return self.reference.players

    @property
    def label(self) -> str:
        """Name it."""
        return f"{self.players} players, {self.level}"

    @property
    def name(self) -> str:
        """Name the folder of its runs."""
        return re.sub(r"[^A-Za-z0-9.]+", "-", f"{self.players}p-{self.level}").strip("-")

    def treated(self, changes: Changes) -> CellReference:
        """Give the cell with treatments."""
        return replace(self.reference, changes=changed(self.reference.changes, changes))

    def seating(self, policy: str) -> CellReference:
        """Give the cell with another policy at seat 0."""
        own = (*read_policies(policy), *[self.reference.policies[0]] * (self.players - 1))
        return replace(self.reference, policies=own)

    def as_dict(self) -> dict[str, Any]:
        """Name it in a document."""
        return {"players": self.players, "level": self.level}


@dataclass(frozen=True)
class Asked:
    """What is asked of a game."""

    game: str
    tables: tuple[Table, ...]
    budget: int  # games in all
    seed: int
    only: tuple[str, ...]

    @cached_property
    def cell(self) -> Cell:
        """The first table, made."""
        return self.tables[0].reference.make()

    def deals(self, part: float, cells: int, least: int = 200) -> int:
        """Share a part of the budget out among cells."""
        return max(least, int(self.budget * part / max(cells, 1)))

    @property
    def folder(self) -> Path:
        """Name the folder of the runs; whatever changes the games changes it."""
        content = [[table.reference.describe(), table.level] for table in self.tables]
        text = json.dumps([self.game, content, self.budget, self.seed, self.only])
        return Path("runs") / f"{self.game}-balance-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


@dataclass(frozen=True)
class Games:
    """The games of a cell, deal by deal."""

    reference: CellReference
    outcomes: DealOutcomes

    @property
    def deals(self) -> int:
        """Count the deals."""
        return self.outcomes.deals

    @property
    def is_known(self) -> Any:
        """Tell for every deal whether its game has an outcome."""
        return ~self.outcomes.is_unknown

    @cached_property
    def by_seat(self) -> FloatArray:
        """The share of the win, by deal and seat."""
        return np.asarray(self.outcomes.shares)

    @cached_property
    def by_position(self) -> FloatArray:
        """The share of the win, by deal and turn position."""
        players = self.by_seat.shape[1]
        assert self.outcomes.first is not None
        seats = (self.outcomes.first.astype(np.int64)[:, None] + np.arange(players)) % players
        return np.take_along_axis(self.by_seat, seats, axis=1)

    @property
    def scores(self) -> FloatArray:
        """The score, by deal and seat."""
        return np.asarray(self.outcomes.score, dtype=np.float64)

    @property
    def turns(self) -> FloatArray:
        """The length, by deal."""
        return np.asarray(self.outcomes.turns, dtype=np.float64)


def known_pairs(first: Games, second: Games) -> Any:
    """Tell which deals have an outcome in both."""
    deals = min(first.deals, second.deals)
    return first.is_known[:deals] & second.is_known[:deals]


def possible(references: Mapping[str, CellReference]) -> tuple[dict[str, PlannedCell], dict[str, str]]:
    """Make the cells that are possible, and say of the others why they are not."""
    cells, reasons = {}, {}
    for name, reference in references.items():
        try:
            cell = reference.make()
        except BadInput as problem:
            reasons[name] = str(problem)
        else:
            cells[name] = plan_cell(cell.game, reference)
    return cells, reasons


@dataclass(eq=False)
class Kept:
    """Plays the stages of a study, each into a run directory of its own: what is finished is not played again."""

    asked: Asked
    folder: Path
    jobs: int | None = None
    backend: BackendGiven = "threads"
    control: Control | None = None
    say: Say | None = None
    on_games: OnGames | None = None
    repair: bool = False
    games: int = 0

    def __call__(self, name: str, references: Sequence[CellReference], deals: int, step: int = 0) -> list[Games]:
        """Play cells on the same deals; `step` chooses fresh ones."""
        cells = [plan_cell(self.asked.cell.game, reference) for reference in references]
        question = f"balance of {self.asked.game}: {name}"
        experiment = Experiment(
            game=self.asked.game, question=question, deals=deals, seed=self.asked.seed + step, rows=False
        )
        if self.say is not None:
            self.say(f"{name}: {len(cells)} cells, {deals:,} deals each")
        run = run_cells(
            self.folder / name,
            experiment,
            cells,
            jobs=self.jobs,
            backend=self.backend,
            control=self.control,
            on_games=self.on_games,
            repair=self.repair,
        )
        if run.was_interrupted:
            raise Interrupted(f"interrupted; what is finished is saved in {self.folder}. Run it again to resume.")
        self.games += run.games
        results = load_results(run.folder)
        return [Games(cell.cell.reference, results.outcomes(cell.id)) for cell in cells]
