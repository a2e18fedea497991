"""Treasure cards: flag, joker tile, pirate and events (rules 2.6)."""

from __future__ import annotations

from analyzer.games.rumini.encoding import GIVE_UP, card_of, x_of, y_of
from analyzer.games.rumini.rules.capture import place
from analyzer.games.rumini.rules.decks import discard_treasure, take_treasure
from analyzer.games.rumini.rules.devices import obtain, test_win, turn_down
from analyzer.games.rumini.rules.listing import walk_jokers
from analyzer.games.rumini.rules.targets import event_targets, flag_targets, pirate_targets, reading_without_device
from analyzer.games.rumini.state import DEVICES, How, Phase, Stage, Treasure
from analyzer.games.rumini.switches import EventWithoutDevice
from analyzer.games.turns import ask
from analyzer.kernel.bits import nth_bit
from analyzer.kernel.jit import phase, rule


@phase
def play_treasure(rules, state, face, chance):
    """Play a treasure card: all but the flag are discarded before their effect; then ask for its target."""
    table = state.table
    table.gained = 0
    take_treasure(state, table.active, face)
    if face == Treasure.FLAG:
        ask_flag(rules, state)
        return
    discard_treasure(state, face)
    if face == Treasure.JOKER:
        ask_joker(rules, state, chance)
    elif face == Treasure.PIRATE:
        ask_pirate(rules, state)
    else:
        table.event = face - Treasure.EVENT
        ask_target(rules, state)


@phase
def ask_flag(rules, state):
    """Ask where the flag goes (Q2)."""
    table = state.table
    n, card = flag_targets(rules, table, 0)
    if n == 1:
        put_flag(state, card)
    else:
        ask(table, Phase.FLAG, table.active)


@rule
def put_flag(state, card):
    """Put the active player's flag on a map card (R-TREASURE-2, R-TREASURE-3); one in its place is discarded (B-9)."""
    if state.table.flag[card] != 0:
        discard_treasure(state, Treasure.FLAG)
    state.table.flag[card] = state.table.active + 1
    state.table.stage = Stage.MAIN


@phase
def ask_joker(rules, state, chance):
    """Ask which map card the joker tile is and where it goes (Q3)."""
    table = state.table
    if walk_jokers(rules, table, 1) >= 0:
        ask(table, Phase.JOKER, table.active)
    else:
        lay_joker(rules, state, walk_jokers(rules, table, 0), chance)


@rule
def lay_joker(rules, state, answer, chance):
    """Place a map card without a porthole card; it captures as usual (R-TREASURE-5)."""
    place(rules, state, card_of(answer), x_of(answer), y_of(answer), chance)


@phase
def ask_pirate(rules, state):
    """Ask whom to rob of what (Q4)."""
    table = state.table
    n, target = pirate_targets(rules, table, table.active, 0)
    if n == 1:
        rob_device(rules, state, target)
    else:
        ask(table, Phase.PIRATE, table.active)


@phase
def rob_device(rules, state, target):
    """Turn an opponent's device down and obtain it (R-TREASURE-6, R-TREASURE-10)."""
    device = target % DEVICES
    turn_down(state, target // DEVICES, device)
    obtain(rules, state, state.table.active, device, How.PIRATE)
    test_win(rules, state.table)
    state.table.stage = Stage.OFFERS


@phase
def ask_target(rules, state):
    """Ask who gets the event (Q5)."""
    table = state.table
    n, mask = event_targets(rules, table, table.active, table.event)
    if n == 1:
        give_event(rules, state, nth_bit(mask, 0))
    else:
        ask(table, Phase.TARGET, table.active)


@phase
def give_event(rules, state, target):
    """Hand the event to an opponent, who chooses if the device is up (R-TREASURE-7, Q6)."""
    table = state.table
    if table.up[target, table.event] > 0:
        ask(table, Phase.EVENT, target)
        return
    if reading_without_device(rules) == EventWithoutDevice.SKIP:
        table.misses[target] += 1
    table.stage = Stage.MAIN


@rule
def answer_event(state, answer):
    """Turn the named device down, or miss a turn; missed turns add up (R-TREASURE-7, R-TREASURE-8)."""
    table = state.table
    if answer == GIVE_UP:
        turn_down(state, table.asked, table.event)
    else:
        table.misses[table.asked] += 1
    table.stage = Stage.MAIN
