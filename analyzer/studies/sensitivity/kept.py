"""A sampler that keeps what it has played in a folder: who asks for the same games again gets them from there."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path

import numpy as np

from analyzer.cells import Cell
from analyzer.errors import BadInput, Interrupted
from analyzer.runs.specs.design import plan_cell
from analyzer.runs.stored import files, manifest
from analyzer.studies.samples import Sample, Sampler


class KeptSampler(Sampler):
    """Plays cells for a study and keeps their rows; code that changed plays anew."""

    folder: Path | None = None
    found = 0  # games that were there already

    def keep_in(self, folder: str | Path | None) -> KeptSampler:
        """Keep the games in a folder from now on; None: nowhere."""
        self.folder = None if folder is None else Path(folder) / "cells"
        if self.folder is not None:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
            except OSError as problem:
                raise BadInput(f"--out {folder}: {problem.strerror}") from problem
        return self

    def play(self, cell: Cell, deals: int, seed: int) -> Sample:
        """Play a cell on the first deals of a seed, or read what was played of it."""
        if self.folder is None:
            return super().play(cell, deals, seed)
        file = self.folder / f"{_name(cell, deals, seed)}.npy"
        if file.is_file():
            rows = np.load(file, allow_pickle=False).view(cell.game.record)[:, 0]
            self.found += deals
            self.expected -= deals
            return Sample(cell, rows)
        try:
            sample = super().play(cell, deals, seed)
        except Interrupted:
            raise Interrupted(f"interrupted; finished cells are kept in {self.folder}: run it again to go on") from None
        content = io.BytesIO()
        np.save(content, sample.rows.view(np.uint8).reshape(deals, -1))
        files.write_atomically(file, content.getvalue())
        return sample


def _name(cell: Cell, deals: int, seed: int) -> str:
    """Name the games by all that they rest on."""
    planned = plan_cell(cell.game, cell.reference)
    rests = manifest.sources_of([cell]), cell.game.rules_version
    code = hashlib.sha256(json.dumps([rests, deals, seed], sort_keys=True).encode()).hexdigest()[:12]
    return f"{planned.id}-{code}"
