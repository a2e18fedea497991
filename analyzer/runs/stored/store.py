"""The folder of one cell: finished tasks in a journal, groups of finished blocks each written as a whole."""

import hashlib
import os
import struct
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from analyzer.cells import Cell
from analyzer.play.blocks import Block, join_rows
from analyzer.play.faults import FaultReport
from analyzer.play.stopping import Tally, total_of
from analyzer.play.summary import Summary, read_line
from analyzer.play.tasks import Part
from analyzer.runs.stored import shards
from analyzer.runs.stored.cell_files import NAME, SEAL, Binding, CellFiles, Span, file_name
from analyzer.runs.stored.files import Batch, write_atomically
from analyzer.runs.stored.manifest_file import Factors

FILE = "open.journal"
_HEAD = struct.Struct("<QIIQ")  # block, first place, deals, bytes of the rows
_HASH_SIZE = 16


class Journal:
    """The journal of one cell: `entries` are the parts of its open blocks."""

    def __init__(self, folder: Path, layout: np.dtype[np.void], key: str) -> None:
        self.path = folder / FILE
        self.owner = f"{key} {folder.name}"
        self.layout = layout
        self.entries: list[tuple[int, Part]] = []

    def open(self, first_block: int) -> None:
        """Read the parts of the blocks from the first open one on; forget what is stored or damaged."""
        found = list(self._read()) if self.path.is_file() else []
        self.entries = [(block, part) for block, part in found if block >= first_block]
        if self.path.is_file():
            self._rewrite()

    def parts(self) -> dict[int, list[Part]]:
        """Give the parts of every open block."""
        found: dict[int, list[Part]] = {}
        for block, part in self.entries:
            found.setdefault(block, []).append(part)
        return found

    def add(self, block: int, part: Part) -> None:
        """Append a finished part."""
        self.entries.append((block, part))
        with self.path.open("ab", buffering=0) as file:
            file.write(self._pack(block, part))

    def forget(self, last_block: int) -> None:
        """Drop the parts of blocks that are stored now."""
        if self.entries:
            self.entries = [(block, part) for block, part in self.entries if block > last_block]
            self._rewrite()

    def replace(self, entries: list[tuple[int, Part]]) -> None:
        """Hold these parts and no others."""
        self.entries = entries
        self._rewrite()

    def _rewrite(self) -> None:
        if self.entries:
            write_atomically(self.path, b"".join(self._pack(block, part) for block, part in self.entries))
        else:
            self.path.unlink(missing_ok=True)

    def _pack(self, block: int, part: Part) -> bytes:
        rows: bytes = part.rows.tobytes()
        head = _HEAD.pack(block, part.first, part.deals, len(rows))
        return head + self._hash(head, rows) + rows

    def _hash(self, head: bytes, rows: bytes) -> bytes:
        total = hashlib.blake2b(self.owner.encode(), digest_size=_HASH_SIZE)
        total.update(head)
        total.update(rows)
        return total.digest()

    def _read(self) -> Iterator[tuple[int, Part]]:
        size = os.path.getsize(self.path)
        with self.path.open("rb") as file:
            while len(head := file.read(_HEAD.size)) == _HEAD.size:
                block, first, deals, length = _HEAD.unpack(head)
                if length != deals * self.layout.itemsize or length > size:
                    return
                kept, rows = file.read(_HASH_SIZE), file.read(length)
                if kept != self._hash(head, rows):
                    return
                yield block, Part(first, deals, np.frombuffer(bytearray(rows), self.layout))


GROUP = 64  # blocks of one shard, at most
GROUP_SECONDS = 10.0  # a slow game is written more often


