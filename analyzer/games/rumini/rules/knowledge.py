"""What everybody has seen of cards that lie out of sight now: the table remembers it, so that no seat forgets it.

Porthole cards. The pile is shuffled from the discards, which lie open. So the cards in the hands at that moment are
known together, and who draws later draws a card of the new pile. A card in a hand therefore has an age: how often the
discards were shuffled since it was drawn. Everybody knows which cards have which age, and how many of each age
everybody holds. Where there are several copies of a face nobody can tell them apart, and all cards have age 0.

Treasure cards. There are several of most faces, so only two ages are told apart: cards of the deck as last shuffled,
and older ones. When somebody plays a card that may be either, nobody can tell any longer, and all are of one deck.

Devices. Cards that were turned down in public, and devices that turned out to be not needed, are in `rules/devices.py`.
"""

from analyzer.games.rumini import state as codes
from analyzer.kernel import jit, piles

_OLDEST = 127  # as much as the table can hold


@jit.rule
def begin(rules, table):
    """Begin a game in which nobody has seen anything."""
    for face in range(codes.FACES):
        table.discarded[face] = table.age[face] = 0
    begin_deck(rules, table)
    begin_seats(table)


@jit.rule
def begin_deck(rules, table):
    """Take all treasure cards for one deck."""
    for face in range(codes.TREASURE_FACES):
        table.spent[face] = 0
        table.stacked[face] = rules.treasure[face]


@jit.rule
def begin_seats(table):
    """Know nothing of any seat."""
    for seat in range(codes.MAX_SEATS):
        table.fetched[seat] = table.settled[seat] = 0
        for slot in range(codes.HAND_SLOTS):
            table.drawn[seat, slot] = 0
        for device in range(codes.DEVICES):
            table.known[seat, device] = 0


# Porthole cards


@jit.rule
def note_discard(table, seat, face):
    """Note a porthole card that leaves a hand openly, before the hand is counted anew."""
    last = table.drawn[seat, table.held[seat] - 1]
    if last != table.age[face]:
        table.drawn[seat, piles.find(table.drawn[seat], table.held[seat], table.age[face])] = last
    table.discarded[face] += 1


@jit.phase
def note_new_pile(rules, table):
    """Note that the discards became the pile (R-TURN-4)."""
    if rules.porthole_copies == 1:
        age_cards(table)
        age_hands(rules, table)
    table.discarded[:] = 0


@jit.rule
def age_cards(table):
    """Make every card older that was not discarded: it is in a hand."""
    for face in range(codes.FACES):
        table.age[face] = 0 if table.discarded[face] > 0 else min(table.age[face] + 1, _OLDEST)


@jit.rule
def age_hands(rules, table):
    """Make all cards in hand older."""
    for seat in range(rules.players):
        for slot in range(table.held[seat]):
            table.drawn[seat, slot] = min(table.drawn[seat, slot] + 1, _OLDEST)


# Treasure cards


@jit.rule
def n_older(rules, table, face):
    """Count the treasure cards of a face that are older than the deck and in somebody's hand."""
    n_open = table.spent[face] + (n_flags(table) if face == codes.Treasure.FLAG else 0)
    return rules.treasure[face] - table.stacked[face] - n_open


@jit.rule
def n_flags(table):
    """Count the flags on the map, and the one that is being placed (R-TREASURE-2, Q2)."""
    n = 1 if table.phase == codes.Phase.FLAG else 0
    for card in range(len(table.flag)):
        n += table.flag[card] != 0
    return n


@jit.phase
def note_shown(rules, state, seat, face):
    """Note a treasure card that is played: it is of the deck as last shuffled, or older, or nobody can tell."""
    if may_be_new(state.table, seat, face):
        if may_be_older(rules, state.table, seat, face):
            note_one_deck(rules, state)
        leave_deck(state, seat, face)


@jit.rule
def may_be_new(table, seat, face):
    """Tell whether a card of a seat may be of the deck as last shuffled."""
    return table.fetched[seat] > 0 and table.stacked[face] > 0


@jit.rule
def may_be_older(rules, table, seat, face):
    """Tell whether a card of a seat may be older than the deck."""
    return table.treasures[seat] > table.fetched[seat] and n_older(rules, table, face) > 0


@jit.rule
def leave_deck(state, seat, face):
    """Take a card of the deck that was drawn from those that nobody has shown."""
    state.table.stacked[face] -= 1
    state.table.fetched[seat] -= 1
    state.hands[seat].fetched[face] -= 1


@jit.rule
def note_one_deck(rules, state):
    """Take all treasure cards that are not open for cards of one deck."""
    for face in range(codes.TREASURE_FACES):
        state.table.stacked[face] += n_older(rules, state.table, face)
    for seat in range(rules.players):
        fetch_all(state, seat)


@jit.rule
def fetch_all(state, seat):
    """Take all treasure cards of a seat for cards of the deck."""
    state.table.fetched[seat] = state.table.treasures[seat]
    state.hands[seat].fetched[:] = state.hands[seat].treasure


@jit.rule
def note_new_deck(state):
    """Note that the discards became the deck: every treasure card in a hand is older (R-TREASURE-1)."""
    stack_discards(state.table)
    for seat in range(codes.MAX_SEATS):
        state.table.fetched[seat] = 0
        state.hands[seat].fetched[:] = 0


@jit.rule
def stack_discards(table):
    """Make the deck of what was discarded."""
    for face in range(codes.TREASURE_FACES):
        table.stacked[face] = table.spent[face]
        table.spent[face] = 0
