"""Names for policies of one name from different files, so that a run shows which is which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from analyzer.cells import Cell
from analyzer.games.seating import Seat
from analyzer.games.shipping import is_shipped
from analyzer.games.written import SEARCH

Names = dict[tuple[str, str], str]  # by name and file


def distinct_names(cells: Iterable[Cell]) -> Names:
    """Name the policies that need it: `a.py:mine` and `b.py:mine`; a shipped one keeps its own name."""
    files: dict[str, set[str]] = {}
    for cell in cells:
        for seat in cell.seats:
            files.setdefault(seat.player.policy.name, set()).add(seat.player.policy.file)
    found: Names = {}
    for name, several in files.items():
        own = sorted(file for file in several if not is_shipped(file)) if len(several) > 1 else []
        found |= {(name, file): f"{_suffix(file, own)}:{name}" for file in own}
    return found


def renamed(cell: Cell, names: Names) -> Cell:
    """Give a cell whose policies have these names."""
    seats = tuple(_renamed(seat, names) for seat in cell.seats)
    return cell if all(new is old for new, old in zip(seats, cell.seats, strict=True)) else replace(cell, seats=seats)


def _renamed(seat: Seat, names: Names) -> Seat:
    if seat.searched is not None:
        inside = _renamed(seat.searched, names)
        policy = replace(seat.policy, name=f"{SEARCH}({inside.policy.name})")
        return seat if inside is seat.searched else replace(seat, policy=policy, searched=inside)
    name = names.get((seat.policy.name, seat.policy.file))
    return seat if name is None else replace(seat, policy=replace(seat.policy, name=name))


def _suffix(file: str, several: Sequence[str]) -> str:
    """Take the shortest end of a path that no other path shares."""
    parts = Path(file).parts
    for length in range(1, len(parts)):
        end = parts[-length:]
        if sum(Path(other).parts[-length:] == end for other in several) == 1:
            return "/".join(end)
    return file
