"""Treatments of Rumini that have rules of their own, and what a banned treasure is to a policy."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.games.rumini.state import DEVICES, Device, Treasure
from analyzer.games.rumini.strategies import EVENT, PIRATE, hide

HAT = int(Device.HAT)
MANY = range(20)


def test_a_removed_device_is_dealt_to_nobody_and_all_hands_are_full(position):
    for deal in MANY:
        game = position(2, deal=deal, **{"remove device:hat": True})
        plain = position(2, deal=deal)
        assert [int(game.state.hands[seat].need.sum()) for seat in range(2)] == [6, 6]
        assert all(game.state.hands[seat].need[HAT] == 0 for seat in range(2))
        cards = np.bincount(game.state.hidden.devices[: DEVICES * 2], minlength=DEVICES)
        assert cards.tolist() == [2] * DEVICES, "every card lies somewhere"
        both = [min(int(a), int(b)) for a, b in zip(game.state.hands[0].need, plain.state.hands[0].need, strict=True)]
        assert sum(both) >= 4, "all other cards are dealt as before"


def test_a_removed_device_is_dealt_to_nobody_where_no_hand_holds_one_twice(position):
    for deal in MANY:
        game = position(2, deal=deal, devices_distinct=True, **{"remove device:hat": True})
        needs = np.array([game.state.hands[seat].need for seat in range(2)])
        assert needs[:, HAT].tolist() == [0, 0]
        assert needs.max() == 1


def test_no_more_devices_can_be_removed_than_are_left_over():
    with pytest.raises(BadInput, match="none can be out of the game with 3 players"):
        make_cell("rumini", players=3, sets={"remove device:hat": True})
    devices = ("hat", "news_bell", "spyglass")
    with pytest.raises(BadInput, match="at most 2 can be out of the game"):
        make_cell("rumini", players=2, sets={f"remove device:{name}": True for name in devices})


@pytest.mark.parametrize(("name", "face"), [("flag", Treasure.FLAG), ("pirate", Treasure.PIRATE)])
def test_a_granted_treasure_is_the_first_such_card_of_the_deck(position, name, face):
    for deal in MANY:
        game, plain = position(2, deal=deal, **{f"seat 1: treasure:{name}": 1}), position(2, deal=deal)
        assert game.state.hands[1].treasure[face] == 1
        assert game.table.treasures[:2].tolist() == [0, 1]
        assert game.table.treasure_pile == plain.table.treasure_pile - 1
        before = plain.state.hidden.treasure[: plain.table.treasure_pile].tolist()
        last = len(before) - 1 - before[::-1].index(face)
        assert game.state.hidden.treasure[: game.table.treasure_pile].tolist() == before[:last] + before[last + 1 :]


def test_a_granted_event_names_the_device_that_the_deck_names(position):
    game, plain = position(2, **{"seat 0: treasure:event": 1}), position(2)
    deck = plain.state.hidden.treasure[: plain.table.treasure_pile]
    first = next(face for face in deck[::-1] if face >= Treasure.EVENT)
    assert game.state.hands[0].treasure[first] == 1


def test_a_policy_that_may_not_rob_or_give_events_is_asked_without_these_cards(position):
    hand = position(2).state.hands[0]
    hand.treasure[:] = 1
    hide(hand, 1 << PIRATE | 1 << EVENT)
    assert hand.treasure[: Treasure.EVENT].tolist() == [1, 1, 0]
    assert not hand.treasure[Treasure.EVENT :].any()
