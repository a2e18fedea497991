"""Studies of balance find what is planted in the stalls, and hardly ever what is not there: 200 times each."""

from __future__ import annotations

from collections import Counter

import pytest

from analyzer.kernel.jit import IS_PLAIN
from analyzer.studies.balance import turn_order
from tools.covering import balance
from tools.covering.balance import repeated

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="millions of games")

REPETITIONS = 200
FOUND, FALSE = 0.9, 0.05
SKEWED = "base[power=0][trade=0][raid=0][luck=9]"  # position 1 is 10 points ahead with two players, of 20 faces
EVEN = "even[luck=9]"


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
    runs = 6
    seen = study(runs)
    print(dict(seen))
    for name, count in seen.items():
        if not name.startswith("control: "):
            assert count <= 2 if name.startswith("false: ") else count >= runs - 2, name
