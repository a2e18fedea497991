"""Studies of balance on the stalls: what they play, what they say of it, and how a game's course is followed."""

import json
import re

import numpy as np
import pytest

import analyzer
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.reporting.balance.sheet import CHANGE, FINE, HOLDS, LOOK, TOPICS, handicap_words, sheet, summary
from analyzer.stats import Estimate
from analyzer.studies.balance.balance import STUDIES
from analyzer.studies.balance.course import Path, comebacks
from tests.stalls.games.stalls.rules import FACES

compiled_only = pytest.mark.skipif(IS_PLAIN, reason="thousands of games")


@pytest.fixture
def balanced(stalls, tmp_path):
    """Study the stalls in a folder of the test."""

    def study(**options):
        given = {"players": 2, "budget": 12_000, "jobs": 1, "out": tmp_path / "runs", **options}
        return analyzer.balance(stalls, **given)

    return study


@compiled_only
def test_every_study_says_what_is_planted(balanced):
    result = balanced(budget=40_000)
    document = json.loads(json.dumps(result.as_dict(), allow_nan=False))
    assert list(document["studies"]) == list(STUDIES)
    (order,) = result.turn_order.orders
    assert abs(order.shares[0].value - 0.5 - 20 / (2 * FACES)) < 0.05
    assert order.compensation.needed[0].value == 0.0
    assert abs(order.compensation.needed[1].value - 20) < 4 * order.compensation.needed[1].half_width / 2
    (found,) = result.found["components"]
    worth = {one.name: one for one in found.worths}
    assert found.worths[0].name == "charm:strong"
    assert abs(worth["charm:strong"].grant.alone.value - 0.05) < 0.05
    assert worth["charm:bone"].removal_score is None, "no deal shows anything"
    assert worth["charm:strong"].removal_score.alone.value < 0
    bans = {ban.strategy: ban for ban in result.found["strategies"].bans}
    assert abs(bans["trade"].cost.alone.value - 10 / (2 * FACES)) < 0.05
    assert bans["dream"].verdict == "no deal differs"
    verdicts = {line.question: line.verdict for line in sheet(document)}
    assert verdicts["Fair turn order?"] == CHANGE
    assert verdicts["Strongest and weakest components?"] == LOOK
    assert verdicts["How long, and how does it end?"] == FINE


@compiled_only
def test_a_second_call_plays_nothing_and_finds_the_same(balanced):
    first, said = balanced(only="strategies"), []
    again = balanced(only="strategies", say=said.append)
    assert again.as_dict() | {"seconds": 0} == first.as_dict() | {"seconds": 0}
    assert (again.folder / "strategies-2p-good" / "manifest.json").exists()


@compiled_only
def test_an_even_game_needs_nothing(balanced):
    (order,) = balanced(variant="even", only="turn-order").turn_order.orders
    assert not order.is_uneven
    assert order.compensation is None


def test_what_is_not_asked_rightly_is_refused(balanced):
    for options, words in (
        ({"only": "turnorder"}, "did you mean 'turn-order'"),
        ({"budget": 10}, "budget"),
        ({"players": 9}, "has 2 to 4 players"),
        ({"levels": "god"}, "god"),
    ):
        with pytest.raises(BadInput, match=words):
            balanced(**options)
    with pytest.raises(BadInput, match="a question about rivals"):
        analyzer.balance("tranquility", variant="base", budget=1000)


def path(scores, winner):
    shares = np.zeros(2)
    shares[winner] = 1.0
    return Path(np.array(scores, dtype=np.float64), shares)


def test_the_course_of_a_game_is_read_from_its_scores():
    found = path([[0, 0], [3, 1], [3, 6], [9, 6]], 0)
    assert found.leaders.tolist() == [-1, 0, 1, 0]
    assert found.lead_changes == 2
    assert found.winner == 0
    assert found.settled == 0.75
    assert found.deficit == 3
    assert found.leader(0.5) == 1
    steady = path([[1, 0], [2, 0], [5, 1], [6, 1]], 0)
    assert (steady.lead_changes, steady.settled, steady.deficit) == (0, 0.0, 0.0)


