"""Setup: devices, map piles and start row, porthole and treasure decks, start player (rules 2.1)."""

from __future__ import annotations

from analyzer.games.rumini.encoding import porthole
from analyzer.games.rumini.rules.decks import refill, take_from_pile
from analyzer.games.rumini.rules.grid import lay
from analyzer.games.rumini.rules.placing import first_card
from analyzer.games.rumini.state import (
    CARDS,
    DEVICES,
    FACES,
    KINDS,
    MAX_SEATS,
    SIDES,
    STEP_X,
    STEP_Y,
    TREASURE_FACES,
    Chance,
    Stage,
)
from analyzer.games.rumini.switches import StartLayout
from analyzer.kernel.jit import phase, rule
from analyzer.kernel.random import randbelow, shuffle

PATIENCE = 1000  # deals that are tried before distinct devices are dealt in turn


@phase
def set_up(rules, state, chance):
    """Set up a game up to the first turn (rules 2.1)."""
    clear_table(rules, state)
    clear_seats(rules, state)
    deal_devices(rules, state, chance[Chance.DEVICES])
    make_piles(rules, state, chance[Chance.MAP])
    lay_start_row(rules, state, chance[Chance.ROW])
    shuffle_treasure(rules, state, chance[Chance.TREASURE])
    shuffle_portholes(rules, state, chance[Chance.PORTHOLES])
    for seat in range(rules.players):
        refill(rules, state, seat, chance)
    state.table.first = randbelow(chance[Chance.FIRST], rules.players)
    state.table.active = state.table.first
    state.table.stage = Stage.TURN


@rule
def clear_table(rules, state):
    """Empty the map and the counts."""
    table = state.table
    table.phase = table.stage = table.asked = table.turn = table.cause = 0
    table.winner = -1
    table.idle = table.played = table.placed = table.event = table.gained = table.taken = 0
    table.locked = table.fresh = table.on_table = 0
    table.x[:] = 0
    table.y[:] = 0
    table.laid[:] = 0
    table.beside[:, :] = 0
    table.sides[:] = 0
    table.flag[:] = 0
    table.captured[:] = 0
    table.slots[:] = 0
    table.stock = rules.bazaar_stock
    table.discards = table.treasure_discards = 0
    clear_tally(state.tally)


@rule
def clear_tally(tally):
    """Begin all counts at 0."""
    tally.placements = tally.moves = tally.recaptures = tally.lead_changes = 0
    tally.leader = -1
    for seat in range(MAX_SEATS):
        tally.captures[seat] = tally.bazaar_cards[seat] = tally.treasures_played[seat] = 0
        tally.missed[seat] = tally.turns[seat] = 0
        tally.obtained[seat, :] = 0


@rule
def clear_seats(rules, state):
    """Empty the hands and what every seat has before it."""
    table = state.table
    for seat in range(MAX_SEATS):
        table.up[seat, :] = 0
        table.n_up[seat] = table.bazaar[seat] = table.misses[seat] = 0
        table.held[seat] = table.treasures[seat] = 0
        empty_hand(state.hands[seat], seat)


@rule
def empty_hand(hand, seat):
    """Take everything out of a hand."""
    hand.seat = seat
    hand.held = 0
    hand.cards[:] = 0
    hand.need[:] = 0
    hand.treasure[:] = 0


@phase
def deal_devices(rules, state, stream):
    """Deal the device cards face down; the rest is set aside (R-SETUP-1, R-SETUP-2)."""
    devices = state.hidden.devices
    for card in range(DEVICES * rules.device_copies):
        devices[card] = card // rules.device_copies
    shuffle_devices(rules, devices, stream)
    for seat in range(rules.players):
        for card in range(seat * rules.collect, (seat + 1) * rules.collect):
            state.hands[seat].need[devices[card]] += 1


@rule
def shuffle_devices(rules, devices, stream):
    """Shuffle the device cards; where no hand may hold one twice, until that is so (R-SETUP-3, B-6)."""
    n_cards = DEVICES * rules.device_copies
    shuffle(stream, devices, n_cards)
    for _ in range(PATIENCE):
        if is_allowed(rules, devices):
            return
        shuffle(stream, devices, n_cards)
    deal_in_turn(rules, devices)


