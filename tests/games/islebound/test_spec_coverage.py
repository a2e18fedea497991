"""Every clause, town side, building, switch, ambiguity, example and decision point has a test that bears its name."""

from __future__ import annotations

import re

import pytest

from analyzer.games.islebound import GAME
from analyzer.games.islebound.notation import BUILDINGS, TOWNS

NO_RULES = {
    "I-VAR-PIRATESHIP",  # its text is incomplete; the specification says that it is not to be implemented
    "I-BLDG-X01",  # stands for X01 to X13, which are looked for one by one below
}
TESTED_BY_CLAUSE = {
    "advanced": "I-VAR-ADV",
    "merchant": "I-VAR-MERCHANT",
    "closed_quarters": "I-VAR-QUARTERS",
    "raid": "I-VAR-RAID",
    "six_buildings": "I-VAR-SIX",
    "architect": "I-VAR-ARCHITECT",
    "offer_limit": "I-VAR-MERCHANT",
    "round_limit": "I-END-05",
}


@pytest.fixture(scope="module")
def found(coverage):
    return coverage("islebound")


def town_clauses(text):
    """List the clauses of the towns: those behind the first are written as a number only, `**-02**`."""
    lines = re.findall(r"(?m)^- (\*\*I-TOWN-.*)$", text)
    parts = [
        (re.match(r"\*\*(I-TOWN-[A-Z]+)-", line)[1], re.findall(r"\*\*(?:I-TOWN-[A-Z]+)?-(\w+)\*\*", line))
        for line in lines
    ]
    return [f"{town}-{part}" for town, numbers in parts for part in numbers]


@pytest.mark.parametrize(
    ("pattern", "number"),
    [
        (r"\*\*(I-(?!TOWN|BLDG|VAR)[A-Z]+-\d\d)\*\*", 98),
        (r"\*\*(I-(?:BLDG|VAR)-\w+)", 30),
        (r"\*\*(EX-\d\d)\*\*", 37),
        (r"(?m)^\| (D\d+\w?) ", 18),
    ],
    ids=["clauses", "buildings and variants", "worked examples", "decision points"],
)
def test_every_id_has_a_test(found, pattern, number):
    ids = found.ids(pattern)
    assert len(ids) == number
    assert found.untested(name for name in ids if name not in NO_RULES) == []


def test_every_town_side_has_a_test(found):
    clauses = town_clauses(found.text)
    assert len({clause.split("-")[2] for clause in clauses}) == len(TOWNS) == 16
    assert found.untested(clauses) == []
    with_text = {clause.split("-")[2].lower() for clause in clauses if clause.endswith("-ADV")}
    keeps = [name for name in TOWNS if not any(re.sub(r"the_|_", "", name) == town for town in with_text)]
    ports = ["crimsika", "krazk", "marhaven", "thundrake"]
    assert found.untested(f"i_var_adv_towns_that_keep_their_action_{name}" for name in keeps if name not in ports) == []


def test_every_building_has_a_test(found):
    assert len(BUILDINGS) == 35
    assert found.untested(f"i_bldg_{name}" for name in BUILDINGS) == []


def test_every_ambiguity_has_a_test(found):
    ids = found.ids(r"(?m)^\| (AMB-\d\d) ")
    assert len(ids) == 51
    assert found.untested(ids) == []


def test_every_switch_has_a_test(found):
    """A reading's test bears the ambiguity's number, a variant's and a limit's the clause."""
    wanted = {switch.name: TESTED_BY_CLAUSE.get(switch.name, switch.clause.split(",")[0]) for switch in GAME.switches}
    assert found.untested(wanted.values()) == []
    assert {clause[:3] for name, clause in wanted.items() if name not in TESTED_BY_CLAUSE} == {"AMB"}
