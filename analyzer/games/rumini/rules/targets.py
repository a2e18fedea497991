"""Whom and what a treasure card or an exchange may concern (Q2, Q4, Q5, Q7)."""

from __future__ import annotations

from analyzer.games.rumini.rules.grid import is_surrounded
from analyzer.games.rumini.state import CARDS, DEVICES
from analyzer.games.rumini.switches import EventWithoutDevice
from analyzer.kernel.jit import phase, rule


@rule
def is_flag_target(rules, table, card):
    """Tell whether a flag may go on a card: on the table, not surrounded, without a flag (R-TREASURE-3, B-9)."""
    is_free = not is_surrounded(table, card) and table.flag[card] == 0
    return table.laid[card] == 1 and (is_free or rules.flag_anywhere == 1)


@phase
def flag_targets(rules, table, index):
    """Count the cards that may get a flag, and return the `index`-th of them (0 if there is none)."""
    n = 0
    chosen = 0
    for card in range(1, CARDS):
        if is_flag_target(rules, table, card):
            chosen = card if n == index else chosen
            n += 1
    return n, chosen


@rule
def is_pirate_target(rules, table, seat, target):
    """Tell whether a pirate of `seat` may rob the opponent and device of an answer (R-TREASURE-6)."""
    if target < 0 or target >= rules.players * DEVICES:
        return False
    victim = target // DEVICES
    return victim != seat and table.up[victim, target % DEVICES] > 0


@phase
def pirate_targets(rules, table, seat, index):
    """Count the opponents' obtained devices, equal ones once, and return the `index`-th (-1 if there is none)."""
    n = 0
    chosen = -1
    for target in range(rules.players * DEVICES):
        if is_pirate_target(rules, table, seat, target):
            chosen = target if n == index else chosen
            n += 1
    return n, chosen


@rule
def is_event_target(rules, table, seat, device, target):
    """Tell whether an event may be given to a player: to any opponent, by default (R-TREASURE-7, B-12, B-25)."""
    if target < 0 or target >= rules.players or target == seat:
        return False
    return reading_without_device(rules) != EventWithoutDevice.FORBIDDEN or table.up[target, device] > 0


@rule
def reading_without_device(rules):
    """Return what an event does to a player who has not obtained its device (R-TREASURE-7, B-12)."""
    return rules.event_without_device


@phase
def event_targets(rules, table, seat, device):
    """Count the players who may get an event, and return them as bits."""
    n = 0
    mask = 0
    for target in range(rules.players):
        if is_event_target(rules, table, seat, device, target):
            n += 1
            mask |= 1 << target
    return n, mask


@rule
def needed_devices(hand):
    """Return the devices of one's own down cards, as bits (Q7)."""
    mask = 0
    for device in range(DEVICES):
        mask |= (1 << device) if hand.need[device] > 0 else 0
    return mask


@rule
def is_needed(hand, device):
    """Tell whether a number names a device of one's own down card."""
    return 0 <= device < DEVICES and hand.need[device] > 0
