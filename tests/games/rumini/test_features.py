"""Trained values of Rumini: what a play does roughly, what is seen then, and which plays are plans."""

import numpy as np
import pytest

from analyzer.catalog import policies_of
from analyzer.games.rumini import GAME
from analyzer.games.rumini.encoding import END, card_of, play
from analyzer.games.rumini.features import FEATURES, worth
from analyzer.games.rumini.heuristics.planning import later
from analyzer.games.rumini.notation import parse_face
from analyzer.games.rumini.state import CARDS
from analyzer.games.values.declared import NO_ANSWER, PLANS
from analyzer.kernel.jit import blank
from analyzer.kernel.random import STREAM_SIZE
from tests.games import position as positions
from tests.games.rumini.positions import card
from tests.thinning import QUICK_IN_PLAIN

pytestmark = QUICK_IN_PLAIN

# the ship with the hat lacks its lower neighbour
NEARLY = {
    "island:mapmaker": (0, 0),
    "ship:hat": (1, 0),
    "shark:mapmaker": (2, 0),
    "lighthouse:mapmaker": (1, -1),
}
LAST = "V(ship, island)"


@pytest.fixture
def sea(position):
    """Seat 0 of two needs the hat, and holds a card that surrounds it and one that does not."""
    return position(2).arrange(NEARLY).devices(0, "hat spyglass").devices(1, "hat").hand(0, LAST, "V(shark, shark)")


def below_the_ship(p):
    """The play that surrounds the ship."""
    return play(parse_face(LAST), int(p.table.top[1]), 1, 1)


def seen(p, state):
    view = blank(FEATURES.view)
    FEATURES.look(p.rules, state.table, state.hands[p.asked], view)
    return view


def after(p, *answers):
    """What the asked seat sees once answers are carried out roughly."""
    state = positions.duplicate(p.state)
    for answer in answers:
        FEATURES.carry_out(p.rules, state, answer)
    return state, seen(p, state)


def test_a_play_captures_as_the_rules_do(sea):
    answer = below_the_ship(sea)
    rough, view = after(sea, answer)
    sea.answer(answer)
    for name in ("x", "y", "laid", "beside", "sides", "captured", "left", "n_up", "bazaar", "played", "locked"):
        assert rough.table[name].tolist() == sea.table[name].tolist(), name
    assert rough.hands[0].need.tolist() == sea.state.hands[0].need.tolist()
    assert rough.hands[0].held == sea.state.hands[0].held == 1
    assert (view.table[0].won, view.table[0].sold, view.table[0].moves) == (0.5, 0, 0)
    assert (view.table[0].is_near, view.table[0].needs) == (1, 0.125)


def test_a_card_that_is_moved_leaves_its_cell(position):
    p = position(2).arrange(NEARLY).empty_pile("island").hand(0, "V(ship, island)")
    answer = play(parse_face(LAST), card("island:mapmaker"), 1, 1)
    rough, view = after(p, answer)
    assert p.is_legal(answer)
    assert rough.table.sides[card("ship:hat")] == 3
    assert view.table[0].moves == 1


def test_the_end_of_a_turn_changes_nothing(sea):
    rough, view = after(sea, END)
    assert view.tobytes() == seen(sea, rough).tobytes()
    assert (view.n, rough.hands[0].held, rough.table.played) == (4, 2, 0)


def test_a_later_play_is_carried_out_on_top_of_the_first(sea):
    first, second = below_the_ship(sea), play(parse_face("V(shark, shark)"), int(sea.table.top[2]), 2, 1)
    rough, view = after(sea, first, later(second))
    sea.answer(first).answer(second)
    assert rough.table.sides.tolist() == sea.table.sides.tolist()
    assert (view.table[0].won, view.table[0].played) == (0.5, pytest.approx(2 / 3))
    assert later(later(second)) == second


