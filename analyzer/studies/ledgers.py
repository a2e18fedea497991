"""The finished trials of a search, each appended to a file: a search that is killed resumes from there."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from analyzer.errors import BadInput
from analyzer.games.written import WrittenPolicy
from analyzer.runs.files import write_atomically
from analyzer.stats.means import Moments


@dataclass(frozen=True)
class Tried:
    """What a candidate won on the deals of one generation: the rate of every case, and their blend deal by deal."""

    generation: int
    policy: WrittenPolicy
    deals: int
    rates: tuple[float, ...]
    total: float
    squares: float

    @property
    def blend(self) -> Moments:
        """The blended rate, a value per deal."""
        return Moments(self.deals, self.total, self.squares)


class Ledger:
    """All trials of a search, in the order in which they were finished."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tried = {(one.generation, one.policy): one for one in _read(path)} if path.is_file() else {}
        if path.is_file():  # a line that a killed process left half written is cut off
            write_atomically(path, "".join(map(_line, self.tried.values())).encode())

    def find(self, generation: int, policy: WrittenPolicy) -> Tried | None:
        """Look a trial up."""
        return self.tried.get((generation, policy))

    def add(self, one: Tried) -> None:
        """Keep a finished trial."""
        self.tried[one.generation, one.policy] = one
        with self.path.open("ab", buffering=0) as file:
            file.write(_line(one).encode())


def _line(one: Tried) -> str:
    content = asdict(one)
    return json.dumps(content | {"hash": _hash(content)}) + "\n"


def _hash(content: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def _read(path: Path) -> Iterator[Tried]:
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    for number, line in enumerate(lines[:-1], start=1):  # what follows the last line break is not finished
        try:
            content = json.loads(line)
            if content.pop("hash") != _hash(content):
                raise BadInput(f"{path}, line {number}: its content differs from what was written; delete the line")
            policy = WrittenPolicy.from_plain(content["policy"])
            yield Tried(**content | {"policy": policy, "rates": tuple(content["rates"])})
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as problem:
            raise BadInput(f"{path}, line {number}: not a trial: {problem}") from problem
