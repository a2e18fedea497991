"""What gap survival would choose from: actions together with the cards that pay for them, and cards to give up.

A plan's rating is what the action gains, less a price per card and what the cards are worth, given up one after the
other. Cards that pay are named by the slots they have once the played card has left the hand.
"""

from analyzer.games.tranquility.encoding import play
from analyzer.games.tranquility.heuristics.small_answers import NO_ACTION, finishing_action, flip_action
from analyzer.games.tranquility.heuristics.survival import actions, gaps, supply, weights
from analyzer.games.tranquility.rules import actions as legal
from analyzer.games.tranquility.rules import hands, hazards, options, placement, storms
from analyzer.games.tranquility.state import MAX_ISLANDS, Card, Kind, Phase
from analyzer.games.values.deciding import rank_plan
from analyzer.games.values.declared import MOST_PLANS, NO_ANSWER
from analyzer.kernel import lean, piles
from analyzer.kernel.seats.bench import MEMORY_SLOTS

_MOST_WAYS = 70  # to pay that are told apart; of more, only the cheapest is listed
_NO_SLOT = 63  # no card leaves the hand before it is paid for


@lean.phase
def list_plans(rules, table, hand, knobs, memory, choice, found):
    """List the best plans; none where the policy answers by itself."""
    found.n = 0
    is_gift = options.is_gift(table.phase)
    if not is_gift and (table.phase != Phase.ACTION or finishing_action(rules, table, hand) != NO_ACTION):
        return
    gaps.appraise(rules, table, hand, knobs, memory)
    if is_gift:
        allowed, n_wanted = options.gift_mask(rules, table, hand), options.n_to_give(table, hand)
        add_ways(rules, table, hand, knobs, memory, found, 0.0, NO_ACTION, allowed, n_wanted, _NO_SLOT)
        return
    add_placements(rules, table, hand, knobs, memory, found)
    if rules.has_modules == 1:
        add_module_actions(rules, table, hand, knobs, memory, found)
    if legal.can_discard_two(rules, table, hand):
        worth, allowed = supply.wait_worth(rules, table, hand, knobs), hands.discardable_mask(rules, table, hand)
        add_ways(rules, table, hand, knobs, memory, found, worth, play(Kind.DISCARD_TWO, 0), allowed, 2, _NO_SLOT)


@lean.phase
def add_placements(rules, table, hand, knobs, memory, found):
    """Add every Island in every cell, with every way to pay for it."""
    funds = placement.budget(rules, table, hand)
    allowed = hands.discardable_mask(rules, table, hand)
    price = supply.card_price(rules, table, hand, knobs)
    for slot in range(hand.held):
        card = hand.cards[slot]
        if card <= MAX_ISLANDS:
            below, above = actions.known_beside(table, memory, card)
            before = actions.worth_before(rules, table, knobs, memory, card)
            for cell in range(table.below[card] + 1, table.above[card]):
                if placement.can_place(rules, table, hand.seat, card, cell, funds):
                    cost = placement.cost_at(rules, table, card, cell)
                    worth = actions.worth_at(rules, table, hand, knobs, memory, card, cell, 0.0, 0, below, above)
                    worth -= before + price * cost
                    payable = allowed & ~(1 << slot)
                    add_ways(rules, table, hand, knobs, memory, found, worth, play(card, cell), payable, cost, slot)


@lean.phase
def add_ways(rules, table, hand, knobs, memory, found, worth, action, allowed, n_cards, slot):
    """Add an action with every way to give up so many cards; NO_ACTION where only the cards are asked for."""
    if n_cards == 0:
        rank_plan(found, 0, worth, action, NO_ANSWER, NO_ANSWER)
        return
    if found.n == MOST_PLANS and worth - gaps.cheapest(hand, memory, allowed, n_cards) <= found.ratings[MOST_PLANS - 1]:
        return
    n_ways = piles.n_subsets(piles.count_bits(allowed), n_cards)
    if n_ways > _MOST_WAYS:
        add_way(rules, table, hand, knobs, memory, found, worth, action, allowed, n_cards, n_ways, slot)
        return
    for index in range(n_ways):
        mask = piles.subset(allowed, n_cards, index)
        add_way(rules, table, hand, knobs, memory, found, worth, action, mask, n_cards, n_ways, slot)


