"""The raw table: games won when a component was had, seen or never seen, as trackers count them; confounded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.games.treatments.declared import Material
from analyzer.play.simulation import simulate_cell
from analyzer.play.summary import is_unknown
from analyzer.stats import means
from analyzer.stats.estimate import Estimate, FloatArray
from analyzer.studies.balance.asking import LEVEL, Table
from analyzer.studies.calibration.found import estimate_document

MOST_ROWS = 20_000  # games that the raw table is made of
LEAST = 50  # games in which somebody had it and somebody had not


@dataclass(frozen=True)
class Tracked:
    """How often seats won that had a component, that saw it and had it not, and in how many games nobody saw it."""

    had: Estimate | None  # n counts games
    seen: Estimate | None
    never: int  # games in which nobody had or saw it: every seat wins its fair share of them
    games: int
    difference: Estimate | None  # seats that had it above those of the same game that had not

    def as_dict(self) -> dict[str, Any]:
        """Write it as data."""
        had, seen = (None if one is None else estimate_document(one) for one in (self.had, self.seen))
        return {"had": had, "seen": seen, "never": self.never, "games": self.games}


def raw_table(table: Table, seed: int, games: int) -> dict[str, Tracked]:
    """Count, for every component that rows tell of, who won: what users of trackers see."""
    cell = table.reference.make()
    kinds = [kind for kind in cell.game.materials if kind.had is not None]
    if not kinds:
        return {}
    rows = simulate_cell(cell, games=games, seed=seed, rows=True).rows
    rows = rows[~is_unknown(cell, rows)]
    found: dict[str, Tracked] = {}
    for kind in kinds:
        found |= _of_kind(kind, rows, cell.players, cell.setting.tree)
    return found


def _of_kind(kind: Material, rows: Any, players: int, tree: Any) -> dict[str, Tracked]:
    assert kind.had is not None
    shares = rows["share"][:, :players]
    had = np.asarray(kind.had(rows))[:, :players]
    seen = _shown(had) if kind.seen is None else np.asarray(kind.seen(rows))[:, :players]
    names = list(kind.names(tree))
    numbers = range(len(names)) if kind.numbers is None else kind.numbers(tree)
    pairs = zip(names, numbers, strict=True)
    return {f"{kind.name}:{name}": _tracked(shares, had[:, :, n], seen[:, :, n]) for name, n in pairs}


def _shown(had: Any) -> Any:
    """Take it that all have seen what somebody had."""
    return np.repeat(had.any(axis=1)[:, None, :], had.shape[1], axis=1)


def _tracked(shares: FloatArray, had: Any, seen: Any) -> Tracked:
    never = int((~(had | seen).any(axis=1)).sum())
    some = had.any(axis=1) & ~had.all(axis=1)
    difference = (
        None if int(some.sum()) < LEAST else means.mean_of(_mean(shares, had, some) - _mean(shares, ~had, some), LEVEL)
    )
    return Tracked(_won(shares, had), _won(shares, seen & ~had), never, len(shares), difference)


def _won(shares: FloatArray, mine: Any) -> Estimate | None:
    """Estimate the win share of some seats, a value for each game that has such a seat."""
    some = mine.any(axis=1)
    return means.mean_of(_mean(shares, mine, some), LEVEL) if int(some.sum()) >= LEAST else None


def _mean(shares: FloatArray, mine: Any, some: Any) -> FloatArray:
    return np.asarray((shares[some] * mine[some]).sum(axis=1) / mine[some].sum(axis=1))
