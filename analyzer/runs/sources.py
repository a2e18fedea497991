"""What plays a run: every source file that its rules and policies rest on, with a hash of its content."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from analyzer.cells import Cell
from analyzer.games import lookahead
from analyzer.games.interface import Game
from analyzer.kernel.sources import PROJECT_ROOT, closure_of
from analyzer.kernel.templates import files_of
from analyzer.play import seeding

_SHOWN = 5  # files that a message names


def sources_of(cells: Iterable[Cell]) -> dict[str, str]:
    """Hash all sources of the rules and policies of some cells, by their names."""
    found: set[Path] = set()
    for file in _roots(cells):
        found |= _closure(file)
    ours = {path for path in found if path.is_relative_to(PROJECT_ROOT)}
    own = sorted(path for path in found - ours if path.suffix == ".py")  # data beside it is not a policy's
    above = os.path.commonpath([path.parent for path in own]) if own else ""
    named = {path.relative_to(PROJECT_ROOT).as_posix(): path for path in ours}
    named |= {Path(os.path.relpath(path, above)).as_posix(): path for path in own}
    return {_as_text(name): _hash(path) for name, path in sorted(named.items())}


def _as_text(name: str) -> str:
    return name.encode("utf-8", "backslashreplace").decode()  # a file name may be no text


def difference(old: Mapping[str, str], new: Mapping[str, str]) -> str:
    """Name the files in which two editions differ."""
    names = sorted(name for name in {*old, *new} if old.get(name) != new.get(name))
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _roots(cells: Iterable[Cell]) -> set[str]:
    """Name the files from which all others are reached."""
    roots = {seeding.__file__}
    for cell in cells:
        roots |= _rules_of(cell.game)
        for seat in cell.seats:
            roots.add(seat.player.policy.file)
            if seat.searched is not None:
                roots.add(lookahead.__file__)
    return roots


def _rules_of(game: Game) -> set[str]:
    driver = getattr(game.driver, "py_func", game.driver)
    return {*files_of(driver), game.complete.__code__.co_filename}


@cache
def _closure(file: str) -> frozenset[Path]:
    path = Path(file).resolve()
    return frozenset(closure_of(path)) if path.is_file() else frozenset()


@cache
def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
