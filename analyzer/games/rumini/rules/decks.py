"""Drawing and discarding: porthole cards, treasure cards and the piles of map cards."""

from analyzer.games.rumini.rules import knowledge
from analyzer.games.rumini.state import KIND_OF, Chance
from analyzer.kernel import jit, piles, random


@jit.phase
def refill(rules, state, seat, chance):
    """Draw as many porthole cards as were played: the hand is full again (R-TURN-3)."""
    hand = state.hands[seat]
    while hand.held < rules.hand_size:
        if state.table.draw_pile == 0:
            renew_draw_pile(rules, state, chance)
        state.table.draw_pile -= 1
        hand.cards[hand.held] = state.hidden.deck[state.table.draw_pile]
        state.table.drawn[seat, hand.held] = 0
        hand.held += 1
        state.table.held[seat] = hand.held


@jit.phase
def renew_draw_pile(rules, state, chance):
    """Shuffle the discarded porthole cards into a new draw pile, only when one must be drawn (R-TURN-4)."""
    table = state.table
    table.draw_pile = table.discards
    table.discards = 0
    turn_over(state.hidden.deck, state.hidden.discard, table.draw_pile, chance[Chance.PORTHOLE_RESHUFFLE])
    knowledge.note_new_pile(rules, table)


@jit.rule
def turn_over(pile, discards, n, stream):
    """Make a shuffled pile of n discarded cards."""
    for place in range(n):
        pile[place] = discards[place]
    random.shuffle(stream, pile, n)


@jit.rule
def add_copies(pile, n, card, copies):
    """Put equal cards on a pile of n, and return how many there are then."""
    for place in range(n, n + copies):
        pile[place] = card
    return n + max(copies, 0)


@jit.rule
def discard_slot(state, seat, slot):
    """Put a porthole card from the hand on the discard pile (R-TURN-4)."""
    hand = state.hands[seat]
    table = state.table
    knowledge.note_discard(table, seat, hand.cards[slot])
    state.hidden.discard[table.discards] = hand.cards[slot]
    table.discards += 1
    piles.remove_slot(hand.cards, hand.held, slot)
    hand.held -= 1
    table.held[seat] = hand.held


@jit.rule
def discard_porthole(state, seat, face):
    """Discard a played porthole card."""
    hand = state.hands[seat]
    discard_slot(state, seat, piles.find(hand.cards, hand.held, face))


@jit.phase
def draw_treasure(state, seat, chance):
    """Draw a treasure card; with deck and discards empty there is none (R-CAPTURE-5, R-TREASURE-1)."""
    table = state.table
    if table.treasure_pile == 0:
        renew_treasure_pile(state, chance)
    if table.treasure_pile > 0:
        take_top(state, seat)


@jit.rule
def take_top(state, seat):
    """Take the top card of the treasure deck."""
    table = state.table
    table.treasure_pile -= 1
    face = state.hidden.treasure[table.treasure_pile]
    state.hands[seat].treasure[face] += 1
    state.hands[seat].fetched[face] += 1
    table.treasures[seat] += 1
    table.fetched[seat] += 1


@jit.phase
def renew_treasure_pile(state, chance):
    """Shuffle the discarded treasure cards into a new deck (R-TREASURE-1)."""
    table = state.table
    table.treasure_pile = table.treasure_discards
    table.treasure_discards = 0
    hidden = state.hidden
    turn_over(hidden.treasure, hidden.treasure_discard, table.treasure_pile, chance[Chance.TREASURE_RESHUFFLE])
    knowledge.note_new_deck(state)


@jit.rule
def discard_treasure(state, face):
    """Put a treasure card on its discard pile (R-TREASURE-1)."""
    table = state.table
    state.hidden.treasure_discard[table.treasure_discards] = face
    table.treasure_discards += 1
    table.spent[face] += 1


@jit.rule
def take_treasure(rules, state, seat, face):
    """Take a treasure card out of the hand to play it."""
    knowledge.note_shown(rules, state, seat, face)
    state.hands[seat].treasure[face] -= 1
    state.table.treasures[seat] -= 1
    state.tally.treasures_played[seat] += 1


@jit.phase
def take_from_pile(state, card):
    """Take a map card from its pile and show the next one (R-SETUP-4); only a joker may take another than the top."""
    kind = KIND_OF[card]
    table = state.table
    pile = state.hidden.pile[kind]
    piles.remove_slot(pile, table.left[kind], piles.find(pile, table.left[kind], card))
    table.left[kind] -= 1
    table.top[kind] = pile[table.left[kind] - 1] if table.left[kind] > 0 else 0
