"""Dealing again what a seat cannot see: other hands, devices that are down, the decks.

What everybody has seen stays as it is: the discards, which cards a pile was shuffled from and who has drawn since then
(rules/knowledge.py), and what came out about the devices (rules/redeal_devices.py).
"""

from analyzer.games.rumini import state as codes
from analyzer.games.rumini.rules import decks, knowledge, placing, redeal_devices, setup
from analyzer.kernel import jit, random


@jit.phase
def redeal(rules, table, hand, state, stream):
    """Fill a state that holds the table and the hand of one seat with everything else, at random."""
    setup.clear_tally(state.tally)
    for seat in range(codes.MAX_SEATS):
        if seat != hand.seat:
            setup.empty_hand(state.hands[seat], seat)
    redeal_devices.deal_devices_anew(rules, table, hand, state, stream)
    deal_piles_anew(rules, table, state.hidden, stream)
    deal_portholes_anew(rules, table, hand, state, stream)
    deal_treasure_anew(rules, table, hand, state, stream)


# Map cards


@jit.phase
def deal_piles_anew(rules, table, hidden, stream):
    """Shuffle each pile below its visible card: it holds what is not on the table (R-SETUP-4)."""
    for kind in range(codes.KINDS):
        pile = hidden.pile[kind]
        pile[:] = 0
        n = 0
        for place in range(rules.per_kind[kind]):
            card = placing.first_card(kind) + place
            if table.laid[card] == 0 and card != table.top[kind]:
                pile[n] = card
                n += 1
        random.shuffle(stream, pile, n)
        if n < codes.PER_KIND:
            pile[n] = table.top[kind]


# Porthole cards


@jit.phase
def deal_portholes_anew(rules, table, hand, state, stream):
    """Deal the porthole cards of each age to the hands that hold such cards, the youngest to the pile as well."""
    hidden = state.hidden
    lay_open(hidden.discard, table.discarded)
    hidden.deck[:] = 0
    for age in range(oldest_card(table), -1, -1):
        n = list_unseen_portholes(rules, table, hand, hidden.deck, age)
        random.shuffle(stream, hidden.deck, n)
        deal_portholes_of(rules, table, hand, state, age, n)


@jit.rule
def lay_open(pile, counts):
    """Fill a discard pile with cards that everybody saw."""
    pile[:] = 0
    n = 0
    for face in range(len(counts)):
        n = decks.add_copies(pile, n, face, counts[face])


@jit.rule
def oldest_card(table):
    """Return the age of the card that has been in a hand for longest."""
    oldest = 0
    for face in range(codes.FACES):
        oldest = max(oldest, table.age[face])
    return oldest


@jit.rule
def list_unseen_portholes(rules, table, hand, deck, age):
    """List the porthole cards of an age that are neither discarded nor in one's own hand; return how many there are."""
    n = 0
    for face in range(codes.FACES):
        n = decks.add_copies(deck, n, face, n_unseen(rules, table, hand, face) if table.age[face] == age else 0)
    return n


@jit.rule
def n_unseen(rules, table, hand, face):
    """Count the cards of a face in other hands or in the pile."""
    n = rules.porthole_copies - table.discarded[face] if setup.is_in_play(rules, face) else 0
    for slot in range(codes.HAND_SLOTS):
        n -= slot < hand.held and hand.cards[slot] == face
    return n


@jit.phase
def deal_portholes_of(rules, table, hand, state, age, top):
    """Deal shuffled cards of an age to the other hands, as many as each has of them; the rest is the pile."""
    for seat in range(rules.players):
        for slot in range(table.held[seat] if seat != hand.seat else 0):
            if table.drawn[seat, slot] == age:
                top -= 1
                give_porthole(state.hands[seat], state.hidden.deck, top)


@jit.rule
def give_porthole(hand, deck, top):
    """Move the top card of the deck into a hand."""
    hand.cards[hand.held] = deck[top]
    hand.held += 1
    deck[top] = 0


# Treasure cards


@jit.phase
def deal_treasure_anew(rules, table, hand, state, stream):
    """Deal the older treasure cards to the hands that hold such cards, those of the deck to hands and deck."""
    lay_open(state.hidden.treasure_discard, table.spent)
    state.hidden.treasure[:] = 0
    for is_new in range(2):
        n = list_unseen_treasure(rules, table, hand, state.hidden.treasure, is_new)
        random.shuffle(stream, state.hidden.treasure, n)
        deal_treasure_of(rules, table, hand, state, is_new, n)


@jit.rule
def list_unseen_treasure(rules, table, hand, deck, is_new):
    """List the treasure cards of the deck as last shuffled, or the older ones, less one's own; return how many."""
    n = 0
    for face in range(codes.TREASURE_FACES):
        n = decks.add_copies(deck, n, face, n_unseen_treasure(rules, table, hand, face, is_new))
    return n


@jit.rule
def n_unseen_treasure(rules, table, hand, face, is_new):
    """Count the treasure cards of a face that one does not see: those of the deck, or the older ones."""
    if is_new:
        return table.stacked[face] - hand.fetched[face]
    return knowledge.n_older(rules, table, face) - (hand.treasure[face] - hand.fetched[face])


@jit.phase
def deal_treasure_of(rules, table, hand, state, is_new, top):
    """Deal shuffled treasure cards to the other hands, as many as each has of them; the rest is the deck."""
    for seat in range(rules.players):
        for _ in range(n_treasures_of(table, seat, is_new) if seat != hand.seat else 0):
            top -= 1
            give_treasure(state.hands[seat], state.hidden.treasure, top, is_new)


@jit.rule
def n_treasures_of(table, seat, is_new):
    """Count the treasure cards of a seat that are of the deck as last shuffled, or older."""
    return table.fetched[seat] if is_new else table.treasures[seat] - table.fetched[seat]


@jit.rule
def give_treasure(hand, deck, top, is_new):
    """Move the top card of the treasure deck into a hand."""
    hand.treasure[deck[top]] += 1
    hand.fetched[deck[top]] += is_new
    deck[top] = 0
