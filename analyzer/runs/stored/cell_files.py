"""The stored files of one cell: groups of blocks in order, each bound by its seal to run, cell, span and rules."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct

from analyzer.errors import DamagedRun
from analyzer.runs.stored.files import is_as_written, json_document, read_regular

if TYPE_CHECKING:
    from analyzer.runs.stored.manifest_file import Manifest


SEAL = "seal"
SUFFIXES = {"rows": "parquet", "outcomes": "npz", "counts": "parquet", "grids": "parquet", "blocks": "parquet"}
ALWAYS = {"outcomes", "counts", "blocks"}  # kinds that every group has
NAME = re.compile(rf"({'|'.join((*SUFFIXES, SEAL))})-(\d{{8}})-(\d{{8}})\.(parquet|npz|json)$")

Span = tuple[int, int]  # the first and the last block of a group


class Broken(Exception):
    """What is wrong with a seal."""


class Seal(Struct, kw_only=True, forbid_unknown_fields=True):
    """What a group of blocks consists of."""

    run: str
    cell: str
    first: int
    last: int
    files: dict[str, str]  # hash by kind
    seal: str = ""  # hash of the rest


@dataclass(frozen=True)
class Binding:
    """Where stored files belong: another run, another edition of the rules or another cell has another binding."""

    run: str
    cell: str

    def hash_of(self, name: str, content: bytes) -> str:
        """Hash the content of a file as one of this cell."""
        total = hashlib.sha256(f"{self.run}\n{self.cell}\n{name}\n".encode())
        total.update(content)
        return total.hexdigest()

    def seal(self, span: Span, contents: Mapping[str, bytes]) -> bytes:
        """Write the seal of a group: the hash of every file of it."""
        files = {kind: self.hash_of(file_name(kind, span), content) for kind, content in contents.items()}
        seal = Seal(run=self.run, cell=self.cell, first=span[0], last=span[1], files=files)
        seal.seal = self._own_hash(seal)
        return json_document(seal)

    def read_seal(self, span: Span, content: bytes) -> dict[str, str]:
        """Read the hashes of a group from its seal; raise if the seal was not written for it."""
        try:
            seal = msgspec.json.decode(content, type=Seal)
        except (msgspec.MsgspecError, ValueError) as problem:
            raise Broken("it cannot be read") from problem
        if seal.seal != self._own_hash(seal) or not is_as_written(content, seal):
            raise Broken("its content differs from what was written")
        if (seal.cell, seal.first, seal.last) != (self.cell, *span):
            raise Broken(f"it belongs to blocks {seal.first} to {seal.last} of {seal.cell}")
        if seal.run != self.run:
            raise Broken("it belongs to a run with another seed, other rules or other policies")
        if not ALWAYS <= set(seal.files) <= set(SUFFIXES):
            raise Broken("it lists other files than a group has")
        return seal.files

    def _own_hash(self, seal: Seal) -> str:
        bare = msgspec.structs.replace(seal, seal="")
        return hashlib.sha256(msgspec.json.encode(bare, order="sorted")).hexdigest()


def key_of(manifest: Manifest) -> str:
    """Name what all files of a run depend on: the seed, the size of blocks, and the sources of rules and policies."""
    versions = [manifest.rules_version, manifest.streams_version]
    parts = [manifest.experiment.seed, manifest.block_size, *versions, manifest.sources]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


def file_name(kind: str, span: Span) -> str:
    """Name a stored file of a group."""
    return f"{kind}-{span[0]:08d}-{span[1]:08d}.{SUFFIXES.get(kind, 'json')}"


_BAD_ARRAYS = (ValueError, KeyError, OSError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError)


@dataclass(eq=False)
class CellFiles:
    """The folder of one cell."""

    folder: Path
    binding: Binding
    known: int = 0  # blocks that the manifest speaks of; there may be more
    _hashes: dict[Span, dict[str, str]] = field(default_factory=dict, init=False)

    @cached_property
    def spans(self) -> list[Span]:
        """List the first and last block of every finished group, in order and without gaps."""
        expected = 0
        spans = self.found_spans()
        for first, last in spans:
            if first != expected:
                what = "are missing" if first > expected else "occur twice"
                raise self.damaged(f"blocks {min(first, expected)} to {max(first, expected) - 1} {what}")
            expected = last + 1
        if expected < self.known:
            raise self.damaged(f"blocks {expected} to {self.known - 1} are missing")
        return spans

    def whole_spans(self) -> list[Span]:
        """List the groups, and see that all their files are there."""
        for first, last in self.spans:
            missing = [kind for kind in self.hashes((first, last)) if not self._is_there(kind, (first, last))]
            if missing:
                raise self.damaged(f"{missing[0]} of blocks {first} to {last} are missing")
        return self.spans

    def _is_there(self, kind: str, span: Span) -> bool:
        return (self.folder / file_name(kind, span)).is_file()

    def found_spans(self) -> list[Span]:
        """List the groups that are there, whatever is wrong with them."""
        found = [NAME.match(path.name) for path in self.folder.glob(f"{SEAL}-*")] if self.folder.is_dir() else []
        return sorted((int(match[2]), int(match[3])) for match in found if match)

    def hashes(self, span: Span) -> dict[str, str]:
        """Read the seal of a group."""
        if span not in self._hashes:
            name = file_name(SEAL, span)
            content = self._content(name)
            try:
                self._hashes[span] = self.binding.read_seal(span, content)
            except Broken as problem:
                raise self.damaged(f"{name}: {problem}") from problem
        return self._hashes[span]

    def read(self, kind: str, span: Span) -> bytes | None:
        """Read a file of a group; None if it has none of this kind."""
        name = file_name(kind, span)
        wanted = self.hashes(span).get(kind)
        if wanted is None:
            return None
        content = self._content(name)
        if self.binding.hash_of(name, content) != wanted:
            raise self.damaged(f"{name}: its content differs from what was written for this cell and span")
        return content

    def table(self, kind: str, span: Span) -> pa.Table | None:
        """Read a table of a group."""
        content = self.read(kind, span)
        if content is None:
            return None
        try:
            return pq.ParquetFile(pa.BufferReader(content)).read(use_threads=False)  # most are small
        except (pa.ArrowException, OSError, ValueError) as problem:
            raise self.damaged(f"{file_name(kind, span)}: not readable as a table: {problem}") from problem

    def arrays(self, kind: str, span: Span) -> dict[str, Any]:
        """Read the packed arrays of a group."""
        content = self.read(kind, span)
        if content is None:
            raise self.damaged(f"{file_name(kind, span)} is missing")
        try:
            return dict(np.load(io.BytesIO(content), allow_pickle=False))
        except _BAD_ARRAYS as problem:
            raise self.damaged(f"{file_name(kind, span)}: not readable as arrays: {problem}") from problem

    def damaged(self, what: str) -> DamagedRun:
        """Say what is wrong, and what to do about it."""
        run = self.folder.parent.parent
        return DamagedRun(
            f"{self.folder}: {what}. `analyzer verify {run}` lists all damage; `analyzer run SPEC --out {run} "
            "--repair` plays it again"
        )

    def _content(self, name: str) -> bytes:
        try:
            return read_regular(self.folder / name)
        except FileNotFoundError as problem:
            raise self.damaged(f"{name} is missing") from problem
        except OSError as problem:
            raise self.damaged(f"{name}: {problem.strerror or problem}") from problem
