"""Hands and piles: drawing, discarding, and what may be discarded."""

from __future__ import annotations

from analyzer.games.tranquility.state import Card
from analyzer.kernel.jit import rule
from analyzer.kernel.piles import remove_slot


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
def refill(rules, state, seat):
    """Refill a hand to the limit (T-BASE-6, T-BASE-11)."""
    draw_cards(state, seat, rules.hand_limit)


@rule
def take_from_hand(state, seat, slot):
    """Take a played card out of the hand."""
    hand = state.hands[seat]
    remove_slot(hand.cards, hand.held, slot)
    hand.held -= 1
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
        hand.cards[kept] = card
        kept += 1 - goes
    state.table.discarded[seat] += hand.held - kept
    hand.held = kept
    state.table.held[seat] = kept


@rule
def is_all_discardable(rules, table):
    """Tell whether any card at all may be given up: a Start may not while none lies (T-BASE-22, T-BASE-25, A5)."""
    return table.started == 1 or rules.start_discardable_unplayed == 1


@rule
def discardable_mask(rules, table, hand):
    """Return the slots of the cards that may be given up."""
    mask = (1 << hand.held) - 1
    if not is_all_discardable(rules, table):
        for slot in range(hand.held):
            if hand.cards[slot] == Card.START:
                mask &= ~(1 << slot)
    return mask


@rule
def n_discardable(rules, table, hand):
    """Count the cards that may be given up."""
    n = hand.held
    if not is_all_discardable(rules, table):
        for slot in range(hand.held):
            n -= hand.cards[slot] == Card.START
    return n
