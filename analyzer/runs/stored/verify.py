"""Checks every stored file of a run against its seal, and plays again what is damaged."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from analyzer.errors import DamagedRun
from analyzer.play.blocks import Block, CellProgress, one_after_another, play_blocks
from analyzer.play.control import Control
from analyzer.play.pools.choosing import Pool
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import BLOCK
from analyzer.play.stopping import Goal
from analyzer.runs.stored.cell_files import SEAL, SUFFIXES, Binding, CellFiles, Span, file_name, key_of
from analyzer.runs.stored.manifest_file import FILE, CellEntry, Manifest, read_manifest
from analyzer.runs.stored.solved import FOLDER, read_one, solved_files
from analyzer.runs.stored.store import GROUP, CellStore

TWICE = "occurs twice"


@dataclass(frozen=True)
class Damage:
    """A span of a cell that has to be played again, or solved deals that have to be solved again; and why."""

    cell: str
    first: int  # block; -1 for solved deals
    last: int
    what: str

    @property
    def deals(self) -> str:
        """Name the deals of the span."""
        return "" if self.first < 0 else f"{self.first * BLOCK:,} to {(self.last + 1) * BLOCK - 1:,}"


@dataclass(frozen=True)
class Verification:
    """What was found in a run directory."""

    folder: Path
    cells: int
    files: int  # that were checked
    damages: tuple[Damage, ...]

    @property
    def is_whole(self) -> bool:
        """Tell whether nothing is damaged."""
        return not self.damages

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `verify --json`."""
        return {
            "run_dir": str(self.folder),
            "verified": self.is_whole,
            "cells": self.cells,
            "files": self.files,
            "damaged": [asdict(damage) | {"deals": damage.deals} for damage in self.damages],
        }


def verify(run_dir: str | Path) -> Verification:
    """Check every stored file of a run.

    Parameters
    ----------
    run_dir
        What `analyzer run` wrote.

    Returns
    -------
    Verification
        With `is_whole`, `damages` (what has to be played again) and `as_dict()`.

    Examples
    --------
    >>> analyzer.verify("runs/tranquility_difficulty").is_whole
    """
    folder = Path(run_dir)
    return check_files(folder, read_manifest(folder))


def check_files(folder: Path, manifest: Manifest) -> Verification:
    """Check all that a manifest lists."""
    checks = [_Check(folder, key_of(manifest), entry) for entry in manifest.cells]
    for check in checks:
        check.run()
    solved, damages = _check_solved(folder, key_of(manifest))
    damages += [damage for check in checks for damage in check.damages]
    return Verification(folder, len(checks), solved + sum(check.files for check in checks), tuple(damages))


class _Check:
    """Goes through the files of one cell."""

    def __init__(self, folder: Path, key: str, entry: CellEntry) -> None:
        self.entry = entry
        self.stored = CellFiles(folder / "cells" / entry.cell, Binding(key, entry.cell))
        self.damages: list[Damage] = []
        self.files = 0

    def run(self) -> None:
        """Look at every group, and for gaps between and after them."""
        expected = 0
        for first, last in self.stored.found_spans():
            if first > expected:
                self._note((expected, first - 1), "missing")
            if first < expected:
                self._note((first, last), TWICE)
            else:
                self._check_group((first, last))
            expected = max(expected, last + 1)
        if expected < self.entry.blocks:
            self._note((expected, self.entry.blocks - 1), "missing")

    def _check_group(self, span: Span) -> None:
        try:
            kinds = self.stored.hashes(span)
            self.files += 1
            for kind in kinds:
                self.stored.read(kind, span)
                self.files += 1
        except DamagedRun as problem:
            self._note(span, _what(problem))

    def _note(self, span: Span, what: str) -> None:
        self.damages.append(Damage(self.entry.cell, *span, what))


def _check_solved(folder: Path, key: str) -> tuple[int, list[Damage]]:
    damages = []
    files = solved_files(folder)
    for file in files:
        try:
            read_one(file, key)
        except DamagedRun as problem:
            damages.append(Damage(f"hindsight {file.stem}", -1, -1, _what(problem)))
    return len(files), damages


def _what(problem: DamagedRun) -> str:
    """Extract the problem from a message, without the folder before it and the advice after it."""
    return str(problem).partition(": ")[2].partition(". `")[0].partition("; `")[0]


Say = Callable[[str], None]


class Repairable(Protocol):
    """A cell whose store can be repaired."""

    store: CellStore
    goal: Goal


def put_aside_manifest(folder: Path) -> None:
    """Keep a damaged manifest beside the new one."""
    (folder / FILE).replace(folder / f"{FILE}.damaged")


class Repair:
    """The repair of one run: finds the damage, makes room, and plays."""

    def __init__(self, folder: Path, manifest: Manifest, cells: Mapping[str, Repairable], say: Say) -> None:
        self.folder = folder
        self.cells = cells
        self.say = say
        self.damages = self._find(manifest)
        if not self.damages:
            self.say(f"{folder}: nothing is damaged")

    def _find(self, manifest: Manifest) -> tuple[Damage, ...]:
        """List what has to be played; of groups that overlap, the later ones go first, which may leave gaps."""
        found = check_files(self.folder, manifest).damages
        for damage in found:
            self.say(f"repair: {damage.cell}: {_told(damage)}")
        twice = [damage for damage in found if damage.what == TWICE]
        for damage in twice:
            self._make_room(self.cells[damage.cell].store, damage)
        return self._find(manifest) if twice else found

    def play(self, seed: int, pool: Pool, control: Control) -> None:
        """Play the damaged spans of all cells; what is stopped halfway stays damaged."""
        groups = dict(self._groups(seed))
        played: dict[CellProgress, list[Block]] = {progress: [] for progress in groups}
        with closing(play_blocks(one_after_another(groups), pool, control)) as blocks:
            for block in blocks:
                played[block.progress].append(block)
                if block.is_whole and len(played[block.progress]) == _size(groups[block.progress][1]):
                    groups[block.progress][0].write(played[block.progress])

    def _groups(self, seed: int) -> Iterator[tuple[CellProgress, tuple[CellStore, Span]]]:
        for damage in self.damages:
            if damage.first < 0:
                (self.folder / FOLDER / f"{damage.cell.partition(' ')[2]}.json").unlink()
                continue
            cell = self.cells[damage.cell]
            self._make_room(cell.store, damage)
            for first, last in _cut(damage):
                games = min(cell.goal.most, (last + 1) * BLOCK)
                prepared = PreparedCell(cell.store.cell)
                yield CellProgress(prepared, seed, games, first, keep_rows=True), (cell.store, (first, last))

    def _make_room(self, store: CellStore, damage: Damage) -> None:
        """Delete the files of a damaged group, the seal first: without it nothing of the group counts."""
        store.folder.mkdir(parents=True, exist_ok=True)
        for kind in (SEAL, *SUFFIXES):
            (store.folder / file_name(kind, (damage.first, damage.last))).unlink(missing_ok=True)


def _cut(damage: Damage) -> Iterable[Span]:
    """Cut a span into groups of the usual size."""
    return [(first, min(first + GROUP - 1, damage.last)) for first in range(damage.first, damage.last + 1, GROUP)]


def _size(span: Span) -> int:
    return span[1] - span[0] + 1


def _told(damage: Damage) -> str:
    where = "solved deals" if damage.first < 0 else f"blocks {damage.first} to {damage.last} (deals {damage.deals})"
    return f"{where}: {damage.what}"
