"""What a seat has seen is kept by every fresh deal, and the witness notices what is not."""

from __future__ import annotations

import pytest

from analyzer.games.rumini import GAME
from analyzer.kernel.jit import IS_PLAIN
from tests.games.position import duplicate
from tests.games.redealing import redealt, stream_of
from tests.games.rumini.witness import Witness

DEALS = 1 if IS_PLAIN else 2
SMALL_DECK = {"treasure.flag": 1, "treasure.joker": 1, "treasure.pirate": 1, "treasure.event_per_device": 1}
LONG = {**SMALL_DECK, "devices.copies": 4, "devices_to_collect.p2": 16}  # games in which the treasure deck is renewed


def watched(position, players, policy, deals=DEALS, **settings):
    """Play deals before a witness; yield the position and the witness at every third question."""
    number = 0
    for deal in range(deals):
        game = position(players, deal=deal, **{"max_rounds": 25, **settings})
        witness = Witness(game.rules, duplicate(game.state))
        while not game.is_over:
            number += 1
            if number % 3 == 0:
                yield game, witness
            before = duplicate(game.state)
            game.answer(game.ask(policy))
            witness.see(before, duplicate(game.state))


@pytest.mark.parametrize(("players", "policy"), [(2, "spoiler"), (3, "random_legal"), (4, "random_legal")])
def test_what_a_seat_knows_is_kept(position, players, policy):
    for number, (game, witness) in enumerate(watched(position, players, policy)):
        assert witness.forgotten(game.asked, redealt(GAME, game.rules, game.state, stream_of(number))) == []


@pytest.mark.parametrize(
    "settings",
    [
        {"flag_moves": False, "flag_unneeded": "builder", "devices_distinct": True},
        {"prefer_bazaar": True, "flag_takes_chest": True, "flag_anywhere": True},
        {"data": {"portholes.copies": 2, "devices.copies": 3}},
        {"data": SMALL_DECK, "recapture": "once", "porthole_same_kind": False},
    ],
    ids=lambda settings: ",".join(settings),
)
def test_what_a_seat_knows_is_kept_in_other_settings(position, settings):
    for number, (game, witness) in enumerate(watched(position, 3, "random_legal", **settings)):
        assert witness.forgotten(game.asked, redealt(GAME, game.rules, game.state, stream_of(number))) == []


FORGETTING = {
    "a device turned down": ("known", "cards of device"),
    "a device not needed": ("settled", "did not need device"),
    "discarded porthole cards": ("discarded", "other porthole cards"),
    "discarded treasure cards": ("spent", "other treasure cards"),
    "cards older than the pile": ("age", "porthole card"),
    "treasure cards older than the deck": ("fetched", "treasure card"),
}


@pytest.mark.parametrize("fact", FORGETTING)
def test_the_witness_notices_what_is_forgotten(position, fact):
    """A table without one kind of facts makes deals that contradict what was seen."""
    field, words = FORGETTING[fact]
    settings = {"deals": 2, "max_rounds": 60, "data": LONG} if field == "fetched" else {}
    policy = "spoiler" if field == "fetched" else "random_legal"  # one who keeps treasure cards
    found = []
    for number, (game, witness) in enumerate(watched(position, 2, policy, **settings)):
        state = duplicate(game.state)
        forget(game.rules, state, field)
        found += witness.forgotten(game.asked, redealt(GAME, game.rules, state, stream_of(number)))
        if any(words in contradiction for contradiction in found):
            return
    pytest.fail(f"{fact}: not noticed in {number + 1} deals")


def forget(rules, state, field):
    """Take a kind of facts off the table; ages go from cards and hands alike, and so do decks."""
    table, asked = state.table, state.hands[int(state.table.asked)]
    table[field] = 0
    if field == "age":
        table.drawn[:] = 0
    if field == "fetched":
        table.stacked[:] = rules.treasure - table.spent
        table.stacked[0] -= int((table.flag > 0).sum()) + (int(table.phase) == 2)
        table.fetched[:] = table.treasures
        asked.fetched[:] = asked.treasure
