"""Dealing anew in Rumini: devices, map piles, porthole and treasure cards."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from analyzer.games.rumini import GAME
from analyzer.games.rumini.state import DEVICES, TREASURE_FACES, Phase, Treasure
from analyzer.kernel.jit import IS_PLAIN
from tests.games.redealing import frequencies, furthest, redealt, stream_of

N = 900


def down_to_two(position, **switches):
    """Seat 0 is asked; of seat 1's six devices four are up, and seat 0 holds one of each of the first six."""
    game = position(2, **switches)
    game.turn_of(0)
    game.state.hands[0].need[:] = [1, 1, 1, 1, 1, 1, 0, 0]
    game.table.up[1, :] = [1, 1, 1, 0, 0, 0, 1, 0]
    game.table.n_up[1] = 4
    return game


def downs(state):
    return tuple(sorted(d for d in range(DEVICES) for _ in range(int(state.hands[1].need[d]))))


def pairs(cards, allowed):
    """Enumerate the pairs that may be dealt, each with its chance."""
    found = Counter(tuple(sorted(pair)) for pair in permutations(cards, 2) if allowed(pair))
    return {pair: n / sum(found.values()) for pair, n in found.items()}


UNSEEN = [3, 4, 5, 6, 7, 7]  # two copies of each device, less what is seen above
ANY = pairs(UNSEEN, lambda pair: True)
DISTINCT = pairs(UNSEEN, lambda pair: pair[0] != pair[1] and 6 not in pair)  # seat 1 shows a 6


def test_devices_that_are_down_are_dealt_from_those_nobody_sees(position):
    found = frequencies(GAME, down_to_two(position), N, downs)
    assert furthest(found, ANY, N) < 4
    assert furthest(found, DISTINCT, N) > 4


def test_b_6_distinct_devices_stay_distinct_when_they_are_dealt_anew(position):
    found = frequencies(GAME, down_to_two(position, devices_distinct=True), N, downs)
    assert furthest(found, DISTINCT, N) < 4
    assert furthest(found, ANY, N) > 4


def test_treasure_cards_are_dealt_from_those_nobody_sees(position):
    """Of twenty cards the asked seat holds two flags, and one lies on the map: seventeen are left."""
    game = position(2).arrange().turn_of(0)
    game.state.hands[0].treasure[Treasure.FLAG] = game.table.treasures[0] = 2
    game.table.flag[int(np.flatnonzero(game.table.laid)[0])] = 1
    game.table.treasures[1] = 1
    game.table.treasure_pile = 16
    found = frequencies(GAME, game, N, lambda state: int(state.hands[1].treasure.argmax()))
    expected = {face: (1 if face == Treasure.FLAG else int(game.rules.treasure[face])) / 17 for face in range(11)}
    assert furthest(found, expected, N) < 4
    assert furthest(found, {face: int(game.rules.treasure[face]) / 20 for face in range(11)}, N) > 4


@pytest.mark.parametrize("switches", [{}, {"porthole_same_kind": False, "pile_pick": "search"}])
def test_every_card_is_there_as_often_as_it_should_be(position, switches):
    random = np.random.default_rng(2)
    game = position(3, deal=3, max_rounds=8, **switches)
    seen = set()
    while not game.is_over and len(seen) < (40 if IS_PLAIN else 150):
        if random.integers(3) == 0 or game.phase == Phase.FLAG:
            check_components(game, redealt(GAME, game.rules, game.state, stream_of(len(seen))))
        seen.add((int(game.table.turn), int(game.table.phase)))
        game.answer(game.option(int(random.integers(game.n_options()))))
    assert len(seen) > 20


def check_components(game, state):
    table, hidden, rules = state.table, state.hidden, game.rules
    assert [int(state.hands[seat].held) for seat in range(3)] == table.held[:3].tolist()
    cards = [face for seat in range(3) for face in state.hands[seat].cards[: int(table.held[seat])].tolist()]
    cards += hidden.deck[: int(table.draw_pile)].tolist() + hidden.discard[: int(table.discards)].tolist()
    wanted = [face for face in range(32) if rules.porthole_same_kind == 1 or (face & 3) != (face >> 2 & 3)]
    assert sorted(cards) == wanted
    treasure = Counter(hidden.treasure[: int(table.treasure_pile)].tolist())
    treasure.update(hidden.treasure_discard[: int(table.treasure_discards)].tolist())
    for seat in range(3):
        assert int(state.hands[seat].treasure.sum()) == int(table.treasures[seat])
        treasure.update({face: int(state.hands[seat].treasure[face]) for face in range(TREASURE_FACES)})
    treasure[int(Treasure.FLAG)] += int((table.flag != 0).sum()) + (game.phase == Phase.FLAG)
    assert [treasure[face] for face in range(TREASURE_FACES)] == rules.treasure.tolist()
    for seat in range(3):
        assert int(state.hands[seat].need.sum()) + int(table.n_up[seat]) == int(rules.collect)
    n_devices = sum(state.hands[seat].need + table.up[seat] for seat in range(3))
    assert (n_devices <= rules.device_copies).all()
    assert np.bincount(hidden.devices[:16], minlength=DEVICES).tolist() == [2] * DEVICES
    for kind in range(4):
        pile = hidden.pile[kind, : int(table.left[kind])].tolist()
        assert not pile or pile[-1] == int(table.top[kind])
        numbers = range(1 + 12 * kind, 1 + 12 * kind + int(rules.per_kind[kind]))
        assert sorted(pile) == [card for card in numbers if table.laid[card] == 0]
