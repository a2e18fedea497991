"""Studies of balance on the stalls: what they play, what they say of it, and how a game's course is followed."""

import json

import numpy as np
import pytest

import analyzer
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.reporting.balance.sheet import CHANGE, FINE, LOOK, sheet
from analyzer.stats import Estimate
from analyzer.studies.balance.course import Path
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
    assert list(document["studies"]) == ["turn-order", "components", "strategies", "course"], (
        "no names of chance: no luck"
    )
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
    remedy = {"handicap": "position 2: coins +3", "even": True, "shares": [share(0.5), share(0.5)]}
    (change,) = sheet(document(**{"turn-order": order([0.6, 0.4], uneven=True, remedy=remedy)}))
    assert [line.verdict for line in (fine, look, change)] == [FINE, LOOK, CHANGE]
    assert "a gap of 2.0 points would show" in fine.sentence
    assert "no handicap was found" in look.sentence
    assert "with position 2: coins +3 no gap shows any more: 50 : 50" in change.sentence
    assert change.mend.endswith("--handicap 'position 2: coins +3'")


def race(value, low):
    course = {"players": 2, "level": "good", "leader_wins": share(value, low, 1.0), "watched": 300}
    course |= {"lead_changes": share(2.0), "settled": share(0.4)}
    return course | {"turns": {"median": share(20.0), "p90": share(30.0)}, "endings": {"truncated": share(0.02)}}


def test_the_sheet_tells_a_runaway_from_a_close_race():
    for value, low, verdict in ((0.95, 0.92, CHANGE), (0.8, 0.77, LOOK), (0.6, 0.55, FINE)):
        length, line = sheet(document(course=[race(value, low)]))
        assert line.verdict == verdict
        assert length.verdict == LOOK, "two in a hundred are cut off"
        assert f"wins {100 * value:.0f} %" in line.sentence


def test_the_sheet_counts_what_bans_do():
    def ban(name, value, verdict):
        cost = {"value": value, "together": share(value)}
        return {"players": 2, "level": "good", "strategy": name, "cost": cost, "verdict": verdict}

    bans = [ban("attack", 0.3, "nobody wins without it"), ban("raid", 0.0, "no deal differs")]
    (line,) = sheet(document(strategies={"bans": bans}))
    assert line.verdict == CHANGE
    assert "attack: −30.0 points, nobody wins without it; never comes up: raid" in line.sentence
    (line,) = sheet(document(strategies={"bans": [ban("attack", 0.03, "it pays")]}))
    assert line.verdict == FINE


def test_an_estimate_of_whole_and_parts_is_written_without_what_is_no_number():
    from analyzer.studies.balance.turn_order import Compensation

    endless = Estimate(float("nan"), float("-inf"), float("inf"), 0.95, 50, "jackknife of groups")
    found = Compensation("coins", (endless,), (0,), (endless,)).as_dict()
    assert found["needed"][0]["value"] is None
    assert found["handicap"] == "none"
