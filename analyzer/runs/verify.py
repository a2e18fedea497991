"""Checks a run directory: every stored file against its seal, and whether any is missing."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from analyzer.errors import DamagedRun
from analyzer.play.seeding import BLOCK
from analyzer.runs.cell_files import CellFiles
from analyzer.runs.manifest_file import CellEntry, Manifest, read_manifest
from analyzer.runs.seals import Binding, Span, key_of
from analyzer.runs.solved import read_one, solved_files

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
