"""What a gap is worth, by its chance to be filled, and so what a card in hand is worth."""

from analyzer.games.tranquility.heuristics.survival import supply, weights
from analyzer.games.tranquility.heuristics.values import UNIT, WILD_VALUE
from analyzer.games.tranquility.rules.hands import count_in_hand
from analyzer.games.tranquility.state import MAX_ISLANDS, Card
from analyzer.kernel.lean import phase, rule


@rule
def gap_worth(rules, knobs, memory, low, high, lower, upper, n_less):
    """Return what the gap between two cells with these numbers is worth, at most 0, with `n_less` held cards less."""
    return known_worth(
        rules, knobs, memory, low, high, lower, upper, supply.known_between(memory, lower, upper), n_less
    )


@rule
def known_worth(rules, knobs, memory, low, high, lower, upper, known, n_less):
    """Return what a gap is worth, of whose numbers so much is known."""
    n_cells = high - low - 1
    if n_cells <= 0:
        return 0.0
    n_numbers = upper - lower - 1
    reach = rules.hand_limit - 1
    if n_cells == 1 and n_numbers > reach:
        n_numbers, known = within_reach(rules, memory, low, high, lower, upper, reach, n_numbers, known)
    needed = n_cells - supply.n_held(known) + n_less
    worth = 0.0
    if needed > 0:
        unknown = max(n_numbers - supply.n_held(known) - supply.n_lost(known), 0)
        worth = max(
            supply.log_chance(supply.step_for(memory[supply.COUNT_STEPS], n_cells), unknown, needed),
            -knobs[weights.FLOOR],
        )
        worth -= knobs[weights.TIGHT] / max(1 + unknown - needed, 1)
    return worth - knobs[weights.FUTURE] * cards_to_pay(rules, knobs, low, high, n_cells, upper - lower)


@rule
def cards_to_pay(rules, knobs, low, high, n_cells, span):
    """Guess how many cards it will take to fill a gap: every other cell is free, the others cost by their spread."""
    n_shores = (low == 0) + (high > rules.cells)
    n_paid = (n_cells + 2 - n_shores) >> 1
    return n_paid * (1.0 + knobs[weights.SPREAD] * (span / (n_cells + 1) - 1.0))


@rule
def within_reach(rules, memory, low, high, lower, upper, reach, n_numbers, known):
    """Count only the numbers of a single cell that a full hand can pay (H15)."""
    if low == 0 and high > rules.cells:
        return n_numbers, known
    if low == 0:
        return reach, supply.known_between(memory, upper - reach - 1, upper)
    if high > rules.cells:
        return reach, supply.known_between(memory, lower, lower + reach + 1)
    if n_numbers > 2 * reach:
        middle = supply.known_between(memory, lower + reach, upper - reach)
        return 2 * reach, known - middle
    return n_numbers, known


DEAD = -1.0  # what fits nowhere goes first
DEAD_START = -2.0
LIVE_START = 100.0


@rule
def island_value(rules, table, knobs, memory, card):
    """Value an Island to keep."""
    low, high = table.below[card], table.above[card]
    n_cells = high - low - 1
    if n_cells < 1:
        return DEAD
    lower, upper = table.number[low], table.number[high]
    to_low = card - lower if low > 0 else 100
    to_high = upper - card if high <= rules.cells else 100
    nearest = min(to_low, to_high)
    if n_cells == 1 and rules.hand_limit <= nearest < 100:
        return DEAD
    having = gap_worth(rules, knobs, memory, low, high, lower, upper, 0)
    without = gap_worth(rules, knobs, memory, low, high, lower, upper, 1)
    small = knobs[weights.ROOM] * n_cells / (upper - lower - 1) + nearness(rules, knobs) / nearest
    return having - without + small


@rule
def nearness(rules, knobs):
    """Return what it is worth to lie next to another; more below a roof that opens late: hands fill up (T-ARCH-5)."""
    return knobs[weights.NEAR] + knobs[weights.ROOF] * (rules.n_lower < rules.cells)


@rule
def finish_value(rules, table, hand, knobs):
    """Value a Finish to keep (H18): more as the grid fills, more the fewer there may be, less beside another."""
    fill = table.filled / rules.cells
    n_own = count_in_hand(hand, Card.FINISH)
    value = knobs[weights.FINISH] + knobs[weights.FINISH_RISE] * fill + knobs[weights.FINISH_LATE] * fill * fill
    if n_own > 1:
        return value - knobs[weights.FINISH_SECOND]
    others = rules.finishes - n_own - hand.lost[Card.FINISH]
    missed = -supply.log_chance(supply.step_of(knobs[weights.FINISH_ALIVE]), max(others, 0), 1)
    return value + knobs[weights.FINISH_NEED] * missed * fill


@rule
def keep_worth(rules, table, hand, knobs, memory, card):
    """Value any card to keep."""
    if card <= MAX_ISLANDS:
        return island_value(rules, table, knobs, memory, card)
    if card == Card.FINISH:
        return finish_value(rules, table, hand, knobs)
    if card == Card.START:
        return DEAD_START if table.started == 1 else LIVE_START
    return WILD_VALUE


@rule
def appraise(rules, table, hand, knobs, memory):
    """Note what is known of the numbers, what is left to play with, and the value of every card in hand."""
    supply.look(rules, table, hand, memory)
    supply.weigh_supply(rules, table, hand, knobs, memory)
    for slot in range(hand.held):
        memory[supply.KEEP + slot] = int(keep_worth(rules, table, hand, knobs, memory, hand.cards[slot]) * UNIT)


@rule
def least_kept(hand, memory, allowed):
    """Return the slot of the card that is least worth keeping; -1 if none is allowed."""
    chosen = -1
    least = 0
    for slot in range(hand.held):
        is_free = (allowed >> slot) & 1 == 1
        if is_free and (chosen < 0 or memory[supply.KEEP + slot] < least):
            chosen, least = slot, memory[supply.KEEP + slot]
    return chosen


@rule
def cheapest(hand, memory, allowed, n_wanted):
    """Return what the cards that are least worth keeping are worth, each by itself."""
    total = 0
    for _ in range(n_wanted):
        chosen = least_kept(hand, memory, allowed)
        if chosen < 0:
            break
        allowed &= ~(1 << chosen)
        total += memory[supply.KEEP + chosen]
    return total / UNIT


@phase
def cheapest_in_turn(rules, table, hand, knobs, memory, allowed, n_wanted):
    """Return the mask of the cards that are least worth keeping, each once those before it are gone, and their worth.

    A gap may spare either of two cards and not both: so the values of its other cards are found again.
    """
    mask = 0
    total = 0
    for number in range(n_wanted):
        chosen = least_kept(hand, memory, allowed)
        if chosen < 0:
            break
        mask |= 1 << chosen
        allowed &= ~(1 << chosen)
        total += memory[supply.KEEP + chosen]
        if number + 1 < n_wanted and hand.cards[chosen] <= MAX_ISLANDS:
            part_with(rules, table, hand, knobs, memory, hand.cards[chosen])
    return mask, total / UNIT


@rule
def part_with(rules, table, hand, knobs, memory, card):
    """Count a card as given up, and value the others of its gap again."""
    supply.give_up(rules, memory, card)
    for slot in range(hand.held):
        other = hand.cards[slot]
        if other <= MAX_ISLANDS and table.below[other] == table.below[card]:
            memory[supply.KEEP + slot] = int(island_value(rules, table, knobs, memory, other) * UNIT)
