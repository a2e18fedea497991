"""What is left to play with: how likely a number is still to come, and how scarce cards are."""

from __future__ import annotations

from analyzer.games.tranquility.heuristics.survival.chances import step_of
from analyzer.games.tranquility.heuristics.survival.sight import STEP
from analyzer.games.tranquility.heuristics.survival.weights import (
    ALIVE,
    COME,
    HANDS,
    PRICE,
    PRICE_RISE,
    PRICE_SCARCE,
    PRICE_SHORT,
    WAIT,
    WAIT_EMPTY,
    WAIT_RISE,
    WAIT_SCARCE,
)
from analyzer.kernel.lean import rule


@rule
def weigh_supply(rules, table, hand, knobs, memory):
    """Note how likely a number that the seat has not seen is still to come."""
    piles = 0
    hands = -hand.held
    gone = rules.removed - table.discarded[hand.seat]
    for seat in range(rules.players):
        piles += table.pile[seat]
        hands += table.held[seat]
        gone += table.discarded[seat]
    price = rules.start_price * (1 - table.started)
    unseen = max(piles + hands + gone, 1)
    chance = knobs[COME] + knobs[ALIVE] * max(piles + hands - price, 0) / unseen + knobs[HANDS] * hands / unseen
    memory[STEP] = step_of(chance)


@rule
def scarcity(rules, table):
    """Return the empty cells per card that is left."""
    cards = -rules.start_price * (1 - table.started)
    for seat in range(rules.players):
        cards += table.pile[seat] + table.held[seat]
    return (rules.cells - table.filled) / max(cards, 1)


@rule
def card_price(rules, table, hand, knobs):
    """Return what a paid card costs, whichever it is."""
    fill = table.filled / rules.cells
    price = knobs[PRICE] + knobs[PRICE_RISE] * fill + knobs[PRICE_SCARCE] * scarcity(rules, table)
    return price + knobs[PRICE_SHORT] / (1 + table.pile[hand.seat])


@rule
def wait_worth(rules, table, hand, knobs):
    """Return what it is worth to discard two cards, whichever they are."""
    worth = knobs[WAIT] + knobs[WAIT_RISE] * table.filled / rules.cells + knobs[WAIT_SCARCE] * scarcity(rules, table)
    return worth - knobs[WAIT_EMPTY] * (table.pile[hand.seat] < 2)
