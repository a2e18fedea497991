"""Calibration: planted answers of the toy game are found, and what cannot be found is said."""

import json
import math
from dataclasses import replace

import pytest

import analyzer
from analyzer.errors import BadInput, Interrupted
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.control import Control
from analyzer.stats.estimate import Estimate
from analyzer.studies.calibration.found import FOUND, UNREACHED, Answer, Point
from tests.studies.planted import edge_for, nearest_target, team_crossing
from tests.toy import truth

compiled_only = pytest.mark.skipif(IS_PLAIN, reason="thousands of games")
TEAM = {"switch": "target", "variant": "together", "policy": "rock", "jobs": 1}
RIVALS = {"switch": "edge", "policy": "rock", "jobs": 1}


def calibrated(**options):
    return analyzer.calibrate("toy", **{**TEAM, **options})


def holds(answer, expected):
    return answer.where is not None and not answer.where.excludes(expected)


def repeated(number, **options):
    return [calibrated(seed=seed, **options).answer for seed in range(number)]


@compiled_only
@pytest.mark.statistical
def test_planted_answers_lie_in_the_interval_as_often_as_promised(toy):
    answers = repeated(25, target="50%", budget=3000)
    expected = team_crossing(2, 0.5)
    share = sum(holds(answer, expected) for answer in answers) / 25
    assert share > 0.95 - 4 * math.sqrt(0.95 * 0.05 / 25)
    narrow = sum(abs(a.where.value - expected) < 0.25 * a.where.half_width for a in answers) / 25
    assert narrow < 0.7, "a quarter of the interval would not hold"


@compiled_only
@pytest.mark.slow
@pytest.mark.statistical
@pytest.mark.parametrize(("players", "line"), [(2, 0.5), (3, 0.3), (4, 0.8)])
def test_planted_answers_of_two_hundred_calibrations(toy, players, line, record_property):
    answers = repeated(200, target=line, players=players, budget=3000)
    share = sum(holds(answer, team_crossing(players, line)) for answer in answers) / 200
    record_property("coverage", share)
    print(f"{players} players, {line:.0%}: {share:.1%} of 200 intervals hold")
    assert share > 0.95 - 4 * math.sqrt(0.95 * 0.05 / 200)


@compiled_only
@pytest.mark.slow
@pytest.mark.statistical
def test_planted_shares_of_the_first_player_of_two_hundred_calibrations(toy):
    answers = [analyzer.calibrate("toy", **RIVALS, target=0.55, budget=3000, seed=seed).answer for seed in range(200)]
    share = sum(holds(answer, edge_for(2, 0.55)) for answer in answers) / 200
    print(f"share of the first player: {share:.1%} of 200 intervals hold")
    assert share > 0.95 - 4 * math.sqrt(0.95 * 0.05 / 200)


@compiled_only
def test_a_target_between_two_values_is_said_with_both_neighbours(toy):
    answer = calibrated(target="50%", budget=40_000).answer
    low, high = answer.neighbours
    assert answer.status == FOUND
    assert high.value == low.value + 1
    assert low.estimate.low > 0.5 > high.estimate.high
    assert low.value < team_crossing(2, 0.5) < high.value
    assert f"lies between {low.value} and {high.value}" in answer.words
    assert answer.nearest in (low.value, high.value)
    assert answer.monotone == "by the rules"
    assert [point.fit for point in answer.curve] == sorted((point.fit for point in answer.curve), reverse=True)


@compiled_only
def test_a_value_that_gives_the_target_is_among_those_that_cannot_be_told_from_it(toy):
    answer = calibrated(target=truth.team_rate(2, 13, 6), budget=4000).answer
    assert 13 in answer.hits
    assert abs(answer.where.value - 13) < 4.5 / 1.96 * answer.where.half_width
    assert "cannot be told from" in answer.words


@compiled_only
def test_most_games_are_spent_next_to_the_answer(toy):
    found = calibrated(target="50%", budget=20_000)
    spent = {point.value: point.estimate.n for point in found.answer.curve}
    near = sum(n for value, n in spent.items() if abs(value - team_crossing(2, 0.5)) < 2)
    assert near > 0.6 * found.games
    assert 0.8 * 20_000 < found.games < 1.2 * 20_000


@compiled_only
def test_what_is_out_of_reach_is_said_with_the_nearest_value(toy):
    answer = analyzer.calibrate("toy", **RIVALS, target="90%", budget=4000).answer
    assert (answer.status, answer.where, answer.nearest) == (UNREACHED, None, 34)
    assert "out of reach" in answer.words
    (point,) = answer.neighbours
    assert abs(point.estimate.value - truth.first_rate(2, 34)) < 4.5 * math.sqrt(0.25 / point.estimate.n)
    turns = analyzer.calibrate("toy", **RIVALS, target=7, measure="turns", budget=2000).answer
    assert turns.status == UNREACHED, "the toy always takes as many turns as players"