@compiled_only
def test_a_kingmaker_is_found_and_a_table_without_one_raises_none(balanced, tmp_path):
    def stakes(name, variant, players=3):
        own = balanced(only="course", variant=variant, players=players, budget=15_000, out=tmp_path / name)
        return own.found["course"][0].stakes

    found = stakes("kings", "kingmaker")
    assert found.examined == 20
    assert found.kings.low > 0.5
    assert found.hopeless.low > 0.5
    assert found.at_stake.low == 0.0
    without = stakes("none", "kingmaker[crown=0]")
    assert (without.kings.value, without.hopeless.value) == (0.0, 1.0)
    plain = stakes("plain", "even", players=2)
    assert plain.kings is None, "where two play nobody decides among others"
    assert plain.forced.value == plain.idle.value == 0.0


def test_comebacks_are_counted_by_time_and_deficit():
    ahead, behind = path([[0, 0], [3, 1], [9, 1], [9, 6]], 0), path([[0, 0], [3, 1], [5, 1], [5, 6]], 1)
    rows = {(row.time, row.low): row for row in comebacks([ahead, behind])}
    assert rows["a third", 2.0].share.n == 2
    assert rows["a third", 2.0].share.value == 0.5
    assert {name: row.share.value for name, row in rows.items() if name[0] == "half"} == {
        ("half", 4.0): 1.0,
        ("half", 8.0): 0.0,
    }
    assert list(comebacks([path([[0, 0], [0, 0]], 0)])) == [], "nobody was ever behind"


def document(**studies):
    return {"game": "stalls", "variant": "base", "studies": studies}


def share(value, low=0.0, high=1.0):
    return {"value": value, "ci_low": low, "ci_high": high}


def order(shares, *, uneven, remedy=None):
    table = {"players": 2, "level": "good", "fair": 0.5, "shares": list(map(share, shares)), "uneven": uneven}
    return {"tables": [table | {"smallest_shown": 0.02, "compensation": remedy}], "resource": "coins", "common": []}


def test_the_sheet_says_another_thing_of_another_turn_order():
    (fine,) = sheet(document(**{"turn-order": order([0.51, 0.49], uneven=False)}))
    (look,) = sheet(document(**{"turn-order": order([0.53, 0.47], uneven=True)}))
    remedy = {"handicap": "position 2: coins +3", "given": [0, 3], "resource": "coins", "even": True}
    remedy |= {"shares": [share(0.5), share(0.5)]}
    (change,) = sheet(document(**{"turn-order": order([0.6, 0.4], uneven=True, remedy=remedy)}))
    assert [line.verdict for line in (fine, look, change)] == [FINE, LOOK, CHANGE]
    assert "a gap of 2.0 points would show" in fine.sentence
    assert "no handicap was found" in look.sentence
    assert change.sentence.startswith("Whoever begins wins 60 % of the games, not a half; with a handicap no gap shows")
    assert change.remedy == "give the second player 3 more coins at the start"
    assert change.mend.endswith("--handicap 'position 2: coins +3'")
    assert summary([fine, change]) == "To be changed: the turn order. The rest is fine."
    assert summary([fine]) == "Nothing here calls for a change."


def test_handicaps_are_said_by_turn_position():
    assert (
        handicap_words([0, 2, 3], "coins")
        == "give the second player 2 more and the third player 3 more coins at the start"
    )
    assert handicap_words([-1, 0], "rum") == "give the first player 1 fewer rum at the start"
    assert handicap_words([0, 0], "coins") == ""


def race(value, low, *, idle=0.0, kings=None):
    course = {"players": 2, "level": "good", "leader_wins": share(value, low, 1.0), "watched": 300}
    course |= {"lead_changes": share(2.0), "settled": share(0.4)}
    course |= {"comebacks": [{"time": "two thirds", "low": 4.0, "share": share(0.12)}]}
    course |= {"stakes": {"idle": share(idle, idle), "spread": share(0.04), "kings": kings}}
    rounds = {"median": share(20.0), "p90": share(30.0)}
    return course | {"rounds": rounds, "endings": {"decided": share(0.98), "truncated": share(0.02)}}


