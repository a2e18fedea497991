"""Blocks come whole, in order and without gaps, whoever finished first and however they were cut into tasks."""

import random
from concurrent.futures import Future
from types import SimpleNamespace

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.blocks import CellProgress, one_after_another, play_blocks, side_by_side
from analyzer.play.control import Control
from analyzer.play.pools.choosing import Threads
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import BLOCK
from analyzer.play.simulation import simulate
from analyzer.play.summary import summarise
from analyzer.play.tasks import LOCAL, Granularity, Pace, Part

compiled = pytest.mark.skipif(IS_PLAIN, reason="thousands of games: only compiled")


class Answers:
    """A pool whose blocks are known beforehand: played, left (None), cancelled or faulty; the last one comes first."""

    jobs = 2
    can_stop = True
    granularity = LOCAL

    def __init__(self, answers):
        self.answers = answers

    def has_room(self, under_way):
        return under_way < 2 * self.jobs

    def submit(self, task, control):
        future = Future()
        answer = self.answers[task.block]
        if answer == "cancelled":
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            summary = SimpleNamespace(fault=SimpleNamespace() if answer == "faulty" else None)
            part = Part(task.first, task.deals, None, 1.0, summary)
            future.set_result(None if answer == "left" else part)
        return future

    def finished(self, futures):
        return futures[-1:]

    def result(self, future):
        return None if future.cancelled() else future.result()


@pytest.mark.parametrize(
    ("answers", "numbers"),
    [
        (["played"] * 6, [0, 1, 2, 3, 4, 5]),
        (["played", "left", "played", "played", "left", "played"], [0]),
        (["left", "played", "played", "played", "played", "played"], []),
        (["played", "played", "cancelled", "played", "played", "played"], [0, 1]),
        (["played", "faulty", "played", "played", "played", "played"], [0, 1]),
    ],
    ids=["all played", "one left", "first left", "one cancelled", "nothing follows a fault"],
)
def test_nothing_is_taken_from_behind_a_block_that_was_not_played(answers, numbers, monkeypatch):
    monkeypatch.setattr(Pace, "task_size", lambda pace, left, jobs, granularity: BLOCK)
    control = Control()
    progress = CellProgress(None, 1, 6 * BLOCK)
    blocks = play_blocks(one_after_another([progress]), Answers(answers), control)
    assert [block.number for block in blocks] == numbers
    assert control.is_draining == (len(numbers) < 6)


def test_cells_are_played_one_after_another_or_side_by_side():
    def order(way):
        cells = [CellProgress(name, 1, games) for name, games in (("a", 2 * BLOCK), ("b", BLOCK + 1), ("c", 1))]
        return [(block.progress.prepared, block.number, block.size) for block in way(cells)]

    assert order(one_after_another) == [("a", 0, BLOCK), ("a", 1, BLOCK), ("b", 0, BLOCK), ("b", 1, 1), ("c", 0, 1)]
    assert order(side_by_side) == [("a", 0, BLOCK), ("b", 0, BLOCK), ("c", 0, 1), ("a", 1, BLOCK), ("b", 1, 1)]


def test_a_closed_cell_opens_no_further_block():
    first, second = CellProgress("a", 1, 3 * BLOCK), CellProgress("b", 1, BLOCK)
    opened = []
    for block in one_after_another([first, second]):
        opened.append((block.progress.prepared, block.number))
        first.is_closed = True
    assert opened == [("a", 0), ("b", 0)]


@compiled
@pytest.mark.parametrize("sizes", ["one", "seven", "random", "whole"])
def test_digest_and_rows_are_the_same_for_every_task_size(sizes, monkeypatch):
    games = BLOCK + 50
    whole = simulate("tranquility", policy="random_legal", games=games, seed=5, jobs=1, rows=True)
    dice = random.Random(3)
    cut = {"one": lambda: 1, "seven": lambda: 7, "random": lambda: dice.randrange(1, 700), "whole": lambda: BLOCK}
    monkeypatch.setattr(Pace, "task_size", lambda pace, left, jobs, granularity: cut[sizes]())
    parts = simulate("tranquility", policy="random_legal", games=games, seed=5, jobs=3, rows=True)
    assert parts.summary.digest == whole.summary.digest
    assert parts.rows.tobytes() == whole.rows.tobytes()