@compiled_only
def test_a_share_of_the_first_player_is_calibrated_at_values_of_a_second_switch(toy):
    """The stances of equal policies do not count: the same answer at every value of `hit` that leaves room for it."""
    options = {**RIVALS, "switch": ["edge", "hit"], "between": {"hit": (0, 40)}}
    found = analyzer.calibrate("toy", **options, target="55%", budget=90_000)
    assert [answer.given["hit"] for answer in found.answers][::4] == [0, 20, 40]
    for answer in found.answers:
        assert abs(answer.where.value - edge_for(2, 0.55)) < 4.5 / 1.96 * answer.where.half_width
        assert answer.curve[-1].value <= 100 - 36 - answer.given["hit"], "no more faces than the die has"


@compiled_only
def test_a_table_of_wants_is_met_as_nearly_as_one_value_can(toy, tmp_path):
    wants = {2: 0.2, 3: 0.9}
    file = tmp_path / "wants.toml"
    file.write_text('[players]\n2 = "20 %"\n3 = 0.9\n', encoding="utf-8")
    found = calibrated(target=str(file), budget=40_000)
    expected = nearest_target(wants, 6)
    assert expected in [item.values[0] for item in found.near]
    assert found.best.values[0] in (expected - 1, expected, expected + 1)
    for want, estimate in zip(found.wants, found.best.estimates, strict=True):
        rate = truth.team_rate(want.scene.players, found.best.values[0], 6)
        assert abs(estimate.value - rate) < 4.5 * math.sqrt(0.25 / estimate.n)
    far = max(found.tried, key=lambda item: item.distance.value)
    assert not far.is_near, "what is further off for certain is no answer"


@compiled_only
def test_wants_may_be_given_by_level_and_met_by_two_switches(toy):
    target = {"levels": {"casual": truth.team_rate(2, 11, 3), "good": {"2": truth.team_rate(2, 11, 6)}}}
    found = calibrated(target=target, budget=40_000)
    assert 11 in [item.values[0] for item in found.near]
    assert {want.scene.policy for want in found.wants} == {"casual", "good"}
    options = {"switch": ["target", "hit"], "between": ["hit=0:2", "target=9:13"]}
    both = calibrated(target=target, budget=20_000, **options)
    assert {item.values[1] for item in both.near} >= {0, 1}, "stances do not matter in a team"


def test_a_curve_that_is_not_monotone_is_said_to_have_other_answers():
    point = Point(3, Estimate(0.5, 0.4, 0.6, 0.95, 100, "wilson"))
    where = Estimate(3.2, 3.1, 3.3, 0.95, 100, "crossing")
    words = {
        word: Answer("edge", "rate", 0.5, FOUND, where, 3, (point, replace(point, value=4)), word).words
        for word in ("no", "by the rules")
    }
    assert "other values may give it too" in words["no"]
    assert "other values" not in words["by the rules"]


@compiled_only
def test_the_document_is_plain_and_the_same_for_any_number_of_jobs(toy):
    one, two = (calibrated(target=0.4, budget=3000, jobs=jobs).as_dict() for jobs in (1, 2))
    assert json.loads(json.dumps(one, allow_nan=False))["answers"][0]["status"] == FOUND
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


def test_ctrl_c_ends_it(toy):
    control = Control()
    control.stop()
    with pytest.raises(Interrupted, match="start over"):
        calibrated(target=0.4, budget=3000, control=control)


BAD = {
    "switch": ({"switch": "targt"}, "did you mean 'target'"),
    "no number": ({"switch": "rivals"}, "no order to search in"),
    "three": ({"switch": "target,edge,hit"}, "one switch, or two"),
    "target": ({"target": "half"}, "allowed: between 0 and 100 %"),
    "too much": ({"target": "150%"}, "allowed: between 0 and 100 %"),
    "measure": ({"measure": "lenght"}, "unknown measure 'lenght'"),
    "measure of rivals": ({"measure": "first"}, "all win or lose together"),
    "rate of rivals": ({"variant": "base", "measure": "rate"}, "somebody always wins"),
    "range": ({"between": "target=5"}, "lowest:highest"),
    "range too wide": ({"between": "target=0:99"}, "allowed: 0 to 40"),
    "range of another": ({"between": "edge=0:9"}, "unknown switch to calibrate 'edge'"),
    "nothing possible": ({"between": "target=30:40"}, "fewer than two values"),
    "budget": ({"budget": 10}, "budget = 10 is out of range"),
    "policy": ({"policy": "rokc"}, "did you mean 'rock'"),
    "file": ({"target": "nowhere.toml"}, "nowhere.toml"),
    "table": ({"target": {"player": {"2": 0.5}}}, "did you mean 'players'"),
    "level": ({"target": {"levels": {"gud": 0.5}}}, "unknown policy 'gud'"),
    "count": ({"target": {"players": {"two": 0.5}}}, "not a number of players"),
    "nothing wanted": ({"target": {}}, "no targets"),
}


@pytest.mark.parametrize(("options", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_told_before_anything_is_played(toy, options, message):
    with pytest.raises(BadInput, match=message):
        calibrated(**{"target": 0.5, **options})
