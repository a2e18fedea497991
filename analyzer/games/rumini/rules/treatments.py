"""What a seat may begin with besides, and what may be taken out of the game (no clause: for experiments)."""

from collections.abc import Mapping
from typing import Any

from analyzer.games.components import Tree
from analyzer.games.rumini.data import DEVICE_NAMES, TREASURE_NAMES
from analyzer.games.rumini.rules import decks, devices
from analyzer.games.rumini.state import DEVICES, KIND_DEVICE, KIND_TREASURE, How, Treasure
from analyzer.games.switches import Value
from analyzer.games.treatments.declared import Material, Resource
from analyzer.games.turns import AMOUNT, FIRST_GRANT, WHAT, treated_seat
from analyzer.kernel.jit import phase, rule

BAZAAR, TREASURES, FOUND, MISSES = range(1, 5)


@phase
def treat(rules, state, chance):
    """Give every seat what it begins with besides."""
    for number in range(rules.n_handicaps):
        seat = treated_seat(rules, state.table, number)
        what, n = rules.handicaps[number, WHAT], rules.handicaps[number, AMOUNT]
        if what >= FIRST_GRANT * (1 + KIND_TREASURE):
            give_treasure(state, seat, what % FIRST_GRANT)
        elif what >= FIRST_GRANT:
            devices.obtain(rules, state, seat, what % FIRST_GRANT, How.CAPTURE)
        elif what == MISSES:
            state.table.misses[seat] += n
        else:
            for _ in range(n):
                give(rules, state, seat, what, chance)
    state.table.gained = 0


@phase
def give(rules, state, seat, what, chance):
    """Give a seat a bazaar card, a treasure card or one of the devices that it needs."""
    if what == BAZAAR:
        devices.take_bazaar_card(rules, state, seat)
    elif what == TREASURES:
        decks.draw_treasure(state, seat, chance)
    elif state.table.n_up[seat] + 1 < rules.collect:
        devices.turn_up(state, seat, next_device(rules, state, seat), How.CAPTURE)


@rule
def give_treasure(state, seat, name):
    """Let a seat draw the first card of a name from the deck, as if it lay on top; nothing if there is none."""
    pile, n = state.hidden.treasure, state.table.treasure_pile
    for place in range(n - 1, -1, -1):
        face = pile[place]
        if face == name or (name == Treasure.EVENT and face > name):
            for above in range(place, n - 1):
                pile[above] = pile[above + 1]
            pile[n - 1] = face
            decks.take_top(state, seat)
            return


@rule
def next_device(rules, state, seat):
    """Return the first device that a seat was dealt and still needs: the deal decides."""
    for card in range(seat * rules.collect, (seat + 1) * rules.collect):
        if state.hands[seat].need[state.hidden.devices[card]] > 0:
            return int(state.hidden.devices[card])
    return DEVICES - 1


def _resource(name: str, code: int, high: int, summary: str) -> Resource:
    return Resource(name=name, code=code, low=0, high=high, summary=summary)


def _treasures(tree: Tree) -> list[str]:
    return [name.removesuffix("_per_device") for name in TREASURE_NAMES]


def _no_treasure(tree: Tree, name: str) -> dict[str, Any]:
    return {f"treasure.{'event_per_device' if name == 'event' else name}": 0}


def _spare_devices(values: Mapping[str, Value], players: int, tree: Tree) -> int:
    """Count the devices that may be out of the game, so that all hands can still be dealt, none with two of one."""
    needed, each = players * tree["devices_to_collect"][f"p{players}"], min(tree["devices"]["copies"], players)
    return max(int(DEVICES - -(-needed // each)), 0)


RESOURCES = (
    _resource("bazaar", BAZAAR, 20, "bazaar cards"),
    _resource("treasures", TREASURES, 10, "treasure cards, drawn from the deck"),
    _resource("devices", FOUND, 5, "devices that are up from the start, up to one short of a win"),
    _resource("misses", MISSES, 10, "turns to be missed: less, not more"),
)
MATERIALS = (
    Material(
        name="device",
        code=KIND_DEVICE,
        names=lambda _: DEVICE_NAMES,
        removal="no seat is dealt it, so that whoever captures it takes a bazaar card instead",
        grant="the seat obtains it before the game: it is up if it was dealt, else it is a bazaar card",
        most=_spare_devices,
        is_single=False,
    ),
    Material(
        name="treasure",
        code=KIND_TREASURE,
        names=_treasures,
        removal="none of these cards is in the deck: a chest draws another, or nothing if the deck is empty",
        without=_no_treasure,
        grant="the seat draws the first such card of the deck before the game; an event names the device that it names",
        is_single=False,
    ),
)
