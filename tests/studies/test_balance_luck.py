"""Luck by source within a study of balance, on the toy game, whose shares are enumerated."""

import json

import pytest

import analyzer
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.reporting.balance.luck import luck_report
from analyzer.reporting.balance.page import balance_report
from analyzer.reporting.balance.sheet import LUCK, sheet
from analyzer.studies.balance import luck
from analyzer.studies.luck_found import trends
from tests.toy.truth import luck_shares

compiled_only = pytest.mark.skipif(IS_PLAIN, reason="thousands of games")


@compiled_only
def test_luck_of_every_level_is_that_of_the_enumeration(toy, tmp_path):
    asked = {"only": "luck", "levels": "patient,rock", "budget": 40_000, "jobs": 1, "out": tmp_path / "runs"}
    result = analyzer.balance(toy, **asked)
    for (table, found), keep in zip(result.found["luck"].tables, (3.0, 6.0), strict=True):
        truth = luck_shares([(keep, keep)])
        assert found.who == (table.level,)
        for source in found.sources:
            first, total = truth[source.name]
            assert abs(source.first.value - first) < 2.1 * source.first.half_width  # four standard errors
            assert abs(source.total.value - total) < 2.1 * source.total.half_width
        dice = found.source("dice")
        assert dice.first.excludes(truth["dice"][1]), "control: in all is not by itself"
    document = json.loads(json.dumps(result.as_dict(), allow_nan=False))
    assert [line.question for line in sheet(document)] == [LUCK, LUCK]
    assert "decided by the dice alone, and" in sheet(document)[0].sentence
    assert "no source gains or loses weight" in " ".join(document["studies"]["luck"]["trends"])
    page = (balance_report(document, tmp_path / "page").folder / "report.md").read_text()
    assert "Luck by source" in page
    assert "dice" in page
    again = analyzer.balance(toy, **asked)
    assert again.as_dict() | {"seconds": 0} == result.as_dict() | {"seconds": 0}


@compiled_only
def test_the_page_of_luck_says_what_the_terminal_says(toy, tmp_path):
    found = analyzer.luck(toy, levels="patient,rock", games=300, jobs=1)
    page = (luck_report(found.as_dict(), tmp_path).folder / "report.md").read_text()
    assert found.words.split(". ")[0] in " ".join(page.split())
    assert "--freeze" in page


def test_trends_name_what_changes_and_say_where_nothing_does(toy):
    before, after = analyzer.luck(toy, levels="patient,rock", games=300, mixed=False, jobs=1).tables
    assert "no source gains" in " ".join(trends([before, before]))
    (dice,) = [one for one in after.sources if one.name == "dice"]
    less = type(dice)("dice", dice.first, dice.total.shifted(-0.5))
    changed = type(after)(after.who, (less,), after.interplay, after.deals, after.games, 0)
    assert " ".join(trends([before, changed])) == "From patient to rock the part of the dice becomes smaller."


def test_a_game_without_names_for_its_chance_has_no_such_study(stalls, monkeypatch):
    monkeypatch.setattr(luck, "sources", lambda asked: [])
    with pytest.raises(BadInput, match="what its streams of chance are for"):
        analyzer.balance(stalls, only="luck")
