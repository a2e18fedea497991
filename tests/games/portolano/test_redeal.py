"""Dealing anew in Portolano: chests that fit what their owner knows, ports, and cards laid unseen."""

from __future__ import annotations

from collections import Counter

import pytest

from analyzer.cells import make_cell
from analyzer.games.portolano import GAME
from analyzer.games.portolano.encoding import ANCHOR
from analyzer.games.portolano.rules.board import card_cost
from analyzer.games.portolano.state import FIRST_PORT, HIDDEN_CARD, Phase, Stern
from tests.games.portolano.positions import QUIET
from tests.games.redealing import frequencies, furthest, redealt, stream_of
from tests.games.witnessing import watched

N = 900
STOP, ACTION = 0, 5
FIVE_CHESTS = ("chest_values=[1, 2, 3, 4, 4]",)


def with_chests(position, sets=FIVE_CHESTS):
    """Seat 0, to be asked, has won chests of 1 and 4; seat 1 has one."""
    game = position(2, sets)
    game.stop_until(Phase.CARDS)
    game.table.asked = 0
    game.equip(0, chests=2).equip(1, chests=1)
    game.table.chests_left = 2
    game.state.hands[0].chest_sum = 5
    game.state.hands[0].chests = 0b1001  # the first and the fourth of them
    return game


def chest_of_seat_1(state):
    return int(state.hands[1].chest_sum + state.hidden.chest_sum[1])


def test_chests_are_dealt_by_what_their_owner_knows(position):
    """Without 1 and 4, three of 1, 2, 3, 4, 4 are left for the other ship."""
    found = frequencies(GAME, with_chests(position), N, chest_of_seat_1)
    assert furthest(found, {2: 1 / 3, 3: 1 / 3, 4: 1 / 3}, N) < 4
    assert furthest(found, {1: 1 / 9, 2: 2 / 9, 3: 2 / 9, 4: 4 / 9}, N) > 4, "as if only their sum were known"
    assert furthest(found, {1: 1 / 5, 2: 1 / 5, 3: 1 / 5, 4: 2 / 5}, N) > 4, "as if nobody had looked"


def test_chests_that_nobody_may_look_at_are_dealt_freely(position):
    game = with_chests(position, (*FIVE_CHESTS, "chests_known=false"))
    game.state.hands[0].chest_sum = 0
    game.state.hands[0].chests = 0
    found = frequencies(GAME, game, N, chest_of_seat_1)
    assert furthest(found, {1: 1 / 5, 2: 1 / 5, 3: 1 / 5, 4: 2 / 5}, N) < 4
    assert furthest(found, {1: 1 / 9, 2: 2 / 9, 3: 2 / 9, 4: 4 / 9}, N) > 4


def test_a_card_laid_unseen_is_one_its_ship_can_pay_by_lot(position):
    game = position(2).calm()
    game.go()
    first = game.asked
    game.equip(first, rum=1, stern=Stern.STRATEGA, extensions="s")
    game.answer(game.options()[0])
    assert game.phase == Phase.CARDS
    ship = game.ship(first)
    payable = [card for card in range(ANCHOR + 1) if int(card_cost(game.table, ship, card)) <= 1]
    assert 2 < len(payable) < ANCHOR
    found = frequencies(GAME, game, N, lambda state: int(state.hands[first].card))
    assert furthest(found, dict.fromkeys(payable, 1 / len(payable)), N) < 4
    assert furthest(found, dict.fromkeys(range(ANCHOR + 1), 1 / (ANCHOR + 1)), N) > 4, "as if rum did not matter"


def test_who_has_not_laid_anything_yet_has_no_card(position):
    game = position(3).calm()
    game.go()
    state = redealt(GAME, game.rules, game.state, stream_of(1))
    others = [seat for seat in range(3) if seat != game.asked]
    assert [int(state.hands[seat].card) for seat in others] == [HIDDEN_CARD, HIDDEN_CARD]


def test_who_drifted_without_a_card_has_none_even_with_rum_again(position):
    """Seat 0 has drifted to a tile of free rum, seat 1 drifts too; seat 2 has laid its card and not yet sailed."""
    game = position(3).calm(cells=(3, 4, 5)).lay(0, "S11a").equip(0, rum=0).equip(1, rum=0).select("N")
    game.answer(ACTION, STOP)
    assert (game.asked, game.phase, int(game.ship(0).rum)) == (1, Phase.SEA, 1)
    state = redealt(GAME, game.rules, game.state, stream_of(1))
    assert int(state.hands[0].card) == HIDDEN_CARD != int(state.hands[2].card)


# Ports that were seen


def fill_port(position, sets, stock, used=()):
    """Let seat 0 fill H1b, so that it is replaced; H2 and H3 lie on the board, too."""
    game = position(4, (*QUIET, *sets)).calm().lay(12, "H1b").lay(5, "H2a").lay(10, "H3a")
    table = game.table
    game.state.hidden.stock[:] = 0
    game.state.hidden.stock[: len(stock)] = stock
    table.used[: len(used)] = used
    table.stock_left, table.n_used = len(stock), len(used)
    table.slot[12, 0], table.n_open[12] = 1, 3
    return game.equip(0, goods="CWT", rum=2).select("N", "N", "N", "N").answer(2, 3, 4, 0)


