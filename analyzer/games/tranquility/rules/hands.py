"""Hands: discarding, playing from the hand, and what may be discarded."""

from __future__ import annotations

from analyzer.games.tranquility.state import Card
from analyzer.kernel.jit import rule
from analyzer.kernel.piles import remove_slot

YELLOW_LIMIT = 3  # T-STORM-Y1


@rule
def hand_limit(rules, table, seat):
    """Return how many cards a hand is refilled to (T-BASE-6, T-STORM-Y1, T-STORM-Y2)."""
    return min(YELLOW_LIMIT, rules.hand_limit) if table.yellow[seat] > 0 else rules.hand_limit


@rule
def draw_cards(state, seat, upto):
    """Draw from the own pile until the hand holds `upto` cards or the pile is empty (T-BASE-11)."""
    table = state.table
    hand = state.hands[seat]
    held = hand.held
    left = table.pile[seat]
    bottom = state.hidden.bottom[seat]
    while held < upto and left > 0:
        left -= 1
        hand.cards[held] = state.hidden.deck[bottom + left]
        held += 1
    hand.held = held
    table.held[seat] = held
    table.pile[seat] = left


@rule
def take_into_hand(state, seat, card):
    """Add one card to a hand."""
    hand = state.hands[seat]
    hand.cards[hand.held] = card
    hand.held += 1
    state.table.held[seat] = hand.held


@rule
def take_from_hand(state, seat, slot):
    """Take a played card out of the hand."""
    hand = state.hands[seat]
    remove_slot(hand.cards, hand.held, slot)
    hand.held -= 1
    hand.cards[hand.held] = 0
    state.table.held[seat] = hand.held


@rule
def discard(rules, state, seat, mask):
    """Put the cards of a mask face down on the own discard pile (T-BASE-9, T-BASE-14)."""
    hand = state.hands[seat]
    kept = 0
    for slot in range(hand.held):
        card = hand.cards[slot]
        goes = (mask >> slot) & 1
        hand.lost[card] += goes * rules.own_discard_memory
        state.tally.finishes_lost += goes * (card == Card.FINISH)
        state.tally.wilds_used += goes * (card == Card.WILD)
        hand.cards[kept] = card
        kept += 1 - goes
    for slot in range(kept, hand.held):
        hand.cards[slot] = 0  # what left the hand is not to be seen there any more
    state.table.discarded[seat] += hand.held - kept
    hand.held = kept
    state.table.held[seat] = kept


@rule
def is_all_discardable(rules, table):
    """Tell whether any card at all may be given up: no Monster ever, no Start while none lies (A5, T-MONSTER-4)."""
    return rules.has_monsters == 0 and not is_start_bound(rules, table)


@rule
def is_start_bound(rules, table):
    """Tell whether a Start has to be kept: while none lies (A5)."""
    return table.started == 0 and rules.start_discardable_unplayed == 0


@rule
def is_bound(rules, table, card):
    """Tell whether a card may not be given up (T-BASE-22, T-BASE-25, A5, T-MONSTER-4, T-WILD-7)."""
    return card == Card.MONSTER or (card == Card.START and is_start_bound(rules, table))


@rule
def discardable_mask(rules, table, hand):
    """Return the slots of the cards that may be given up."""
    mask = (1 << hand.held) - 1
    if not is_all_discardable(rules, table):
        for slot in range(hand.held):
            if is_bound(rules, table, hand.cards[slot]):
                mask &= ~(1 << slot)
    return mask


@rule
def n_discardable(rules, table, hand):
    """Count the cards that may be given up (T-MONSTER-5)."""
    n = hand.held
    if not is_all_discardable(rules, table):
        for slot in range(hand.held):
            n -= is_bound(rules, table, hand.cards[slot])
    return n


@rule
def count_in_hand(hand, card):
    """Count the copies of a card in a hand."""
    n = 0
    for slot in range(hand.held):
        n += hand.cards[slot] == card
    return n
