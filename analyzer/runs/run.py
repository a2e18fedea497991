"""A run under way or finished, as a command or a notebook shows it."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from analyzer.play import showing
from analyzer.runs.specs.forecast import Forecast
from analyzer.runs.stored.manifest_file import Manifest


@dataclass
class Run(showing.Drawn):
    """A run under way or finished."""

    folder: Path
    manifest: Manifest
    was_interrupted: bool = False
    seconds: float = 0.0
    forecasts: list[Forecast] = field(default_factory=list)
    balance: dict[str, Any] | None = None  # what studies of balance found, if the spec asks for them

    @property
    def games(self) -> int:
        """Count the games of all cells."""
        return self.manifest.games

    @property
    def digest(self) -> str | None:
        """The digest of all games, once the run is complete."""
        return self.manifest.digest

    def __repr__(self) -> str:
        """Show it in one line."""
        state = "interrupted" if self.was_interrupted else self.manifest.status
        cells = f"{len(self.manifest.cells)} cells"
        return showing.one_line("Run", self.manifest.name, cells, f"{self.games:,} games", state, str(self.folder))

    def _repr_html_(self) -> str:
        rows = [(cell.setting, cell.players, cell.policy, f"{cell.games:,}") for cell in self.manifest.cells]
        return showing.html_table(self.manifest.experiment.question, ("setting", "players", "policy", "games"), rows)

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `run --json`."""
        manifest, asked = self.manifest, self.manifest.experiment
        return {
            "run_dir": str(self.folder),
            "experiment": manifest.name,
            "question": asked.question,
            "quick": manifest.quick,
            "seed": asked.seed,
            "deals": asked.deals,
            "until": asked.until,
            "status": manifest.status,
            "digest": manifest.digest,
            "skipped": to_builtins(manifest.skipped),
            "doubts": dict(manifest.doubts),
            "cells": [cell.as_dict() for cell in manifest.cells],
            "games": manifest.games,
            "seconds": self.seconds,
            "interrupted": self.was_interrupted,
            **({} if self.balance is None else {"balance": self.balance}),
        }
