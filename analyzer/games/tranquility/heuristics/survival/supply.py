"""What the asked seat knows of the numbers: its own, those it gave up, and how likely the others are still to come."""

import numpy as np
from numpy.typing import NDArray

from analyzer.games.tranquility.heuristics.survival import weights
from analyzer.games.tranquility.state import MAX_ISLANDS
from analyzer.kernel.lean import rule

STEP_BITS = 6
STEPS = 1 << STEP_BITS  # chances of one number that are told apart
MOST_UNKNOWN = 80
MOST_NEEDED = 36
SIZES = 10  # of gaps that have a step of their own
_LEAST = -60.0  # a chance below is no chance


def _tails(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return P(Bin(u, chance) >= n) by chance, u and n."""
    exactly = np.zeros((len(chances), MOST_UNKNOWN + 1, MOST_UNKNOWN + 2))
    exactly[:, 0, 0] = 1.0
    yes = chances[:, None]
    for unknown in range(MOST_UNKNOWN):
        exactly[:, unknown + 1] = exactly[:, unknown] * (1.0 - yes)
        exactly[:, unknown + 1, 1:] += exactly[:, unknown, :-1] * yes
    return np.cumsum(exactly[:, :, ::-1], axis=2)[:, :, ::-1][:, :, : MOST_NEEDED + 1]


def _table() -> NDArray[np.float32]:
    tails = _tails((np.arange(STEPS) + 0.5) / STEPS)
    logarithms: NDArray[np.float32] = np.log(np.maximum(tails, np.exp(_LEAST))).astype(np.float32)
    return logarithms


LOG_CHANCE = _table()


@rule
def step_of(chance):
    """Return the step of the table for the chance of one number."""
    return int(min(max(chance, 0.0), 0.999) * STEPS)


@rule
def pack_steps(chance, more):
    """Return the steps for gaps of 1 to 10 cells in one word: in a gap of n cells a number has `more` / n besides."""
    steps = 0
    for place in range(SIZES):
        steps |= step_of(chance + more / (place + 1)) << (STEP_BITS * place)
    return steps


@rule
def step_for(steps, n_cells):
    """Return the step for a gap of so many cells; all larger ones have the last."""
    return (steps >> (STEP_BITS * (min(n_cells, SIZES) - 1))) & (STEPS - 1)


@rule
def log_chance(step, unknown, needed):
    """Return log P(Bin(unknown, chance) >= needed); `needed` is at least 1."""
    return float(LOG_CHANCE[step, min(unknown, MOST_UNKNOWN), min(needed, MOST_NEEDED)])


FIELD = 15
LOST_BITS = 7
LOST_MASK = (1 << LOST_BITS) - 1
_FIELD_MASK = (1 << FIELD) - 1
_WORD_MASK = (1 << 4 * FIELD) - 1
_EVERY_FIELD = LOST_MASK * (1 | 1 << FIELD | 1 << 2 * FIELD | 1 << 3 * FIELD)  # one held becomes one lost
WORDS = MAX_ISLANDS // 4 + 1
COUNT_STEPS = WORDS  # where the memory holds the steps of the table of chances
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


_SCARCEST = 3.0
_LAST_TURNS = 2  # besides one's own share of the empty cells: until a Finish is there
_ENOUGH = 0.4  # turns per own card up to which a seat is not short
_POINT = 10.0  # what a point counts where points win (T-COMP-6): more than a card is worth to the gaps


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
    chance = knobs[weights.COME] + knobs[weights.ALIVE] * alive + knobs[weights.HANDS] * hands / unseen
    memory[COUNT_STEPS] = pack_steps(chance, knobs[weights.SINGLE] * alive)


@rule
def scarcity(rules, table):
    """Return by how much the empty cells outnumber the cards to spare, as a share of these: 0 where both are equal."""
    cards = -rules.start_price * (1 - table.started)
    for seat in range(rules.players):
        cards += table.pile[seat] + table.held[seat]
    n_empty = rules.cells - table.filled
    return min(n_empty / max(cards - n_empty, 1), _SCARCEST) - 1.0


@rule
def n_own(rules, table, seat):
    """Count the cards that a seat holds or may draw: a common pile lies before the first seat for all (T-COMP-3)."""
    return table.pile[min(seat, rules.n_piles - 1)] + table.held[seat]


@rule
def shortage(rules, table, hand):
    """Return how near the seat is to running out of cards, which loses the game for all: turns to come per own card."""
    n_turns = (rules.cells - table.filled) / rules.players + _LAST_TURNS
    return max(n_turns / max(n_own(rules, table, hand.seat), 1) - _ENOUGH, 0.0)


@rule
def others_shortage(rules, table, hand):
    """Return how near the poorest of the other seats is to running out of cards."""
    n_turns = (rules.cells - table.filled) / rules.players + _LAST_TURNS
    fewest = 1000
    for seat in range(rules.players):
        if seat != hand.seat:
            fewest = min(fewest, n_own(rules, table, seat))
    return max(n_turns / max(fewest, 1) - _ENOUGH, 0.0)


@rule
def card_price(rules, table, hand, knobs):
    """Return what a paid card costs, whichever it is."""
    fill = table.filled / rules.cells
    price = (
        knobs[weights.PRICE] + knobs[weights.PRICE_RISE] * fill + knobs[weights.PRICE_SCARCE] * scarcity(rules, table)
    )
    price += knobs[weights.PRICE_OTHERS] * others_shortage(rules, table, hand)
    price += _POINT * (rules.competitive * rules.comp_discard)
    return price + knobs[weights.PRICE_SHORT] * shortage(rules, table, hand)


@rule
def wait_worth(rules, table, hand, knobs):
    """Return what it is worth to discard two cards, whichever they are."""
    worth = (
        knobs[weights.WAIT]
        + knobs[weights.WAIT_RISE] * table.filled / rules.cells
        + knobs[weights.WAIT_SCARCE] * scarcity(rules, table)
    )
    worth -= knobs[weights.WAIT_OTHERS] * others_shortage(rules, table, hand)
    worth -= _POINT * (rules.competitive * (2 * rules.comp_discard + rules.comp_play))  # what a placement earns, too
    return worth - knobs[weights.WAIT_SHORT] * shortage(rules, table, hand)
