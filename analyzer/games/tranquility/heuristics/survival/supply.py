"""What is left to play with: how likely a number is still to come, and how scarce cards are."""

from __future__ import annotations

from analyzer.games.tranquility.heuristics.survival.chances import pack_steps
from analyzer.games.tranquility.heuristics.survival.sight import STEPS
from analyzer.games.tranquility.heuristics.survival.weights import (
    ALIVE,
    COME,
    HANDS,
    PRICE,
    PRICE_OTHERS,
    PRICE_RISE,
    PRICE_SCARCE,
    PRICE_SHORT,
    SINGLE,
    WAIT,
    WAIT_OTHERS,
    WAIT_RISE,
    WAIT_SCARCE,
    WAIT_SHORT,
)
from analyzer.kernel.lean import rule

_SCARCEST = 3.0
_LAST_TURNS = 2  # besides one's own share of the empty cells: until a Finish is there
_ENOUGH = 0.4  # turns per own card up to which a seat is not short


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
    alive = max(piles + hands - price, 0) / unseen
    chance = knobs[COME] + knobs[ALIVE] * alive + knobs[HANDS] * hands / unseen
    memory[STEPS] = pack_steps(chance, knobs[SINGLE] * alive)


@rule
def scarcity(rules, table):
    """Return by how much the empty cells outnumber the cards to spare, as a share of these: 0 where both are equal."""
    cards = -rules.start_price * (1 - table.started)
    for seat in range(rules.players):
        cards += table.pile[seat] + table.held[seat]
    n_empty = rules.cells - table.filled
    return min(n_empty / max(cards - n_empty, 1), _SCARCEST) - 1.0


@rule
def shortage(rules, table, hand):
    """Return how near the seat is to running out of cards, which loses the game for all: turns to come per own card."""
    n_turns = (rules.cells - table.filled) / rules.players + _LAST_TURNS
    return max(n_turns / max(table.pile[hand.seat] + hand.held, 1) - _ENOUGH, 0.0)


@rule
def others_shortage(rules, table, hand):
    """Return how near the poorest of the other seats is to running out of cards."""
    n_turns = (rules.cells - table.filled) / rules.players + _LAST_TURNS
    fewest = 1000
    for seat in range(rules.players):
        if seat != hand.seat:
            fewest = min(fewest, table.pile[seat] + table.held[seat])
    return max(n_turns / max(fewest, 1) - _ENOUGH, 0.0)


@rule
def card_price(rules, table, hand, knobs):
    """Return what a paid card costs, whichever it is."""
    fill = table.filled / rules.cells
    price = knobs[PRICE] + knobs[PRICE_RISE] * fill + knobs[PRICE_SCARCE] * scarcity(rules, table)
    price += knobs[PRICE_OTHERS] * others_shortage(rules, table, hand)
    return price + knobs[PRICE_SHORT] * shortage(rules, table, hand)


@rule
def wait_worth(rules, table, hand, knobs):
    """Return what it is worth to discard two cards, whichever they are."""
    worth = knobs[WAIT] + knobs[WAIT_RISE] * table.filled / rules.cells + knobs[WAIT_SCARCE] * scarcity(rules, table)
    worth -= knobs[WAIT_OTHERS] * others_shortage(rules, table, hand)
    return worth - knobs[WAIT_SHORT] * shortage(rules, table, hand)
