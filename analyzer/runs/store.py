"""The folder of one cell: groups of finished blocks, each written as a whole."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pyarrow.parquet as pq

from analyzer.cells import Cell
from analyzer.errors import BadInput
from analyzer.play.blocks import Block, join_rows
from analyzer.play.faults import FaultReport
from analyzer.play.stopping import Tally
from analyzer.play.summary import Line, Summary, digest_of, read_line
from analyzer.play.tasks import Part
from analyzer.runs.factors import Factors
from analyzer.runs.files import write_atomically
from analyzer.runs.journal import Journal
from analyzer.runs.shards import (
    block_line,
    blocks_bytes,
    counts_bytes,
    grids_bytes,
    outcomes_bytes,
    rows_bytes,
)

GROUP = 64  # blocks of one shard, at most
GROUP_SECONDS = 10.0  # a slow game is written more often

_NAME = re.compile(r"(rows|outcomes|counts|grids|blocks)-(\d+)-(\d+)\.(parquet|npz)$")


class CellStore:
    """Keeps the blocks of one cell, in order; `blocks-*.parquet` is written last and makes a group count."""

    def __init__(self, folder: Path, cell: Cell, *, keep_rows: bool, factors: Factors | None = None) -> None:
        self.folder = folder
        self.cell = cell
        self.keep_rows = keep_rows
        self.factors = factors or {}
        self.summaries: list[Summary] = []  # of the finished blocks
        self.tallies: list[Tally] = []  # what a stopping rule sees of them
        self.waiting: list[Block] = []
        self.written = time.monotonic()
        self.journal = Journal(folder, cell.game.record)

    def open(self) -> None:
        """Read what is finished and delete what was not finished."""
        self.folder.mkdir(parents=True, exist_ok=True)
        groups = finished_groups(self.folder)
        for path in self.folder.iterdir():
            match = _NAME.match(path.name)
            if match and (int(match[2]), int(match[3])) not in groups:
                path.unlink()
        self.summaries = [read_line(self.cell, line) for line in _read_lines(self.folder)]
        self.tallies = [summary.tally for summary in self.summaries]
        self.journal.open(len(self.summaries))

    def note(self, block: int, part: Part) -> None:
        """Keep a finished part of a block that is still open."""
        self.journal.add(block, part)

    def add(self, block: Block) -> None:
        """Take a block; write the group if it is full."""
        self.summaries.append(block.summary)
        self.tallies.append(block.summary.tally)
        self.waiting.append(block)
        if len(self.waiting) >= GROUP or time.monotonic() - self.written >= GROUP_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write the blocks that wait."""
        if self.waiting:
            self._write(self.waiting)
            self.journal.forget(self.waiting[-1].number)
        self.waiting = []
        self.written = time.monotonic()

    def _write(self, blocks: list[Block]) -> None:
        rows = join_rows([block.rows for block in blocks])
        lines = [block_line(self.cell, block) for block in blocks]
        span = f"{blocks[0].number:08d}-{blocks[-1].number:08d}"
        if self.keep_rows:
            write_atomically(self.folder / f"rows-{span}.parquet", rows_bytes(self.cell.game, rows, self.factors))
        write_atomically(self.folder / f"outcomes-{span}.npz", outcomes_bytes(self.cell, rows))
        write_atomically(self.folder / f"counts-{span}.parquet", counts_bytes(self.cell, rows, self.factors))
        grids = grids_bytes(self.cell, rows, self.factors)
        if grids is not None:
            write_atomically(self.folder / f"grids-{span}.parquet", grids)
        write_atomically(self.folder / f"blocks-{span}.parquet", blocks_bytes(lines, self.factors))

    @property
    def games(self) -> int:
        """Count the games that are finished."""
        return sum(summary.games for summary in self.summaries)

    @property
    def fault(self) -> FaultReport | None:
        """The first fault of a policy, if there was one."""
        return next((summary.fault for summary in self.summaries if summary.fault), None)

    @property
    def digest(self) -> str:
        """Hash all rows: equal to the digest of `simulate` for the same games."""
        return digest_of(self.summaries)


def finished_groups(folder: Path) -> list[tuple[int, int]]:
    """List the first and last block of every finished group, in order and without gaps."""
    matches = [_NAME.match(path.name) for path in folder.glob("blocks-*.parquet")]
    groups = sorted((int(match[2]), int(match[3])) for match in matches if match)
    expected = 0
    for first, last in groups:
        if first != expected:
            raise BadInput(
                f"{folder}: blocks {expected} to {first - 1} are missing; delete this folder to play it anew"
            )
        expected = last + 1
    return groups


def _read_lines(folder: Path) -> list[Line]:
    """Read the lines of all finished blocks."""
    lines: list[Line] = []
    for first, last in finished_groups(folder):
        lines += pq.ParquetFile(folder / f"blocks-{first:08d}-{last:08d}.parquet").read().to_pylist()
    return lines
