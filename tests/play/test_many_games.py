"""Fifty million games: counts and sums stay exact, and memory hardly grows. `tools/soak.py` plays them for real."""

import copy
import math
import tracemalloc

import pytest

from analyzer.cells import make_cell
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import BLOCK, block_seeds
from analyzer.play.simulation import simulate_in
from analyzer.play.stopping import Goal
from analyzer.play.summary import summarise
from analyzer.play.tasks import LOCAL, Part
from analyzer.runs.stored.store import Finished
from analyzer.stats import means

GAMES = 50_000_000
BLOCKS, REST = divmod(GAMES, BLOCK)

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="a block of games: only compiled")


class SameBlock:
    """A pool that gives the games of one block again and again, at once: fifty million rows within seconds."""

    can_stop, granularity, jobs = False, LOCAL, 2

    def __init__(self, prepared, copy=lambda summary: summary):
        self.cell, self.copy = prepared.cell, copy
        self.rows = prepared.play(block_seeds(0, 0), 0)
        self.summary = summarise(self.cell, self.rows)

    def has_room(self, under_way):
        return under_way < 4

    def submit(self, task, _control):
        return Promise(task)

    def finished(self, promises):
        return promises

    def result(self, promise):
        task = promise.task
        rows = self.rows[task.first : task.first + task.deals]
        summary = self.copy(self.summary) if task.deals == BLOCK else None
        return Part(task.first, task.deals, None if summary else rows, task.deals / 1e6, summary)


class Promise:
    def __init__(self, task):
        self.task = task

    def cancel(self):
        """Nobody plays it."""


@pytest.fixture(params=[("together", "team"), ("fair", "rivals")], ids=lambda kind: kind[1])
def prepared(request, toy):
    return PreparedCell(make_cell(toy, variant=request.param[0], players=3, policy="rock"))


def test_sums_and_counts_of_fifty_million_games_are_exact(prepared):
    pool = SameBlock(prepared)
    found = simulate_in(pool, prepared, Goal(GAMES))
    block, rest = pool.summary, summarise(prepared.cell, pool.rows[:REST])
    assert found.games == GAMES == sum(found.outcomes().values())
    assert list(found.summary.causes) == [BLOCKS * a + b for a, b in zip(block.causes, rest.causes, strict=True)]
    for name, measure in found.summary.measures.items():
        one, last = block.measures[name], rest.measures[name]
        exact = means.Moments(GAMES, BLOCKS * one.total + last.total, BLOCKS * one.squares + last.squares)
        assert measure == exact, name
        assert isinstance(measure.squares, int)
    for whole, one, last in zip(found.summary.shares, block.shares, rest.shares, strict=True):
        assert math.isclose(whole.total, BLOCKS * one.total + last.total, rel_tol=1e-12)
        assert math.isclose(whole.squares, BLOCKS * one.squares + last.squares, rel_tol=1e-12)


def test_a_run_of_fifty_million_games_adds_up_to_the_same(prepared):
    pool, finished = SameBlock(prepared), Finished()
    for _ in range(BLOCKS):
        finished.add(pool.summary)
    tally, one = finished.tally, pool.summary.tally
    assert (tally.games, tally.wins, finished.blocks) == (BLOCKS * BLOCK, BLOCKS * one.wins, BLOCKS)
    for whole, part in zip((*tally.totals, *tally.squares), (*one.totals, *one.squares), strict=True):
        assert math.isclose(whole, BLOCKS * part, rel_tol=1e-12)


def most_memory(pool, prepared, goal):
    tracemalloc.start()
    try:
        simulate_in(pool, prepared, goal)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_of_a_block_hardly_anything_stays_in_memory():
    prepared = PreparedCell(make_cell("tranquility", policy="random_legal"))
    pool = SameBlock(prepared, copy.deepcopy)
    few, many = (most_memory(pool, prepared, Goal(blocks * BLOCK)) for blocks in (200, 600))
    assert (many - few) / 400 < 700  # bytes: two tallies and a digest; with its summary it was 1,100


def test_looking_at_every_block_whether_it_is_enough_takes_no_longer_the_more_there_are(prepared, monkeypatch):
    looked_at = []
    monkeypatch.setattr(Goal, "is_reached", lambda _self, tallies: looked_at.append(len(tallies)) or False)
    simulate_in(SameBlock(prepared), prepared, Goal(50 * BLOCK, until=0.001))
    assert len(looked_at) > 50
    assert max(looked_at[:50]) == 1  # the sum of all blocks
