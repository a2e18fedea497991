"""Policies for Tranquility that cheat or err, as their knob `deed` says; `at` is an index they read or write.

One policy per style for all deeds: it is compiled once, and kept, because this file does not change from test to test.
"""

import math

from analyzer.games.tranquility import policy, scoring
from analyzer.games.tranquility.rules.options import option
from analyzer.games.tranquility.rules.placement import cost_at
from analyzer.kernel.lanes import largest, numbers, take
from analyzer.kernel.lean import rule

DEED, AT, SPARE = range(3)
(
    HONEST,
    WRITE_TABLE,
    WRITE_SLICE,
    WRITE_RULES,
    WRITE_HAND,
    WRITE_KNOBS,
    READ_HAND,
    ASK_A_RULE,
    DIVIDE,
    DIVIDE_WHOLE,
    NO_NUMBER,
    RAISE,
    TAKE_LANES,
    WRITE_MEMORY,
    READ_CHOICE,
    READ_KNOBS,
) = range(16)


@rule
def fill(board):
    board.filled = 36
    return 1.0


@rule
def overwrite(numbers):
    numbers[1:4] = 5
    return 1.0


@rule
def bend(laws):
    laws.hand_limit = 9
    return 1.0


@rule
def exchange(cards):
    cards[0] = 40
    return 1.0


@rule
def turn(values):
    values[SPARE] += 1.0
    return 1.0


@rule
def write(rules, table, hand, knobs, deed):
    """Write where nobody may."""
    if deed == WRITE_TABLE:
        return fill(table)
    if deed == WRITE_SLICE:
        return overwrite(table.number)
    if deed == WRITE_RULES:
        return bend(rules)
    if deed == WRITE_HAND:
        return exchange(hand.cards)
    return turn(knobs)


@rule
def err(rules, table, hand, knobs, deed, at):
    """Read beyond an array, divide by zero, give no number, or raise."""
    if deed == READ_HAND:
        return 1.0 * hand.cards[at]
    if deed == READ_KNOBS:
        return knobs[at]
    if deed == ASK_A_RULE:
        return 1.0 * cost_at(rules, table, at, at)
    if deed == TAKE_LANES:
        return largest(numbers(take(hand.cards, at)))
    if deed == DIVIDE:
        return 1.0 / knobs[AT]
    if deed == DIVIDE_WHOLE:
        return 1.0 * (7 // at)
    if deed == RAISE:
        raise ValueError("no idea")
    return math.nan


@rule
def commit(rules, table, hand, knobs):
    """Do what the knob says, and return a number that rests on it."""
    deed = int(knobs[DEED])
    if deed == HONEST:
        return 1.0
    if deed <= WRITE_KNOBS:
        return write(rules, table, hand, knobs, deed)
    return err(rules, table, hand, knobs, deed, int(knobs[AT]))


@scoring(deed=0.0, at=0.0, spare=0.0)
def scored(rules, table, hand, knobs, card, cell, cost):
    """Score every placement alike, after the deed."""
    return 1.0 + 1e-9 * commit(rules, table, hand, knobs)


@policy(deed=0.0, at=0.0, spare=0.0)
def decided(rules, table, hand, knobs, memory, choice):
    """Take the first option, after the deed."""
    deed = int(knobs[DEED])
    if deed == WRITE_MEMORY:
        memory[int(knobs[AT])] = 1
    elif deed == READ_CHOICE:
        memory[0] = choice[int(knobs[AT])]
    elif commit(rules, table, hand, knobs) < -1e9:
        return -1
    return option(rules, table, hand, 0)
