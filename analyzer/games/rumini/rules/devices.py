"""Devices and bazaar cards: obtaining, losing, exchanging, winning; targets of cards (R-CAPTURE-2, R-BAZAAR, R-END)."""

from analyzer.games.rumini.rules.grid import is_surrounded
from analyzer.games.rumini.state import CARDS, DEVICES, Cause, How
from analyzer.games.rumini.switches import BazaarWhen, EventWithoutDevice
from analyzer.kernel.jit import phase, rule


@rule
def turn_up(state, seat, device, how):
    """Turn up one own device card (R-CAPTURE-2)."""
    state.hands[seat].need[device] -= 1
    state.table.known[seat, device] -= state.table.known[seat, device] > 0
    state.table.up[seat, device] += 1
    state.table.n_up[seat] += 1
    state.tally.obtained[seat, how] += 1


@rule
def turn_down(state, seat, device):
    """Turn one obtained device down again: one card, also of two equal ones (R-TREASURE-10)."""
    state.hands[seat].need[device] += 1
    state.table.known[seat, device] += 1
    state.table.up[seat, device] -= 1
    state.table.n_up[seat] -= 1


@phase
def obtain(rules, state, seat, device, how):
    """Obtain a device: turn up a card that needs it, else take a bazaar card (R-CAPTURE-2, R-CAPTURE-3)."""
    if state.hands[seat].need[device] > 0:
        turn_up(state, seat, device, how)
    else:
        show_no_need(state.table, seat, device)
        take_bazaar_card(rules, state, seat)


@rule
def show_no_need(table, seat, device):
    """Show everybody that all cards of a device are up: turning up is compulsory (R-CAPTURE-3)."""
    table.settled[seat] |= 1 << device


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
