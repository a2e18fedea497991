"""Every clause, switch, ambiguity, worked example, mission and decision point has a test that bears its name."""

from __future__ import annotations

import re

import pytest

from analyzer.games.portolano import GAME


@pytest.fixture(scope="module")
def found(coverage):
    return coverage("portolano")


@pytest.mark.parametrize(
    ("pattern", "number"),
    [(r"\*\*(P-\w+-\d+)", 117), (r"\*\*(E-P\d+)", 29), (r"^\| (D\d+\w?) ", 16)],
    ids=["clauses", "worked examples", "decision points"],
)
def test_every_id_has_a_test(found, pattern, number):
    ids = found.ids(f"(?m){pattern}")
    assert len(ids) == number
    assert found.untested(ids) == []


def test_every_mission_has_a_test(found):
    assert found.untested(f"m{number}" for number in range(1, 13)) == []


def test_every_switch_has_a_test(found):
    assert found.untested(f"switch_{switch.name}" for switch in GAME.switches) == []


def test_every_ambiguity_has_a_switch_or_a_test(found):
    """A switch names the ambiguity it answers; the other ones have a test of their only reading."""
    ids = found.ids(r"(?m)^\| (A-\d+) ")
    assert len(ids) == 32
    answered = {ambiguity for switch in GAME.switches for ambiguity in re.findall(r"A-\d+", switch.clause)}
    assert found.untested(name for name in ids if name not in answered) == []
    assert set(ids) >= answered


def test_a_missing_test_would_be_told(found):
    assert found.untested(["P-SEA-5", "P-SEA-99", "A-2", "P-SEA"]) == ["P-SEA-99", "A-2"]
