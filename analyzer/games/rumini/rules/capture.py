"""Placing a map card and capturing what it surrounds (rules 2.4, 2.7; settlement of a placement)."""

from analyzer.games.rumini.rules import decks, devices, grid
from analyzer.games.rumini.state import SIDES, How, Stage, Treasure
from analyzer.games.rumini.switches import FlagUnneeded, LockScope, Recapture
from analyzer.kernel.jit import phase, rule

_ITSELF = 2  # in reading order: above, left, the card itself, right, below


@phase
def place(rules, state, card, x, y, chance):
    """Place a card from its pile, or move it if it lies on the table (R-PLACE-6, R-EXHAUST-1); then settle."""
    table = state.table
    is_moved = table.laid[card] == 1
    if is_moved:
        lift(rules, state, card)
        state.tally.moves += 1
    else:
        decks.take_from_pile(state, card)
    grid.lay(table, card, x, y)
    lock(rules, table, card, is_moved)
    table.placed += 1
    state.tally.placements += 1
    table.gained = table.taken = 0
    settle(rules, state, card, chance)
    table.stage = Stage.OFFERS


@rule
def lift(rules, state, card):
    """Take a card off the map to move it; a flag that falls off is discarded (R-EXHAUST-1, R-TREASURE-3)."""
    table = state.table
    grid.pick_up(table, card)
    if table.flag[card] != 0 and loses_flag(rules):
        table.flag[card] = 0
        decks.discard_treasure(state, Treasure.FLAG)


@rule
def loses_flag(rules):
    """Tell whether a flag falls off a card that is moved: it moves with the card by default (R-TREASURE-3)."""
    return rules.flag_moves == 0


@rule
def lock(rules, table, card, is_moved):
    """Lock a card: it may not be moved twice, nor, by default, once after it was placed (R-EXHAUST-4, B-4)."""
    table.fresh |= 1 << card
    if is_moved or rules.lock_placed == 1:
        table.locked |= 1 << card


@rule
def unlock(rules, table):
    """Free the cards at the start of a turn, or only at the start of a round (R-EXHAUST-4, B-3)."""
    table.fresh = 0
    if rules.lock_scope == LockScope.TURN or (table.turn - 1) % rules.players == 0:
        table.locked = 0


@rule
def around(table, card, index):
    """Return one of the five cards that a placement can surround, in reading order (R-CAPTURE-1, R-CAPTURE-4)."""
    if index == _ITSELF:
        return card
    return table.beside[card, index if index < _ITSELF else index - 1]


@rule
def is_foreign(table, card):
    """Tell whether a card bears the flag of somebody else than the active player."""
    return table.flag[card] != 0 and table.flag[card] != table.active + 1


@phase
def settle(rules, state, card, chance):
    """Capture whatever became surrounded, cards with others' flags last; then test for a win (R-CAPTURE-4, R-END-2)."""
    table = state.table
    n = 0
    for foreign in range(2):
        for index in range(SIDES + 1):
            target = around(table, card, index)
            if target != 0 and grid.is_surrounded(table, target) and is_foreign(table, target) == foreign:
                capture(rules, state, target, chance)
                n += 1
    if n > 0:
        devices.test_win(rules, table)


@phase
def capture(rules, state, card, chance):
    """Capture one card: its device, its chest, and the end of its flag; the card stays (R-CAPTURE-2 to R-CAPTURE-6)."""
    table = state.table
    if is_worth(rules, table, card):
        state.tally.recaptures += table.captured[card] > 0
        state.tally.captures[table.active] += 1
        take_device(rules, state, card)
        if rules.chest[card] == 1:
            decks.draw_treasure(state, chest_taker(rules, table, card), chance)
    table.captured[card] += 1
    if table.flag[card] != 0:
        table.flag[card] = 0
        decks.discard_treasure(state, Treasure.FLAG)


@rule
def is_worth(rules, table, card):
    """Tell whether surrounding a card gives anything: also if it was captured before, by default (R-CAPTURE-7, B-1)."""
    return rules.recapture == Recapture.ALWAYS or table.captured[card] == 0


@rule
def take_device(rules, state, card):
    """Give the device to the flag's owner, else to the active player (R-CAPTURE-2, R-TREASURE-2)."""
    table = state.table
    device = rules.device_of[card]
    if is_foreign(table, card):
        take_flagged_device(rules, state, table.flag[card] - 1, device)
    else:
        capture_device(rules, state, device)


@rule
def capture_device(rules, state, device):
    """Give the active player a captured device, and note it where it may be left for a bazaar card (B-16)."""
    table = state.table
    if rules.prefer_bazaar == 1 and state.hands[table.active].need[device] > 0:
        table.taken |= 1 << device
    devices.obtain(rules, state, table.active, device, How.CAPTURE)


@phase
def take_flagged_device(rules, state, owner, device):
    """Give a device to the flag's owner; unneeded, it is a bazaar card by default (R-TREASURE-2, B-8)."""
    if state.hands[owner].need[device] > 0 or rules.flag_unneeded == FlagUnneeded.BAZAAR:
        devices.obtain(rules, state, owner, device, How.FLAG)
        return
    devices.show_no_need(state.table, owner, device)
    if rules.flag_unneeded == FlagUnneeded.BUILDER:
        capture_device(rules, state, device)


@rule
def chest_taker(rules, table, card):
    """Return who draws the treasure card: the player who completed the surround (R-TREASURE-4, B-7)."""
    if rules.flag_takes_chest == 1 and table.flag[card] != 0:
        return table.flag[card] - 1
    return table.active
