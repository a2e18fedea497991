"""Trained values of Islebound: what a plan does roughly, what is seen then, and which plans are listed."""

import pytest

from analyzer.catalog import policies_of
from analyzer.games.islebound import state as codes
from analyzer.games.islebound.encoding import make_plan
from analyzer.games.islebound.features import FEATURES
from analyzer.games.islebound.notation import town
from analyzer.games.values.declared import PLANS
from analyzer.kernel.jit import blank
from tests.games import position as positions
from tests.thinning import QUICK_IN_PLAIN

pytestmark = QUICK_IN_PLAIN


@pytest.fixture
def quay(position):
    """Seat 0 of two lies beside Grenille, which gives two wood and one for each worker."""
    p = position(2).goods(coin=7, wood=0, fish=2)
    return p.beside(0, "grenille")


def after(p, name, action):
    """What the asked seat sees once a plan is carried out roughly."""
    state, view = positions.duplicate(p.state), blank(FEATURES.view)
    FEATURES.carry_out(p.rules, state, make_plan(town(name), int(action), 0, 0))
    FEATURES.look(p.rules, state.table, state.hands[p.asked], view)
    return state, view


def test_a_visit_pays_the_fee_and_takes_what_the_town_gives(quay):
    rough, view = after(quay, "grenille", codes.Action.VISIT)
    quay.plan("grenille", codes.Action.VISIT)
    assert list(rough.table.goods[0]) == list(quay.table.goods[0])
    assert rough.table.goods[0, codes.WOOD] > 0
    assert (view.table[0].visits, view.table[0].in_grenille, view.table[0].hunts) == (1, 1, 0)


def test_a_hunt_takes_the_coins_of_the_map(quay):
    quay.table.coins_on_map = 4
    rough, view = after(quay, "grenille", codes.Action.HUNT)
    assert rough.table.goods[0, codes.COIN] == quay.table.goods[0, codes.COIN] + 4
    assert (view.table[0].map, view.table[0].hunts) == (0, 1)


def test_towns_are_seen_from_where_the_ship_will_lie(quay):
    _, view = after(quay, "grenille", codes.Action.VISIT)
    here = [view.things[number].here for number in range(codes.N_TOWNS)]
    assert [number for number in range(codes.N_TOWNS) if here[number]] == [town("grenille")]
    assert view.n == codes.N_TOWNS


def test_what_is_hidden_changes_nothing_that_is_seen(quay):
    _, known = after(quay, "grenille", codes.Action.VISIT)
    for pile in (quay.state.hidden.buildings, quay.state.hidden.recruits, quay.state.hidden.tiles):
        pile[:] = 0
    quay.state.hidden.chance[:] = 1
    _, again = after(quay, "grenille", codes.Action.VISIT)
    assert known.tobytes() == again.tobytes()
    quay.goods(seat=1, coin=30)  # which everybody sees
    assert known.tobytes() != after(quay, "grenille", codes.Action.VISIT)[1].tobytes()


def test_the_first_plan_is_the_answer_of_the_policy(quay):
    steward = policies_of("islebound")["steward"]
    found, desk = blank(PLANS), positions.make_desk(steward)
    rest = desk.knobs, desk.memory, desk.choice
    FEATURES.plans["steward"](*quay.seen(), *rest, found)
    assert found.answers[0, 0] == steward.decide(*quay.seen(), *rest)
    ratings = list(found.ratings[: found.n])
    assert ratings == sorted(ratings, reverse=True)
    assert found.n > 1
