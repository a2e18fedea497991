"""Dealing anew in Islebound: piles below their tops, crew, buildings, and the architect's hands and packs."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from analyzer.games.islebound import GAME
from analyzer.games.islebound.state import BOOK, PACK, Phase
from tests.games.redealing import contents, frequencies, furthest, redealt, stream_of

N = 900


def members(mask):
    return [building for building in range(40) if int(mask) >> building & 1]


def test_the_card_below_a_top_is_any_that_is_no_top(position):
    game = position(2)
    game.table.reputation_left[:] = [2, 1]
    n = int(game.rules.n_reputation)
    tops = game.table.reputation_top.tolist()
    found = frequencies(GAME, game, N, lambda state: int(state.hidden.reputation[0, 0]))
    assert furthest(found, {card: 1 / (n - 2) for card in range(n) if card not in tops}, N) < 4
    assert furthest(found, dict.fromkeys(range(n), 1 / n), N) > 4, "as if tops could lie below"


def test_the_next_crew_is_any_that_serves_nobody(position):
    """All but three recruits are hired: one waits in a slot, one is the top, so that the third must lie below."""
    game = position(2)
    table, rules = game.table, game.rules
    kinds = Counter(rules.recruits[: int(rules.n_recruits)].tolist())
    below = min(kind for kind in kinds)
    table.recruits_left = 3
    gone = Counter(kinds)
    table.next_recruit, table.recruit[:] = below, [-1, -1, max(kinds)]
    gone.subtract({below: 2, max(kinds): 2})  # the top, the slot, and one of each below
    for kind, n in gone.items():
        table.tired[1, kind] += n
    found = frequencies(GAME, game, N, lambda state: tuple(state.hidden.recruits[:3].tolist()))
    one, two = (below, max(kinds), below), (max(kinds), below, below)
    assert furthest(found, {one: 1 / 2, two: 1 / 2}, N) < 4
    assert furthest(found, {one: 2 / 3, two: 1 / 3}, N) > 4


def test_the_buildings_of_another_hand_are_any_that_nobody_sees(position):
    game = position(2, ("architect=true",))
    assert game.phase == Phase.PLAN
    own, n_cards = members(game.hand().cards), int(game.table.goods[1 - game.asked, BOOK])
    unseen = [card for card in range(int(game.rules.n_buildings)) if card not in own]
    assert n_cards == PACK
    wanted, other = unseen[0], 1 - game.asked
    found = frequencies(GAME, game, N, lambda state: bool(int(state.hands[other].cards) >> wanted & 1))
    share = n_cards / len(unseen)
    assert furthest(found, {True: share, False: 1 - share}, N) < 4
    assert furthest(found, {True: 1 / 2, False: 1 / 2}, N) > 4
    real = game.state.hands[other].cards
    assert sum(redealt(GAME, game.rules, game.state, stream_of(k)).hands[other].cards == real for k in range(20)) == 0


def test_dice_to_come_are_thrown_anew(position):
    game = position(2)
    one, two = (redealt(GAME, game.rules, game.state, stream_of(number)) for number in (1, 2))
    assert contents(one.hidden["chance"]) != contents(two.hidden["chance"])
    assert contents(one.hidden["chance"]) != contents(game.state.hidden["chance"])


@pytest.mark.parametrize("sets", [(), ("architect=true",), ("six_buildings=true", "advanced=true")])
def test_every_component_is_there_once(position, sets):
    lots = np.random.default_rng(6)
    game = position(3, (*sets, "round_limit=12"), homes=False)
    n_looked = 0
    for number in range(1200):
        if game.is_over:
            break
        if game.phase == Phase.DRAFT or number % 5 == 0:
            check_components(game, redealt(GAME, game.rules, game.state, stream_of(number)))
            n_looked += 1
        game.answer(game.option(int(lots.integers(game.n_options()))))
    assert n_looked > 5


def check_components(game, state):
    table, hidden, rules = state.table, state.hidden, game.rules
    buildings = hidden.buildings[: int(table.deck_left)].tolist() + members(hidden.discards)
    buildings += [int(card) for card in table.row if card >= 0]
    for seat in range(3):
        hand = state.hands[seat]
        buildings += members(table.owned[seat]) + members(hand.cards) + members(hand.pack)
        if rules.architect == 1:
            assert len(members(hand.cards)) == int(table.goods[seat, BOOK])
            real = game.state.hands[seat]
            assert len(members(hand.pack)) == len(members(real.pack))
    assert sorted(buildings) == list(range(int(rules.n_buildings)))
    assert len(members(hidden.discards)) == len(members(game.state.hidden.discards))
    crew = hidden.recruits[: int(table.recruits_left)].tolist() + [int(kind) for kind in table.recruit if kind >= 0]
    for seat in range(3):
        held = table.deck[seat] + table.tired[seat] + table.hurt[seat] - rules.starters
        crew += [kind for kind in range(int(rules.n_kinds)) for _ in range(int(held[kind]))]
    assert sorted(crew) == sorted(rules.recruits[: int(rules.n_recruits)].tolist())
    for piles, top, left, n in (
        (hidden.events, table.event_top, table.event_left, rules.n_events),
        (hidden.reputation, table.reputation_top, table.reputation_left, rules.n_reputation),
        (hidden.tiles[None], table.tile_top[None], table.tiles_left[None], rules.n_tiles),
    ):
        cards = [card for pile in range(len(left)) for card in piles[pile, : int(left[pile])].tolist()]
        assert len(set(cards)) == len(cards)
        assert set(cards) <= set(range(int(n)))
        assert all(piles[pile, int(left[pile]) - 1] == top[pile] for pile in range(len(left)) if left[pile] > 0)
