"""Which decisions lost the lost games: a planted blunder, its negative control, and what the numbers rest on."""

import json
from dataclasses import replace
from importlib import import_module
from types import SimpleNamespace

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate_cell
from analyzer.stats.estimate import Estimate
from analyzer.stats.proportions import clopper_pearson
from analyzer.studies.autopsy.autopsy import drawn, examine_deals, judge_cell, seats_of
from analyzer.studies.autopsy.culprits import CellAutopsy
from analyzer.studies.autopsy.examining import AutopsyPlan, Culprit, Decision, Examined, Examiner, Turning

compiled_only = pytest.mark.skipif(IS_PLAIN, reason="plays thousands of games")
BOARD = ["rows=3", "columns=3", "islands=20", "finishes=3", "start_price=2"]
WASTEFUL = "spacing(finish_start=99)"  # values a Finish below any other card, and throws it away first
GIVEN_UP = "a Finish given up"


def plan_of(policy, samples=40, judge="spacing"):
    cell = make_cell("tranquility", players=2, policy=policy, sets=BOARD)
    return AutopsyPlan(cell, judge_cell(cell, judge, (0, 1)), (0, 1), 0, samples, 0)


def lost(plan, games):
    rows = simulate_cell(plan.cell, games=400, jobs=1, rows=True).rows
    return [int(deal) for deal in np.flatnonzero(rows["cause"] != plan.cell.game.causes["WON"])[:games]]


def autopsy_of(policy, games=8):
    plan = plan_of(policy)
    deals = lost(plan, games)
    return CellAutopsy("cell", "label", plan, len(deals), examine_deals(plan, deals))


@pytest.fixture(scope="module")
def wasteful():
    return autopsy_of(WASTEFUL)


@compiled_only
@pytest.mark.statistical
def test_a_policy_that_throws_finishes_away_has_that_named_first(wasteful):
    first = wasteful.kinds[0]
    assert (first.kind, first.details[0].detail) == ("payment", GIVEN_UP)
    assert "lost by payment, mostly a Finish given up" in wasteful.words
    assert wasteful.examples[0].culprit.decision.detail == GIVEN_UP


@compiled_only
@pytest.mark.statistical
def test_the_same_policy_without_the_blunder_is_not_so_named():
    """The negative control: it loses games too, but no Finish that it gives up loses one."""
    careful = autopsy_of("spacing")
    assert sum(game.culprit is not None for game in careful.games) > 0
    assert GIVEN_UP not in {detail.detail for kind in careful.kinds for detail in kind.details}
    assert GIVEN_UP not in careful.words


def test_no_decision_is_blamed_that_was_made_when_the_game_was_lost_already(monkeypatch):
    """It named a Finish kept, though cards given before had closed a gap: the seat could not know."""
    examiner = Examiner(plan_of("spacing"), 0)
    first, late = (replace(decision("Start payment", loss=loss), step=step) for step, loss in ((5, 0.2), (9, 0.6)))
    examiner.suspects, examiner.step = [(first, None, [0, 1]), (late, None, [0, 1])], 12
    monkeypatch.setattr(Examiner, "_shares", lambda *_: np.array([[0.0, 1.0]] * 30 + [[1.0, 1.0]] * 10))
    assert examiner.culprit(Turning(7)).decision == first
    assert examiner.culprit(Turning(9)).decision == late, "the decision that made it lost may be blamed itself"
    assert examiner.culprit(Turning(3)) is None
    for nothing_known in (None, Turning(0)):
        assert examiner.culprit(nothing_known).decision == late


@compiled_only
def test_every_example_says_which_answer_lost_the_game_for_good(wasteful):
    named = [game for game in wasteful.games if game.culprit is not None]
    assert all(game.culprit.decision.step <= game.turning.step for game in named)
    assert all(f"lost for good at step {example.turning.step} " in example.lost_since for example in wasteful.examples)


@compiled_only
def test_every_number_has_its_interval_and_n_and_the_parts_add_up(wasteful):
    document = json.loads(json.dumps(wasteful.as_dict(), allow_nan=False))
    assert document["games"] == 8
    named = sum(kind["culprits"] for kind in document["kinds"])
    assert named + sum(game.culprit is None for game in wasteful.games) == 8
    assert sum(kind["decisions"] for kind in document["kinds"]) == document["decisions"]
    for kind in document["kinds"]:
        assert kind["share"]["games"] == 8
        assert kind["share"]["ci_low"] <= kind["culprits"] / 8 <= kind["share"]["ci_high"]
        assert kind["blunders_per_100"]["games"] == kind["decisions"]
        assert sum(detail["culprits"] for detail in kind["details"]) == kind["culprits"]
    for example in document["examples"]:
        assert example["loss"]["ci_low"] > 0
        assert example["command"].endswith(f"--deal {example['deal']} --from {example['step']}")


@compiled_only
def test_a_game_is_looked_at_alike_whatever_else_is_and_with_any_number_of_jobs(wasteful):
    deals = [game.deal for game in wasteful.games[:2]]
    assert examine_deals(plan_of(WASTEFUL), deals, jobs=2) == wasteful.games[:2]


@compiled_only
def test_a_deal_that_is_not_lost_now_is_refused():
    plan = plan_of("spacing", samples=10)
    rows = simulate_cell(plan.cell, games=20, jobs=1, rows=True).rows
    won = int(np.flatnonzero(rows["cause"] == plan.cell.game.causes["WON"])[0])
    with pytest.raises(BadInput, match=f"deal {won} was lost in this run but is not lost now"):
        plan.examine(won)


