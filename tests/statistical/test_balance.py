"""Studies of balance find what is planted in the stalls, and hardly ever what is not there: 200 times each."""

from __future__ import annotations

from collections import Counter

import pytest

from analyzer.kernel.jit import IS_PLAIN
from analyzer.studies.balance import course, stakes, turn_order
from tests.stalls.truth import behind
from tools.covering import balance
from tools.covering.balance import repeated

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="millions of games")

REPETITIONS = 200
FOUND, FALSE = 0.9, 0.05
SKEWED = "base[power=0][trade=0][raid=0][luck=9]"  # position 1 is 10 points ahead with two players, of 20 faces
EVEN = "even[luck=9]"
CROWNLESS = "even[luck=9]"  # as the kingmaker's table, but the last in turn order can win
TWO_THIRDS = "even[luck=9][trade=40][outsider=1]"  # trading moves the chance of two of three seats by 20 points
CATCHING_UP = "even[luck=49]"


@pytest.mark.slow
def test_an_uneven_turn_order_is_found_and_what_evens_it_out(stalls):
    seen = Counter()
    for found in repeated(turn_order.turn_order, SKEWED, 30_000, REPETITIONS):
        (order,) = found.orders
        remedy = order.compensation
        seen["uneven"] += order.is_uneven
        seen["covered"] += remedy is not None and not remedy.needed[1].excludes(20.0)
        seen["even after"] += remedy is not None and remedy.is_even
    print(dict(seen))
    assert seen["uneven"] >= FOUND * REPETITIONS
    assert seen["covered"] >= FOUND * REPETITIONS
    assert seen["even after"] >= FOUND * REPETITIONS


@pytest.mark.slow
def test_an_even_turn_order_is_left_alone(stalls):
    alarms = sum(found.orders[0].is_uneven for found in repeated(turn_order.turn_order, EVEN, 30_000, REPETITIONS))
    print(alarms)
    assert alarms <= FALSE * REPETITIONS + 4 * (REPETITIONS * FALSE * (1 - FALSE)) ** 0.5


STUDIES = (balance.seen_charms, balance.seen_bans, balance.seen_prices, balance.seen_exploits)


def holds(seen, runs):
    """Tell what is planted from what is not: found in 90 %, claimed falsely in 5 %, within four standard errors."""
    print(dict(seen))
    slack = 4 * (runs * FALSE * (1 - FALSE)) ** 0.5
    for name, count in seen.items():
        if name.startswith("control: "):
            assert count > FALSE * runs, "deals that a reply was chosen by flatter it"
        elif name.startswith("false: "):
            assert count <= FALSE * runs + slack, name
        else:
            assert count >= FOUND * runs, name


@pytest.mark.slow
@pytest.mark.parametrize("study", STUDIES)
def test_what_is_planted_is_found_and_what_is_not_is_not(stalls, study):
    holds(study(), REPETITIONS)


@pytest.mark.parametrize("study", STUDIES)
def test_a_few_repetitions_find_it_too(stalls, study):
    runs = 4
    seen = study(runs)
    print(dict(seen))
    for name, count in seen.items():
        if not name.startswith("control: "):
            assert count <= 2 if name.startswith("false: ") else count >= runs - 1, name


def kings(variant):
    """Count the repetitions in which kings are made in more than one of twenty games for certain."""
    found = [one.stakes for (one,) in repeated(course.course, variant, 15_000, REPETITIONS, players=3)]
    assert {one.examined for one in found} == {course.FEWEST_EXAMINED}
    return sum(one.kings.low > stakes.OFTEN for one in found), sum(one.kings.value > 0 for one in found)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_a_seat_that_makes_kings_is_found_and_no_other(stalls, monkeypatch):
    monkeypatch.setattr(course, "WATCHED", course.FEWEST_EXAMINED)  # the others only tell who leads
    found, plain, idle = kings("kingmaker"), kings(CROWNLESS), kings("kingmaker[crown=0]")
    print(found, plain, idle)
    assert found[0] >= FOUND * REPETITIONS
    assert plain[1] <= FALSE * REPETITIONS, "every seat has a chance"
    assert idle[1] <= FALSE * REPETITIONS, "who has no chance decides nothing"


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_what_is_at_stake_and_who_catches_up_lie_in_their_intervals(stalls, monkeypatch):
    seen = Counter()
    monkeypatch.setattr(course, "WATCHED", course.FEWEST_EXAMINED)
    for (one,) in repeated(course.course, TWO_THIRDS, 15_000, REPETITIONS, players=3):
        seen["at stake"] += not one.stakes.at_stake.excludes(2 / 3)
        seen["control: at stake"] += not one.stakes.at_stake.excludes(1.0)
        seen["no turn is idle"] += not one.stakes.idle.excludes(0.0)
    monkeypatch.setattr(course, "WATCHED", 300)
    monkeypatch.setattr(course, "FEWEST_EXAMINED", 1)
    for (one,) in repeated(course.course, CATCHING_UP, 1_000, REPETITIONS):
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
