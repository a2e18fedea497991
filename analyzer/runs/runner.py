"""Plays the cells of a design into a run directory, in one pool, and resumes where an earlier run stopped."""

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NoReturn

from analyzer.errors import PolicyFault
from analyzer.play import faults, hindsight
from analyzer.play.blocks import Block, CellProgress, OpenBlock, one_after_another, play_blocks, side_by_side
from analyzer.play.control import Control, OnGames
from analyzer.play.pools.choosing import Pool
from analyzer.play.prepared import PreparedCell
from analyzer.play.stopping import Goal
from analyzer.play.tasks import Part, Stopwatch
from analyzer.runs.deciding import Decider, decider_of
from analyzer.runs.run import Run
from analyzer.runs.specs import forecast
from analyzer.runs.specs.design import Design, PlannedCell, solvable
from analyzer.runs.specs.spec import DECIDED, Experiment
from analyzer.runs.stored import cell_files, extending, shards, solved
from analyzer.runs.stored.files import TEMPORARY, Batch
from analyzer.runs.stored.manifest import now
from analyzer.runs.stored.manifest_file import FILE, CellEntry, Manifest, factors_of, read_manifest, write_manifest
from analyzer.runs.stored.repair import Repair
from analyzer.runs.stored.store import CellStore

Say = Callable[[str], None]
UNNOTICED = "If one changes, this run goes on without noticing, and workers of a cluster do not get them"
_SHOWN = 3  # cells left out that are named before the games begin
MANIFEST_SECONDS = 10.0  # how often the manifest is written while cells are finished: it grows with their number


@dataclass(frozen=True)
class Plan:
    """What is to be played, and where to."""

    folder: Path
    experiment: Experiment
    design: Design
    manifest: Manifest
    is_side_by_side: bool = False  # all cells advance together, instead of one after the other
    is_repair: bool = False  # what is damaged is played again


@dataclass(eq=False)
class _CellUnderWay:
    planned: PlannedCell
    entry: CellEntry
    store: CellStore
    goal: Goal

    @cached_property
    def prepared(self) -> PreparedCell:
        """The cell with all that playing it needs, for the pilot and for the run."""
        return PreparedCell(self.planned.cell)


