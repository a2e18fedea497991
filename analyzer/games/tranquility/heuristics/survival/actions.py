"""What actions are worth: placements, and on the same scale what modules add (Storms, Monsters, Wilds, flips)."""

from analyzer.games.tranquility.encoding import play
from analyzer.games.tranquility.heuristics.small_answers import NO_ACTION, flip_action
from analyzer.games.tranquility.heuristics.survival import gaps, supply, weights
from analyzer.games.tranquility.rules import actions, hands, hazards, placement, storms
from analyzer.games.tranquility.state import MAX_ISLANDS, Card, Kind
from analyzer.kernel.lean import phase, rule


@rule
def worth_before(rules, table, knobs, memory, card):
    """Return what the gap of an Island is worth before it is placed."""
    low, high = table.below[card], table.above[card]
    return gaps.gap_worth(rules, knobs, memory, low, high, table.number[low], table.number[high], 0)


@rule
def placement_worth(rules, table, hand, knobs, memory, card, cell, price, payable):
    """Return what the two gaps that a placement leaves are worth, less what it takes."""
    below, above = known_beside(table, memory, card)
    return worth_at(rules, table, hand, knobs, memory, card, cell, price, payable, below, above)


@rule
def known_beside(table, memory, card):
    """Return what is known of the numbers of an Island's gap, those below and those above the Island."""
    lower, upper = table.number[table.below[card]], table.number[table.above[card]]
    return supply.known_between(memory, lower, card), supply.known_between(memory, card, upper)


@rule
def worth_at(rules, table, hand, knobs, memory, card, cell, price, payable, below, above):
    """Return what a placement is worth; what is known of the numbers below and above the card holds for all cells."""
    low, high = table.below[card], table.above[card]
    worth = gaps.known_worth(rules, knobs, memory, low, cell, table.number[low], card, below, 0)
    worth += gaps.known_worth(rules, knobs, memory, cell, high, card, table.number[high], above, 0)
    cost = placement.cost_at(rules, table, card, cell)
    if cost > 0:
        worth -= price * cost + gaps.cheapest(hand, memory, payable, cost)
    if rules.day_night == 1 and table.hands_side != rules.wanted_side[cell]:
        worth -= knobs[weights.WRONG]
    return worth


@rule
def best_placement(rules, table, hand, knobs, memory):
    """Return the placement that gains most, and what it gains."""
    action, best = NO_ACTION, 0.0
    funds = placement.budget(rules, table, hand)
    allowed = hands.discardable_mask(rules, table, hand)
    price = supply.card_price(rules, table, hand, knobs)
    for slot in range(hand.held):
        card = hand.cards[slot]
        if card <= MAX_ISLANDS:
            payable = allowed & ~(1 << slot)
            below, above = known_beside(table, memory, card)
            before = worth_before(rules, table, knobs, memory, card)
            for cell in range(table.below[card] + 1, table.above[card]):
                if placement.can_place(rules, table, hand.seat, card, cell, funds):
                    worth = worth_at(rules, table, hand, knobs, memory, card, cell, price, payable, below, above)
                    worth -= before
                    if action == NO_ACTION or worth > best:
                        action, best = play(card, cell), worth
    return action, best


_PILE = 20.0  # cards of a pile for which a hindered hand counts in full


@rule
def hindrance(rules, table, knobs, seat):
    """Return what a yellow or orange Storm before a seat costs: the longer it still plays, the more."""
    return knobs[weights.HINDER] * (table.pile[seat] + 1) / _PILE


@rule
def closure(rules, table, knobs):
    """Return what a purple Storm costs: the grid cannot be full before it is cleared (T-STORM-P4)."""
    return knobs[weights.COMPASS] * (0.5 + table.filled / rules.cells)


