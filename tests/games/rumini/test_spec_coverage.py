"""Every clause, switch, ambiguity, worked example and decision point has a test that bears its name."""

from __future__ import annotations

import re

import pytest

from analyzer.games.rumini import GAME

TESTED_BY_CLAUSE = {"max_rounds": "r_end_3"}


@pytest.fixture(scope="module")
def found(coverage):
    return coverage("rumini")


@pytest.mark.parametrize(
    ("pattern", "number"),
    [(r"\*\*(R-[A-Z]+-\d+)", 56), (r"\*\*(E-R\d+)", 23), (r"^\| (Q\d) ", 8)],
    ids=["clauses", "worked examples", "decision points"],
)
def test_every_id_has_a_test(found, pattern, number):
    ids = found.ids(f"(?m){pattern}")
    assert len(ids) == number
    assert found.untested(ids) == []


def test_every_switch_has_a_test(found):
    names = (TESTED_BY_CLAUSE.get(switch.name, f"switch_{switch.name}") for switch in GAME.switches)
    assert found.untested(names) == []


def test_every_ambiguity_has_a_switch_or_a_test(found):
    """A switch names the ambiguity it answers; the other ones have a test of their only reading."""
    ids = found.ids(r"(?m)^\| (B-\d+) ")
    assert len(ids) == 25
    answered = {ambiguity for switch in GAME.switches for ambiguity in re.findall(r"B-\d+", switch.clause)}
    assert found.untested(name for name in ids if name not in answered) == []
    assert set(ids) >= answered
