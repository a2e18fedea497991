"""A whole experiment: plays every cell of a spec into a run directory, and goes on where it stopped."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from analyzer.errors import BadInput, PolicyFault
from analyzer.kernel.jit import cpu_count
from analyzer.play.blocks import Control, Pool, Stopwatch, Table, play_blocks
from analyzer.play.pools import open_pool
from analyzer.play.simulation import MAX_JOBS, check_range, fault_words, replay_command
from analyzer.play.stopping import Goal, Tally
from analyzer.play.summary import FaultReport
from analyzer.runs.design import Design, PlannedCell, expand
from analyzer.runs.files import delete_unfinished, locked
from analyzer.runs.forecast import Forecast, forecast, words
from analyzer.runs.manifest import (
    FILE,
    Manifest,
    check_same,
    new_manifest,
    now,
    read_manifest,
    write_manifest,
)
from analyzer.runs.shards import Line
from analyzer.runs.spec import Experiment, load_spec, read_text
from analyzer.runs.store import CellStore

ROWS_LIMIT = 2_000_000  # games up to which rows are kept unless the spec says otherwise

Say = Callable[[str], None]
OnBlock = Callable[[str, int, int], None]  # (cell, games of the run so far, games expected)


@dataclass
class Run:
    """A run under way or finished."""

    folder: Path
    manifest: Manifest
    was_interrupted: bool = False
    seconds: float = 0.0
    forecasts: list[Forecast] = field(default_factory=list)

    @property
    def games(self) -> int:
        """Count the games of all cells."""
        return sum(int(cell["games"]) for cell in self.manifest["cells"])

    @property
    def digest(self) -> str | None:
        """The digest of all games, once the run is complete."""
        digest: str | None = self.manifest["digest"]
        return digest

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `run --json`."""
        kept = ("experiment", "question", "quick", "seed", "deals", "until", "status", "digest", "skipped", "cells")
        return {
            "run_dir": str(self.folder),
            **{key: self.manifest[key] for key in kept},
            "games": self.games,
            "seconds": self.seconds,
            "interrupted": self.was_interrupted,
        }


def run(
    spec: str | Path,
    out: str | Path | None = None,
    *,
    jobs: int | None = None,
    backend: str = "threads",
    scheduler: str | None = None,
    quick: bool = False,
    control: Control | None = None,
    say: Say | None = None,
    on_block: OnBlock | None = None,
) -> Run:
    """Play an experiment into a run directory; run again, it goes on where it stopped."""
    n_jobs = cpu_count() if jobs is None else check_range("jobs", jobs, 1, MAX_JOBS)
    path = Path(spec)
    experiment, text = load_spec(path), read_text(path)
    experiment = experiment.quickened() if quick else experiment
    design = expand(experiment, path)
    folder = Path(out) if out is not None else default_folder(path, quick)
    manifest = _manifest(experiment, design, path, text, quick)
    _check_folder(folder, manifest)
    pool = open_pool(backend, n_jobs, scheduler)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder):
            return _Player(folder, experiment, design, manifest, pool, control or Control(), say, on_block).play()
    finally:
        pool.close()


def default_folder(spec: str | Path, quick: bool) -> Path:
    """Name the run directory of a spec."""
    return Path("runs") / (Path(spec).stem + ("-quick" if quick else ""))


def _manifest(experiment: Experiment, design: Design, path: Path, text: str, quick: bool) -> Manifest:
    most = experiment.most_deals * len(design.cells)
    rows = most <= ROWS_LIMIT if experiment.rows is None else experiment.rows
    return new_manifest(experiment, design, path, text, quick=quick, rows=rows)


def _check_folder(folder: Path, manifest: Manifest) -> None:
    if (folder / FILE).exists():
        check_same(read_manifest(folder), manifest, folder)
    elif folder.is_file() or (folder.is_dir() and any(item.name != ".lock" for item in folder.iterdir())):
        raise BadInput(f"--out {folder}: is there already and is no run directory; choose another one")