@dataclass
class Finished:
    """What is known of all finished blocks together: a cell of any length takes the same memory."""

    blocks: int = 0
    tally: Tally = field(default_factory=lambda: Tally(0))  # what a stopping rule sees
    fault: FaultReport | None = None  # the first one of a policy
    hash: Any = field(default_factory=hashlib.sha256)  # of all rows: its digest is that of `simulate`

    def add(self, summary: Summary) -> None:
        """Append a block."""
        self.tally = total_of([self.tally, summary.tally]) if self.blocks else summary.tally
        self.blocks += 1
        self.fault = self.fault or summary.fault
        for digest in summary.digests:
            self.hash.update(digest)


class CellStore:
    """Keeps the blocks of one cell, in order; `seal-*.json` is written last and makes a group count."""

    def __init__(
        self,
        folder: Path,
        cell: Cell,
        key: str,
        *,
        keep_rows: bool,
        factors: Factors | None = None,
        may_write: Callable[[], None] = lambda: None,  # raises if another process may write, too
        batch: Batch | None = None,  # with whose files those of this cell are put on the disk
    ) -> None:
        self.folder = folder
        self.cell = cell
        self.binding = Binding(key, folder.name)
        self.may_write = may_write
        self.batch = batch or Batch()
        self.keep_rows = keep_rows
        self.factors = factors or {}
        self.finished = Finished()
        self.waiting: list[Block] = []
        self.written = time.monotonic()
        self.journal = Journal(folder, cell.game.record, key)

    def open(self, known: int = 0) -> None:
        """Read what is finished and delete what was not finished; so many blocks are known to have been stored."""
        if not known and not self.folder.exists():  # it is new
            self.folder.mkdir(parents=True)
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        self._load(known)
        for path in self.folder.iterdir():  # what a killed process was writing has no seal
            match = NAME.match(path.name)
            if match and not (self.folder / file_name(SEAL, (int(match[2]), int(match[3])))).exists():
                path.unlink()
        self.journal.open(self.finished.blocks)

    def _load(self, known: int) -> None:
        files = CellFiles(self.folder, self.binding, known)
        tables = [files.table("blocks", span) for span in files.whole_spans()]
        lines = [line for table in tables if table is not None for line in table.to_pylist()]
        self.finished = Finished()
        for line in lines:
            self.finished.add(read_line(self.cell, line))

    def outcomes(self) -> Iterator[tuple[Any, Any]]:
        """Read what a team won, and what has no outcome, group by group: a bit for every deal."""
        files = CellFiles(self.folder, self.binding)
        for span in files.spans:
            arrays = files.arrays("outcomes", span)
            yield arrays["won"], arrays["unknown"]

    def add(self, block: Block) -> None:
        """Take a block; write the group if it is full."""
        self.finished.add(block.summary)
        self.waiting.append(block)
        if len(self.waiting) >= GROUP or time.monotonic() - self.written >= GROUP_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write the blocks that wait; they count with the next commit of the batch."""
        if self.waiting:
            self.write(self.waiting)
        self.waiting = []
        self.written = time.monotonic()

    def write(self, blocks: list[Block]) -> None:
        """Write a group of consecutive blocks, sealed."""
        self.may_write()
        span: Span = blocks[0].number, blocks[-1].number
        contents = self._contents(blocks)
        files = {self.folder / file_name(kind, span): content for kind, content in contents.items()}
        files[self.folder / file_name(SEAL, span)] = self.binding.seal(span, contents)
        self.batch.add(files, partial(self.journal.forget, span[1]))

    def _contents(self, blocks: list[Block]) -> dict[str, bytes]:
        rows = join_rows([block.rows for block in blocks])
        lines = [shards.block_line(self.cell, block) for block in blocks]
        grids = shards.grids_bytes(self.cell, rows, self.factors)
        return {
            **({"rows": shards.rows_bytes(self.cell.game, rows, self.factors)} if self.keep_rows else {}),
            "outcomes": shards.outcomes_bytes(self.cell, rows),
            "counts": shards.counts_bytes(self.cell, rows, self.factors),
            **({} if grids is None else {"grids": grids}),
            "blocks": shards.parquet_bytes(shards.with_factors(pa.Table.from_pylist(lines), self.factors)),
        }