def test_the_sheet_tells_a_runaway_from_a_close_race():
    for value, low, verdict in ((0.95, 0.92, CHANGE), (0.8, 0.77, LOOK), (0.6, 0.55, FINE)):
        length, line, _choices = sheet(document(course=[race(value, low)]))
        assert line.verdict == verdict
        assert length.verdict == LOOK, "two in a hundred are cut off"
        assert f"wins {100 * value:.0f} %" in line.sentence
        assert "at least 4 behind after two thirds still wins 12 %" in line.sentence


def test_the_sheet_tells_lost_seats_and_idle_turns():
    kings = share(0.3, 0.2, 0.4) | {"games": 100}
    *_, lost, idle = sheet(document(course=[race(0.6, 0.5, idle=0.4, kings=kings)]))
    assert (lost.verdict, idle.verdict) == (LOOK, LOOK)
    assert lost.sentence == "In 30 % of 100 games a seat without a chance decides in its last turn who wins."
    assert idle.sentence.startswith("40 % of the turns leave no choice; a choice moves")
    *_, lost, idle = sheet(document(course=[race(0.6, 0.5, kings=share(0.0, 0.0, 0.04) | {"games": 100})]))
    assert (lost.verdict, idle.verdict) == (FINE, FINE)
    assert lost.sentence.startswith("In none of 100 games")
    assert idle.sentence.startswith("No turn is without a choice")


def ban(name, value, verdict):
    cost = {"value": value, "together": share(value)}
    return {"players": 2, "level": "good", "strategy": name, "cost": cost, "verdict": verdict}


def test_the_sheet_counts_what_bans_do():
    bans = [ban("attack", 0.3, "nobody wins without it"), ban("raid", 0.0, "no deal differs")]
    (line,) = sheet(document(strategies={"bans": bans}))
    assert line.verdict == CHANGE
    assert line.sentence == "Without attack a seat wins 30.0 points less."
    assert line.remedy.startswith("make attack dearer")
    (line,) = sheet(document(strategies={"bans": [ban("attack", 0.03, "it pays"), ban("hunt", 0.0, "worth nothing")]}))
    assert line.verdict == LOOK
    assert line.sentence == "Without attack a seat wins 3.0 points less; worth nothing: hunt."
    (line,) = sheet(document(strategies={"bans": [ban("attack", 0.0, "open")]}))
    assert (line.verdict, line.sentence) == (FINE, "No strategy pays for certain.")


def piece(name, value, verdict=""):
    grant = {"value": value, "certain": bool(verdict)}
    return {"component": name, "grant": grant, "verdict": verdict, "removal_score": None, "removal_turns": None}


def test_the_sheet_names_components_kind_by_kind():
    strong, weak = "stronger than the others", "weaker than the others"
    inn = [piece("inn:a_b", 0.05, strong), piece("inn:c", 0.0), piece("inn:d", -0.05, weak)]
    crew = [piece("crew:x", 0.01), piece("crew:y", -0.01)]
    table = {"players": 2, "level": "good", "components": [*inn, *crew]}
    first, second = sheet(document(components=[table]))
    assert (first.verdict, second.verdict) == (LOOK, FINE)
    assert first.sentence == (
        "Too strong for an inn, for certain: a b (+5.0 points). Too weak for an inn, for certain: d (−5.0 points)."
    )
    assert second.sentence.startswith("No crew stands out from the others for certain; worth most: x (+1.0 points)")


@compiled_only
def test_every_sentence_of_a_sheet_is_short(balanced):
    lines = sheet(json.loads(json.dumps(balanced(budget=20_000, players=[2, 3]).as_dict())))
    assert list(dict.fromkeys(line.question for line in lines)) == [
        question for question in TOPICS if question != HOLDS
    ], "stronger play is asked of a spec"
    for line in lines:
        for sentence in line.sentence.split(". "):
            assert len(sentence.split()) <= 30, sentence
            assert len(re.findall(r"\d[\d.,]*", sentence)) <= 3, sentence
        assert "_" not in line.sentence
        assert ":" not in line.remedy


def test_an_estimate_of_whole_and_parts_is_written_without_what_is_no_number():
    from analyzer.studies.balance.turn_order import Compensation

    endless = Estimate(float("nan"), float("-inf"), float("inf"), 0.95, 50, "jackknife of groups")
    found = Compensation("coins", (endless,), (0,), (endless,)).as_dict()
    assert found["needed"][0]["value"] is None
    assert found["handicap"] == "none"
