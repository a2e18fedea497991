"""Clauses R-SETUP-1 to R-SETUP-9, the counts of section 1, and the switches that act before the first turn."""

from __future__ import annotations

from collections import Counter

import pytest

from analyzer.games.rumini.state import DEVICES, KIND_OF

MANY = range(40)


@pytest.mark.parametrize(("players", "each", "aside"), [(2, 6, 4), (3, 5, 1), (4, 4, 0)])
def test_r_setup_1_and_e_r29_device_cards_per_player(position, players, each, aside):
    game = position(players)
    assert game.rules.collect == each
    assert [int(game.state.hands[seat].need.sum()) for seat in range(players)] == [each] * players
    assert DEVICES * game.rules.device_copies - players * each == aside
    assert not game.table.up.any()


def test_r_setup_2_devices_are_known_to_their_owner_only(position):
    assert "need" in position(2).state.hands[0].dtype.names
    assert not {"need", "devices"} & set(position(2).table.dtype.names)


def test_r_setup_3_duplicates_are_possible(position):
    assert any((position(2, deal=deal).state.hands[0].need > 1).any() for deal in MANY)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_switch_devices_distinct(position, players):
    for deal in MANY:
        game = position(players, deal=deal, devices_distinct=True)
        assert all((game.state.hands[seat].need <= 1).all() for seat in range(players))


def test_switch_devices_distinct_where_hardly_any_deal_is(position):
    game = position(4, devices_distinct=True, data={"devices.copies": 4, "devices_to_collect.p4": 8})
    assert all((game.state.hands[seat].need == 1).all() for seat in range(4))
    assert set(Counter(game.state.hidden.devices.tolist()).values()) == {4}


def test_r_setup_4_four_piles_show_their_top_card(position):
    game = position(2)
    for kind in range(4):
        assert game.table.left[kind] == 7
        assert game.table.top[kind] == game.state.hidden.pile[kind, 6]
        assert KIND_OF[game.table.top[kind]] == kind


def test_r_setup_4_piles_are_shuffled(position):
    assert len({int(position(2, deal=deal).table.top[0]) for deal in MANY}) > 4


def test_r_setup_5_start_row_has_each_kind_once_in_random_order(position):
    orders = set()
    for deal in MANY:
        game = position(2, deal=deal)
        row = [KIND_OF[game.at(x, 0)] for x in range(4)]
        assert sorted(row) == [0, 1, 2, 3]
        assert game.table.on_table == 4
        orders.add(tuple(row))
    assert len(orders) > 10


def test_r_setup_6_one_orientation_for_all(position):
    game = position(2).arrange().hand(0, "V(ship, ship)").hand(1, "V(ship, ship)")
    first = game.cells()
    game.turn_of(1)
    assert game.cells() == first == {(1, -1), (1, 1)}


def test_r_setup_7_treasure_deck_and_bazaar_stock(position):
    game = position(2)
    assert game.table.treasure_pile == 20
    assert Counter(game.state.hidden.treasure[:20].tolist()) == {0: 4, 1: 4, 2: 4, **{3 + d: 1 for d in range(8)}}
    assert not game.table.bazaar.any()


def test_r_setup_8_hands_of_four_and_the_rest_to_draw(position):
    game = position(4)
    assert [int(game.state.hands[seat].held) for seat in range(4)] == [4] * 4
    assert game.table.draw_pile == 16


def test_switch_hand_size(position):
    game = position(3, hand_size=6)
    assert [int(game.state.hands[seat].held) for seat in range(3)] == [6] * 3


def test_switch_porthole_same_kind(position):
    game = position(2, porthole_same_kind=False)
    cards = game.state.hidden.deck[: int(game.table.draw_pile)].tolist()
    for seat in range(2):
        cards += game.state.hands[seat].cards[:4].tolist()
    assert len(cards) == 24
    assert all((face >> 2) & 3 != face & 3 for face in cards)


def test_the_same_deal_without_equal_pairs_keeps_its_order(position):
    full, without = position(2), position(2, porthole_same_kind=False)

    def order(game):
        hands = [game.state.hands[seat].cards[:4].tolist() for seat in range(2)]
        return hands[0] + hands[1] + game.state.hidden.deck[: int(game.table.draw_pile)][::-1].tolist()

    assert [face for face in order(full) if (face >> 2) & 3 != face & 3] == order(without)


def test_r_setup_9_start_player_is_random_and_turns_go_clockwise(position):
    assert {int(position(3, deal=deal).table.first) for deal in MANY} == {0, 1, 2}
    game = position(3).arrange()
    seats = []
    for _ in range(4):
        seats.append(int(game.table.asked))
        game.answer(0)
    assert seats == [0, 1, 2, 0]
