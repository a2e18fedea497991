"""Seals: what the stored files of a group of blocks contain, bound to their run, cell, span and edition of the rules.

A file counts only with the hash that its seal gives, and a seal only where it was written: what was changed, deleted or
copied from elsewhere is noticed by whoever reads it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from analyzer.runs.files import json_document

if TYPE_CHECKING:
    from analyzer.runs.manifest_file import Manifest

SEAL = "seal"
SUFFIXES = {"rows": "parquet", "outcomes": "npz", "counts": "parquet", "grids": "parquet", "blocks": "parquet"}
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
        if seal.seal != self._own_hash(seal):
            raise Broken("its content differs from what was written")
        if (seal.cell, seal.first, seal.last) != (self.cell, *span):
            raise Broken(f"it belongs to blocks {seal.first} to {seal.last} of {seal.cell}")
        if seal.run != self.run:
            raise Broken("it belongs to a run with another seed, other rules or other policies")
        return seal.files

    def _own_hash(self, seal: Seal) -> str:
        bare = msgspec.structs.replace(seal, seal="")
        return hashlib.sha256(msgspec.json.encode(bare, order="sorted")).hexdigest()


def key_of(manifest: Manifest) -> str:
    """Name what all files of a run depend on: the seed, the size of blocks, and the sources of rules and policies."""
    parts = [manifest.experiment.seed, manifest.block_size, manifest.rules_version, manifest.sources]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


def file_name(kind: str, span: Span) -> str:
    """Name a stored file of a group."""
    return f"{kind}-{span[0]:08d}-{span[1]:08d}.{SUFFIXES.get(kind, 'json')}"