def test_every_card_that_is_not_surrounded_is_seen(sea):
    view = seen(sea, sea.state)
    assert view.n == 4
    numbers = [number for number in range(1, CARDS) if sea.table.laid[number]]
    ship = view.things[numbers.index(card("ship:hat"))]
    assert (ship.three, ship.wanted, ship.wanted_three, ship.others_lack) == (1, 1, 1, 1)
    assert (ship.ways, ship.ways_three, ship.mine) == (0.25, 0.25, 0.5)
    shark = view.things[numbers.index(card("shark:mapmaker"))]
    assert (shark.one, shark.wanted, shark.ways_three, shark.mine) == (1, 0, 0, 0)
    assert (view.table[0].wanted, view.table[0].ripe, view.table[0].gifts) == (pytest.approx(0.2), 0.5, 0)


def test_what_is_hidden_changes_nothing_that_is_seen(sea):
    answer = below_the_ship(sea)
    _, known = after(sea, answer)
    sea.state.hidden.pile[:] = sea.state.hidden.pile[:, ::-1].copy()
    sea.state.hidden.deck[:] = 0
    sea.state.hidden.treasure[:] = 0
    sea.state.hands[1].need[:] = 1
    sea.state.hands[1].cards[:] = 3
    _, again = after(sea, answer)
    assert known.tobytes() == again.tobytes()
    sea.table.bazaar[1] += 2  # which everybody sees
    assert known.tobytes() != after(sea, answer)[1].tobytes()


def plans_in(p):
    schemer = policies_of("rumini")["schemer"]
    found, desk = blank(PLANS), positions.make_desk(schemer)
    seen_by = p.rules, p.table, p.state.hands[p.asked]
    schemer.plans(*seen_by, desk.knobs, desk.memory, desk.choice, found)
    return found, schemer.decide(*seen_by, desk.knobs, desk.memory, desk.choice)


@pytest.mark.parametrize("deal", range(2))
def test_the_first_plan_is_the_answer_of_the_policy(position, deal):
    p = position(2, deal)
    for _ in range(12):
        found, own = plans_in(p)
        if found.n > 0:
            assert found.answers[0, 0] == own
            ratings = list(found.ratings[: found.n])
            assert ratings == sorted(ratings, reverse=True)
            assert len(set(found.answers[: found.n, 0])) == found.n
            assert all(p.is_legal(answer) for answer in found.answers[: found.n, 0])
            sets = [frozenset(later(a) if a < 0 else a for a in plan if a != NO_ANSWER) for plan in found.answers]
            assert len(set(sets[: found.n])) == found.n, "the same plays in another order are listed once"
        p.answer(own)


def test_nothing_comes_near_a_capture(sea):
    found, _ = plans_in(sea)
    assert found.answers[0, 0] == below_the_ship(sea)
    assert END not in list(found.answers[: found.n, 0])


def test_without_a_plan_the_end_is_the_only_one(sea):
    sea.hand(0).devices(0, "spyglass")
    found, own = plans_in(sea)
    assert (found.n, own) == (1, END)


def test_a_lesson_is_worth_one_half_if_nobody_is_ahead(sea):
    row = blank(GAME.record)
    row.share[:2] = 0.5
    assert worth(sea.rules, row, 0) == 0.5
    row.score[0] = 3
    row.share[:2] = [1, 0]
    assert worth(sea.rules, row, 0) == pytest.approx(0.875)
    assert worth(sea.rules, row, 1) == pytest.approx(0.125)


def test_a_shuffled_pile_keeps_its_cards_and_its_visible_one(sea):
    before = positions.duplicate(sea.state)
    FEATURES.reshuffle(sea.rules, sea.state, np.arange(1, STREAM_SIZE + 1))
    for kind in range(4):
        n = int(sea.table.left[kind])
        assert sorted(sea.state.hidden.pile[kind, :n]) == sorted(before.hidden.pile[kind, :n])
        assert sea.state.hidden.pile[kind, n - 1] == sea.table.top[kind]
    assert sea.state.hidden.pile.tolist() != before.hidden.pile.tolist()
    assert card_of(below_the_ship(sea)) == sea.table.top[1]