@lean.rule
def add_way(rules, table, hand, knobs, memory, found, worth, action, allowed, n_cards, n_ways, slot):
    """Add an action paid with the cheapest cards of a mask; a payment that is forced is not asked for."""
    for word in range(MEMORY_SLOTS):
        found.memory[word] = memory[word]
    mask, given = gaps.cheapest_in_turn(rules, table, hand, knobs, found.memory, allowed, n_cards)
    answer = without_slot(mask, slot)
    if action == NO_ACTION:
        rank_plan(found, 0, worth - given, answer, NO_ANSWER, NO_ANSWER)
    else:
        rank_plan(found, 0, worth - given, action, answer if n_ways > 1 else NO_ANSWER, NO_ANSWER)


@lean.rule
def without_slot(mask, slot):
    """Name the cards of a mask by their slots once the card of another slot has left the hand."""
    below = (1 << slot) - 1
    return (mask & below) | ((mask >> 1) & ~below)


@lean.phase
def add_module_actions(rules, table, hand, knobs, memory, found):
    """Add what modules allow: meals of a Monster, a flip with every card, a dumped hand, the best use of a Wild."""
    if hands.count_in_hand(hand, Card.MONSTER) > 0:
        add_meals(rules, table, knobs, memory, found)
    if legal.can_flip(rules, table, hand) and table.n_wrong > 0:
        add_flip(rules, table, hand, knobs, memory, found)
    if storms.can_dump(rules, table, hand) and not storms.is_dump_anytime(rules) and table.stock == 0:
        worth = actions.dump_worth(rules, table, hand, knobs, memory)
        if worth > actions.NOTHING / 2:
            rank_plan(found, 0, worth, play(Kind.DUMP, 0), NO_ANSWER, NO_ANSWER)
    if hands.count_in_hand(hand, Card.WILD) > 0:
        action, worth = actions.wild_action(rules, table, hand, knobs, memory)
        if action == play(Kind.WILD_START, 0):
            rank_plan(found, 0, worth, action, NO_ANSWER, NO_ANSWER)
        elif action != NO_ACTION:
            add_wild(rules, table, hand, knobs, memory, found, action & 63)


@lean.rule
def add_meals(rules, table, knobs, memory, found):
    """Add a Monster on every Island within its reach."""
    for cell in range(1, rules.cells + 1):
        if hazards.can_eat(rules, table, cell):
            worth = actions.meal_worth(rules, table, knobs, memory, cell) + knobs[weights.MONSTER]
            rank_plan(found, 0, worth, play(Kind.MONSTER, cell), NO_ANSWER, NO_ANSWER)


@lean.rule
def add_flip(rules, table, hand, knobs, memory, found):
    """Add the flip of a wrong Island, paid with every card."""
    allowed = hands.discardable_mask(rules, table, hand)
    worth = actions.flip_worth(rules, table, hand, knobs, memory) + gaps.cheapest(hand, memory, allowed, 1)
    action = flip_action(rules, table)
    if action != NO_ACTION:
        add_ways(rules, table, hand, knobs, memory, found, worth, action, allowed, 1, _NO_SLOT)


@lean.rule
def add_wild(rules, table, hand, knobs, memory, found, cell):
    """Add a Wild as the number that gains most in a cell, paid with what is missed least."""
    number, worth = actions.best_number(rules, table, hand, knobs, memory, cell)
    slot, funds = piles.find(hand.cards, hand.held, Card.WILD), placement.budget(rules, table, hand)
    allowed = hands.discardable_mask(rules, table, hand) & ~(1 << slot)
    cost = placement.cost_at(rules, table, number, cell)
    mask, given = 0, 0.0
    if cost > 0:
        for word in range(MEMORY_SLOTS):
            found.memory[word] = memory[word]
        mask, given = gaps.cheapest_in_turn(rules, table, hand, knobs, found.memory, allowed, cost)
    is_asked = placement.n_numbers(rules, table, hand.seat, cell, funds) > 1
    is_paid = 0 < cost < piles.count_bits(allowed)
    payment = without_slot(mask, slot) if is_paid else NO_ANSWER
    first, second = (number, payment) if is_asked else (payment, NO_ANSWER)
    rank_plan(found, 0, worth - knobs[weights.WILD] - given, play(Kind.WILD_ISLAND, cell), first, second)
