"""Devices and bazaar cards: obtaining, losing, exchanging, winning (R-CAPTURE-2, R-BAZAAR, R-END)."""

from __future__ import annotations

from analyzer.games.rumini.state import Cause, How
from analyzer.games.rumini.switches import BazaarWhen
from analyzer.kernel.jit import phase, rule


@rule
def turn_up(state, seat, device, how):
    """Turn up one own device card (R-CAPTURE-2)."""
    state.hands[seat].need[device] -= 1
    state.table.up[seat, device] += 1
    state.table.n_up[seat] += 1
    state.tally.obtained[seat, how] += 1


@rule
def turn_down(state, seat, device):
    """Turn one obtained device down again: one card, also of two equal ones (R-TREASURE-10)."""
    state.hands[seat].need[device] += 1
    state.table.up[seat, device] -= 1
    state.table.n_up[seat] -= 1


@phase
def obtain(rules, state, seat, device, how):
    """Obtain a device: turn up a card that needs it, else take a bazaar card (R-CAPTURE-2, R-CAPTURE-3)."""
    if state.hands[seat].need[device] > 0:
        turn_up(state, seat, device, how)
    else:
        take_bazaar_card(rules, state, seat)


@rule
def take_bazaar_card(rules, state, seat):
    """Take a bazaar card from the stock, as long as there is one."""
    table = state.table
    if rules.bazaar_stock == 0 or table.stock > 0:
        table.stock -= rules.bazaar_stock > 0
        table.bazaar[seat] += 1
        table.gained |= 1 << seat
        state.tally.bazaar_cards[seat] += 1


@phase
def exchange(rules, state, seat, device):
    """Return bazaar cards and turn up any own device (R-BAZAAR-1); it may be the last (R-END-1)."""
    table = state.table
    table.bazaar[seat] -= rules.bazaar_for_device
    table.stock += rules.bazaar_for_device if rules.bazaar_stock > 0 else 0
    turn_up(state, seat, device, How.BAZAAR)
    test_win(rules, table)


@rule
def leave_device(rules, state, device):
    """Leave a captured device for a bazaar card (B-16)."""
    table = state.table
    table.taken &= ~(1 << device)
    turn_down(state, table.active, device)
    state.tally.obtained[table.active, How.CAPTURE] -= 1
    take_bazaar_card(rules, state, table.active)


@rule
def has_price(rules, table, seat):
    """Tell whether a seat holds enough bazaar cards for a device (R-BAZAAR-1)."""
    return table.bazaar[seat] >= rules.bazaar_for_device


@rule
def is_only_on_arrival(rules):
    """Tell whether bazaar cards are exchanged only at the moment when one arrives (B-14)."""
    return rules.bazaar_when == BazaarWhen.ON_THIRD_ONLY


@rule
def is_offered(rules, table, seat):
    """Tell whether a seat may exchange outside of MAIN, because a bazaar card just arrived (R-BAZAAR-2, Q8)."""
    has_gained = (table.gained >> seat) & 1 == 1 and has_price(rules, table, seat)
    has_gained = has_gained and not is_complete(rules, table, seat)  # a complete set may wait for its turn (B-21)
    return has_gained and (seat != table.active or is_only_on_arrival(rules))


@rule
def is_complete(rules, table, seat):
    """Tell whether all devices of a seat are up (R-END-1)."""
    return table.n_up[seat] == rules.collect


@phase
def test_win(rules, table):
    """End the game if all devices of somebody are up: the active player first (R-END-1, R-END-2, B-21, B-23)."""
    for step in range(rules.players):
        seat = (table.active + step) % rules.players
        if is_complete(rules, table, seat) and (seat == table.active or rules.win_at_once == 1):
            table.winner = seat
            table.cause = Cause.WON
            return


@phase
def stop(rules, table, cause):
    """End a game that was cut off or stalled: most devices, then most bazaar cards, else a draw (R-END-3, R-END-4)."""
    table.cause = cause
    best = -1
    table.winner = -1
    for seat in range(rules.players):
        standing = rank(table, seat)
        if standing >= best:
            table.winner = seat if standing > best else -1
            best = standing


@rule
def rank(table, seat):
    """Order the seats of an unfinished game (R-END-3)."""
    return (table.n_up[seat] << 32) + table.bazaar[seat]


@phase
def leads(rules, table, seat):
    """Tell whether no other seat stands better in an unfinished game."""
    n_better = 0
    for other in range(rules.players):
        n_better += rank(table, other) > rank(table, seat)
    return n_better == 0