@phase
def worst_storm(rules, table, knobs):
    """Return the Storm on the table that costs most, as a code, and that cost; 0 if none lies there."""
    worst, most = 0, 0.0
    for seat in range(rules.players):
        cost = hindrance(rules, table, knobs, seat)
        if table.yellow[seat] > 0 and cost > most:
            worst, most = storms.storm_code(Card.YELLOW, seat), cost
        if table.orange[seat] > 0 and cost > most:
            worst, most = storms.storm_code(Card.ORANGE, seat), cost
    cost = closure(rules, table, knobs)
    for row in range(rules.n_rows):
        if table.purple[row] > 0 and cost > most:
            worst, most = storms.storm_code(Card.PURPLE, row), cost
    return worst, most


@rule
def cancel_worst(rules, table, knobs):
    """Cancel the Storm just drawn unless one on the table costs more, or one to come, and no Compass is left for it."""
    _, most = worst_storm(rules, table, knobs)
    cost = drawn_cost(rules, table, knobs)
    is_worst = cost >= most or table.stock > table.n_storms
    return storms.CANCEL_STORM if is_worst and cost >= reserve(rules, table, knobs, table.storm) else 0


@rule
def reserve(rules, table, knobs, card):
    """Return what a yellow or orange Storm must cost at least to be worth a Compass: purple ones may still come."""
    left = rules.purple - table.shown[Card.PURPLE]
    if card == Card.PURPLE or table.stock > left:
        return 0.0
    return knobs[weights.RESERVE] * closure(rules, table, knobs)


@rule
def drawn_cost(rules, table, knobs):
    """Return what the Storm just drawn would cost."""
    if table.storm == Card.PURPLE:
        return closure(rules, table, knobs)
    return hindrance(rules, table, knobs, table.storm_seat)


NOTHING = -1e9  # below every worth
MUST = 1e3  # what an action is worth without which the game cannot be won


@phase
def best_module_action(rules, table, hand, knobs, memory):
    """Return the best action that modules add, and its worth."""
    action, best = NO_ACTION, NOTHING
    if hands.count_in_hand(hand, Card.MONSTER) > 0:
        cell, worth = best_meal(rules, table, knobs, memory)
        if cell > 0:
            action, best = play(Kind.MONSTER, cell), worth + knobs[weights.MONSTER]
    if actions.can_flip(rules, table, hand) and table.n_wrong > 0:
        worth = flip_worth(rules, table, hand, knobs, memory)
        if worth > best:
            action, best = flip_action(rules, table), worth
    if storms.can_dump(rules, table, hand) and not storms.is_dump_anytime(rules) and table.stock == 0:
        worth = dump_worth(rules, table, hand, knobs, memory)
        if worth > best:
            action, best = play(Kind.DUMP, 0), worth
    if hands.count_in_hand(hand, Card.WILD) > 0:
        other, worth = wild_action(rules, table, hand, knobs, memory)
        if worth > best:
            action, best = other, worth
    return action, best


@phase
def module_worth(rules, table, hand, knobs, memory, kind, cell):
    """Return what an action that a module adds is worth; nothing is known of those that turn hands."""
    if kind == Kind.MONSTER:
        return meal_worth(rules, table, knobs, memory, cell) + knobs[weights.MONSTER]
    if kind == Kind.WILD_MONSTER:
        return meal_worth(rules, table, knobs, memory, cell) + knobs[weights.MONSTER] - knobs[weights.WILD]
    if kind == Kind.DUMP:
        return dump_worth(rules, table, hand, knobs, memory)
    if kind == Kind.FLIP:
        is_wrong = table.side[cell] != rules.wanted_side[cell]
        return flip_worth(rules, table, hand, knobs, memory) if is_wrong else NOTHING
    if kind == Kind.WILD_ISLAND:
        _, worth = best_number(rules, table, hand, knobs, memory, cell)
        return worth - knobs[weights.WILD]
    return 0.0


