"""Plays blocks of deals; by default on threads over compiled kernels that hold no lock."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from analyzer.cells import Cell
from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import NumbaError
from analyzer.kernel.seats import pointers
from analyzer.play.seeding import BLOCK, block_seeds
from analyzer.play.summary import Summary, summarise

# Errors of the machinery, not of a policy: they must not be put down to it.
_OURS = (NumbaError, Warning, MemoryError)


@dataclass
class Control:
    """The way to end a run early: `drain` finishes the blocks under way, `stop` leaves them."""

    is_draining: bool = False
    is_stopped: bool = False
    benches: list[Any] = field(default_factory=list)

    def drain(self) -> None:
        """Begin no further block."""
        self.is_draining = True

    def stop(self) -> None:
        """Leave the blocks under way after the game they are at, and begin no further one."""
        self.drain()
        self.is_stopped = True
        self.abandon()

    def abandon(self) -> None:
        """Leave the blocks under way after the game they are at: nobody wants them any more."""
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

    def __init__(self, cell: Cell, reference: Any = None) -> None:
        self.cell = cell
        self.reference = reference  # how the cell is made again in another process, if it has to be
        game = cell.game
        self.rules = cell.rules
        self.policies = [game.seated_policy(seat.policy) for seat in cell.seats]
        self.policies += self.policies[:1] * (game.max_seats - len(self.policies))
        self.pointers = pointers(self.policies)
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
            self.kernel(self.rules, self.pointers, bench, seeds, rows)
        except _OURS:
            raise
        except Exception:  # a policy may raise anything; the rules raise nothing
            done = int(bench["done"][0])
            self.cell.game.measure(
                self.rules, bench[0]["state"], int(Fault.RAISED), int(bench["decisions"][0]), rows[done]
            )
            bench["done"] += 1


@dataclass(frozen=True)
class Task:
    """A block that is to be played."""

    table: Table
    seed: int
    number: int
    size: int
    keep_rows: bool


class Pool(Protocol):
    """Where blocks are played: `submit` gives futures; `close` leaves what is still under way."""

    jobs: int
    can_stop: bool  # whether a block under way hears of `Control.stop`

    def submit(self, task: Task, control: Control, /) -> Any:
        """Begin a block when there is room; return its future."""

    def close(self) -> None:
        """Free what the pool holds."""


class Threads:
    """Threads of this process; the kernels hold no lock."""

    can_stop = True

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.executor = ThreadPoolExecutor(jobs)

    def submit(self, task: Task, control: Control) -> Any:
        """Begin a block on the next free thread."""
        return self.executor.submit(play_task, task, control)

    def close(self) -> None:
        """Let the threads end by themselves."""
        self.executor.shutdown(wait=False, cancel_futures=True)


def play_blocks(
    table: Table,
    *,
    seed: int,
    games: int,
    jobs: int,
    control: Control,
    keep_rows: bool = False,
    first_block: int = 0,
    pool: Pool | None = None,
) -> Generator[Block, None, None]:
    """Play a number of deals in blocks; yield them in order, without gaps, as far as they were played.

    Whoever stops asking ends the run: blocks under way are then left.
    """
    own = pool or Threads(jobs)
    tasks = _tasks(table, seed, games, first_block, keep_rows)
    waiting: deque[Any] = deque()
    try:
        while True:
            while not control.is_draining and len(waiting) < 2 * own.jobs and (task := next(tasks, None)):
                waiting.append(own.submit(task, control))
            if not waiting:
                return
            block = _wait(waiting.popleft(), own, control)
            if block is None:  # what another thread has finished behind it would leave a gap
                control.drain()
                return
            if block.summary.fault is not None:
                control.drain()
            yield block
    finally:
        for future in waiting:
            future.cancel()
        control.abandon()
        if pool is None:
            own.close()


def _tasks(table: Table, seed: int, games: int, first_block: int, keep_rows: bool) -> Iterator[Task]:
    for number in range(first_block, -(-games // BLOCK)):
        yield Task(table, seed, number, min(BLOCK, games - number * BLOCK), keep_rows)


def _wait(future: Any, pool: Pool, control: Control) -> Block | None:
    """Wait for a block, but not for one that cannot be stopped when all are to stop."""
    while True:
        try:
            block: Block | None = future.result(timeout=0.1)
            return block
        except CancelledError:
            return None
        except TimeoutError:
            if control.is_stopped and not pool.can_stop:
                return None


def play_task(task: Task, control: Control | None = None) -> Block | None:
    """Play one block; None if there was no time for it."""
    if control is not None and control.is_draining:
        return None
    rows = task.table.play(block_seeds(task.seed, task.number, task.size), task.number * BLOCK, control)
    if rows is None:
        return None
    return Block(task.number, summarise(task.table.cell, rows), rows if task.keep_rows else None)


class Stopwatch:
    """Measures the time spent playing."""

    def __init__(self) -> None:
        self.began = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.began
