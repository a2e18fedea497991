"""What a trained value says of a step of a replay: planted sums, and the chance by which the seat decided."""

import json
from dataclasses import replace

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.games.tranquility.features import FEATURES, family
from analyzer.games.values import explaining
from analyzer.games.values.files import Values
from analyzer.kernel.nets import network
from analyzer.play import seeding
from analyzer.play.prepared import PreparedCell
from analyzer.play.replay.replay import Replay
from analyzer.play.replay.trace import trace_of
from analyzer.stats import Estimate
from analyzer.studies.autopsy.culprits import Example
from analyzer.studies.autopsy.examining import AutopsyPlan, Culprit, Decision, Examiner
from tests.play.test_trace import SCHEMA, problems

BOARD = ["rows=3", "columns=3", "islands=20", "finishes=3", "start_price=2"]


def summing():
    """A network whose log odds are 2 less the sum of the things' needs, in tens."""
    net = np.zeros(1, network.net_layout(FEATURES.thing, FEATURES.table))
    net["things"][0, FEATURES.thing.names.index("need"), 0] = 1.0
    net["pool"][0, 0, 0] = net["last"][0, 0, 0] = 1.0
    net["out"][0, 0, 0], net["out_bias"][0, 0, 0] = -1.0, 2.0
    return net


def position(*needs):
    view = np.zeros(1, FEATURES.view)
    view["n"] = len(needs)
    view["things"]["need"][0, : len(needs)] = needs
    return view[0]


def test_a_thing_is_left_out_of_the_sum_and_nothing_else_changes():
    odds = explaining.odds_without(FEATURES, summing(), position(0.5, 1.0, 0.0))
    assert odds == pytest.approx([0.5, 1.0, 1.5, 0.5])  # the last need is none: leaving it out changes nothing


def test_a_position_without_things_has_a_value_too():
    assert explaining.odds_without(FEATURES, summing(), position()) == pytest.approx([2.0])


@pytest.fixture(scope="module")
def told():
    """A game of seats with values, step by step, with the space they decided in as it was at every step."""
    cell = make_cell("tranquility", players=2, policy="survival", sets=BOARD)
    values = Values({family(cell.setting.values): network.new_weights(FEATURES.thing, FEATURES.table, 5)})
    story = Replay(replace(cell, seats=(replace(cell.seats[0], values=values),) * 2), 3, 0, is_full=True)
    return story, list(story)


def test_steps_that_values_decide_have_a_chance_and_others_have_none(told):
    _, steps = told
    decided = [step for step in steps if step.value is not None]
    assert {step.question for step in decided} >= {"ACTION", "PAY"}
    assert not [step for step in steps if step.question in ("OFFER", "SPLIT") and step.value is not None]
    for step in decided:
        assert 0.0 < step.value.chance < 1.0
        assert step.reasons[-len(step.value.lines) :] == step.value.lines
        assert all(part.words.startswith("the gap") for part in step.value.parts)


def test_the_parts_that_move_the_chance_most_come_first(told):
    def odds(chance):
        return np.log(chance / (1 - chance))

    for step in told[1]:
        parts = [abs(odds(part.chance) - odds(step.value.chance)) for part in step.value.parts] if step.value else []
        assert parts == sorted(parts, reverse=True)
        assert len(parts) <= explaining.SHOWN


def test_the_chance_is_the_one_by_which_the_seat_decided(told, monkeypatch):
    """The scores of the decision less the rating give the same chance; the best other plan scores no better."""
    story, _ = told
    seen = []

    def noting(game, space, rules, state, answer):
        found = explaining.explain(game, space, rules, state, answer)
        if found is not None and int(space.plans.n) > 1:
            best = int(np.argmax(space.scores[: int(space.plans.n)]))
            odds = float(space.scores[best]) - float(space.mix) * float(space.plans.ratings[best])
            seen.append((found.chance, 1 / (1 + np.exp(-odds)), int(space.plans.answers[best, 0]) == answer))
        return found

    monkeypatch.setattr("analyzer.play.replay.replay.explain", noting)
    list(Replay(story.cell, story.seed, story.deal))
    assert len(seen) > 3
    assert all(is_chosen for *_, is_chosen in seen)
    assert [one for one, *_ in seen] == pytest.approx([other for _, other, _ in seen], abs=1e-6)


def test_explaining_does_not_change_the_game_and_the_schema_knows_it(told):
    story, steps = told
    row = PreparedCell(story.cell).play(seeding.deal_seeds(story.seed, story.deal), story.deal)[0]
    assert int(row["turns"]) == story.outcome["turns"]
    written = json.loads(json.dumps(trace_of(story, steps), allow_nan=False))
    assert problems(written, SCHEMA) == []
    assert problems(written["steps"][0] | {"value": {"chance": "high"}}, SCHEMA["$defs"]["step"])  # the control


def test_an_autopsy_tells_what_the_value_said_of_the_decision():
    valued = explaining.Valued(0.25, explaining.Without("pays 4", 0.375), (explaining.Without("the gap", 0.5),))
    assert valued.lines == (
        "win chance by the trained value 25.0 %; next best: pays 4, 37.5 %",
        "without the gap: 50.0 %",
    )
    decision = Decision(3, 2, 1, "payment", "", "pays 5", "pays 4", 0.2, None)
    zero = Estimate(0.1, 0.0, 0.2, 0.95, 10, "made up")
    example = Example(0, "lost", Culprit(decision, zero, zero, zero), "command", None, valued)
    found = {"words": "pays 4", "chance": 0.375}
    assert example.as_dict()["value"] == {
        "chance": 0.25,
        "other": found,
        "without": [{"words": "the gap", "chance": 0.5}],
    }
    assert replace(example, valued=None).as_dict()["value"] is None


def test_the_value_of_the_culprit_comes_from_its_step(told, monkeypatch):
    """Whichever decision is blamed; the last one is, here."""
    story, _ = told
    zero = Estimate(0.1, 0.0, 0.2, 0.95, 10, "made up")
    monkeypatch.setattr(Examiner, "culprit", lambda self, _turning: Culprit(self.decisions[-1], zero, zero, zero))
    plan = AutopsyPlan(story.cell, None, (0, 1), story.seed, 4, 0)
    deal = next(deal for deal in range(50) if not won(story.cell, story.seed, deal))
    steps = list(Replay(story.cell, story.seed, deal))
    examined = plan.examine(deal)
    assert examined.valued is not None
    assert examined.valued == steps[examined.culprit.decision.step - 1].value


def won(cell, seed, deal):
    return PreparedCell(cell).play(seeding.deal_seeds(seed, deal), deal)[0]["cause"] == cell.game.causes["WON"]
