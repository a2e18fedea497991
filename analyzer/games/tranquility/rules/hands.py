"""Hands: discarding, playing from the hand, and what may be discarded."""

from analyzer.games.tranquility.state import MAX_ISLANDS, Card
from analyzer.kernel import lean, piles

YELLOW_LIMIT = 3  # T-STORM-Y1


@lean.rule
def hand_limit(rules, table, seat):
    """Return how many cards a hand is refilled to (T-BASE-6, T-STORM-Y1, T-STORM-Y2)."""
    return min(YELLOW_LIMIT, rules.hand_limit) if table.yellow[seat] > 0 else rules.hand_limit


@lean.rule
def note_card(hand, card, n):
    """Keep count of the kinds of cards in a hand: nobody has to search it for a Start or a Monster."""
    hand.n_of[max(card - MAX_ISLANDS, 0)] += n


@lean.rule
def count_in_hand(hand, card):
    """Count the copies of a card other than an Island in a hand."""
    return hand.n_of[card - MAX_ISLANDS]


@lean.rule
def draw_cards(state, seat, upto):
    """Draw from one's own pile until the hand holds `upto` cards or the pile is empty (T-BASE-11)."""
    table = state.table
    hand = state.hands[seat]
    held = hand.held
    left = table.pile[seat]
    bottom = state.hidden.bottom[seat]
    while held < upto and left > 0:
        left -= 1
        card = state.hidden.deck[piles.place(bottom + left)]
        hand.cards[piles.place(held)] = card
        note_card(hand, card, 1)
        held += 1
    table.fresh[seat] = held - hand.held
    hand.held = held
    table.held[seat] = held
    table.pile[seat] = left


@lean.rule
def take_into_hand(state, seat, card):
    """Add one card to a hand."""
    hand = state.hands[seat]
    hand.cards[hand.held] = card
    note_card(hand, card, 1)
    hand.held += 1
    state.table.held[seat] = hand.held


@lean.rule
def take_from_hand(state, seat, card):
    """Take a played card out of the hand, for all to see."""
    hand = state.hands[seat]
    note_card(hand, card, -1)
    state.table.shown[card] += 1
    piles.remove_card(hand.cards, hand.held, card)
    hand.held -= 1
    state.table.held[seat] = hand.held


@lean.rule
def remembered(rules):
    """Return 1 if players remember their own discards (T-BASE-9)."""
    return rules.own_discard_memory


@lean.rule
def discard(rules, state, seat, mask):
    """Put the cards of a mask face down on one's own discard pile (T-BASE-9, T-BASE-14)."""
    hand = state.hands[seat]
    held, remembers = hand.held, remembered(rules)
    finishes, wilds, kept = count_in_hand(hand, Card.FINISH), count_in_hand(hand, Card.WILD), 0
    for slot in range(held):
        card = hand.cards[slot]
        goes = (mask >> slot) & 1
        hand.cards[slot] = 0  # what left the hand is not to be seen there any more
        hand.cards[piles.place(kept)] = card * (1 - goes)
        kept += 1 - goes
        note_card(hand, card, -goes)
        hand.lost[piles.place(card)] += goes * remembers
    state.tally.finishes_lost += finishes - count_in_hand(hand, Card.FINISH)
    state.tally.wilds_used += wilds - count_in_hand(hand, Card.WILD)
    state.table.discarded[seat] += held - kept
    state.table.all_discarded += held - kept
    state.table.spent_at[seat] = state.table.pile[seat]
    hand.held = kept
    state.table.held[seat] = kept


@lean.rule
def is_start_bound(rules, table):
    """Tell whether a Start has to be kept: while none lies (A5)."""
    return table.started == 0 and rules.start_discardable_unplayed == 0


@lean.rule
def is_bound(rules, table, card):
    """Tell whether a card may not be given up (T-BASE-22, T-BASE-25, A5, T-MONSTER-4, T-WILD-7)."""
    return card == Card.MONSTER or (card == Card.START and is_start_bound(rules, table))


@lean.rule
def n_bound(rules, table, hand):
    """Count the cards that may not be given up."""
    return count_in_hand(hand, Card.MONSTER) + is_start_bound(rules, table) * count_in_hand(hand, Card.START)


@lean.rule
def n_discardable(rules, table, hand):
    """Count the cards that may be given up (T-MONSTER-5)."""
    return hand.held - n_bound(rules, table, hand)


@lean.rule
def discardable_mask(rules, table, hand):
    """Return the slots of the cards that may be given up."""
    mask = (1 << hand.held) - 1
    if n_bound(rules, table, hand) > 0:
        for slot in range(hand.held):
            if is_bound(rules, table, hand.cards[slot]):
                mask &= ~(1 << slot)
    return mask