@phase
def best_meal(rules, table, knobs, memory):
    """Return the Island that the grid misses least, and what a Monster gains there; 0 if it can reach none (H22)."""
    target, best = 0, NOTHING
    for cell in range(1, rules.cells + 1):
        if hazards.can_eat(rules, table, cell):
            worth = meal_worth(rules, table, knobs, memory, cell)
            if worth > best:
                target, best = cell, worth
    return target, best


@rule
def meal_worth(rules, table, knobs, memory, cell):
    """Return what the grid gains when the Island of a cell is gone: one gap instead of two."""
    low, high = placement.laid_before(table, cell), placement.laid_behind(rules, table, cell)
    lower, number, upper = table.number[low], table.number[cell], table.number[high]
    worth = gaps.gap_worth(rules, knobs, memory, low, high, lower, upper, 0)
    worth -= gaps.gap_worth(rules, knobs, memory, low, cell, lower, number, 0)
    return worth - gaps.gap_worth(rules, knobs, memory, cell, high, number, upper, 0)


@rule
def flip_worth(rules, table, hand, knobs, memory):
    """Return what a flip gains, less the card it costs; with a full grid nothing else helps (T-DAY-4, T-DAY-9)."""
    paid = gaps.cheapest(hand, memory, hands.discardable_mask(rules, table, hand), 1)
    is_all_else_done = table.filled == rules.cells
    return knobs[weights.WRONG] - supply.card_price(rules, table, hand, knobs) - paid + MUST * is_all_else_done


@rule
def dump_worth(rules, table, hand, knobs, memory):
    """Return what it is worth to dump the hand as an action: instead of two cards discarded, all (T-STORM-C4)."""
    spared = 2 * supply.card_price(rules, table, hand, knobs)
    return supply.wait_worth(rules, table, hand, knobs) + spared + free_dump_worth(rules, table, hand, knobs, memory)


@rule
def free_dump_worth(rules, table, hand, knobs, memory):
    """Return what a Compass gains for the worst Storm, less the whole hand."""
    _, gain = worst_storm(rules, table, knobs)
    if gain <= 0.0:
        return NOTHING
    given = gaps.cheapest(hand, memory, hands.discardable_mask(rules, table, hand), hand.held)
    return gain - given - hand.held * supply.card_price(rules, table, hand, knobs)


@phase
def wild_action(rules, table, hand, knobs, memory):
    """Return the best use of a Wild, and its worth: the missing Start of a full grid, or an Island."""
    if table.started == 0 and table.filled == rules.cells:
        return play(Kind.WILD_START, 0), MUST
    action, best = NO_ACTION, NOTHING
    if 2 * table.filled < rules.cells:
        return action, best
    for cell in range(1, rules.cells + 1):
        if table.number[cell] == 0:
            number, worth = best_number(rules, table, hand, knobs, memory, cell)
            if number > 0 and worth - knobs[weights.WILD] > best:
                action, best = play(Kind.WILD_ISLAND, cell), worth - knobs[weights.WILD]
    return action, best


@phase
def best_number(rules, table, hand, knobs, memory, cell):
    """Return the number that a Wild should be in a cell, and what that gains; 0 if it can be none."""
    low, high = placement.laid_before(table, cell), placement.laid_behind(rules, table, cell)
    lower, upper = table.number[low], table.number[high]
    funds = placement.budget(rules, table, hand)
    before = gaps.gap_worth(rules, knobs, memory, low, high, lower, upper, 0)
    named, best = 0, NOTHING
    for number in range(lower + 1, upper):
        if placement.can_name(rules, table, hand.seat, number, cell, funds):
            worth = gaps.gap_worth(rules, knobs, memory, low, cell, lower, number, 0) - before
            worth += gaps.gap_worth(rules, knobs, memory, cell, high, number, upper, 0)
            worth -= placement.cost_at(rules, table, number, cell) * supply.card_price(rules, table, hand, knobs)
            if worth > best:
                named, best = number, worth
    return named, best