def decision(kind, detail="", loss=0.3, low=0.1):
    return Decision(1, 1, 0, kind, detail, "this", "that", 0.4, Estimate(loss, low, loss + 0.2, 0.998, 50, "tango"))


def game(*decisions, culprit=None):
    sure = Estimate(0.4, 0.3, 0.5, 0.95, 100, "wilson")
    found = None if culprit is None else Culprit(culprit, sure, sure, Estimate(0.3, 0.1, 0.5, 0.95, 100, "tango"))
    return Examined(0, "lost", decisions, found)


def test_shares_are_exact_intervals_of_games_and_rates_count_blunders_by_decision():
    pay, lay, doubtful = decision("payment", "x"), decision("placement"), decision("payment", low=-0.1)
    games = (game(pay, lay, culprit=pay), game(pay, doubtful, culprit=pay), game(doubtful), game(lay, culprit=lay))
    found = CellAutopsy("cell", "label", plan_of("spacing"), 4, games)
    first, second = found.kinds
    assert (first.kind, first.culprits, first.decisions, first.blunders) == ("payment", 2, 4, 2)
    assert (second.kind, second.culprits, second.decisions, second.blunders) == ("placement", 1, 2, 2)
    assert first.share == clopper_pearson(2, 4)
    assert first.rate.value == 0.5
    assert found.nobody == clopper_pearson(1, 4)
    assert found.blunder_rate.value == pytest.approx(4 / 6)
    assert found.given_away.value == pytest.approx(6 * 0.3 / 4)


def test_without_a_culprit_nothing_is_blamed():
    doubtful = decision("payment", low=-0.1)
    found = CellAutopsy("cell", "label", plan_of("spacing"), 2, (game(doubtful), game(doubtful)))
    assert found.words == "no kind of decision stands out in 2 lost games"
    assert found.examples == ()


def test_the_judge_sits_everywhere_in_a_team_and_with_rivals_at_the_seats_looked_at():
    team = make_cell("tranquility", players=3, policy="spacing")
    assert judge_cell(team, None, (1,)).seating == "survival"
    assert judge_cell(team, "own", (1,)) is None
    assert judge_cell(team, "spacing", (1,)) is None, "it judges itself"
    rivals = make_cell("tranquility", variant="competitive", policy="spacing")
    assert [seat.label for seat in judge_cell(rivals, "survival", (1,)).seats] == ["spacing", "survival"]


def test_seats_are_those_asked_for():
    rivals = make_cell("tranquility", variant="competitive", policy="spacing,survival")
    assert seats_of(rivals, None, None) == (0,)
    assert seats_of(rivals, None, "survival") == (1,)
    assert seats_of(rivals, None, "checkerboard") == ()
    with pytest.raises(BadInput, match="seat = 2 is out of range; allowed: 0 to 1"):
        seats_of(rivals, 2, None)
    alone = make_cell("tranquility", variant="competitive", policy="spacing")
    with pytest.raises(BadInput, match="it sits at every seat"):
        seats_of(alone, None, "spacing")


def test_deals_are_drawn_by_lot_each_once_and_the_same_for_a_seed():
    deals = np.arange(0, 200, 2)
    one = drawn(deals, 10, 1)
    assert one == drawn(deals, 10, 1) == sorted(set(one))
    assert one != drawn(deals, 10, 2)
    assert set(one) <= set(deals.tolist())
    assert drawn(deals[:3], 10, 1) == [0, 2, 4]


@pytest.mark.parametrize("name", ["tranquility", "portolano", "rumini", "islebound"])
def test_every_question_of_a_game_has_a_kind(name):
    game = make_cell(name).game
    kinds = import_module(f"analyzer.games.{name}.kinds")
    asked_otherwise = {"tranquility": {"ACTION"}, "rumini": {"MAIN"}, "islebound": {"PLAN", "FREE", "ACTION"}}
    named = {phase.name for phase in kinds.KINDS} | asked_otherwise.get(name, set())
    assert named == {phase.name for phase in game.phases}
    assert all(kind for kind, _ in kinds.KINDS.values())


class Tossing(Examiner):
    """Looks at decisions that do not matter: whatever is answered, half of the games are won."""

    def __init__(self, samples, seed):
        self.plan = SimpleNamespace(samples=samples, detail=lambda *_: "")
        self.chances = SimpleNamespace(prepared=SimpleNamespace(rules=None))
        self.decisions, self.suspects, self.worst, self.lots = [], [], None, np.random.default_rng(seed)
        self.firsts = []

    def _others(self, *_):
        return {1: "b", 2: "c", 3: "d", 4: "e"}

    def _sound(self, _state, seat, answer, chance):
        return Decision(1, 1, seat, "any", "", str(answer), "", chance, None)

    def _shares(self, _benches, _seat, answers, n):
        shares = (self.lots.random((n, len(answers))) < 0.5).astype(float)
        self.firsts.append(shares)
        return shares


@pytest.mark.statistical
def test_chances_do_not_come_from_the_samples_that_chose_the_answer():
    """An answer that looked best among five was said to win 7 points too often, and so was the game's start."""
    examiner, chosen = Tossing(100, 5), []
    for _ in range(1_500):
        examiner.firsts.clear()
        examiner._look([SimpleNamespace(state=None)], 0, 0)
        if examiner.decisions[-1].loss is None:
            chosen.append(examiner.firsts[0][:, 0].mean())
    sound = [decision.chance for decision in examiner.decisions if decision.loss is None]
    starts = [Examined(1, "", (decision,), None).start for decision in examiner.decisions]
    for found in (sound, starts):
        assert abs(np.mean(found) - 0.5) < 4 * np.std(found) / np.sqrt(len(found))
    assert np.mean(chosen) > 0.55, "the negative control: the samples that chose it"
