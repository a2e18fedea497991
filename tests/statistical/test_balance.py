"""Studies of balance find what is planted in the stalls, and hardly ever what is not there: 200 times each."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager

import pytest

from analyzer.kernel.jit import IS_PLAIN
from analyzer.studies.balance import components, course, stakes, strategies, turn_order
from analyzer.studies.balance.asking import Asked, Games
from analyzer.studies.balance.balance import _tables
from analyzer.studies.samples import Sampler
from tests.stalls.games.stalls.rules import FACES
from tests.stalls.truth import behind

pytestmark = [pytest.mark.slow, pytest.mark.timeout(7200), pytest.mark.skipif(IS_PLAIN, reason="millions of games")]

REPETITIONS = 200
FOUND, FALSE = 0.9, 0.05
SKEWED = "base[power=0][trade=0][raid=0][luck=9]"  # position 1 is 10 points ahead with two players, of 20 faces
EVEN = "even[luck=9]"
CHARMED = "base[edge=0][trade=0][raid=0][luck=49]"
PLAIN = "even[luck=9]"  # as the kingmaker's table, but the last in turn order can win
TWO_THIRDS = "even[luck=9][trade=40][outsider=1]"  # trading moves the chance of two of three seats by 20 points
CATCHING_UP = "even[luck=49]"
DOMINATED = "base[edge=0][power=0][luck=9][trade=90][raid=0]"


@contextmanager
def played_in_memory(seed):
    """Play the stages of a study without a folder."""
    with Sampler(jobs=1) as sampler:

        def play(_name, references, deals, step=0):
            return [Games(one, sampler.play(one.make(), deals, 1000 * step + seed).outcomes) for one in references]

        yield play


def asked(variant, budget, seed, players=2):
    return Asked("stalls", _tables("stalls", variant, players, "good"), budget, seed, ())


def repeated(study, variant, budget, players=2):
    """Make a study again and again on other deals."""
    for seed in range(REPETITIONS):
        with played_in_memory(seed) as play:
            yield study(asked(variant, budget, seed, players), play, 1.0)


def test_an_uneven_turn_order_is_found_and_what_evens_it_out(stalls):
    seen = Counter()
    for found in repeated(turn_order.turn_order, SKEWED, 30_000):
        (order,) = found.orders
        remedy = order.compensation
        seen["uneven"] += order.is_uneven
        seen["covered"] += remedy is not None and not remedy.needed[1].excludes(20.0)
        seen["even after"] += remedy is not None and remedy.is_even
    print(dict(seen))
    assert seen["uneven"] >= FOUND * REPETITIONS
    assert seen["covered"] >= FOUND * REPETITIONS
    assert seen["even after"] >= FOUND * REPETITIONS


def test_an_even_turn_order_is_left_alone(stalls):
    alarms = sum(found.orders[0].is_uneven for found in repeated(turn_order.turn_order, EVEN, 30_000))
    print(alarms)
    assert alarms <= FALSE * REPETITIONS + 4 * (REPETITIONS * FALSE * (1 - FALSE)) ** 0.5


def test_strong_dead_and_hoarded_charms_are_told_apart(stalls):
    seen = Counter()
    for (found,) in repeated(components.components, CHARMED, 70_000):
        worth = {one.name.removeprefix("charm:"): one for one in found.worths}
        seen["strong"] += worth["strong"].verdict == "stronger than the others"
        seen["dead"] += worth["dead"].is_worthless and not worth["dead"].grant.is_certain
        seen["trophy fools the raw table"] += worth["trophy"].raw.excludes(0.0) and worth["trophy"].disagreement != ""
        seen["false: fickle certain"] += worth["fickle"].grant.is_certain
        seen["false: dead or trophy certain"] += worth["dead"].grant.is_certain or worth["trophy"].grant.is_certain
    print(dict(seen))
    for name in ("strong", "dead", "trophy fools the raw table"):
        assert seen[name] >= FOUND * REPETITIONS, name
    for name in ("false: fickle certain", "false: dead or trophy certain"):
        assert seen[name] <= FALSE * REPETITIONS + 4 * (REPETITIONS * FALSE * (1 - FALSE)) ** 0.5, name


def test_a_dominant_strategy_and_a_dead_ban_are_told_apart(stalls):
    seen = Counter()
    for found in repeated(strategies.strategies, DOMINATED, 12_000):
        verdicts = {ban.strategy: ban.verdict for ban in found.bans}
        costs = {ban.strategy: ban.cost.together for ban in found.bans}
        seen["dominant"] += verdicts["trade"] == "nobody wins without it"
        seen["covered"] += not costs["trade"].excludes(90 / (2 * FACES))
        seen["dead"] += verdicts["dream"] == "no deal differs"
        seen["false"] += costs["dream"].excludes(0.0)
    print(dict(seen))
    assert min(seen["dominant"], seen["dead"], seen["covered"]) >= FOUND * REPETITIONS
    assert seen["false"] <= FALSE * REPETITIONS


def kings(variant):
    """Count the repetitions in which kings are made in more than one of twenty games for certain."""
    found = [one.stakes for (one,) in repeated(course.course, variant, 15_000, players=3)]
    assert {one.examined for one in found} == {course.FEWEST_EXAMINED}
    return sum(one.kings.low > stakes.OFTEN for one in found), sum(one.kings.value > 0 for one in found)


def test_a_seat_that_makes_kings_is_found_and_no_other(stalls, monkeypatch):
    monkeypatch.setattr(course, "WATCHED", course.FEWEST_EXAMINED)  # the others only tell who leads
    found, plain, idle = kings("kingmaker"), kings(PLAIN), kings("kingmaker[crown=0]")
    print(found, plain, idle)
    assert found[0] >= FOUND * REPETITIONS
    assert plain[1] <= FALSE * REPETITIONS, "every seat has a chance"
    assert idle[1] <= FALSE * REPETITIONS, "who has no chance decides nothing"


def test_what_is_at_stake_and_who_catches_up_lie_in_their_intervals(stalls, monkeypatch):
    seen = Counter()
    monkeypatch.setattr(course, "WATCHED", course.FEWEST_EXAMINED)
    for (one,) in repeated(course.course, TWO_THIRDS, 15_000, players=3):
        seen["at stake"] += not one.stakes.at_stake.excludes(2 / 3)
        seen["control: at stake"] += not one.stakes.at_stake.excludes(1.0)
        seen["no turn is idle"] += not one.stakes.idle.excludes(0.0)
    monkeypatch.setattr(course, "WATCHED", 300)
    monkeypatch.setattr(course, "FEWEST_EXAMINED", 1)
    for (one,) in repeated(course.course, CATCHING_UP, 1_000):
        for row in one.comebacks:
            if row.time == "half":
                seen["rows"] += 1
                seen["comebacks"] += not row.share.excludes(behind(row.deficit))
                seen["control: comebacks"] += not row.share.excludes(behind(row.deficit) - 0.2)
    print(dict(seen))
    assert min(seen["at stake"], seen["no turn is idle"]) >= FOUND * REPETITIONS
    assert seen["comebacks"] >= FOUND * seen["rows"]
    assert seen["control: at stake"] <= REPETITIONS // 2
    assert seen["control: comebacks"] <= seen["rows"] // 2
