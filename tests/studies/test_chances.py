"""Win chances at the steps of a game: what they rest on, and what they are."""

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.replay import Replay
from analyzer.play.simulation import simulate_cell
from analyzer.play.trace import trace_of
from analyzer.studies.chances import Chances, appraise, difference
from tests.play.test_trace import SCHEMA, problems

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="plays thousands of games")
BOARD = ["rows=3", "columns=3", "islands=20", "finishes=3", "start_price=2"]


@pytest.fixture(scope="module")
def game():
    """A small game that was won, with its chances."""
    for deal in range(20):
        story = Replay(make_cell("tranquility", players=2, policy="spacing", sets=BOARD), 1, deal)
        steps = appraise(story, 40)
        if story.outcome["won"]:
            return story, steps
    raise AssertionError("no deal was won")


def test_every_step_has_its_chance_with_an_interval(game):
    story, steps = game
    trace = trace_of(story, steps)
    assert problems(trace, SCHEMA) == []
    for step in trace["steps"]:
        chance = step["chance"]
        assert chance["before"]["n"] == 40
        assert chance["before"]["low"] <= chance["before"]["value"] <= chance["before"]["high"]
        assert (chance["best"] is None) == (len(step["options"]) == 1)
        if chance["best"]:
            assert chance["best"]["after"]["n"] == 20, "the other half chose it"
            assert chance["best"]["answer"] != step["answer"]


def test_what_followed_is_the_chance_of_the_next_question_and_at_last_the_outcome(game):
    _, steps = game
    chances = [step.details["chance"] for step in steps]
    assert [chance["after"] for chance in chances[:-1]] == [chance["before"] for chance in chances[1:]]
    assert steps[-1].words == "plays the Finish"
    assert chances[-1]["before"]["value"] == 1.0, "a Finish wins on every sample"
    assert chances[-1]["after"] == {"value": 1.0, "low": 1.0, "high": 1.0, "n": 0}


def bench_at(cell, number):
    """The bench of a game as it lies before an answer, and that answer."""
    found = []
    story = Replay(cell, 1, 3, is_full=True)
    story.appraise = lambda bench, options, answer: found.append((bench.copy(), answer)) or {}
    steps = iter(story)
    for _ in range(number):
        next(steps)
    return found[-1]


def test_a_chance_rests_on_what_the_seat_sees_and_on_nothing_else():
    cell = make_cell("tranquility", players=3, policy="spacing")
    bench, answer = bench_at(cell, 9)
    seen = Chances(cell, 30, 1, 3).play_on(bench, [answer])
    asked = int(bench["state"]["table"]["asked"])
    other = bench.copy()
    other["state"]["hidden"]["deck"] = np.random.default_rng(5).permutation(other["state"]["hidden"]["deck"])
    other["state"]["hands"][(asked + 1) % 3] = 0
    assert np.array_equal(Chances(cell, 30, 1, 3).play_on(other, [answer]), seen)
    own = bench.copy()
    own["state"]["hands"]["cards"][asked, 0] = 122  # the negative control: a Finish in the own hand is seen
    assert not np.array_equal(Chances(cell, 30, 1, 3).play_on(own, [answer]), seen)


@pytest.mark.statistical
def test_the_first_chance_is_the_win_rate_of_the_policy():
    cell = make_cell("tranquility", players=3, policy="spacing")
    rate = simulate_cell(cell, games=20_000, jobs=1).win_rate.value
    found = []
    for deal in range(30):
        chances = Chances(cell, 40, 1, deal)
        story = Replay(cell, 1, deal, is_full=True)
        story.appraise = lambda bench, options, answer, own=chances: own(bench, options[:0], answer)
        found.append(next(iter(story)).details["chance"]["before"]["value"])
    mean, error = np.mean(found), np.std(found, ddof=1) / np.sqrt(len(found))
    assert abs(mean - rate) < 4 * error
    assert abs(mean - (rate - 0.3)) > 4 * error, "the negative control"


def test_a_contest_has_a_chance_for_every_seat():
    cell = make_cell("tranquility", variant="competitive", policy="spacing")
    story = Replay(cell, 0, 1)
    steps = appraise(story, 10)
    assert problems(trace_of(story, steps), SCHEMA) == []
    for step in steps:
        chance = step.details["chance"]
        assert len(chance["seats"]) == 2
        assert chance["before"] == chance["seats"][step.seat]
        assert sum(seat["value"] for seat in chance["seats"]) == pytest.approx(1.0, abs=0.001)


@pytest.mark.parametrize("shares", [[0.0, 1.0, 1.0], [0.0, 0.5, 1.0]], ids=["whole wins", "shared wins"])
def test_a_difference_has_an_interval_of_some_width(shares):
    one = np.array(shares * 10)
    same, better = difference(one, one), difference(one, np.zeros(30))
    assert same.value == 0
    assert same.low < 0 < same.high
    assert better.value == pytest.approx(one.mean())
    assert 0 < better.low < better.value < better.high <= 1


def test_a_number_of_samples_that_makes_no_sense_is_refused():
    story = Replay(make_cell("tranquility", policy="spacing"), 0, 1)
    with pytest.raises(BadInput, match="chances = 5 is out of range"):
        appraise(story, 5)
