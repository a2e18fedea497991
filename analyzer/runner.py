"""Plays blocks of deals on threads over compiled kernels that hold no lock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from analyzer.cells import Cell
from analyzer.kernel.faults import Fault
from analyzer.seeding import BLOCK, block_seeds, block_sizes
from analyzer.summary import Summary, summarise


@dataclass
class Control:
    """The way to end a run early: `drain` finishes the blocks under way, `stop` leaves them."""

    is_draining: bool = False
    benches: list[Any] = field(default_factory=list)

    def drain(self) -> None:
        """Begin no further block."""
        self.is_draining = True

    def stop(self) -> None:
        """Leave the blocks under way after the game they are at."""
        self.drain()
        for bench in list(self.benches):
            bench["stop"] = 1


@dataclass(frozen=True)
class Block:
    """The result of one block: its summary, and its rows if they were asked for."""

    number: int
    summary: Summary
    rows: Any = None


class Table:
    """A cell made ready to play: rules filled in, policies and driver compiled."""

    def __init__(self, cell: Cell) -> None:
        self.cell = cell
        game = cell.game
        self.rules = cell.rules
        deciders = [game.compiled_policy(seat.policy) for seat in cell.seats]
        self.policies = tuple(deciders + deciders[:1] * (game.max_seats - len(deciders)))
        self.kernel = game.compiled_kernel()

    def bench(self) -> Any:
        """Make a workbench with the knobs of every seat on it."""
        bench = np.zeros(1, self.cell.game.bench)
        seats = self.cell.seats + self.cell.seats[:1] * (self.cell.game.max_seats - len(self.cell.seats))
        for number, seat in enumerate(seats):
            values = list(seat.knobs.values())
            bench["desks"]["knobs"][0, number, : len(values)] = values
        return bench

    def play(self, seeds: Any, first_deal: int, control: Control | None = None) -> Any:
        """Play one game per row of seeds; None if it was told to stop."""
        bench = self.bench()
        rows = np.zeros(len(seeds), self.cell.game.record)
        rows["deal"] = first_deal + np.arange(len(seeds))
        if control is not None:
            control.benches.append(bench)
        try:
            while bench["done"][0] < len(seeds) and not bench["stop"][0]:
                self._play_on(bench, seeds, rows)
        finally:
            if control is not None:
                control.benches[:] = [other for other in control.benches if other is not bench]
        return rows if bench["done"][0] == len(seeds) else None

    def _play_on(self, bench: Any, seeds: Any, rows: Any) -> None:
        """Play until the end of the block, or until a policy raises: then that game is a faulty row."""
        try:
            self.kernel(self.rules, self.policies, bench, seeds, rows)
        except Exception:  # a policy may raise anything; the kernel itself raises nothing
            done = int(bench["done"][0])
            self.cell.game.measure(
                self.rules, bench[0]["state"], int(Fault.RAISED), int(bench["decisions"][0]), rows[done]
            )
            bench["done"] += 1


def play_blocks(
    table: Table,
    *,
    seed: int,
    games: int,
    jobs: int,
    control: Control,
    keep_rows: bool = False,
    first_block: int = 0,
) -> Iterator[Block]:
    """Play a number of deals in blocks; yield them in order, without gaps, as far as they were played."""
    tasks = (
        delayed(_play_block)(table, seed, number, size, control, keep_rows)
        for number, size in enumerate(block_sizes(games))
        if number >= first_block
    )
    for block in Parallel(n_jobs=jobs, backend="threading", return_as="generator")(tasks):
        if block is None:
            control.drain()
        elif block.summary.fault is not None:
            control.drain()
            yield block
        else:
            yield block


def _play_block(table: Table, seed: int, number: int, size: int, control: Control, keep_rows: bool) -> Block | None:
    if control.is_draining:
        return None
    rows = table.play(block_seeds(seed, number, size), number * BLOCK, control)
    if rows is None:
        return None
    return Block(number, summarise(table.cell, rows), rows if keep_rows else None)


class Stopwatch:
    """Measures the time spent playing."""

    def __init__(self) -> None:
        self.began = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.began
