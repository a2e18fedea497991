"""The finished tasks of blocks that are not stored yet: one file beside the shards, to which every task is appended.

A block counts when its group of shards is written. Until then its parts lie here, so that a run that is killed
loses at most the tasks under way. Every entry carries a hash of its content and of the run and cell it belongs to;
what a killed process left half written is cut off.
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from analyzer.play.tasks import Part
from analyzer.runs.files import write_atomically

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
