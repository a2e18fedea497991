"""Which places of the board were empty when games were lost, summed up over a group of blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.cells import Cell
from analyzer.runs.examples import lost_games


def places_of(cell: Cell) -> list[list[int]] | None:
    """Give (column, row from the bottom) of every place of the board; None for a game without one."""
    if cell.game.grid is None or cell.is_competitive:
        return None
    return [[int(column), int(row)] for column, row in cell.game.grid(cell.setting.values)]


def grid_table(cell: Cell, rows: Any) -> pa.Table | None:
    """Count per place the lost games in which it was empty at the end."""
    places = places_of(cell)
    if places is None:
        return None
    lost = lost_games(cell, rows)
    empty = bit_counts(rows["empty"][lost])[: len(places)]
    size = len(places)
    return pa.table({"place": np.arange(size), "empty": empty, "lost": np.full(size, int(lost.sum()))})


def bit_counts(masks: NDArray[Any]) -> NDArray[np.int64]:
    """Count for each of 64 bits in how many masks it is set."""
    octets = np.ascontiguousarray(masks.astype("<u8")).view(np.uint8).reshape(-1, 8)
    return np.asarray(np.unpackbits(octets, axis=1, bitorder="little").sum(axis=0, dtype=np.int64))