class _Player:
    """Plays the cells of a design one after the other."""

    def __init__(
        self,
        folder: Path,
        experiment: Experiment,
        design: Design,
        manifest: Manifest,
        pool: Pool,
        control: Control,
        say: Say | None,
        on_block: OnBlock | None,
    ) -> None:
        self.folder = folder
        self.design = design
        self.seed = experiment.seed
        self.goal = Goal(experiment.most_deals, experiment.until)
        self.pool = pool
        self.control = control
        self.say = say or (lambda _text: None)
        self.on_block = on_block
        self.manifest = read_manifest(folder) if (folder / FILE).exists() else manifest
        self.games = 0
        self.expected = 0

    def play(self) -> Run:
        """Play what is missing; write the manifest at the beginning, after every cell and at the end."""
        delete_unfinished(self.folder)
        write_manifest(self.folder, self.manifest)
        watch = Stopwatch()
        forecasts = self._foresee()
        for planned, entry in zip(self.design.cells, self.manifest["cells"], strict=True):
            if not self.control.is_draining:
                self._play_cell(planned, entry)
        is_complete = all(entry["stopped_by"] for entry in self.manifest["cells"])
        self._finish(is_complete)
        return Run(self.folder, self.manifest, not is_complete, watch.seconds, forecasts)

    def _foresee(self) -> list[Forecast]:
        """Say beforehand what the run will take, and what of it is there."""
        stores = [self._store(planned) for planned in self.design.cells]
        finished = sum(store.games for store in stores)
        if all(
            self.goal.is_reached(tallies(planned, s.lines))
            for planned, s in zip(self.design.cells, stores, strict=True)
        ):
            self.say(f"{self.folder}: complete, {finished:,} games are there; nothing to play")
            return []
        forecasts = []
        for planned in self.design.cells:
            if not self.control.is_draining:
                forecasts.append(forecast(planned.cell, self.goal, self.seed, self.pool.jobs))
        self.expected = sum(item.games for item in forecasts)
        self.say(words(forecasts, finished))
        if not self.manifest["rows"]:
            self.say(
                "rows are not kept (block summaries and outcomes per deal are); `rows = true` in the spec keeps them"
            )
        for item in self.manifest["skipped"]:
            self.say(f"skipped: {item['what']}: {item['reason']}")
        return forecasts

    def _store(self, planned: PlannedCell) -> CellStore:
        store = CellStore(self.folder / "cells" / planned.id, planned.cell, keep_rows=self.manifest["rows"])
        store.open()
        return store

    def _play_cell(self, planned: PlannedCell, entry: Manifest) -> None:
        store = self._store(planned)
        seen = tallies(planned, store.lines)
        self.games += store.games
        self._raise_fault(planned, store.lines)
        try:
            if not self.goal.is_reached(seen):
                self._play_on(planned, store, seen)
        finally:
            store.flush()
        is_done = self.goal.is_reached(seen)
        entry |= {
            "games": store.games,
            "blocks": len(store.lines),
            "stopped_by": self.goal.stopped_by(store.games) if is_done else None,
            "digest": store.digest,
        }
        write_manifest(self.folder, self.manifest)
        self._raise_fault(planned, store.lines)

    def _play_on(self, planned: PlannedCell, store: CellStore, seen: list[Tally]) -> None:
        table = Table(planned.cell, planned.reference)
        blocks = play_blocks(
            table,
            seed=self.seed,
            games=self.goal.most,
            jobs=self.pool.jobs,
            control=self.control,
            keep_rows=True,
            first_block=len(store.lines),
            pool=self.pool,
        )
        for block in blocks:
            store.add(block)
            seen.append(tally(planned, store.lines[-1]))
            self.games += block.summary.games
            if self.on_block is not None:
                self.on_block(planned.id, self.games, max(self.expected, self.games))
            if self.goal.is_reached(seen) or block.summary.fault is not None:
                break
        blocks.close()

    def _raise_fault(self, planned: PlannedCell, lines: list[Line]) -> None:
        faulty = next((line for line in lines if line["fault"]), None)
        if faulty is None:
            return
        self._finish(is_complete=False)
        report = FaultReport(faulty["fault_deal"], faulty["fault_turn"], faulty["fault_seat"], faulty["fault"])
        raise PolicyFault(
            f"cell {planned.id}: {fault_words(planned.cell, report)}. "
            f"See it: {replay_command(planned.cell, self.seed, report.deal)}"
        )

    def _finish(self, is_complete: bool) -> None:
        self.manifest["status"] = "complete" if is_complete else "interrupted"
        if is_complete and self.manifest["finished"] is None:
            self.manifest["finished"] = now()
        self.manifest["digest"] = _digest(self.manifest) if is_complete else None
        write_manifest(self.folder, self.manifest)


def tallies(planned: PlannedCell, lines: list[Line]) -> list[Tally]:
    """Take from block summaries what a stopping rule looks at."""
    return [tally(planned, line) for line in lines]


def tally(planned: PlannedCell, line: Line) -> Tally:
    """Take it from one block."""
    if not planned.cell.is_competitive:
        return Tally(line["games"], line["cause_won"])
    seats = range(planned.cell.players)
    totals = tuple(line[f"share_{seat}_total"] for seat in seats)
    return Tally(line["games"], 0, totals, tuple(line[f"share_{seat}_squares"] for seat in seats))


def _digest(manifest: Manifest) -> str:
    parts = [f"{cell['cell']} {cell['digest']}\n" for cell in manifest["cells"]]
    return hashlib.sha256("".join(parts).encode()).hexdigest()
