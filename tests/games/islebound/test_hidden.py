"""What a player cannot know does not show: pile orders, other hands, the architect's draft."""

import numpy as np
import pytest

from analyzer.catalog import policies_of
from analyzer.games.islebound import GAME
from analyzer.games.islebound.state import Phase
from tests.games.position import make_desk

POLICIES = ["random_legal", "balanced"]


def decide(policy, game, table):
    seat = int(table.asked)
    desk = make_desk(policy, (1, 2, 3, 4 + seat))
    seated = GAME.seated_policy(policy)
    return int(seated(game.rules, table, game.state.hands[seat], desk))


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("sets", [(), ("architect=true",)])
def test_a_policy_decides_the_same_when_hidden_cards_are_dealt_anew(position, name, sets):
    policy = policies_of("islebound")[name]
    noise = np.random.Generator(np.random.PCG64(5))
    game = position(3, sets, homes=False)
    for _ in range(60):
        if game.is_over:
            break
        answer = decide(policy, game, game.table)
        before = game.state.copy()
        hidden = game.state.hidden
        for field in ("buildings", "events", "reputation", "recruits", "tiles", "order", "chance"):
            hidden[field] = noise.integers(0, 9, hidden[field].shape)
        for seat in range(3):
            if seat != game.asked:
                game.state.hands[seat].cards = int(noise.integers(1 << 20))
                game.state.hands[seat].pack = int(noise.integers(1 << 20))
        assert decide(policy, game, game.table) == answer
        for field in game.state.dtype.names:
            game.state[field] = before[field]
        game.answer(answer)


def test_the_draft_shows_nothing_of_the_other_packs_on_the_table(position):
    """Two drafts that differ only in what the others keep leave the same table to the asked seat."""
    tables = []
    for pick in (0, 1):
        game = position(3, ("architect=true",), homes=False)
        while game.phase == Phase.HOME:
            game.answer(game.options()[0])
        game.answer(game.options()[pick])
        tables.append(game.table.tobytes())
    assert tables[0] == tables[1]


def test_the_draft_shows_nothing_of_the_other_packs_in_a_hand(position):
    """Two drafts that differ in what the others kept before a seat saw the pack leave the same memory of its own."""
    hands = []
    for pick in (0, 1):
        game = position(3, ("architect=true",), homes=False)
        while game.phase == Phase.HOME:
            game.answer(game.options()[0])
        seat = (game.asked + 1) % 3
        game.answer(game.options()[pick])
        for _ in range(2):
            game.answer(game.options()[0])
        game.state.hands[seat].pack = 0  # it differs by what was kept of it
        hands.append(game.state.hands[seat].tobytes())
    assert hands[0] == hands[1]


def test_what_a_hand_remembers_of_the_draft_is_what_it_passed_on(position):
    game = position(4, ("architect=true",), homes=False)
    while game.phase == Phase.HOME:
        game.answer(game.options()[0])
    held = {seat: set() for seat in range(4)}
    while game.phase == Phase.DRAFT:
        held[game.asked] |= set(game.options())
        game.answer(game.options()[-1])
    for seat, seen in held.items():
        hand = game.state.hands[seat]
        passed = [card for mask in hand.passed for card in range(40) if int(mask) >> card & 1]
        assert set(passed) <= seen
        assert [int(mask).bit_count() for mask in hand.passed] == [3, 3, 3, 3, 2, 1]
        assert [int(mask).bit_count() for mask in hand.takers] == [3, 3, 3, 3, 2, 1]
