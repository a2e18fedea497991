"""What the asked seat knows of the numbers: those in its hand and those it gave up, counted from below.

The counts are kept in the seat's memory while it decides, four numbers to a word: of the numbers up to v, how many
are lost (seven bits) and how many are held (eight bits). Counts of a span are then one subtraction.
"""

from __future__ import annotations

from analyzer.games.tranquility.state import MAX_ISLANDS
from analyzer.kernel.lean import rule

FIELD = 15
LOST_BITS = 7
LOST_MASK = (1 << LOST_BITS) - 1
_FIELD_MASK = (1 << FIELD) - 1
_WORD_MASK = (1 << 4 * FIELD) - 1
_EVERY_FIELD = LOST_MASK * (1 | 1 << FIELD | 1 << 2 * FIELD | 1 << 3 * FIELD)  # one held becomes one lost
WORDS = MAX_ISLANDS // 4 + 1
STEPS = WORDS  # where the memory holds the steps of the table of chances
KEEP = WORDS + 1  # and, from here on, the values to keep by slot


@rule
def look(rules, table, hand, memory):
    """Count what is known of the numbers."""
    for word in range(WORDS):
        memory[word] = 0
    for slot in range(hand.held):
        card = hand.cards[slot]
        if card <= MAX_ISLANDS:
            memory[card >> 2] += 1 << (FIELD * (card & 3) + LOST_BITS)
    total = 0
    for word in range((rules.islands >> 2) + 1):
        counts = memory[word] + lost_of(hand, 4 * word)
        if rules.has_modules == 1:
            counts += eaten_of(table, 4 * word)
        counts += (counts << FIELD) & _WORD_MASK
        counts += (counts << 2 * FIELD) & _WORD_MASK
        counts += total | total << FIELD | total << 2 * FIELD | total << 3 * FIELD
        memory[word] = counts
        total = counts >> 3 * FIELD


@rule
def lost_of(hand, number):
    """Return which of four numbers the seat gave up, one field each."""
    low = int(hand.lost[number]) | int(hand.lost[number + 1]) << FIELD
    return low | int(hand.lost[number + 2]) << 2 * FIELD | int(hand.lost[number + 3]) << 3 * FIELD


@rule
def eaten_of(table, number):
    """Return which of four numbers were in the grid once, one field each; in a gap they are out of the game."""
    low = int(table.played[number]) | int(table.played[number + 1]) << FIELD
    return low | int(table.played[number + 2]) << 2 * FIELD | int(table.played[number + 3]) << 3 * FIELD


@rule
def known_upto(memory, number):
    """Return what is known of the numbers up to one."""
    return (memory[number >> 2] >> (FIELD * (number & 3))) & _FIELD_MASK


@rule
def known_between(memory, lower, upper):
    """Return what is known of the numbers between two others, both excluded."""
    return known_upto(memory, upper - 1) - known_upto(memory, lower)


@rule
def n_held(known):
    """Return how many numbers are in the hand."""
    return known >> LOST_BITS


@rule
def n_lost(known):
    """Return how many numbers are lost."""
    return known & LOST_MASK


@rule
def give_up(rules, memory, card):
    """Count a held number as lost: of all numbers from it on, one less is held and one more is lost."""
    word = card >> 2
    memory[word] -= _EVERY_FIELD >> FIELD * (card & 3) << FIELD * (card & 3)
    for later in range(word + 1, WORDS):
        memory[later] -= _EVERY_FIELD