class Runner:
    """Plays the cells of a design, in one pool."""

    def __init__(
        self,
        plan: Plan,
        pool: Pool,
        control: Control,
        say: Say | None = None,
        on_games: OnGames | None = None,
        may_write: Callable[[], None] = lambda: None,
    ) -> None:
        self.folder = plan.folder
        self.plan = plan
        self.seed = plan.experiment.seed
        self.pool = pool
        self.control = control
        self.say = say or (lambda _text: None)
        self.on_games = on_games
        self.may_write = may_write
        self.manifest = plan.manifest
        if (self.folder / FILE).exists():
            self.manifest = extending.extended(read_manifest(self.folder), plan.manifest, now())
        self.batch = Batch()
        self.key = cell_files.key_of(self.manifest)
        self.cells: list[_CellUnderWay] = []
        factors = factors_of(self.manifest.cells, self.manifest.policies)
        for planned, entry in zip(plan.design.cells, self.manifest.cells, strict=True):
            store = CellStore(
                self.folder / "cells" / planned.id,
                planned.cell,
                self.key,
                keep_rows=self.manifest.rows,
                factors=factors[planned.id],
                may_write=may_write,
                batch=self.batch,
            )
            self.cells.append(_CellUnderWay(planned, entry, store, planned.own_goal or plan.experiment.goal))
        self.decider = decider_of(self.manifest) if self.manifest.experiment.until == DECIDED else None
        self.under_way: dict[CellProgress, _CellUnderWay] = {}
        self.games = 0
        self.expected = 0
        self.written = 0.0  # when the manifest was
        self.each: dict[str, float] = {}  # seconds that a game is expected to take, by cell
        self.outlook = forecast.Outlook([])

    def play(self) -> Run:
        """Play what is missing; write the manifest at the beginning, now and then, and at the end."""
        for path in self.folder.rglob(f"*{TEMPORARY}"):  # what a killed process left half written
            path.unlink()
        self._write_manifest()
        watch = Stopwatch()
        if self.plan.is_repair:
            self._repair()
        if self.control.is_draining:
            return Run(self.folder, self.manifest, True, watch.seconds)
        for cell in self.cells:
            cell.store.open(cell.entry.blocks)
        if self.manifest.raised:
            self._reopen()
        if self.decider is not None:
            self._recall(self.decider)
        forecasts = self._foresee()
        self.outlook = forecast.Outlook(forecasts)
        try:
            if self.decider is None:
                self._play_round(None)
            else:
                self._play_until_decided(self.decider)
        finally:
            for cell in self.cells:
                cell.store.flush()
            self.may_write()
            self.batch.commit()
        is_complete = all(map(self._is_done, self.cells)) and (self.plan.experiment.hindsight is None or self._solve())
        self._finish(is_complete)
        return Run(self.folder, self.manifest, not is_complete, watch.seconds, forecasts)

    def _reopen(self) -> None:
        """Let cells go on that ended within a block: its games go back to the journal, and are not played again."""
        groups = extending.back_to_journal(self.cells)
        if groups and not self.manifest.rows:
            self.say("no rows are kept, so the last blocks of each cell, at most 64, are played again")
        self._write_manifest()
        extending.drop(groups)

    def _repair(self) -> None:
        repair = Repair(self.folder, self.manifest, {cell.planned.id: cell for cell in self.cells}, self.say)
        if repair.damages:
            self.manifest.status, self.manifest.digest = "running", None
            self._write_manifest()
        repair.play(self.seed, self.pool, self.control)
        self.batch.commit()

    def _is_done(self, cell: _CellUnderWay) -> bool:
        name, decider = cell.planned.id, self.decider
        is_decided = decider is not None and decider.is_asked(name) and not decider.wants(name)
        return is_decided or cell.goal.is_reached([cell.store.finished.tally])

    def _recall(self, decider: Decider) -> None:
        """Look once more at what an earlier run stored, as it did."""
        for cell in self.cells:
            for won, unknown in cell.store.outcomes() if decider.is_asked(cell.planned.id) else ():
                decider.add(cell.planned.id, won, unknown)
        decider.recall({cell.planned.id: cell.store.finished.tally.games for cell in self.cells})

    def _foresee(self) -> list[forecast.Forecast]:
        """Say beforehand what the run will take, and how much of it is done."""
        self.games = sum(cell.store.finished.tally.games for cell in self.cells)
        if all(self._is_done(cell) for cell in self.cells):
            self.say(f"{self.folder}: complete with {self.games:,} games; nothing to play")
            return []
        pilots = list(self._tried())
        if self.decider is not None:
            pilots = list(self.decider.foreseen(pilots, [cell.planned.id for cell in self.cells[: len(pilots)]]))
        forecasts = forecast.forecast(pilots, self.pool, self.seed, self.control)
        self.expected = sum(item.games for item in forecasts)
        self.each = {cell.planned.id: item.each for cell, item in zip(self.cells, forecasts, strict=False)}
        self.say(forecast.words(forecasts, self.games))
        for line in forecast.can_show(self.manifest) if self.decider is None else (self.decider.words(),):
            self.say(line)
        if not self.manifest.rows and self.plan.experiment.rows is None:
            self.say(
                "rows are not kept (block summaries and outcomes per deal are); `rows = true` in the spec keeps them"
            )
        for item in self.manifest.skipped[:_SHOWN]:
            self.say(f"skipped: {item.what}: {item.reason}")
        if len(self.manifest.skipped) > _SHOWN:
            self.say(f"skipped: {len(self.manifest.skipped) - _SHOWN:,} more; {FILE} lists them")
        for policy, doubt in self.manifest.doubts.items():
            self.say(f'{policy}: {doubt}. {UNNOTICED}; `rests_on=("weights.npy",)` in its decorator declares them')
        return forecasts

    def _tried(self) -> Iterator[forecast.Pilot]:
        seconds = min(forecast.PILOT_SECONDS, forecast.ALL_SECONDS / len(self.cells))
        for cell in self.cells:
            if not self.control.is_draining:
                found = forecast.pilot(cell.prepared, cell.goal, self.seed, self.control, seconds)
                yield replace(found, played=cell.store.finished.tally.games)

    def _play_until_decided(self, decider: Decider) -> None:
        while decider.left and not self.control.is_draining and not all(map(self._is_done, self.cells)):
            self._play_round(decider.left[0])
            if not self.control.is_draining:
                self._look(decider)

    def _look(self, decider: Decider) -> None:
        """Look at all pairs that are not decided, and close the cells that no pair needs any more."""
        if decider.open:
            decider.look()
            self.say(decider.news())
        for cell in self.cells:
            if self._is_done(cell) and cell.entry.stopped_by is None:
                self._close(cell)

    def _play_round(self, limit: int | None) -> None:
        """Play all cells to their goals, or those in question up to the next look."""
        begun = self._begin(limit)
        is_side_by_side = self.plan.is_side_by_side or limit is not None
        order = side_by_side(list(begun)) if is_side_by_side else one_after_another(begun)
        with closing(play_blocks(order, self.pool, self.control, self._note)) as blocks:
            for block in blocks:
                if block.is_whole:  # the beginning of a block stays in the journal
                    self._take(self.under_way[block.progress], block)

    def _solve(self) -> bool:
        """Solve deals in hindsight; tell whether all are."""
        wanted = self.plan.experiment.hindsight
        assert wanted is not None
        deals, budget, jobs = wanted.deals, wanted.budget, self.pool.threads_here
        cells = solvable(self.plan.design, wanted.players)
        left = {n: cell for n, cell in cells.items() if not solved.is_solved(self.folder, n, deals, budget, self.key)}
        if left:
            self.say(f"hindsight: solving {deals:,} deals of {len(left)} cells with {jobs} threads of this process")
        for name, cell in left.items():
            if self.on_games is not None:
                self.on_games(f"hindsight {name}", self.games, max(self.expected, self.games))
            found = hindsight.solve_cell(
                cell, deals=deals, budget=budget, seed=self.seed, jobs=jobs, control=self.control
            )
            if len(found.outcomes) < deals:
                return False
            solved.write_solved(self.folder, name, found, self.key)
        self.manifest.solved = sorted(cells)
        return True

    def _begin(self, limit: int | None) -> Iterator[CellProgress]:
        """Set up the cells that are not finished, each when its turn comes."""
        for cell in self.cells:
            if cell.store.finished.fault is not None:
                self._raise_fault(cell, cell.store.finished.fault)
            if self._is_done(cell):
                self._close(cell)
                continue
            first_block, parts = cell.store.finished.blocks, cell.store.journal.parts()
            is_asked = self.decider is not None and self.decider.is_asked(cell.planned.id)
            most = cell.goal.most if limit is None or not is_asked else min(limit, cell.goal.most)
            progress = CellProgress(cell.prepared, self.seed, most, first_block, keep_rows=True, parts=parts)
            self.under_way[progress] = cell
            yield progress

    def _note(self, block: OpenBlock, part: Part) -> None:
        cell = self.under_way[block.progress]
        self.may_write()
        cell.store.journal.add(block.number, part)
        self.games += part.deals
        news = self.outlook.note(part.deals * self.each.get(cell.planned.id, 0.0))
        if news is not None:
            self.say(news)
        if self.on_games is not None:
            self.on_games(cell.planned.id, self.games, max(self.expected, self.games))

    def _take(self, cell: _CellUnderWay, block: Block) -> None:
        cell.store.add(block)
        if self.decider is not None and self.decider.is_asked(cell.planned.id):
            self.decider.add(cell.planned.id, *shards.won_and_unknown(cell.planned.cell, block.rows))
        is_done = self._is_done(cell)
        if is_done:
            block.progress.is_closed = True
        if is_done or block.summary.fault is not None:
            self._close(cell)
        if cell.store.finished.fault is not None:
            self._raise_fault(cell, cell.store.finished.fault)

    def _close(self, cell: _CellUnderWay) -> None:
        """Note how far a cell came; the stored blocks themselves say it, too."""
        cell.store.flush()
        is_done = self._is_done(cell)
        entry, finished = cell.entry, cell.store.finished
        entry.games, entry.blocks, entry.digest = finished.tally.games, finished.blocks, finished.hash.hexdigest()
        entry.stopped_by = cell.goal.stopped_by(entry.games) if is_done else None
        if time.monotonic() - self.written > MANIFEST_SECONDS:
            self._write_manifest()

    def _write_manifest(self) -> None:
        self.may_write()
        self.batch.commit()
        write_manifest(self.folder, self.manifest)
        self.written = time.monotonic()

    def _raise_fault(self, cell: _CellUnderWay, fault: faults.FaultReport) -> NoReturn:
        self._finish(is_complete=False)
        played = cell.planned.cell
        place = faults.place_of_fault(played.reference, self.seed, fault.deal, fault.fault)
        raise PolicyFault(f"cell {cell.planned.id}: {faults.fault_message(played, self.seed, fault, place=place)}")

    def _finish(self, is_complete: bool) -> None:
        for cell in self.cells:
            if cell.entry.games != cell.store.finished.tally.games:
                self._close(cell)
        self.manifest.status = "complete" if is_complete else "interrupted"
        if is_complete and self.manifest.finished is None:
            self.manifest.finished = now()
        parts = [f"{cell.cell} {cell.digest}\n" for cell in self.manifest.cells]
        self.manifest.digest = hashlib.sha256("".join(parts).encode()).hexdigest() if is_complete else None
        self._write_manifest()
