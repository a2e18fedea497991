"""What is kept of a group of blocks, as Parquet and packed arrays; readable without this package."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from analyzer.cells import Cell
from analyzer.games.interface import Game
from analyzer.play.blocks import Block
from analyzer.play.frames import spread
from analyzer.play.seeding import BLOCK
from analyzer.play.summary import WON, Line, is_unknown, known_shares, measure_names, write_line
from analyzer.runs.examples import example_columns, margins
from analyzer.runs.factors import Factors
from analyzer.runs.grids import grid_table
from analyzer.stats.means import moments

SMALL = 1024  # rows of a table that is not worth much compression
MAX_VALUES = 4096  # a measure with a wider range has no counts


def block_line(cell: Cell, block: Block) -> Line:
    """Write a block as one flat line: its place, its summary, who began, and its example games."""
    line: Line = {"block": block.number, "first_deal": block.number * BLOCK} | write_line(cell, block.summary)
    return line | _first_shares(cell, block.rows) | example_columns(cell, block.rows)


def _first_shares(cell: Cell, rows: Any) -> Line:
    """Sum the win shares of whoever began; games that were not decided do not count."""
    if not cell.is_competitive or "first" not in rows.dtype.names:
        return {}
    shares = known_shares(cell, rows)
    is_decided = shares.sum(axis=1) > 0
    first = rows["first"][is_decided]
    began = moments(shares[is_decided][np.arange(len(first)), first])
    return {"decided": began.n, "first_total": float(began.total), "first_squares": float(began.squares)}


def blocks_bytes(lines: Sequence[Line], factors: Factors) -> bytes:
    """Store the lines of some blocks."""
    return parquet_bytes(with_factors(pa.Table.from_pylist(list(lines)), factors))


def with_factors(table: pa.Table, factors: Factors) -> pa.Table:
    """Put the factors of the cell beside every line, so that shards of many cells can be read and grouped at once."""
    for name, value in factors.items():
        if name not in table.column_names:  # a measure may have the name of a switch
            column = pa.array([value] * len(table))
            table = table.append_column(name, column.dictionary_encode() if isinstance(value, str) else column)
    return table


def rows_bytes(game: Game, rows: Any, factors: Factors) -> bytes:
    """Store one row per game: a column per measure, arrays spread over columns, causes by name."""
    names = [cause.name.lower() for cause in game.causes]
    columns: dict[str, Any] = {}
    for name in rows.dtype.names:
        if name == "cause":
            columns[name] = pa.DictionaryArray.from_arrays(pa.array(rows[name].astype(np.int8)), pa.array(names))
        else:
            columns |= {key: pa.array(values) for key, values in spread(name, np.asarray(rows[name])).items()}
    return parquet_bytes(with_factors(pa.table(columns), factors))


def counts_bytes(cell: Cell, rows: Any, factors: Factors) -> bytes:
    """Store how often every measure took every value, by cause: enough for curves and distributions."""
    names = [cause.name.lower() for cause in cell.game.causes]
    parts = [_count(name, values, rows["cause"], names) for name, values in _countable(cell, rows)]
    return parquet_bytes(with_factors(pa.concat_tables(parts), factors))


def _countable(cell: Cell, rows: Any) -> Iterable[tuple[str, NDArray[Any]]]:
    for name in measure_names(cell.game):
        if rows.dtype[name].kind == "i":
            yield name, rows[name].astype(np.int64)
    if cell.is_competitive:
        scores = rows["score"][:, : cell.players].astype(np.int64)
        for seat in range(cell.players):
            yield f"score_{seat}", scores[:, seat]
        if "margin" not in rows.dtype.names:
            yield "margin", margins(cell, rows)


def _count(name: str, values: NDArray[Any], causes: NDArray[Any], names: list[str]) -> pa.Table:
    low, high = int(values.min()), int(values.max())
    width = high - low + 1
    if width > MAX_VALUES:
        return pa.table({"measure": [], "cause": [], "value": [], "count": []}, schema=_COUNTS)
    counted = np.bincount(causes.astype(np.int64) * width + values - low, minlength=width * len(names))
    found = np.flatnonzero(counted)
    return pa.table(
        {
            "measure": [name] * len(found),
            "cause": [names[code] for code in found // width],
            "value": found % width + low,
            "count": counted[found].astype(np.int64),
        },
        schema=_COUNTS,
    )


_COUNTS = pa.schema([("measure", pa.string()), ("cause", pa.string()), ("value", pa.int64()), ("count", pa.int64())])


def grids_bytes(cell: Cell, rows: Any, factors: Factors) -> bytes | None:
    """Store which places were empty when games were lost; None if the game has no board of places."""
    table = grid_table(cell, rows)
    return None if table is None else parquet_bytes(with_factors(table, factors))


def outcomes_bytes(cell: Cell, rows: Any) -> bytes:
    """Store what paired comparisons need: bits for won and unknown games, or every seat's win share and score."""
    if cell.is_competitive:
        shares = known_shares(cell, rows)
        parts = np.where(shares > 0, np.rint(1.0 / np.where(shares > 0, shares, 1.0)), 0).astype(np.uint8)
        arrays = {"shared_by": parts, "score": rows["score"][:, : cell.players].astype(np.int32)}
        arrays |= {"first": rows["first"].astype(np.uint8), "turns": rows["turns"].astype(np.int32)}
    else:
        arrays = {"won": np.packbits(rows["cause"] == cell.game.causes[WON])}
    arrays["unknown"] = np.packbits(is_unknown(cell, rows))
    buffer = io.BytesIO()
    np.savez_compressed(buffer, deals=np.int64(len(rows)), **arrays)
    return buffer.getvalue()


def parquet_bytes(table: pa.Table) -> bytes:
    """Write a table as the content of a Parquet file; a small one is mostly head, and that is better written fast."""
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd" if table.num_rows > SMALL else "snappy")
    return bytes(sink.getvalue())
