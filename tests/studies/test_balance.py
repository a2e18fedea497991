"""Studies of balance on the stalls: what they play, what they say of it, and how a game's course is followed."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

import analyzer
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.reporting.balance.answers import CHANGE, FINE, HOLDS, LOOK
from analyzer.reporting.balance.said import handicap_words
from analyzer.reporting.balance.sheet import TOPICS, sheet
from analyzer.reporting.balance.short import in_short
from analyzer.runs.specs.spec import STUDIES
from analyzer.stats import Estimate
from analyzer.studies.balance.course import Path, comebacks
from analyzer.studies.balance.turn_order import _within
from tests.stalls.games.stalls.rules import FACES
from tools.covering.balance import asked

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


def test_other_studies_share_the_budget_otherwise_and_have_a_folder_of_their_own(stalls):
    whole = asked("base", 40_000, 0)
    assert whole.folder != replace(whole, only=("turn-order",)).folder
    assert whole.folder == replace(whole).folder


def test_few_fresh_deals_do_not_overrule_what_many_have_shown():
    shown = [Estimate(0.0, 0.0, 0.0, 0.95, 50, ""), Estimate(26.0, 19.0, 34.0, 0.95, 50, "")]
    assert _within(np.array([0.0, 10.0]), shown).tolist() == [0.0, 19.0]
    assert _within(np.array([0.0, 30.0]), shown).tolist() == [0.0, 30.0]


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
    remedy |= {"unit": "coins", "smallest_shown": 0.015}
    remedy |= {"shares": [share(0.5), share(0.5)]}
    (change,) = sheet(document(**{"turn-order": order([0.6, 0.4], uneven=True, remedy=remedy)}))
    assert [line.verdict for line in (fine, look, change)] == [FINE, LOOK, CHANGE]
    assert "a gap of 2.0 points would show" in fine.sentence
    assert "no handicap was found" in look.sentence
    assert change.sentence == (
        "Whoever begins wins 60 % of the games, not a half. With 3 more coins for the second player no gap shows on "
        "fresh deals; one of 1.5 points would."
    )
    assert change.remedy == "3 more coins for the second player at the start"
    assert change.mend.endswith("--handicap 'position 2: coins +3'")


def test_a_gap_of_less_than_a_point_needs_nothing_and_a_handicap_that_mends_nothing_is_not_recommended():
    little = order([0.506, 0.494], uneven=True)
    little["tables"][0]["shares"] = [share(0.506, 0.503, 0.509), share(0.494, 0.491, 0.497)]
    (line,) = sheet(document(**{"turn-order": little}))
    assert line.verdict == FINE
    told = "Whoever begins wins 50.6 % of the games, not a half: less than a point, which needs no compensation."
    assert line.sentence == told
    remedy = {"handicap": "position 2: coins +3", "given": [0, 3], "resource": "coins", "unit": "coins", "even": True}
    remedy |= {"smallest_shown": 0.2, "shares": [share(0.4), share(0.6)]}
    (line,) = sheet(document(**{"turn-order": order([0.53, 0.47], uneven=True, remedy=remedy)}))
    assert line.sentence.endswith("; no handicap was found that brings it nearer to even.")
    assert not line.remedy


def test_handicaps_are_said_by_turn_position():
    assert (
        handicap_words([0, 2, 1], "coins") == "2 more coins for the second player and 1 more coin for the third player"
    )
    assert handicap_words([-1, 0], "rum") == "1 fewer rum for the first player"
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
    (line,) = sheet(document(strategies={"bans": bans, "rivals": ["raid", "hunt"]}))
    assert line.verdict == FINE, "an attack belongs to any play"
    (line,) = sheet(document(strategies={"bans": [ban("attack", 0.0, "open")]}))
    assert (line.verdict, line.sentence) == (FINE, "No strategy pays for certain.")


def test_the_sheet_says_which_of_two_strategies_pays_more():
    attack, peace = ban("attack", 0.03, "it pays"), ban("diplomacy", 0.1, "it pays")
    found = {"bans": [attack, peace], "rivals": ["attack", "diplomacy"]}
    (line,) = sheet(document(strategies=found))
    told = "Which of attack and diplomacy pays most is open: giving up diplomacy costs a seat 10.0 points, attack 3.0."
    assert line.sentence.startswith(told)
    attack["cost"]["together"], peace["cost"]["together"] = share(0.03, 0.01, 0.05), share(0.1, 0.08, 0.12)
    (line,) = sheet(document(strategies=found))
    assert line.sentence.startswith("Of attack and diplomacy, diplomacy pays most for certain: giving up diplomacy")


def test_the_sheet_in_short_answers_over_all_tables():
    attack, peace = ban("attack", 0.03, "it pays"), ban("diplomacy", 0.1, "it pays")
    inn = [piece("inn:a", 0.05, "stronger than the others"), piece("inn:b", 0.0), piece("crew:x", 0.0)]
    pieces = {"players": 2, "level": "good", "components": inn, "smallest_shown": 0.02}
    found = document(
        **{"turn-order": order([0.51, 0.49], uneven=False)},
        components=[pieces],
        strategies={"bans": [attack, peace], "rivals": ["attack", "diplomacy"]},
    )
    assert [*in_short(found, sheet(found))] == [
        "Compensation for the turn order: no need for any shows (2 players, good).",
        "Of the kind inn, for certain: strongest a (2 players, good).",
        "No crew stands out for certain (2 players, good).",
        "Which of attack and diplomacy pays most is open: giving up diplomacy costs a seat 10.0 points, attack 3.0 "
        "(2 players, good).",
    ]
    remedy = {"handicap": "position 2: coins +1", "given": [0, 1], "resource": "coins", "even": True, "unit": "coins"}
    remedy |= {"smallest_shown": 0.015, "shares": [share(0.5), share(0.5)]}
    found = document(**{"turn-order": order([0.6, 0.4], uneven=True, remedy=remedy)})
    (told,) = in_short(found, sheet(found))
    assert told == "Compensation for the turn order: 1 more coin for the second player at the start (2 players, good)."


def again(name, found, here, *, certain=True):
    return {"component": name, "found": share(found), "here": share(here) | {"certain": certain}}


def test_the_sheet_says_whether_it_holds_at_stronger_play():
    table = {"players": 2, "level": "strong", "found_at": "good", "deals": 500, "fair": 0.5, "evened": []}
    table |= {"shares": [share(0.53, 0.48, 0.58), share(0.47, 0.42, 0.52)], "smallest_shown": 0.069}
    table |= {"components": [again("inn:a", 0.1, 0.05), again("inn:b", 0.1, -0.1)], "smallest_component": 0.08}
    order_line, components = sheet(document(stronger=[table]))
    assert (order_line.question, order_line.verdict, components.verdict) == (HOLDS, FINE, LOOK)
    assert (
        "begins wins 53 % of the games, which may be chance (fair: a half). Gaps of 6.9 points would show."
        in order_line.sentence
    )
    assert "1 keep their sign; 1 have the other one for certain. Effects of 8.0" in components.sentence
    table["components"] = table["components"][:1]
    table["shares"] = [share(0.6, 0.55, 0.65), share(0.4, 0.35, 0.45)]
    order_line, components = sheet(document(stronger=[table]))
    assert "wins 60 % of the games, for certain" in order_line.sentence
    assert components.verdict == FINE


def piece(name, value, verdict=""):
    grant = {"value": value, "certain": bool(verdict)}
    return {"component": name, "grant": grant, "verdict": verdict, "removal_score": None, "removal_turns": None}


def test_the_sheet_names_components_kind_by_kind():
    strong, weak = "stronger than the others", "weaker than the others"
    inn = [piece("inn:a_b", 0.05, strong), piece("inn:c", 0.0), piece("inn:d", -0.05, weak)]
    crew = [piece("crew:x", 0.01), piece("crew:y", -0.01)]
    table = {"players": 2, "level": "good", "components": [*inn, *crew], "smallest_shown": 0.02}
    first, second = sheet(document(components=[table]) | {"titles": {"inn:a_b": "A and B"}})
    assert (first.verdict, second.verdict) == (LOOK, FINE)
    assert first.sentence == (
        "To begin with an inn is worth +0.0 points on average. Too strong beside that, for certain: A and B (+5.0 "
        "points). Too weak beside that, for certain: d (−5.0 points)."
    )
    assert second.sentence.startswith("No crew stands out from the others for certain; worth most: x (+1.0 points)")
    assert second.sentence.endswith("least: y (−1.0 points); 2.0 points would show.")


@compiled_only
def test_every_sentence_of_a_sheet_is_short(balanced):
    lines = sheet(json.loads(json.dumps(balanced(budget=10_000, players=[2, 3]).as_dict())))
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
    found = Compensation("coins", "coins", (endless,), (0,), (endless,)).as_dict()
    assert found["needed"][0]["value"] is None
    assert found["handicap"] == "none"
