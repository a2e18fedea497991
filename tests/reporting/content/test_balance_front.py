"""Page one of a report on balance answers the question of its title, so that it can be said aloud."""

import copy
from dataclasses import replace

import pytest

from analyzer.reporting import spoken
from analyzer.reporting.balance import front
from analyzer.reporting.balance.answers import CHANGE, COMPONENTS, FINE, LOOK, ORDER, RACE, STRATEGIES, Line
from analyzer.reporting.document import Labelled


def share(value, half=0.02):
    bounds = {"ci_low": value - half, "ci_high": value + half, "ci_level": 0.95, "games": 1000, "ci_method": "test"}
    return {"value": value} | bounds


def component(name, verdict="", worth=0.0):
    return {"component": name, "verdict": verdict, "grant": share(worth)}


REMEDY = {"given": [0, 1], "unit": "coins", "even": True}
FOUND = {
    "tables": [{"players": 2, "level": "good"}],
    "games": 4_000,
    "seed": 0,
    "titles": {"house:inn": "the Inn"},
    "studies": {
        "turn-order": {
            "tables": [
                {"players": 2, "level": "good", "fair": 0.5, "uneven": True, "smallest_shown": 0.05}
                | {"shares": [share(0.6), share(0.4)], "compensation": REMEDY}
            ]
        },
        "components": [
            {"components": [component("house:inn", front.STRONGER), component("house:old-mill", front.WEAKER)]}
        ],
        "course": [{"leader_wins": share(0.62)}],
    },
}
LINES = [Line(ORDER, "2 players, good", "", CHANGE, "1 more coin"), Line(COMPONENTS, "2 players, good", "", LOOK)]
LINES += [Line(RACE, "2 players, good", "", FINE)]


def found(**changes):
    other = copy.deepcopy(FOUND)
    other["studies"] |= changes
    return other


def order(**changes):
    table = FOUND["studies"]["turn-order"]["tables"][0] | changes
    return {"turn-order": {"tables": [table]}}


def test_it_says_who_is_ahead_what_evens_it_out_and_what_stands_out():
    assert front.answer(FOUND, LINES) == [
        "Whoever begins wins 60 % of the games with two good players, where a half would be fair; 1 more coin for the "
        "second player would even it out.",
        "The Inn is too strong and old mill is too weak, for certain.",
        "All else is fine.",
    ]


def test_other_results_give_other_sentences():
    fair = front.answer(found(**order(uneven=False, shares=[share(0.51), share(0.49)])), LINES)[0]
    assert fair == "Nobody is ahead by turn order for certain; a gap of 5 points would have shown."
    second = front.answer(found(**order(shares=[share(0.42), share(0.58)], compensation=None)), LINES)[0]
    assert second.startswith("Whoever begins wins 42 % of the games with two good players, where a half would be fair")
    plain = found(components=[{"components": [component("house:inn")]}])
    assert "No component is stronger or weaker" in front.answer(plain, LINES)[1]
    assert front.answer(found(components=[]), LINES)[1] == "Who leads alone at half-time wins 62 % of the games."
    worse = [*LINES, Line(STRATEGIES, "2 players, good", "", LOOK)]
    assert front.answer(FOUND, worse)[-1] == "Worth a look besides: the strategies; all else is fine."


@pytest.mark.parametrize("number", [1, 4, 40])
def test_however_much_stands_out_it_can_be_said_aloud(number):
    many = [component(f"house:a-very-long-name-of-house-{n}", front.STRONGER) for n in range(number)]
    many += [component(f"house:another-name-of-house-{n}", front.WEAKER) for n in range(number)]
    told = front.answer(found(components=[{"components": many}]), LINES)
    assert all(spoken.is_spoken(sentence) for sentence in told), told
    assert spoken.ELSEWHERE not in told


def test_what_follows_and_how_sure_it_is_stand_on_page_one():
    section = front.front(FOUND, LINES, [], "Nothing in it rests on assumed rules.")
    (follows,) = (part for part in section.parts if isinstance(part, Labelled))
    assert follows.items == (("Change", "1 more coin (2 players, good)."),)
    three = [replace(LINES[0], table=table) for table in ("2 players, good", "3 players, good", "4 players, good")]
    (every,) = (part for part in front.front(FOUND, three, []).parts if isinstance(part, Labelled))
    assert every.items == (("Change", "1 more coin (at every table)."),)
    some = [replace(three[2], verdict=FINE), *three[:2]]
    (both,) = (part for part in front.front(FOUND, some, []).parts if isinstance(part, Labelled))
    assert both.items == (("Change", "1 more coin (2 players, good and 3 players, good)."),)
    sure = section.parts[-1]
    assert sure.label == front.SURE
    assert "60 % [58, 62] with two good players" in sure.text
    assert "4\u202f000 games of two good players" in sure.text
