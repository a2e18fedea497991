"""Plays blocks of deals, cut into tasks for many workers, and yields them whole, in order and without gaps.

The order in which blocks are wanted is laid down beforehand (`one_after_another`, `side_by_side`); who plays what,
and when it is finished, changes nothing about what comes out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any

import numpy as np

from analyzer.errors import PolicyFault
from analyzer.play.control import Control
from analyzer.play.pools.choosing import Pool
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import BLOCK
from analyzer.play.summary import Summary, summarise
from analyzer.play.tasks import LOCAL, Granularity, Pace, Part, Task


@dataclass(eq=False)
class CellProgress:
    """How far a cell has been played, and how far it is to be."""

    prepared: PreparedCell
    seed: int
    games: int  # at most
    first_block: int = 0
    keep_rows: bool = False
    parts: dict[int, list[Part]] = field(default_factory=dict)  # what was played earlier of blocks that are open
    is_closed: bool = False  # nobody wants further blocks
    pace: Pace = field(default_factory=Pace)

    def blocks(self) -> Iterator[OpenBlock]:
        """Open the blocks one after the other, as long as they are wanted."""
        for number in range(self.first_block, -(-self.games // BLOCK)):
            if self.is_closed:
                return
            size = min(BLOCK, self.games - number * BLOCK)
            yield OpenBlock(self, number, size, sorted(self.parts.pop(number, ()), key=lambda part: part.first))


@dataclass(eq=False)
class OpenBlock:
    """A block that is being played: the parts that are there, and how far it is handed out."""

    progress: CellProgress
    number: int
    size: int
    parts: list[Part] = field(default_factory=list)
    next_place: int = 0

    def next_task(self, jobs: int, granularity: Granularity = LOCAL) -> Task | None:
        """Cut the next task; None if all is played or handed out."""
        for part in self.parts:  # in order of their places; those from earlier runs lie in the way
            if part.first <= self.next_place < part.last:
                self.next_place = part.last
        if self.next_place >= self.size:
            return None
        progress, first = self.progress, self.next_place
        room = min([part.first for part in self.parts if part.first > first], default=self.size) - first
        left = progress.games - self.number * BLOCK - first
        deals = min(room, progress.pace.task_size(left, jobs, granularity))
        self.next_place += deals
        whole, rate = deals == self.size, progress.pace.rate
        expected = None if rate is None else deals / rate
        return Task(progress.prepared, progress.seed, self.number, first, deals, whole, progress.keep_rows, expected)

    def add(self, part: Part) -> None:
        """Take a finished part."""
        self.progress.pace.note(part.deals, part.seconds)
        self.parts = sorted([*self.parts, part], key=lambda other: other.first)

    @property
    def played(self) -> int:
        """Count the games from the first deal on, up to the first gap."""
        end = 0
        for part in self.parts:
            end = part.last if part.first == end else end
        return end

    def join(self) -> Block:
        """Put the parts together, as far as there is no gap."""
        played = self.played
        parts = [part for part in self.parts if part.last <= played]
        forced = sum(map(attrgetter("forced"), parts))
        if len(parts) == 1 and parts[0].summary is not None:
            whole = replace(parts[0].summary, forced=forced) if forced else parts[0].summary
            return Block(self.progress, self.number, whole, parts[0].rows)
        progress, rows = self.progress, join_rows([part.rows for part in parts])
        summary = replace(summarise(progress.prepared.cell, rows), forced=forced)
        return Block(progress, self.number, summary, rows if progress.keep_rows else None, played == self.size)


@dataclass(frozen=True)
class Block:
    """The result of one block: its summary, and its rows if they were asked for."""

    progress: CellProgress
    number: int
    summary: Summary
    rows: Any = None
    is_whole: bool = True  # a run that was stopped ends with the beginning of a block


def one_after_another(cells: Iterable[CellProgress]) -> Iterator[OpenBlock]:
    """Want all blocks of a cell before those of the next one."""
    for cell in cells:
        yield from cell.blocks()


def side_by_side(cells: Sequence[CellProgress]) -> Iterator[OpenBlock]:
    """Want the first block of every cell, then the second of each, and so on."""
    ways = deque(cell.blocks() for cell in cells)
    while ways:
        block = next(ways[0], None)
        if block is None:
            ways.popleft()
        else:
            yield block
            ways.rotate(-1)


def join_rows(parts: Sequence[Any]) -> Any:
    """Join rows byte by byte: field by field numpy takes ten times as long."""
    if len(parts) == 1:
        return parts[0]
    return np.concatenate([rows.view(np.uint8) for rows in parts]).view(parts[0].dtype)


OnPart = Callable[[OpenBlock, Part], None]


def play_blocks(
    wanted: Iterator[OpenBlock], pool: Pool, control: Control, on_part: OnPart | None = None
) -> Generator[Block, None, None]:
    """Play blocks; yield them in the order in which they are wanted, as far as they were played.

    `on_part` receives every finished task at once. A stopped run ends with the first part of its current block.
    Nothing follows a faulty block. Closing the iterator ends the run: tasks in progress are abandoned.
    """
    dispatch = _Dispatch(wanted, pool, control, on_part)
    try:
        while (block := dispatch.next_block()) is not None:
            yield block
            if block.summary.fault is not None or not block.is_whole:
                control.drain()
                return
    except PolicyFault as problem:
        control.give_up(str(problem))
        raise
    finally:
        for future in dispatch.under_way:  # nobody wants it any more
            future.cancel()
        control.abandon()


@dataclass(eq=False)
class _Dispatch:
    """Hands out tasks, collects parts, and keeps the open blocks in order."""

    wanted: Iterator[OpenBlock]
    pool: Pool
    control: Control
    on_part: OnPart | None
    open: deque[OpenBlock] = field(default_factory=deque, init=False)
    under_way: dict[Any, OpenBlock] = field(default_factory=dict, init=False)

    def next_block(self) -> Block | None:
        """Wait for the next block; its beginning if the run was stopped, None if there is nothing of it."""
        while True:
            self._hand_out()
            while self.open and self.open[0].progress.is_closed:
                self.open.popleft()
            if self.open and self.open[0].played == self.open[0].size:
                return self.open.popleft().join()
            if not self.under_way:
                return self.open[0].join() if self.open and self.open[0].played else None
            if self.control.is_stopped and not self.pool.can_stop:
                self.under_way.clear()
            else:
                self._collect()

    def _hand_out(self) -> None:
        while not self.control.is_draining and self.pool.has_room(len(self.under_way)):
            block, task = self._next_task()
            if task is None or block is None:
                return
            self.under_way[self.pool.submit(task, self.control)] = block

    def _next_task(self) -> tuple[OpenBlock | None, Task | None]:
        for block in self.open:
            task = None if block.progress.is_closed else block.next_task(self.pool.jobs, self.pool.granularity)
            if task is not None:
                return block, task
        while len(self.open) < self.pool.granularity.blocks_ahead and (wanted := next(self.wanted, None)) is not None:
            self.open.append(wanted)
            task = wanted.next_task(self.pool.jobs, self.pool.granularity)
            if task is not None:
                return wanted, task
        return None, None

    def _collect(self) -> None:
        for future in self.pool.finished(list(self.under_way)):
            block = self.under_way.pop(future)
            part = self.pool.result(future)
            if part is None:  # what others have finished after it would leave a gap
                self.control.drain()
                continue
            block.add(part)
            if self.on_part is not None:
                self.on_part(block, part)
