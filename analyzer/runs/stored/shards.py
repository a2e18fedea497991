"""What is kept of a group of blocks, as Parquet and packed arrays: rows, lost boards, games worth showing."""

import io
from collections.abc import Iterable
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from analyzer.cells import Cell
from analyzer.games.interface import Game
from analyzer.play.blocks import Block
from analyzer.play.seeding import BLOCK
from analyzer.play.summary import WON, Line, is_unknown, known_shares, measure_names, spread, write_line
from analyzer.runs.stored.manifest_file import Factors
from analyzer.stats.means import moments

EXAMPLES = ("narrow", "typical", "fastest")
OPEN_ENDS = ("RUNNING", "TRUNCATED", "FAULT")  # causes of games that nobody won or lost

Mask = NDArray[np.bool_]


def example_columns(cell: Cell, rows: Any) -> dict[str, int]:
    """Name the example games of a block by deal, with the turns (or the margin) that made them one; -1 = none."""
    turns = rows["turns"].astype(np.int64)
    if cell.is_competitive:
        ended = _finished(cell, rows)
        narrow = _example(margins(cell, rows), ended, 0.0)
    else:
        ended = lost_games(cell, rows)
        narrow = _example(turns, rows["cause"] == cell.game.causes["WON"], 1.0)
    found = [narrow, _example(turns, ended, 0.5), _example(turns, ended, 0.0)]
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


def _finished(cell: Cell, rows: Any) -> Mask:
    unfinished = [cause for cause in cell.game.causes if cause.name in OPEN_ENDS]
    return np.asarray(~np.isin(rows["cause"], unfinished))


def _example(values: NDArray[np.int64], chosen: Mask, share: float) -> tuple[int, int]:
    """Find the first game with the value that lies at a share of the way from the smallest to the largest."""
    if not chosen.any():
        return -1, -1
    ordered = np.sort(values[chosen])
    value = int(ordered[int((len(ordered) - 1) * share)])  # of two medians the lower one: some game has it
    return int(np.argmax(chosen & (values == value))), value


def places_of(cell: Cell) -> list[list[int]] | None:
    """Give (column, row from the bottom) of every place of the board; None for a game without one."""
    if cell.game.grid is None or cell.is_competitive:
        return None
    return [[int(column), int(row)] for column, row in cell.game.grid(cell.setting.values)]


def bit_counts(masks: NDArray[Any]) -> NDArray[np.int64]:
    """Count for each of 64 bits in how many masks it is set."""
    octets = np.ascontiguousarray(masks.astype("<u8")).view(np.uint8).reshape(-1, 8)
    return np.asarray(np.unpackbits(octets, axis=1, bitorder="little").sum(axis=0, dtype=np.int64))


SMALL = 1024  # rows of a table that is not worth much compression
MAX_VALUES = 4096  # a measure with a wider range has no counts


def block_line(cell: Cell, block: Block) -> Line:
    """Write a block as one flat line: its place, its summary, who began, and its example games."""
    line: Line = {"block": block.number, "first_deal": block.number * BLOCK} | write_line(cell, block.summary)
    has_first = cell.is_competitive and "first" in block.rows.dtype.names
    return line | (_first_shares(cell, block.rows) if has_first else {}) | example_columns(cell, block.rows)


def _first_shares(cell: Cell, rows: Any) -> Line:
    """Sum the win shares of whoever began; games that were not decided do not count."""
    shares = known_shares(cell, rows)
    is_decided = shares.sum(axis=1) > 0
    first = rows["first"][is_decided]
    began = moments(shares[is_decided][np.arange(len(first)), first])
    return {"decided": began.n, "first_total": float(began.total), "first_squares": float(began.squares)}


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
    """Store per place in how many lost games it was empty at the end; None if the game has no board of places."""
    places = places_of(cell)
    if places is None:
        return None
    lost, size = lost_games(cell, rows), len(places)
    counts = {"empty": bit_counts(rows["empty"][lost])[:size], "lost": np.full(size, int(lost.sum()))}
    return parquet_bytes(with_factors(pa.table({"place": np.arange(size), **counts}), factors))


def won_and_unknown(cell: Cell, rows: Any) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Give a bit for every game that a team won, and for every one without an outcome."""
    return np.packbits(rows["cause"] == cell.game.causes[WON]), np.packbits(is_unknown(cell, rows))


def outcomes_bytes(cell: Cell, rows: Any) -> bytes:
    """Store what paired comparisons need: bits for won and unknown games, or every seat's win share and score."""
    if cell.is_competitive:
        shares = known_shares(cell, rows)
        parts = np.where(shares > 0, np.rint(1.0 / np.where(shares > 0, shares, 1.0)), 0).astype(np.uint8)
        arrays = {"shared_by": parts, "score": rows["score"][:, : cell.players].astype(np.int32)}
        arrays |= {"first": rows["first"].astype(np.uint8), "turns": rows["turns"].astype(np.int32)}
    else:
        arrays = {"won": won_and_unknown(cell, rows)[0]}
    arrays["unknown"] = np.packbits(is_unknown(cell, rows))
    buffer = io.BytesIO()
    np.savez_compressed(buffer, deals=np.int64(len(rows)), **arrays)
    return buffer.getvalue()


def parquet_bytes(table: pa.Table) -> bytes:
    """Write a table as the content of a Parquet file; a small one is mostly head, and that is better written fast."""
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd" if table.num_rows > SMALL else "snappy")
    return bytes(sink.getvalue())
