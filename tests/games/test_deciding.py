"""Decisions by trained values: what was valued for a plan is not valued again while the plan is under way."""

from dataclasses import replace

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.games.tranquility.features import FEATURES, family
from analyzer.games.tranquility.state import Phase
from analyzer.games.values.files import Values
from analyzer.kernel.compiler.callee import IS_PLAIN, entry_point
from analyzer.kernel.nets import network
from analyzer.kernel.seats.addresses import are_alike
from analyzer.kernel.streams import open_streams
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import deal_seeds

BOARD = ["rows=3", "columns=3", "islands=20", "finishes=3", "start_price=2"]
DEALS = 1 if IS_PLAIN else 12
MARK = 100.0  # added to what was valued before: whoever takes it over shows it


@pytest.fixture(scope="module")
def prepared():
    cell = make_cell("tranquility", players=2, policy="survival", sets=BOARD)
    values = Values({family(cell.setting.values): network.new_weights(FEATURES.thing, FEATURES.table, 5)})
    return PreparedCell(replace(cell, seats=(replace(cell.seats[0], values=values),) * 2))


def payments(prepared, deals):
    """Yield the bench at every payment of some games, right after the action was asked for, and the seat."""
    benches = prepared.bench()
    bench, game = benches[0], prepared.cell.game
    for deal in range(deals):
        open_streams(bench, 2, deal_seeds(3, deal)[0])
        game.start(prepared.rules, bench.state, bench.chance)
        while int(bench.state.table.cause) == 0:
            seat = int(bench.state.table.asked)
            if int(bench.state.table.phase) == Phase.PAY:
                yield bench, seat
            answer = asked(prepared, bench, seat)
            game.step(prepared.rules, bench.state, answer, bench.chance)


def asked(prepared, bench, seat):
    state = bench.state
    return prepared.ask((prepared.rules, state.table, state.hands[seat]), bench.desks[seat])


def scores(prepared, bench, seat):
    answer = asked(prepared, bench, seat)
    space = prepared.place.values[seat][0]
    return answer, space.odds[: int(space.plans.n)].copy()


def test_a_payment_takes_over_what_its_action_valued_and_answers_the_same(prepared):
    n_taken = 0
    for bench, seat in payments(prepared, DEALS):
        space = prepared.place.values[seat][0]
        before = space.last.copy()
        answer, odds = scores(prepared, bench, seat)
        space.last.n = 0
        assert scores(prepared, bench, seat)[0] == answer
        assert scores(prepared, bench, seat)[1].tolist() == odds.tolist()
        space["last"] = before
        space.last.odds += MARK
        n_taken += int((scores(prepared, bench, seat)[1] > MARK / 2).sum())
    assert n_taken >= DEALS


def test_nothing_is_taken_over_in_another_position(prepared):
    """With another hand, though table and turn are the same."""
    n_asked = 0
    for bench, seat in payments(prepared, DEALS):
        space = prepared.place.values[seat][0]
        space.last.odds += MARK
        space.last.hand.lost[1] += 1
        odds = scores(prepared, bench, seat)[1]
        n_asked += len(odds) > 1
        assert (odds < MARK / 2).all()
    assert n_asked >= DEALS


def test_records_are_compared_as_a_whole(prepared):
    one, other = (np.zeros(1, prepared.cell.game.hand) for _ in range(2))
    assert same(one[0], other[0])
    other[0].lost[-1] = 1
    assert not same(one[0], other[0])


def same(one, other):
    def compare(one, other):
        return are_alike(one, other)

    return compare(one, other) if IS_PLAIN else entry_point(compare)(one, other)
