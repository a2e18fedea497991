"""Look-ahead in Islebound: every plan is compared once, and carried out under the standing orders of the policy."""

import pytest

from analyzer.cells import make_cell
from analyzer.games.islebound import GAME
from analyzer.games.islebound.encoding import PLAN_CODES, orders_of
from analyzer.games.islebound.rules.redeal import ordered
from analyzer.games.islebound.state import Phase
from analyzer.kernel.jit import IS_PLAIN
from analyzer.kernel.streams import open_streams
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import deal_seeds
from analyzer.studies.conformance import ask as answer


def test_a_plan_takes_the_orders_of_another_and_no_other_answer_does(position):
    table = position(2).table
    table.phase = Phase.PLAN
    own = (17 << 9) | 40
    assert [ordered(table, plan, own) for plan in (40, 44)] == [own, (17 << 9) | 44]
    assert ordered(table, 44, 40) == 44, "no orders, nothing to add"
    table.phase = Phase.FREE
    assert ordered(table, 8, own) == 8


def plan_questions(prepared, wanted):
    """Play on from the opening; yield what was compared at each PLAN, with the options."""
    bench = prepared.bench()[0]
    open_streams(bench, 2, deal_seeds(5, 0)[0])
    GAME.start(prepared.rules, bench.state, bench.chance)
    while wanted:
        seat = int(bench.state.table.asked)
        seen = prepared.rules, bench.state.table, bench.state.hands[seat]
        is_plan, space = bench.state.table.phase == Phase.PLAN, prepared.workspaces[seat].records[0]
        options = [int(GAME.option(*seen, index)) for index in range(int(GAME.n_options(*seen)))] if is_plan else []
        chosen = answer(prepared, bench)
        if is_plan:
            wanted -= 1
            yield int(space.own), [int(one) for one in space.answers[: int(space.n_answers)]], options
        GAME.step(prepared.rules, bench.state, chosen, bench.chance)


@pytest.mark.skipif(IS_PLAIN, reason="games played out")
@pytest.mark.slow
def test_no_plan_is_compared_twice():
    cell = make_cell("islebound", players=2, policy="search(steward,samples=4,questions=PLAN)")
    for own, compared, options in plan_questions(PreparedCell(cell), 6):
        assert own % PLAN_CODES in options
        assert own not in options, "without orders it would be another answer, and the same plan"
        assert len({one % PLAN_CODES for one in compared}) == len(compared) > 1
        assert {orders_of(one) for one in compared} == {orders_of(own)}


@pytest.mark.skipif(IS_PLAIN, reason="games played out")
@pytest.mark.slow
def test_questions_that_are_not_named_get_a_budget_of_their_own():
    assert 12 < samples_at_a_plan("FREE") <= 24 < 60 < samples_at_a_plan("PLAN") <= 120


def samples_at_a_plan(question):
    """Count the games played out at the first plan, where this question gets 120 and all others 24."""
    cell = make_cell("islebound", players=2, policy=f"search(steward,samples=120,others=24,questions={question})")
    prepared = PreparedCell(cell)
    _, compared, _ = next(plan_questions(prepared, 1))
    space = next(own.records[0] for own in prepared.workspaces.values() if own.records[0].n_answers == len(compared))
    return int(space.plays[: len(compared)].sum())