@compiled
def test_blocks_come_in_order_and_without_gaps():
    progress = CellProgress(
        PreparedCell(make_cell("tranquility", policy="random_legal")), 1, 2 * BLOCK + 7, keep_rows=True
    )
    pool = Threads(4)
    blocks = list(play_blocks(one_after_another([progress]), pool, Control()))
    pool.close()
    assert [(block.number, block.summary.games, block.is_whole) for block in blocks] == [
        (0, BLOCK, True),
        (1, BLOCK, True),
        (2, 7, True),
    ]
    deals = np.concatenate([block.rows["deal"] for block in blocks])
    assert (deals == np.arange(2 * BLOCK + 7)).all()


class Slow(Threads):
    """One worker that plays a game at a time and stops the run after some of them."""

    def __init__(self, control, stop_after):
        super().__init__(1)
        self.control, self.left = control, stop_after

    def result(self, future):
        self.left -= 1
        if self.left == 0:
            self.control.drain()
        return super().result(future)


@compiled
def test_a_stopped_run_ends_with_the_beginning_of_a_block(monkeypatch):
    monkeypatch.setattr(Pace, "task_size", lambda pace, left, jobs, granularity: 1)
    prepared, control = PreparedCell(make_cell("tranquility", policy="random_legal")), Control()
    blocks = list(play_blocks(one_after_another([CellProgress(prepared, 5, 3000)]), Slow(control, 10), control))
    assert [block.is_whole for block in blocks] == [False]
    played = blocks[0].summary
    assert 10 <= played.games < 20
    assert played.digest == simulate("tranquility", policy="random_legal", games=played.games, seed=5).summary.digest


@compiled
def test_parts_of_an_earlier_run_are_not_played_again():
    prepared = PreparedCell(make_cell("tranquility", policy="random_legal"))
    whole = CellProgress(prepared, 5, 300, keep_rows=True)
    pool, heard = Threads(2), []
    (block,) = play_blocks(one_after_another([whole]), pool, Control())
    kept = [Part(first, 50, block.rows[first : first + 50]) for first in (200, 0)]
    again = CellProgress(prepared, 5, 300, keep_rows=True, parts={0: kept})
    hear = lambda opened, part: heard.append((part.first, part.last))  # noqa: E731
    (joined,) = play_blocks(one_after_another([again]), pool, Control(), hear)
    pool.close()
    assert joined.rows.tobytes() == block.rows.tobytes()
    played = {place for first, last in heard for place in range(first, last)}
    assert played == set(range(50, 200)) | set(range(250, 300))


@compiled
def test_a_task_that_is_a_whole_block_brings_its_summary():
    prepared = PreparedCell(make_cell("tranquility", policy="random_legal"))
    pool = Threads(1)
    (block,) = play_blocks(one_after_another([CellProgress(prepared, 5, 40, keep_rows=True)]), pool, Control())
    pool.close()
    assert block.summary.digest == summarise(prepared.cell, block.rows).digest


# How tasks are cut


def test_nobody_knows_yet_how_long_a_game_takes():
    assert Pace().task_size(1000, 2) == 1


@pytest.mark.parametrize(
    ("rate", "left", "jobs", "size"),
    [
        (2.0, 1000, 2, 2),  # half a second a game: two games a task
        (0.1, 1000, 2, 1),
        (1000.0, 10**9, 2, 1000),  # a second
        (10**6, 10**9, 2, BLOCK),  # never more than a block
        (3000.0, 2000, 2, 500),  # the rest is shared out: half of each worker's part at once
        (3000.0, 40, 2, 30),  # but not in crumbs
        (3000.0, 7, 2, 7),
    ],
)
def test_a_task_takes_about_a_second_and_the_rest_is_shared_out(rate, left, jobs, size):
    pace = Pace()
    pace.note(int(rate * 10), 10.0)
    assert pace.task_size(left, jobs) == size


@pytest.mark.parametrize(
    ("rate", "left", "size"),
    [
        (2.0, 1000, 10),  # five seconds
        (2.0, 20, 5),  # the rest is shared out
        (2.0, 4, 2),  # but in pieces of a second
        (10**6, 10**9, BLOCK),
    ],
)
def test_a_task_that_has_to_travel_takes_one_to_five_seconds(rate, left, size):
    pace = Pace()
    pace.note(int(rate * 10), 10.0)
    assert pace.task_size(left, 2, Granularity(least_seconds=1.0, most_seconds=5.0)) == size


def test_a_task_says_what_it_is_expected_to_take():
    progress = CellProgress(None, 1, 100)
    (block,) = progress.blocks()
    assert block.next_task(2).expected is None
    progress.pace.note(10, 5.0)
    task = block.next_task(2)
    assert task.expected == task.deals / 2.0
