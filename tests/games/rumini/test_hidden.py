"""Hands, needed devices, treasure cards and the order of the decks are hidden from everybody else."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.catalog import policies_of
from analyzer.games.rumini import GAME
from analyzer.games.rumini.rules.setup import set_up
from analyzer.games.rumini.state import DEVICES, TREASURE_FACES, Cause, Chance
from analyzer.kernel.jit import IS_PLAIN
from analyzer.kernel.streams import open_streams
from tests.games.position import key_of

POLICIES = sorted(policies_of("rumini"))


def test_the_table_shows_nothing_of_what_is_dealt_face_down(position):
    tables = []
    for other in (0, 1):
        game = position(3)
        open_streams(game.bench, 3, key_of([5, 7, 99]))
        for stream in (Chance.DEVICES, Chance.PORTHOLES, Chance.TREASURE):
            game.chance[stream, 0] += other
        set_up(game.rules, game.state, game.chance)
        tables.append((game.table.tobytes(), game.state.hands[0].tobytes(), game.state.hidden.tobytes()))
    assert tables[0][0] == tables[1][0]
    assert tables[0][1] != tables[1][1]
    assert tables[0][2] != tables[1][2]


def redeal(game, random):
    """Deal anew all that the asked seat cannot see, keeping every public count."""
    table, hidden = game.table, game.state.hidden
    others = [seat for seat in range(int(game.rules.players)) if seat != game.table.asked]
    n_left = int(table.draw_pile)
    faces = hidden.deck[:n_left].tolist()
    treasure = hidden.treasure[: int(table.treasure_pile)].tolist()
    for seat in others:
        hand = game.state.hands[seat]
        faces += hand.cards[: int(hand.held)].tolist()
        treasure += [face for face in range(TREASURE_FACES) for _ in range(int(hand.treasure[face]))]
    faces, treasure = random.permutation(faces).tolist(), random.permutation(treasure).tolist()
    for seat in others:
        hand = game.state.hands[seat]
        hand.cards[: int(hand.held)] = [faces.pop() for _ in range(int(hand.held))]
        hand.treasure[:] = 0
        for _ in range(int(table.treasures[seat])):
            hand.treasure[treasure.pop()] += 1
        down = int(hand.need.sum())
        hand.need[:] = 0
        for device in random.integers(0, DEVICES, down):
            hand.need[device] += 1
    hidden.deck[:n_left] = faces
    hidden.treasure[: int(table.treasure_pile)] = treasure
    for kind in range(4):
        below = int(table.left[kind]) - 1
        if below > 1:
            hidden.pile[kind, :below] = random.permutation(hidden.pile[kind, :below])


@pytest.mark.parametrize("name", POLICIES)
def test_no_decision_depends_on_what_is_hidden(position, name):
    decide = GAME.seated_policy(policies_of("rumini")[name])
    knobs = list(policies_of("rumini")[name].knobs.values())
    random = np.random.default_rng(4)
    n_changed = 0
    game = position(3, deal=8, max_rounds=6)
    for desk in game.bench.desks:
        desk.knobs[: len(knobs)] = knobs
    while game.table.cause == Cause.RUNNING and n_changed < (12 if IS_PLAIN else 60):
        seat = int(game.table.asked)
        desk = game.bench.desks[seat]
        memory, choice = desk.memory.copy(), desk.choice.copy()
        view = (game.rules, game.table, game.state.hands[seat], desk)
        table = game.table.tobytes()
        before = (decide(*view), game.options() if n_changed < 10 else [])
        desk.memory[:], desk.choice[:] = memory, choice
        hidden = game.state.hidden.tobytes()
        redeal(game, random)
        n_changed += game.state.hidden.tobytes() != hidden
        assert (decide(*view), game.options() if before[1] else []) == before
        assert game.table.tobytes() == table, "a policy changes nothing"
        game.answer(before[0])
    assert n_changed > 5
