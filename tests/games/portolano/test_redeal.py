"""Dealing anew in Portolano: chests that fit what their owner knows, ports, and cards laid unseen."""

from __future__ import annotations

from collections import Counter

from analyzer.games.portolano import GAME
from analyzer.games.portolano.encoding import ANCHOR
from analyzer.games.portolano.rules.board import card_cost
from analyzer.games.portolano.state import FIRST_PORT, HIDDEN_CARD, Phase, Stern
from tests.games.redealing import frequencies, furthest, redealt, stream_of

N = 900
FIVE_CHESTS = ("chest_values=[1, 2, 3, 4, 4]",)


def with_chests(position, sets=FIVE_CHESTS):
    """Seat 0, to be asked, has two chests worth 5 together; seat 1 has one."""
    game = position(2, sets)
    game.stop_until(Phase.CARDS)
    game.table.asked = 0
    game.equip(0, chests=2).equip(1, chests=1)
    game.table.chests_left = 2
    game.state.hands[0].chest_sum = 5
    return game


def chest_of_seat_1(state):
    return int(state.hands[1].chest_sum + state.hidden.chest_sum[1])


def test_chests_are_dealt_by_what_their_owner_knows(position):
    """Two of 1, 2, 3, 4, 4 add up to five as 1+4, 1+4 or 2+3; each leaves three chests for the other ship."""
    found = frequencies(GAME, with_chests(position), N, chest_of_seat_1)
    assert furthest(found, {1: 1 / 9, 2: 2 / 9, 3: 2 / 9, 4: 4 / 9}, N) < 4
    assert furthest(found, {1: 1 / 5, 2: 1 / 5, 3: 1 / 5, 4: 2 / 5}, N) > 4, "as if nobody had looked"


def test_chests_that_nobody_may_look_at_are_dealt_freely(position):
    game = with_chests(position, (*FIVE_CHESTS, "chests_known=false"))
    game.state.hands[0].chest_sum = 0
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
