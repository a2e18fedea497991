"""Studies of balance find what is planted in the stalls, and hardly ever what is not there: 200 times each."""

from __future__ import annotations

import pytest

from analyzer.kernel.jit import IS_PLAIN
from tools.covering import balance

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="millions of games")

REPETITIONS = 200
FOUND, FALSE = 0.9, 0.05


STUDIES = (balance.seen_order, balance.seen_charms, balance.seen_bans, balance.seen_prices, balance.seen_exploits)


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


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_kings_stakes_and_comebacks_are_found_and_no_others(stalls):
    seen = balance.seen_course(REPETITIONS)
    print(dict(seen))
    for name in ("kings", "at stake", "no turn is idle"):
        assert seen[name] >= FOUND * REPETITIONS, name
    for name in ("false: all have a chance", "false: no crown"):
        assert seen[name] <= FALSE * REPETITIONS, name
    assert seen["comebacks"] >= FOUND * seen["rows"]
    assert seen["wrong: at stake"] <= REPETITIONS // 2
    assert seen["wrong: comebacks"] <= seen["rows"] // 2
