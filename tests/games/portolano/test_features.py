"""Trained values of Portolano: what a card does roughly, what is seen then, and which cards are plans."""

import pytest

from analyzer.catalog import policies_of
from analyzer.games.portolano import GAME
from analyzer.games.portolano.features import FEATURES, worth
from analyzer.games.portolano.notation import parse_card
from analyzer.games.portolano.state import Phase
from analyzer.games.values.declared import PLANS
from analyzer.kernel.jit import blank
from tests.games import position as positions
from tests.thinning import QUICK_IN_PLAIN

pytestmark = QUICK_IN_PLAIN

NORTH = parse_card("N")


@pytest.fixture
def quay(position):
    """Seat 0 of two lies south of a port that wants one cotton, wine and tea each; it has two of these."""
    p = position(2).calm(cells=(4, 8), pirate=7)
    p.lay(1, "H1a").equip(0, goods="CW", rum=3)
    return p.go()


def after(p, answer):
    """What the asked seat sees once a card is carried out roughly."""
    state, view = positions.duplicate(p.state), blank(FEATURES.view)
    FEATURES.carry_out(p.rules, state, answer)
    FEATURES.look(p.rules, state.table, state.hands[p.asked], view)
    return state, view


def test_a_ship_that_sails_into_a_port_sells_what_fits(quay):
    state, view = after(quay, NORTH)
    ship = state.table.ships[0]
    assert (ship.cell, ship.talers, list(ship.goods)) == (1, quay.rules.port_pay[2], [0, 0, 0, 0])
    assert state.table.n_open[1] == 1
    assert (view.table[0].at_port, view.table[0].fills) == (1, 0)
    assert view.table[0].sold == pytest.approx(2 / 5)


def test_the_rules_give_the_same_if_the_policy_sells(quay):
    rough, _ = after(quay, NORTH)
    quay.answer(NORTH)
    while quay.phase == Phase.CARDS:
        quay.answer(quay.options()[0])
    while quay.phase == Phase.UNLOAD and quay.asked == 0:
        quay.answer(quay.options()[-1])
    while quay.phase in (Phase.PORT_RUM, Phase.DISCARD) and quay.asked == 0:
        quay.answer(quay.options()[-1])
    real, ship = quay.ship(0), rough.table.ships[0]
    assert (real.cell, real.talers, real.rum, list(real.goods)) == (ship.cell, ship.talers, ship.rum, list(ship.goods))


def test_other_cells_are_seen_from_where_the_ship_will_lie(quay):
    state, view = after(quay, parse_card("S"))
    assert view.n == quay.rules.cells - 1
    cells = [cell for cell in range(9) if cell != state.table.ships[0].cell]
    port = view.things[cells.index(1)]
    assert (port.is_port, port.near) == (1, quay.rules.distance[7, 1] == 1)
    assert port.units > 0.39  # both goods, in fives


def test_what_is_hidden_changes_nothing_that_is_seen(quay):
    _, known = after(quay, NORTH)
    quay.state.hidden.stock[:] = quay.state.hidden.stock[::-1].copy()
    quay.state.hidden.chest[:] = 3
    quay.state.hands[1].card = 2
    quay.state.hands[1].chest_sum = 9
    _, again = after(quay, NORTH)
    assert known.tobytes() == again.tobytes()
    quay.ship(1).talers += 5  # which everybody sees
    assert known.tobytes() != after(quay, NORTH)[1].tobytes()


@pytest.mark.parametrize(("goods", "n_listed"), [("CW", 1), ("", 4)])
def test_the_first_plan_is_the_answer_of_the_policy_and_a_poor_one_is_not_listed(quay, goods, n_listed):
    quay.equip(0, goods=goods)  # with two goods to sell, nothing else comes near
    navigator = policies_of("portolano")["navigator"]
    found, desk = blank(PLANS), positions.make_desk(navigator)
    seen = quay.rules, quay.table, quay.state.hands[quay.asked]
    navigator.plans(*seen, desk.knobs, desk.memory, desk.choice, found)
    assert found.answers[0, 0] == navigator.decide(*seen, desk.knobs, desk.memory, desk.choice)
    ratings = list(found.ratings[: found.n])
    assert ratings == sorted(ratings, reverse=True)
    assert found.n == n_listed


def test_a_lesson_is_worth_one_half_if_nobody_is_ahead(quay):
    row = blank(GAME.record)
    assert worth(quay.rules, row, 0) == 0.5
    row.score[0] = 8
    assert worth(quay.rules, row, 0) == pytest.approx(0.75)
    assert worth(quay.rules, row, 1) == pytest.approx(0.25)
