"""Treasure cards: flag, joker tile, pirate and events (rules 2.6)."""

from analyzer.games.rumini.encoding import GIVE_UP, card_of, x_of, y_of
from analyzer.games.rumini.rules import capture, decks, devices, listing
from analyzer.games.rumini.state import DEVICES, How, Phase, Stage, Treasure
from analyzer.games.rumini.switches import EventWithoutDevice
from analyzer.games.turns import ask
from analyzer.kernel import jit, piles


@jit.phase
def play_treasure(rules, state, face, chance):
    """Play a treasure card: all but the flag are discarded before their effect; then ask for its target."""
    table = state.table
    table.gained = 0
    decks.take_treasure(rules, state, table.active, face)
    if face == Treasure.FLAG:
        ask_flag(rules, state)
        return
    decks.discard_treasure(state, face)
    if face == Treasure.JOKER:
        ask_joker(rules, state, chance)
    elif face == Treasure.PIRATE:
        ask_pirate(rules, state)
    else:
        table.event = face - Treasure.EVENT
        ask_target(rules, state)


@jit.phase
def ask_flag(rules, state):
    """Ask where the flag goes (Q2)."""
    table = state.table
    n, card = devices.flag_targets(rules, table, 0)
    if n == 1:
        put_flag(state, card)
    else:
        ask(table, Phase.FLAG, table.active)


@jit.rule
def put_flag(state, card):
    """Put the active player's flag on a map card (R-TREASURE-2, R-TREASURE-3); one in its place is discarded (B-9)."""
    if state.table.flag[card] != 0:
        decks.discard_treasure(state, Treasure.FLAG)
    state.table.flag[card] = state.table.active + 1
    state.table.stage = Stage.MAIN


@jit.phase
def ask_joker(rules, state, chance):
    """Ask which map card the joker tile is and where it goes (Q3)."""
    table = state.table
    if listing.walk_jokers(rules, table, 1) >= 0:
        ask(table, Phase.JOKER, table.active)
    else:
        lay_joker(rules, state, listing.walk_jokers(rules, table, 0), chance)


@jit.rule
def lay_joker(rules, state, answer, chance):
    """Place a map card without a porthole card; it captures as usual (R-TREASURE-5)."""
    capture.place(rules, state, card_of(answer), x_of(answer), y_of(answer), chance)


@jit.phase
def ask_pirate(rules, state):
    """Ask whom to rob of what (Q4)."""
    table = state.table
    n, target = devices.pirate_targets(rules, table, table.active, 0)
    if n == 1:
        rob_device(rules, state, target)
    else:
        ask(table, Phase.PIRATE, table.active)


@jit.phase
def rob_device(rules, state, target):
    """Turn an opponent's device down and obtain it (R-TREASURE-6, R-TREASURE-10)."""
    device = target % DEVICES
    devices.turn_down(state, target // DEVICES, device)
    devices.obtain(rules, state, state.table.active, device, How.PIRATE)
    devices.test_win(rules, state.table)
    state.table.stage = Stage.OFFERS


@jit.phase
def ask_target(rules, state):
    """Ask who gets the event (Q5)."""
    table = state.table
    n, mask = devices.event_targets(rules, table, table.active, table.event)
    if n == 1:
        give_event(rules, state, piles.nth_bit(mask, 0))
    else:
        ask(table, Phase.TARGET, table.active)


@jit.phase
def give_event(rules, state, target):
    """Hand the event to an opponent, who chooses if the device is up (R-TREASURE-7, Q6)."""
    table = state.table
    if table.up[target, table.event] > 0:
        ask(table, Phase.EVENT, target)
        return
    if devices.reading_without_device(rules) == EventWithoutDevice.SKIP:
        table.misses[target] += 1
    table.stage = Stage.MAIN


@jit.rule
def answer_event(state, answer):
    """Turn the named device down, or miss a turn; missed turns add up (R-TREASURE-7, R-TREASURE-8)."""
    table = state.table
    if answer == GIVE_UP:
        devices.turn_down(state, table.asked, table.event)
    else:
        table.misses[table.asked] += 1
    table.stage = Stage.MAIN
