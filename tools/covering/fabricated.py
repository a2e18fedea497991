"""Results of a shipped experiment that nobody played: counts drawn so that no cell differs from any other.

Every cell of a design has as many deals as asked for; teams win half of them, rivals each their fair share, and games
on the same deal go together. Whatever a report says for certain about differences is then false. With `apart` cells do
differ, each by its own made-up amount: for reports that have something to say.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from dataclasses import replace as replace_outcomes
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pandas as pd
from msgspec.structs import replace
from numpy.random import Generator
from numpy.typing import NDArray

from analyzer.runs.specs.checking import read_spec
from analyzer.runs.specs.design import expand
from analyzer.runs.stored.manifest import new_manifest
from analyzer.runs.stored.manifest_file import CellEntry, Manifest
from analyzer.runs.stored.results import DealOutcomes, Results

EXPERIMENTS = Path(__file__).parents[2] / "experiments"
TOGETHER = 0.3  # correlation of what different cells make of a deal
BLOCKS = 2
HALF = 0.5
NOT_LOST = ("running", "won", "truncated", "fault")


@dataclass(frozen=True)
class Fabricated(Results):
    """Results with outcomes in memory."""

    made: dict[str, DealOutcomes] = field(default_factory=dict)

    def outcomes(self, cell: str) -> DealOutcomes:
        """Give the outcomes of a cell."""
        return self.made[cell]

    def counts_of(self, cells: Iterable[str], measures: Iterable[str] | None = None) -> pd.DataFrame:
        """Count who began in the games of teams, which is all that was drawn."""
        rows = [row for cell in cells for row in _beginners(self, cell)] if "first" in set(measures or ()) else []
        return pd.DataFrame(rows, columns=["cell", "measure", "cause", "value", "count"])

    def again(self) -> "Fabricated":
        """Give the same results with nothing computed yet."""
        other = Fabricated(self.folder, self.manifest, made=self.made)
        other.__dict__.update({name: self.__dict__[name] for name in ("blocks", "cells")})
        return other


@cache
def manifest_of(name: str, deals: int) -> Manifest:
    """Plan a shipped experiment, with fewer deals."""
    spec = EXPERIMENTS / f"{name}.toml"
    experiment, text = read_spec(spec, None)
    manifest = new_manifest(experiment, expand(experiment, spec), spec, text, quick=False, rows=False)
    cells = [replace(cell, deals=min(cell.deals or deals, deals)) for cell in manifest.cells]
    return replace(manifest, cells=cells)


def shipped() -> list[str]:
    """List the shipped experiments whose claims come from their cells, not from studies of balance."""
    specs = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in EXPERIMENTS.glob("*.toml")}
    return sorted(name for name, spec in specs.items() if "balance" not in spec)


def fabricate(name: str, deals: int, seed: int, apart: float = 0.0) -> Fabricated:
    """Draw the results of a shipped experiment; with `apart` its cells differ by about as many standard deviations."""
    results = drawn(manifest_of(name, deals), name, deals, seed, apart)
    results.__dict__["cells"] = _cells(name, deals)
    return results


def drawn(manifest: Manifest, name: str, deals: int, seed: int, apart: float = 0.0) -> Fabricated:
    """Draw the results of a planned experiment."""
    rng = np.random.default_rng([seed, crc32(name.encode())])
    luck = rng.standard_normal(deals)
    made = {cell.cell: _drawn(cell, cell.deals or deals, luck, rng) for cell in manifest.cells}
    if apart:
        manifest = replace(manifest, cells=[replace(cell, games=cell.deals or deals) for cell in manifest.cells])
        made = {
            cell: _moved(outcomes, apart, np.random.default_rng([seed, crc32(cell.encode())]))
            for cell, outcomes in made.items()
        }
    results = Fabricated(EXPERIMENTS, manifest, made=made)
    rows = [row for cell in manifest.cells for row in _blocks(cell, made[cell.cell], manifest.game.causes, rng)]
    results.__dict__["blocks"] = pd.DataFrame(rows).fillna(0)
    return results


@cache
def _cells(name: str, deals: int) -> pd.DataFrame:
    """Read the table of cells once: it is the same whatever was drawn."""
    bare = Results(EXPERIMENTS, manifest_of(name, deals))
    games = {cell.cell: cell.deals or deals for cell in bare.manifest.cells}
    bare.__dict__["blocks"] = pd.DataFrame({"cell": list(games), "games": list(games.values())})
    return bare.cells


def _moved(outcomes: DealOutcomes, apart: float, rng: Generator) -> DealOutcomes:
    """Let a cell differ: teams win more or less, rivals score and last otherwise, and one seat or place is ahead."""
    shift = apart * rng.standard_normal()
    is_turned = rng.random(outcomes.deals) < 1.0 - np.exp(-abs(shift))
    if outcomes.won is not None:
        won = np.unpackbits(outcomes.won, count=outcomes.deals).astype(bool)
        return replace_outcomes(outcomes, won=np.packbits(won | is_turned if shift > 0 else won & ~is_turned))
    assert outcomes.shared_by is not None
    assert outcomes.score is not None
    assert outcomes.turns is not None
    assert outcomes.first is not None
    shared_by, players = outcomes.shared_by.copy(), outcomes.shared_by.shape[1]
    ahead = (
        (outcomes.first + (0 if shift > 0 else 1)) % players if rng.random() < HALF else np.zeros_like(outcomes.first)
    )
    shared_by[is_turned] = np.eye(players, dtype=np.uint8)[ahead][is_turned]
    score, turns = (values + np.int32(np.rint(8 * shift)) for values in (outcomes.score, outcomes.turns))
    return replace_outcomes(outcomes, shared_by=shared_by, score=score, turns=turns)


def _normal(luck: NDArray[np.float64], rng: Generator) -> NDArray[np.float64]:
    """Draw what a cell makes of every deal: in part its luck, in part its own."""
    own = rng.standard_normal(luck.size)
    return np.asarray(np.sqrt(TOGETHER) * luck + np.sqrt(1.0 - TOGETHER) * own)


def _drawn(cell: CellEntry, deals: int, luck: NDArray[np.float64], rng: Generator) -> DealOutcomes:
    unknown = np.packbits(np.zeros(deals, np.uint8))
    if not cell.is_competitive:
        return DealOutcomes(deals, unknown, won=np.packbits(_normal(luck[:deals], rng) < 0.0))
    shape, winner = (deals, cell.players), rng.integers(cell.players, size=deals)
    shared_by = np.zeros(shape, np.uint8)
    shared_by[np.arange(deals), winner] = 1
    score, turns = (np.rint(40 + 8 * _normal(luck[:deals], rng)).astype(np.int32) for _ in range(2))
    scores = score[:, None] - rng.integers(0, 12, shape).astype(np.int32)
    first = rng.integers(cell.players, size=deals).astype(np.uint8)
    return DealOutcomes(deals, unknown, shared_by=shared_by, score=scores, first=first, turns=turns)


def _blocks(cell: CellEntry, outcomes: DealOutcomes, causes: list[str], rng: Generator) -> list[dict[str, Any]]:
    """Sum up the games of a cell in blocks."""
    parts = np.array_split(np.arange(outcomes.deals), BLOCKS)
    return [
        {
            "cell": cell.cell,
            "block": number,
            "games": part.size,
            **dict.fromkeys((f"cause_{name}" for name in causes), 0),
        }
        | (
            _places(cell, outcomes, part) | _scores(outcomes, part)
            if cell.is_competitive
            else _ends(outcomes, part, causes, rng)
        )
        for number, part in enumerate(parts)
    ]


def _ends(outcomes: DealOutcomes, part: NDArray[np.int64], causes: list[str], rng: Generator) -> dict[str, int]:
    """Count won games, and divide the lost ones between two causes alike."""
    assert outcomes.won is not None
    wins = int(np.unpackbits(outcomes.won, count=outcomes.deals)[part].sum())
    lost = [name for name in causes if name not in NOT_LOST][:2]
    counts = rng.multinomial(part.size - wins, np.full(len(lost), 1.0 / len(lost))).tolist()
    return {"cause_won": wins, **{f"cause_{name}": count for name, count in zip(lost, counts, strict=True)}}


def _places(cell: CellEntry, outcomes: DealOutcomes, part: NDArray[np.int64]) -> dict[str, float]:
    """Sum up the shares of the places in the turn order."""
    assert outcomes.first is not None
    shares, found = outcomes.shares[part], {"decided": float(part.size)}
    for place in range(cell.players):
        own = shares[np.arange(part.size), (outcomes.first[part] + place) % cell.players]
        seat = shares[:, place]
        found |= {f"share_{place}_total": float(seat.sum()), f"share_{place}_squares": float((seat**2).sum())}
        found |= {f"position_{place}_total": float(own.sum()), f"position_{place}_squares": float((own**2).sum())}
    return found


def _scores(outcomes: DealOutcomes, part: NDArray[np.int64]) -> dict[str, float]:
    """Sum up the scores of the seats."""
    assert outcomes.score is not None
    columns = outcomes.score[part].astype(np.float64).T
    totals = {f"score_{seat}_total": float(column.sum()) for seat, column in enumerate(columns)}
    return totals | {f"score_{seat}_squares": float((column**2).sum()) for seat, column in enumerate(columns)}


def _beginners(results: Fabricated, cell: str) -> list[dict[str, Any]]:
    """Let the seats of a team begin in turn."""
    outcomes, players = results.made[cell], results.entry(cell).players
    if outcomes.won is None:
        return []
    won = np.unpackbits(outcomes.won, count=outcomes.deals)
    own = {"cell": cell, "measure": "first"}
    return [
        own | {"cause": cause, "value": seat, "count": int((won[seat::players] == is_won).sum())}
        for seat in range(players)
        for cause, is_won in (("won", 1), ("lost", 0))
    ]