@rule
def is_allowed(rules, devices):
    """Tell whether devices may be dealt so (B-6)."""
    return rules.devices_distinct == 0 or is_distinct(rules, devices)


@phase
def is_distinct(rules, devices):
    """Tell whether no hand holds a device twice."""
    for seat in range(rules.players):
        seen = 0
        for card in range(seat * rules.collect, (seat + 1) * rules.collect):
            if (seen >> devices[card]) & 1:
                return False
            seen |= 1 << devices[card]
    return True


@phase
def deal_in_turn(rules, devices):
    """Deal device after device, one card to each hand in turn, for settings where hardly any deal is distinct."""
    each = min(rules.device_copies, rules.players)
    n_used = rules.players * rules.collect
    for card in range(n_used):
        devices[(card % rules.players) * rules.collect + card // rules.players] = card // each
    rest = n_used
    for device in range(DEVICES):
        n = 0
        for card in range(n_used):
            n += devices[card] == device
        for _ in range(rules.device_copies - n):
            devices[rest] = device
            rest += 1


@phase
def make_piles(rules, state, stream):
    """Sort the map cards by kind into shuffled face-up piles; the top card shows (R-SETUP-4)."""
    for kind in range(KINDS):
        n_cards = rules.per_kind[kind]
        pile = state.hidden.pile[kind]
        for place in range(n_cards):
            pile[place] = first_card(kind) + place
        shuffle(stream, pile, n_cards)
        state.table.left[kind] = n_cards
        state.table.top[kind] = pile[n_cards - 1]


@phase
def lay_start_row(rules, state, stream):
    """Lay the four top cards in one row, in random order (R-SETUP-5, B-2)."""
    kinds = 0b11100100  # two bits for each cell: the kinds 0, 1, 2, 3
    for x in range(KINDS - 1, -1, -1):
        other = randbelow(stream, x + 1)
        kind = (kinds >> (2 * other)) & 3
        last = (kinds >> (2 * x)) & 3
        kinds += (last - kind) << (2 * other)
        card = state.table.top[kind]
        take_from_pile(state, card)
        if rules.start_layout == StartLayout.ROW or state.table.on_table == 0:
            lay(state.table, card, x, 0)
        else:
            lay_beside(state.table, card, stream)


@rule
def lay_beside(table, card, stream):
    """Lay a start card beside a random card, on a random side that is free (B-2)."""
    while True:
        other = randbelow(stream, CARDS - 1) + 1
        side = randbelow(stream, SIDES)
        if table.laid[other] == 1 and table.beside[other, side] == 0:
            lay(table, card, table.x[other] + STEP_X[side], table.y[other] + STEP_Y[side])
            return


@phase
def shuffle_treasure(rules, state, stream):
    """Shuffle the treasure cards into a face-down deck (R-SETUP-7)."""
    n = 0
    for face in range(TREASURE_FACES):
        for _ in range(rules.treasure[face]):
            state.hidden.treasure[n] = face
            n += 1
    shuffle(stream, state.hidden.treasure, n)
    state.table.treasure_pile = n


@phase
def shuffle_portholes(rules, state, stream):
    """Shuffle the porthole cards (R-SETUP-8): always with equal pairs, which are then left out if need be (B-19)."""
    deck = state.hidden.deck
    for card in range(FACES * rules.porthole_copies):
        deck[card] = card % FACES
    shuffle(stream, deck, FACES * rules.porthole_copies)
    n = 0
    for card in range(FACES * rules.porthole_copies):
        if is_in_play(rules, deck[card]):
            deck[n] = deck[card]
            n += 1
    state.table.draw_pile = n


@rule
def is_in_play(rules, face):
    """Tell whether there are porthole cards of a face (B-19)."""
    return rules.porthole_same_kind == 1 or not is_equal_pair(face)


@rule
def is_equal_pair(face):
    """Tell whether a porthole card shows the same kind twice."""
    return face == porthole(face >> 4, face & 3, face & 3)
