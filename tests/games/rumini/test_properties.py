"""Random legal play in every setting keeps the promises of section 7: cards are conserved, lists and steps agree."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from analyzer.games.rumini import GAME
from analyzer.games.rumini.rules.grid import is_one_group
from analyzer.games.rumini.state import (
    CARDS,
    DEVICES,
    KIND_OF,
    SIDES,
    STEP_X,
    STEP_Y,
    TREASURE_FACES,
    Cause,
    Phase,
    Stage,
)
from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import IS_PLAIN
from tests.thinning import thinned

SETTINGS = [
    {},
    {"recapture": "once", "max_rounds": 20},
    {"lock_scope": "round"},
    {"lock_placed": False},
    {"keep_connected": True},
    {"devices_distinct": True},
    {"flag_takes_chest": True, "flag_unneeded": "nothing"},
    {"flag_unneeded": "builder"},
    {"joker_pick": "any"},
    {"joker_adjacent": False},
    {"joker_adjacent": False, "keep_connected": True},
    {"joker_moves": False},
    {"event_without_device": "no_effect"},
    {"event_without_device": "forbidden"},
    {"bazaar_when": "on_third_only"},
    {"porthole_same_kind": False, "stuck_redraw": True},
    {"porthole_reference_new": False},
    {"hand_size": 6, "bazaar_for_device": 1},
    {"max_rounds": 1},
    {"start_layout": "any"},
    {"pile_pick": "search"},
    {"flag_anywhere": True},
    {"flag_moves": False},
    {"prefer_bazaar": True, "bazaar_for_device": 2},
    {"win_at_once": False, "flag_anywhere": True},
]
LENGTH = {"max_rounds": 4} if IS_PLAIN else {}  # plain Python is slow; the compiled run plays to the end


@pytest.mark.parametrize(("deal", "setting", "players"), thinned(itertools.product(range(3), SETTINGS, (2, 3, 4)), 8))
def test_random_play_keeps_every_promise(position, players, setting, deal):
    game = position(players, deal=deal, **{**LENGTH, **setting})
    choose = np.random.default_rng(deal)
    n_steps = 0
    while game.table.cause == Cause.RUNNING:
        n_steps += 1
        if n_steps % 7 == 1:
            check_list(game)
        check_state(game)
        options = int(GAME.n_options(game.rules, game.table, game.asked_hand))
        assert options > 1, "a question with a single option was asked"
        index = int(choose.integers(options))
        game.answer(GAME.option(game.rules, game.table, game.asked_hand, index))
    check_state(game)
    assert game.table.turn <= game.rules.max_rounds * players
    complete = (game.table.n_up[:players] == game.rules.collect).any()
    assert (game.table.cause == Cause.WON) == complete or (complete and not game.rules.win_at_once)


def check_list(game):
    """The list is a set, every entry is legal, and what is not in it is refused and changes nothing."""
    options = game.options()
    assert len(set(options)) == len(options)
    assert all(game.is_legal(answer) for answer in options)
    before = game.bench.tobytes()
    near = {answer + change for answer in options[-3:] for change in (-1, 1, 1 << 24, 1 << 48, 1 << 54)}
    for answer in {-1, 99, 1 << 62, -(1 << 62), *near} - set(options):
        assert not game.is_legal(answer)
        assert GAME.step(game.rules, game.state, answer, game.chance) == Fault.ILLEGAL
    assert game.bench.tobytes() == before


def check_state(game):
    check_map(game)
    check_cards(game)
    check_seats(game)


def check_map(game):
    table = game.table
    cards = [card for card in range(1, CARDS) if table.laid[card]]
    places = {(int(table.x[card]), int(table.y[card])): card for card in cards}
    assert len(places) == len(cards) == table.on_table, "a cell holds at most one card"
    for (x, y), card in places.items():
        beside = [places.get((x + STEP_X[side], y + STEP_Y[side]), 0) for side in range(SIDES)]
        assert list(table.beside[card]) == beside
        assert table.sides[card] == sum(other != 0 for other in beside)
        if not game.rules.flag_anywhere:
            assert not (table.flag[card] and table.sides[card] == SIDES), "no flag on a surrounded card"
        assert game.at(x, y) == card
    assert Counter(table.slots[table.slots > 0].tolist()) == Counter(cards)
    if game.rules.keep_connected:
        assert is_one_group(table, cards[0], int(table.x[cards[0]]), int(table.y[cards[0]]))


def check_cards(game):
    rules, table, hidden = game.rules, game.table, game.state.hidden
    for kind in range(4):
        pile = hidden.pile[kind, : int(table.left[kind])].tolist()
        laid = [card for card in range(1, CARDS) if table.laid[card] and KIND_OF[card] == kind]
        assert sorted(pile + laid) == list(range(1 + 12 * kind, 1 + 12 * kind + int(rules.per_kind[kind])))
        assert table.top[kind] == (pile[-1] if pile else 0)
    faces = hidden.deck[: int(table.draw_pile)].tolist() + hidden.discard[: int(table.discards)].tolist()
    treasure = Counter(hidden.treasure[: int(table.treasure_pile)].tolist())
    treasure.update(hidden.treasure_discard[: int(table.treasure_discards)].tolist())
    treasure[0] += int((table.flag > 0).sum())
    for seat in range(int(rules.players)):
        hand = game.state.hands[seat]
        faces += hand.cards[: int(hand.held)].tolist()
        treasure.update({face: int(hand.treasure[face]) for face in range(TREASURE_FACES)})
    # a flag or an event under way is on its way from the hand to the map or to the discards
    treasure[0] += game.table.stage == Stage.ASKING and game.table.phase == Phase.FLAG
    n_copies = int(rules.porthole_copies)
    kinds = range(4)
    wanted = [16 * v + 4 * a + b for v in (0, 1) for a in kinds for b in kinds if rules.porthole_same_kind or a != b]
    assert Counter(faces) == Counter(wanted * n_copies)
    assert [treasure[face] for face in range(TREASURE_FACES)] == rules.treasure.tolist()


def check_seats(game):
    rules, table = game.rules, game.table
    devices = Counter(game.state.hidden.devices[: DEVICES * int(rules.device_copies)].tolist())
    assert set(devices.values()) == {int(rules.device_copies)}
    for seat in range(int(rules.players)):
        hand = game.state.hands[seat]
        dealt = game.state.hidden.devices[seat * int(rules.collect) : (seat + 1) * int(rules.collect)]
        both = hand.need + table.up[seat]
        assert both.tolist() == [dealt.tolist().count(device) for device in range(DEVICES)]
        assert (hand.need >= 0).all()
        assert (table.up[seat] >= 0).all()
        assert table.n_up[seat] == table.up[seat].sum()
        assert hand.held == table.held[seat]
        assert hand.treasure.sum() == table.treasures[seat]
        assert table.bazaar[seat] >= 0
        assert table.misses[seat] >= 0
        if seat != table.active:
            assert hand.held == rules.hand_size, "a full hand at the end of a turn"


def test_limited_bazaar_cards_are_conserved(position):
    for deal in range(3):
        game = position(2, deal=deal, data={"bazaar.cards": 2}, bazaar_for_device=2)
        choose = np.random.default_rng(deal)
        while game.table.cause == Cause.RUNNING:
            assert game.table.stock + game.table.bazaar.sum() == 2
            assert game.table.stock >= 0
            options = int(GAME.n_options(game.rules, game.table, game.asked_hand))
            game.answer(GAME.option(game.rules, game.table, game.asked_hand, int(choose.integers(options))))