def sides_of(game, n=40):
    """Deal a position anew often, and tell which faces lay in the stock."""
    deals = [redealt(GAME, game.rules, game.state, stream_of(number)) for number in range(n)]
    return {int(face) for state in deals for face in state.hidden.stock[: int(game.table.stock_left)]}


H1B = FIRST_PORT + 1
REST = [FIRST_PORT + 2 * tile + tile % 2 for tile in range(3, 8)]  # H4 to H8


@pytest.mark.parametrize("side", ["random", "front"])
def test_p_port_10_every_side_of_a_renewed_stock_is_known(position, side):
    game = fill_port(position, [f"port_stock_side={side}"], stock=[], used=REST)
    known = {face ^ 1 for face in (H1B, *REST)} - {int(game.table.face[12])}
    assert len(known) == int(game.table.stock_left) == 5
    assert sides_of(game) == known


def test_p_setup_3_no_side_of_the_first_stock_is_known(position):
    game = fill_port(position, [], stock=REST)
    tiles = {face >> 1 for face in REST} - {int(game.table.face[12]) >> 1}
    assert sides_of(game) == {2 * tile + side for tile in tiles for side in (0, 1)}


def test_a_9_a_stock_that_was_looked_through_is_known(position):
    game = fill_port(position, ["port_replace=choose"], stock=REST)
    assert game.phase == Phase.PORT_CHOICE
    assert sides_of(game) == set(REST)
    game.answer(2)
    assert game.phase != Phase.PORT_CHOICE
    assert sides_of(game) == set(REST) - {REST[2]}


def seen_in_stock(game):
    return {FIRST_PORT + bit for bit in range(16) if int(game.table.stock_seen) >> bit & 1}


def test_a_port_that_is_laid_again_is_no_longer_known_to_be_in_the_stock(position):
    game = fill_port(position, [], stock=[], used=REST)
    laid = int(game.table.face[12])
    assert laid not in seen_in_stock(game)
    assert len(seen_in_stock(game)) == 5


# One fact swapped


def swapped_port(state):
    state.hidden.stock[0] ^= 1


def swapped_chest(state):
    """Exchange a chest of the pile for another value that is not left."""
    state.hidden.chest[0] = 4 - state.hidden.chest[0]


def swapped_card(state):
    other = 1 - int(state.table.asked)
    state.hands[other].card = HIDDEN_CARD if state.hands[other].card != HIDDEN_CARD else 0


@pytest.mark.parametrize("swap", [swapped_port, swapped_chest, swapped_card])
def test_the_witness_notices_one_fact_that_is_swapped(swap):
    cell = make_cell("portolano", players=2, policy="port_closer", sets=["max_rounds=30"])
    found = []
    for number, moment in enumerate(watched(cell, 4, 9)):
        state = moment.dealt(stream_of(number))
        assert moment.forgotten(state) == []
        swap(state)
        found += moment.forgotten(state)
    assert found


# Whole games


def test_every_port_and_every_chest_is_there_once(position):
    """In positions of whole games: ports on the board, used and in the stock; chests of all ships."""
    n_used, n_chosen = 0, 0
    for sets in ((), ("port_replace=choose", "port_stock_side=front")):
        game = position(3, (*sets, "max_rounds=20"), seed=4)
        number = 0
        while not game.is_over:
            if number % 10 == 0 or game.phase == Phase.PORT_CHOICE:
                n_used = max(n_used, check_components(game, redealt(GAME, game.rules, game.state, stream_of(number))))
                n_chosen += game.phase == Phase.PORT_CHOICE
            game.answer(game.ask("trader"))
            number += 1
    assert n_used > 0
    assert n_chosen > 0


def check_components(game, state):
    table, hidden, rules = state.table, state.hidden, game.rules
    on_board = [int(face) for face in table.face[: int(rules.cells)] if face >= FIRST_PORT]
    used = [int(face) for face in table.used[: int(table.n_used)]]
    if game.phase == Phase.PORT_CHOICE:  # a filled port still lies there, and counts among the used ones
        on_board.remove(int(table.face[int(table.ships[game.asked].cell)]))
    stock = [int(face) for face in hidden.stock[: int(table.stock_left)]]
    tiles = sorted((face - FIRST_PORT) // 2 for face in on_board + used + stock)
    assert tiles == list(range(int(rules.n_ports)))
    assert not hidden.stock[int(table.stock_left) :].any()
    left = hidden.chest[: int(table.chests_left)].sum()
    held = sum(int(state.hands[seat].chest_sum) for seat in range(game.players))
    assert left + held == rules.chest_value.sum()
    assert Counter(hidden.chest.tolist()) == Counter(rules.chest_value.tolist())
    return len(used)
