"""Which games of a block are worth showing: a narrow one, a typical one and the fastest one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cells import Cell

EXAMPLES = ("narrow", "typical", "fastest")
OPEN_ENDS = ("RUNNING", "TRUNCATED", "FAULT")  # causes of games that nobody won or lost

Mask = NDArray[np.bool_]


def example_columns(cell: Cell, rows: Any) -> dict[str, int]:
    """Name the example games of a block by deal, with the turns (or the margin) that made them one; -1 = none."""
    found = _competitive(cell, rows) if cell.is_competitive else _cooperative(cell, rows)
    columns: dict[str, int] = {}
    for name, (row, value) in zip(EXAMPLES, found, strict=True):
        columns |= {f"example_{name}_deal": -1 if row < 0 else int(rows["deal"][row]), f"example_{name}_value": value}
    return columns


def lost_games(cell: Cell, rows: Any) -> Mask:
    """Tell which games were played to the end and not won by the team."""
    return np.asarray(_finished(cell, rows) & (rows["cause"] != cell.game.causes["WON"]))


def margins(cell: Cell, rows: Any) -> NDArray[np.int64]:
    """Subtract the second best score from the best one; 0 with a single player."""
    best = np.sort(rows["score"][:, : cell.players].astype(np.int64), axis=1)
    return np.asarray(best[:, -1] - best[:, -2 if cell.players > 1 else -1])


def _cooperative(cell: Cell, rows: Any) -> list[tuple[int, int]]:
    turns = rows["turns"].astype(np.int64)
    lost, won = lost_games(cell, rows), rows["cause"] == cell.game.causes["WON"]
    return [_longest(turns, won), _median(turns, lost), _smallest(turns, lost)]


def _competitive(cell: Cell, rows: Any) -> list[tuple[int, int]]:
    turns, finished = rows["turns"].astype(np.int64), _finished(cell, rows)
    return [_smallest(margins(cell, rows), finished), _median(turns, finished), _smallest(turns, finished)]


def _finished(cell: Cell, rows: Any) -> Mask:
    unfinished = [cause for cause in cell.game.causes if cause.name in OPEN_ENDS]
    return np.asarray(~np.isin(rows["cause"], unfinished))


def _smallest(values: NDArray[np.int64], chosen: Mask) -> tuple[int, int]:
    return _first(values, chosen, int(values[chosen].min())) if chosen.any() else (-1, -1)


def _longest(values: NDArray[np.int64], chosen: Mask) -> tuple[int, int]:
    return _first(values, chosen, int(values[chosen].max())) if chosen.any() else (-1, -1)


def _median(values: NDArray[np.int64], chosen: Mask) -> tuple[int, int]:
    if not chosen.any():
        return -1, -1
    ordered = np.sort(values[chosen])
    return _first(values, chosen, int(ordered[(len(ordered) - 1) // 2]))  # the lower median: some game has it


def _first(values: NDArray[np.int64], chosen: Mask, value: int) -> tuple[int, int]:
    return int(np.argmax(chosen & (values == value))), value
