"""Which games of a run an autopsy looks at: its cells, whose loss counts, and some of the lost deals at random."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cells import Cell
from analyzer.errors import BadInput
from analyzer.play.limits import check_range
from analyzer.play.seeding import derived_seed
from analyzer.play.showing import players_words
from analyzer.runs.manifest_file import CellEntry
from analyzer.runs.results import Results

Deals = NDArray[np.int64]

MOST_NAMED = 10  # cells in a message


def label_of(entry: CellEntry) -> str:
    """Name a cell for readers, such as `base, 3 players, spacing`."""
    return f"{entry.setting}, {players_words(entry.players)}, {entry.policy}"


def chosen_entries(results: Results, cells: Sequence[str]) -> list[CellEntry]:
    """Look up the cells asked for, each by its name, the beginning of it, or its label; by default all of the run."""
    entries: list[CellEntry] = list(results.manifest.cells)
    found = {entry.cell: entry for entry in (_entry(results, entries, name) for name in cells)}
    return list(found.values()) if cells else entries


def _entry(results: Results, entries: Sequence[CellEntry], name: str) -> CellEntry:
    exact = [entry for entry in entries if name in (entry.cell, label_of(entry))]
    matching = exact or [entry for entry in entries if name and entry.cell.startswith(name)]
    if not matching:
        raise _unknown_cell(results, entries, name)
    if len(matching) > 1:
        raise BadInput(f"--cell {name}: several cells begin like this; write more of the name: {_few(matching)}")
    return matching[0]


def _unknown_cell(results: Results, entries: Sequence[CellEntry], name: str) -> BadInput:
    """Say which cell may be meant: by the beginnings of their names, as names end in a hash."""
    heads = {entry.cell[: len(name)]: entry.cell for entry in entries}
    near = get_close_matches(name, heads, n=1, cutoff=0.5)
    hint = f"; did you mean {heads[near[0]]!r}?" if near else "."
    return BadInput(f"--cell: {results.folder} has no cell {name!r}{hint} Known: {_few(entries)}.")


def _few(entries: Sequence[CellEntry]) -> str:
    """Name some cells, and count the others."""
    more = f" and {len(entries) - MOST_NAMED} more" if len(entries) > MOST_NAMED else ""
    return ", ".join(entry.cell for entry in entries[:MOST_NAMED]) + more


def check_version(results: Results, cell: Cell) -> None:
    """Reject a run of other rules: its lost games would go differently today."""
    played = results.manifest.rules_version.get(cell.game.name)
    if played != cell.game.rules_version:
        raise BadInput(
            f"{results.folder}: played with version {played} of the rules of {cell.game.name}. They are now "
            f"version {cell.game.rules_version}, so the lost games would go differently; play the run again"
        )


def seats_of(cell: Cell, seat: int | None, policy: str | None) -> tuple[int, ...]:
    """Choose the seats whose decisions are looked at; none if the policy does not sit here.

    Of a team all, unless told otherwise; of rivals seat 0, or those of a policy.
    """
    if seat is not None:
        return (check_range("seat", seat, 0, cell.players - 1),)
    if policy is not None:
        found = tuple(place for place, own in enumerate(cell.seats) if policy in (own.label, own.policy.name))
        if cell.is_competitive and len(found) == cell.players:
            raise BadInput(f"--policy {policy}: it sits at every seat, so it never loses; choose one with --seat")
        return found
    return (0,) if cell.is_competitive else tuple(range(cell.players))


def lost_deals(results: Results, entry: CellEntry, seats: Sequence[int]) -> Deals:
    """List the deals that were lost: by the team, or by all of the seats asked about."""
    if not entry.games:
        return np.zeros(0, np.int64)
    outcomes = results.outcomes(entry.cell)
    if entry.is_competitive:
        lost: Any = (outcomes.shares[:, list(seats)] == 0).all(axis=1)
    else:
        assert outcomes.won is not None
        lost = ~np.unpackbits(outcomes.won, count=outcomes.deals).astype(bool)
    return np.flatnonzero(lost & ~outcomes.is_unknown).astype(np.int64)


def drawn(deals: Deals, games: int, seed: int) -> list[int]:
    """Choose some deals at random, in order."""
    lots = np.random.Generator(np.random.PCG64([derived_seed(seed, "autopsy"), len(deals)]))
    return sorted(int(deal) for deal in lots.choice(deals, min(games, len(deals)), replace=False))
