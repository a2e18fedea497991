"""Every clause, worked example and switch has a test that bears its name."""

from __future__ import annotations

import pytest

from analyzer.games.tranquility import GAME


@pytest.fixture(scope="module")
def found(coverage):
    return coverage("tranquility")


@pytest.mark.parametrize(
    ("pattern", "number"),
    [(r"\*\*(T-[A-Z]+-[A-Z]?\d+[a-z]?)\*\*", 124), (r"\*\*(EX-\d+)", 38)],
    ids=["clauses", "worked examples"],
)
def test_every_id_has_a_test(found, pattern, number):
    ids = found.ids(pattern)
    assert len(ids) == number
    assert found.untested(ids) == []


def test_every_switch_has_a_test(found):
    assert found.untested(switch.name for switch in GAME.switches) == []
