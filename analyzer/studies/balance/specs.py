"""Studies of balance that a spec asks for: its cells are the untreated tables, and the stages lie beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.cells import CellReference
from analyzer.play import stopping
from analyzer.play.control import Backend, BackendGiven, Control, OnGames, Say
from analyzer.runs.run import Run
from analyzer.runs.specs.spec import STUDIES, Balancing
from analyzer.runs.stored import found as stored
from analyzer.runs.stored.manifest_file import CellEntry, Manifest
from analyzer.runs.stored.results import Results, load_results
from analyzer.studies.balance import balance, stronger
from analyzer.studies.balance.asking import Asked, Games, Kept, Table


@dataclass(eq=False)
class Beside(Kept):
    """Plays stages beside a run, whose cells are the untreated tables: these are not played again."""

    tables: Results | None = None

    def __call__(self, name: str, references: Sequence[CellReference], deals: int, step: int = 0) -> list[Games]:
        """Look the untreated tables up, and play everything else."""
        if name != "turn-order":
            return super().__call__(name, references, deals, step)
        assert self.tables is not None
        cells = {entry.reference: entry.cell for entry in self.tables.manifest.cells}
        return [Games(one, self.tables.outcomes(cells[one])) for one in references]


def with_balance(
    run: Run,
    *,
    jobs: int | None = None,
    backend: BackendGiven = "threads",
    scheduler: str | None = None,
    scheduler_file: str | Path | None = None,
    repair: bool = False,
    control: Control | None = None,
    say: Say | None = None,
    on_games: OnGames | None = None,
) -> Run:
    """Make the studies that the spec of a run asks for, once its own cells are played, and keep what they found."""
    wanted = run.manifest.experiment.balance
    if wanted is None or run.was_interrupted or run.manifest.status != "complete":
        return run
    there = None if repair else stored.read_found(run.folder, run.manifest)
    if there is None:
        where = Backend(backend, scheduler, scheduler_file) if isinstance(backend, str) else backend
        asked, folder = _asked(run.manifest, wanted), run.folder / stored.FOLDER
        kept = Beside(asked, folder, stopping.check_jobs(jobs), where, control, say, on_games, repair)
        kept.tables = load_results(run.folder)
        there = _found(run.manifest, kept, wanted)
        stored.write_found(run.folder, there, run.manifest)
    run.balance = there
    return run


def _asked(manifest: Manifest, wanted: Balancing) -> Asked:
    tables = tuple(_table(entry) for entry in manifest.cells if entry.deals is None)
    only = tuple(name for name in STUDIES if not wanted.only or name in wanted.only)
    return Asked(manifest.game.name, tables, wanted.budget, manifest.experiment.seed, only)


def _table(entry: CellEntry) -> Table:
    return Table(entry.reference, entry.level or entry.policy)


def _found(manifest: Manifest, kept: Beside, wanted: Balancing) -> dict[str, Any]:
    """Make the studies, and play the largest effects again at the levels that have an effort of their own."""
    made = balance.answered(kept.asked, kept)
    dear = [(_table(entry), entry.deals) for entry in manifest.cells if entry.deals is not None]
    again = stronger.checked(kept.asked, kept, made.found, dear, wanted.largest)
    document = made.as_dict() | {"games": kept.games, "run_dir": stored.FOLDER, "digest": manifest.digest}
    if again:
        document["studies"]["stronger"] = [one.as_dict() for one in again]
    return document
