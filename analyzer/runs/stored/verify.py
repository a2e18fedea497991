"""Checks every stored file of a run against its seal, and its games against the manifest."""

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from analyzer.errors import DamagedRun
from analyzer.play.seeding import BLOCK
from analyzer.runs.stored.cell_files import ALWAYS, Binding, CellFiles, Span, key_of
from analyzer.runs.stored.found import stage_folders
from analyzer.runs.stored.manifest_file import CellEntry, Manifest, read_manifest
from analyzer.runs.stored.solved import FOLDER, read_one, solved_files

TWICE = "occurs twice"
OTHER_GAMES = "these are not the games that the manifest speaks of"


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

    @property
    def words(self) -> str:
        """Say where in a cell it is, and what is wrong."""
        span = f"blocks {self.first} to {self.last} (deals {self.deals})"
        return f"{'solved deals' if self.first < 0 else span}: {self.what}"


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
    return check_all(folder, read_manifest(folder))


def check_whole(folder: Path, manifest: Manifest) -> Verification:
    """Raise if anything that a run stored is damaged: who calls a run complete, or reports it, has looked at all."""
    found = check_all(folder, manifest)
    if found.damages:
        first, others = found.damages[0], len(found.damages) - 1
        more = f" (and {others:,} more)" if others else ""
        raise DamagedRun(
            f"{folder}: damaged: {first.cell}: {first.words}{more}. `analyzer verify {folder}` lists all damage; "
            f"`analyzer run SPEC --out {folder} --repair` plays it again"
        )
    return found


def check_files(folder: Path, manifest: Manifest) -> Verification:
    """Check all that a manifest lists."""
    key = key_of(manifest)
    checks = [_Check(folder, key, entry, keeps_rows=manifest.rows) for entry in manifest.cells]
    for check in checks:
        check.run()
    names = sorted({*manifest.solved, *(file.stem for file in solved_files(folder))})
    faults = {name: _fault_of_solved(folder / FOLDER / f"{name}.json", manifest, key) for name in names}
    damages = [Damage(f"hindsight {name}", -1, -1, what) for name, what in faults.items() if what]
    damages += [damage for check in checks for damage in check.damages]
    return Verification(folder, len(checks), len(names) + sum(check.files for check in checks), tuple(damages))


def check_all(folder: Path, manifest: Manifest) -> Verification:
    """Check all that a manifest lists, and what studies of balance played beside it."""
    own = check_files(folder, manifest)
    stages = [] if manifest.experiment.balance is None else _check_stages(folder)
    return Verification(
        folder,
        own.cells + sum(stage.cells for stage in stages),
        own.files + sum(stage.files for stage in stages),
        (*own.damages, *(damage for stage in stages for damage in stage.damages)),
    )


def _check_stages(folder: Path) -> list[Verification]:
    """Check what studies of balance played, each stage into a run directory of its own."""
    stages = [check_files(stage, read_manifest(stage)) for stage in stage_folders(folder)]
    return [
        replace(stage, damages=tuple(replace(one, cell=f"{stage.folder.name}/{one.cell}") for one in stage.damages))
        for stage in stages
    ]


class _Check:
    """Goes through the files of one cell."""

    def __init__(self, folder: Path, key: str, entry: CellEntry, *, keeps_rows: bool) -> None:
        self.entry = entry
        others = {"rows": keeps_rows, "grids": entry.places is not None}
        self.kinds = ALWAYS | {kind for kind, is_kept in others.items() if is_kept}  # that every group has
        self.stored = CellFiles(folder / "cells" / entry.cell, Binding(key, entry.cell))
        self.blocks: list[tuple[int, bytes]] = []  # games and digest of each
        self.damages: list[Damage] = []
        self.files = 0

    def run(self) -> None:
        """Look at every group, for gaps between and after them, and at what they hold together."""
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
        if not self.damages and not self._holds_its_games():
            for span in self.stored.found_spans():
                self._note(span, OTHER_GAMES)

    def _check_group(self, span: Span) -> None:
        try:
            kinds = self.stored.hashes(span)
            self.files += 1
            if set(kinds) != self.kinds:
                raise self.stored.damaged(f"the group has {_listed(kinds)} instead of {_listed(self.kinds)}")
            for kind in sorted(self.kinds - {"blocks"}):
                self.stored.read(kind, span)
            self._take_blocks(span)
            self.files += len(kinds)
        except DamagedRun as problem:
            self._note(span, _what(problem))

    def _take_blocks(self, span: Span) -> None:
        table = self.stored.table("blocks", span)
        assert table is not None  # as the seal lists it
        try:
            found = [(int(line["games"]), bytes.fromhex(line["digest"])) for line in table.to_pylist()]
        except (KeyError, TypeError, ValueError):
            found = []
        if len(found) != span[1] - span[0] + 1:
            raise self.stored.damaged("it does not hold the blocks of its span")
        self.blocks += found

    def _holds_its_games(self) -> bool:
        """Tell whether the blocks are those of the manifest: those of a shorter run have valid seals, too."""
        known = self.blocks[: self.entry.blocks]
        games, digest = sum(number for number, _ in known), hashlib.sha256(b"".join(own for _, own in known))
        return self.entry.digest is None or (games, digest.hexdigest()) == (self.entry.games, self.entry.digest)

    def _note(self, span: Span, what: str) -> None:
        self.damages.append(Damage(self.entry.cell, *span, what))


def _listed(kinds: Iterable[str]) -> str:
    return ", ".join(sorted(kinds))


def _fault_of_solved(file: Path, manifest: Manifest, key: str) -> str:
    """Say what is wrong with a file of solved deals; nothing if it is as it was written, and as it was asked for."""
    asked = manifest.experiment.hindsight
    try:
        found = read_one(file, key)
    except DamagedRun as problem:
        return _what(problem)
    is_asked = asked is None or (found.deals, found.budget) == (asked.deals, asked.budget)
    return "" if is_asked else "these are not the deals that the manifest speaks of"


def _what(problem: DamagedRun) -> str:
    """Extract the problem from a message, without the folder before it and the advice after it."""
    return str(problem).partition(": ")[2].partition(". `")[0].partition("; `")[0]
