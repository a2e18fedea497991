"""Win chances at the steps of a game: what they rest on, and what they are."""

from collections import Counter

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.replay.replay import Replay
from analyzer.play.replay.trace import trace_of
from analyzer.play.simulation import simulate_cell
from analyzer.studies.autopsy.chances import Chances, appraise, difference
from analyzer.studies.autopsy.worlds import worlds
from tests.games.redealing import contents, furthest, redealt, stream_of
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


def test_what_followed_is_the_chance_at_the_same_seats_next_question_and_at_last_the_outcome(game):
    """It was that of whoever moved next, who knows other cards."""
    _, steps = game
    chances = [step.details["chance"] for step in steps]
    for seat in (0, 1):
        own = [step.details["chance"] for step in steps if step.seat == seat]
        assert [chance["after"] for chance in own[:-1]] == [chance["before"] for chance in own[1:]]
        assert own[-1]["after"]["n"] == 0
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


# Where little is hidden


SOLO = {"players": 1, "policy": "spacing", "sets": BOARD}
FEW = 10  # positions in which little is hidden


@pytest.fixture(scope="module")
def solo():
    return make_cell("tranquility", **SOLO)


@pytest.fixture(scope="module")
def ends(solo):
    """Positions of some games in which little is hidden: the bench, the answers, and the ways in which it can lie."""
    found = []

    def look(bench, options, answer):
        state = bench.state
        ways = worlds(solo.game, solo.rules, state.table, state.hands[0])
        if ways is not None:
            found.append((bench.copy(), [option["answer"] for option in options], ways))
        return {}

    for deal in range(20):
        story = Replay(solo, 3, deal, is_full=True)
        story.appraise = look
        for _ in story:
            if len(found) == FEW:
                return found
    raise AssertionError("too few positions")


def test_where_little_is_hidden_all_ways_are_listed_each_with_its_chance(ends):
    assert any(len(ways) > 1 for *_, ways in ends)
    for bench, _, ways in ends:
        state = bench.state
        assert sum(chance for chance, _ in ways) == pytest.approx(1.0)
        decks = {tuple(world["hidden"]["deck"]) for _, world in ways}
        assert len(decks) == len(ways), "each way once"
        assert all(sum(card != 0 for card in deck) == int(state.table.pile[0]) for deck in decks)
        for _, world in ways:
            assert contents(world["table"]) == contents(state.table)
            assert contents(world["hands"][0]) == contents(state.hands[0])


@pytest.mark.statistical
def test_ways_are_as_likely_as_the_rule_deals_them(solo, ends):
    bench, _, ways = max((end for end in ends if len(end[2]) <= 30), key=lambda found: len(found[2]))
    n, seen = 4_000, Counter()
    for number in range(n):
        state = redealt(solo.game, solo.rules, bench.state, stream_of(number))
        seen[state.hidden.deck.tobytes()] += 1
    found = {key: count / n for key, count in seen.items()}
    expected = {world["hidden"]["deck"].tobytes(): chance for chance, world in ways}
    assert furthest(found, expected, n) < 4.5
    first, *_, last = expected
    wrong = expected | {first: 2 * expected[first], last: expected[last] / 2}
    assert furthest(found, wrong, n) > 4.5, "the negative control"


@pytest.mark.statistical
def test_a_known_chance_is_what_many_samples_come_to(solo, ends):
    n, is_between = 1_000, False
    for bench, answers, _ in ends:
        chances = Chances(solo, n, 1, 3)
        known = chances.known(bench, answers)[:, 0]
        share = chances.play_on(bench, answers)[:, :, 0].mean(axis=0)
        error = np.sqrt(known * (1 - known) / n)
        assert (abs(share - known) <= 4.5 * error + 1e-9).all()
        is_between |= bool(((known > 0.02) & (known < 0.98)).any())
    assert is_between, "chances of 0 and 1 alone would show little"


def test_a_known_chance_says_so_and_has_no_interval(solo):
    story = Replay(solo, 1, 0)
    steps = appraise(story, 10)
    found = [step.details["chance"] for step in steps]
    known = [chance for chance in found if chance["before"]["n"] == 0]
    assert 0 < len(known) < len(found), "at the beginning much is hidden"
    assert found[0]["before"]["n"] == 10
    for chance in known:
        assert chance["before"]["low"] == chance["before"]["value"] == chance["before"]["high"]
        assert chance["best"] is None or chance["best"]["gain"]["n"] == 0
    assert problems(trace_of(story, steps), SCHEMA) == []


PLAIN = """from analyzer.games.tranquility import policy
from analyzer.games.tranquility.rules.options import option


@policy(compiled=False)
def mine(rules, table, hand, knobs, memory, choice):
    \"\"\"Take the first option.\"\"\"
    return option(rules, table, hand, 0)
"""


def test_who_draws_lots_or_may_do_so_unseen_leaves_nothing_to_be_known(solo, ends, tmp_path):
    (tmp_path / "mine.py").write_text(PLAIN, encoding="utf-8")
    bench, answers, _ = ends[0]
    assert Chances(solo, 10, 1, 3).known(bench, answers) is not None
    for policy in ("random_legal", str(tmp_path / "mine.py")):
        other = make_cell("tranquility", **SOLO | {"policy": policy})
        assert Chances(other, 10, 1, 3).known(bench, answers) is None
