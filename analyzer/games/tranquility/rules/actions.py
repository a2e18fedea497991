"""D-1 ACTION: the actions of the base game, and what the modules add to them (T-BASE-31)."""

from __future__ import annotations

from analyzer.games.tranquility.encoding import cell_of, kind_of, play
from analyzer.games.tranquility.rules.hands import count_in_hand, n_discardable
from analyzer.games.tranquility.rules.monsters import can_eat, n_targets, nth_target
from analyzer.games.tranquility.rules.placement import (
    budget,
    can_place,
    has_cell,
    is_gap_wide,
    is_in_order,
    n_cells,
    nth_cell,
)
from analyzer.games.tranquility.rules.sides import is_sides_right, may_turn_hands
from analyzer.games.tranquility.rules.storms import can_dump, is_dump_anytime
from analyzer.games.tranquility.rules.wilds import can_be_monster, n_numbers
from analyzer.games.tranquility.state import MAX_ISLANDS, Card, Kind
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.piles import find


@rule
def is_island(card):
    """Tell an Island from the other cards."""
    return 0 < card <= MAX_ISLANDS


@rule
def is_repeated(hand, slot):
    """Tell whether an equal card lies in an earlier slot (equal cards are one option)."""
    return find(hand.cards, slot, hand.cards[slot]) >= 0


@rule
def is_grid_ready(rules, table):
    """Tell whether a Finish may be tried: a full grid with the right sides, and a Start (T-BASE-24, T-DAY-7)."""
    return table.filled == rules.cells and table.started == 1 and is_sides_right(rules, table)


@rule
def may_finish(rules, table, hand):
    """Tell whether the player may try a Finish this turn (T-BASE-24, T-MONSTER-6, T-MONSTER-11)."""
    if not is_grid_ready(rules, table) or table.pending_finish == 1:
        return False
    return rules.has_monsters == 0 or (table.refused == 0 and count_in_hand(hand, Card.MONSTER) == 0)


@rule
def can_finish(rules, table, hand):
    """Tell whether a Finish of the hand may be played."""
    return may_finish(rules, table, hand) and count_in_hand(hand, Card.FINISH) > 0


@rule
def can_discard_two(rules, table, hand):
    """Tell whether two cards can be discarded as the action (T-BASE-17)."""
    return n_discardable(rules, table, hand) >= 2


@rule
def has_choice(rules, table, hand):
    """Tell whether ACTION has more than one option, counting no further than needed."""
    n = 0 + can_discard_two(rules, table, hand) + can_finish(rules, table, hand)  # 0 +: plain flags add up to a flag
    if n > 0 and rules.has_closures == 0 and has_wide_gap(table, hand):
        return True
    funds = budget(rules, table, hand)
    for slot in range(hand.held):
        if n > 1:
            return True
        card = hand.cards[slot]
        if is_island(card) and has_cell(rules, table, hand.seat, card, funds):
            n += 1 if n == 1 else n_cells(rules, table, hand.seat, card, funds)
    return n > 1 or (rules.has_modules == 1 and n + n_module_actions(rules, table, hand) > 1)


@rule
def has_wide_gap(table, hand):
    """Tell whether an Island of the hand has a wide gap."""
    found = 0
    for slot in range(hand.held):  # to the end: most hands have one, and nobody can foresee which card
        found |= is_gap_wide(table, hand.cards[slot])
    return found != 0


@phase
def n_actions(rules, table, hand):
    """Count the options of ACTION."""
    n = 0
    funds = budget(rules, table, hand)
    for slot in range(hand.held):
        card = hand.cards[slot]
        if is_island(card) and not is_repeated(hand, slot):
            n += n_cells(rules, table, hand.seat, card, funds)
    n = n + can_finish(rules, table, hand) + can_discard_two(rules, table, hand)
    return n + n_module_actions(rules, table, hand) if rules.has_modules == 1 else n


@phase
def nth_action(rules, table, hand, index):
    """Return the `index`-th option of ACTION: Islands in hand order, Finish, Discard-two, module actions."""
    funds = budget(rules, table, hand)
    for slot in range(hand.held):
        card = hand.cards[slot]
        if is_island(card) and not is_repeated(hand, slot):
            n = n_cells(rules, table, hand.seat, card, funds)
            if index < n:
                return play(card, nth_cell(rules, table, hand.seat, card, funds, index))
            index -= n
    if can_finish(rules, table, hand):
        if index == 0:
            return play(Kind.FINISH, 0)
        index -= 1
    if can_discard_two(rules, table, hand):
        if index == 0:
            return play(Kind.DISCARD_TWO, 0)
        index -= 1
    return nth_module_action(rules, table, hand, index)


@rule
def is_legal_action(rules, table, hand, action):
    """Tell whether an answer to ACTION is allowed (T-BASE-12, 15, 17, 24, 31)."""
    kind = kind_of(action)
    cell = cell_of(action)
    if is_island(kind):
        if find(hand.cards, hand.held, kind) < 0 or not is_in_order(table, kind, cell):
            return False
        return can_place(rules, table, hand.seat, kind, cell, budget(rules, table, hand))
    if kind == Kind.DISCARD_TWO:
        return cell == 0 and can_discard_two(rules, table, hand)
    if kind == Kind.FINISH:
        return cell == 0 and can_finish(rules, table, hand)
    return rules.has_modules == 1 and is_legal_module_action(rules, table, hand, kind, cell)


# What modules add, one kind after the other


@phase
def n_of_kind(rules, table, hand, kind):
    """Count the options of one kind of module action."""
    if kind == Kind.MONSTER:
        return n_targets(rules, table) if count_in_hand(hand, Card.MONSTER) > 0 else 0
    if kind == Kind.DUMP:
        return int(not is_dump_anytime(rules) and can_dump(rules, table, hand))
    if kind == Kind.FLIP:
        return table.filled if can_flip(rules, table, hand) else 0
    if kind == Kind.FLIP_HANDS:
        return int(can_flip(rules, table, hand) and may_turn_hands(rules))
    if kind == Kind.OPEN_FINISH:
        return int(table.open_finishes > 0 and may_finish(rules, table, hand))
    return n_of_wild_kind(rules, table, hand, kind)


@phase
def n_of_wild_kind(rules, table, hand, kind):
    """Count the options of one kind of Wild action (T-WILD-5, T-WILD-6, T-WILD-8, T-WILD-9)."""
    if count_in_hand(hand, Card.WILD) == 0:
        return 0
    if kind == Kind.WILD_START:
        return int(table.started == 0)
    if kind == Kind.WILD_FINISH:
        return int(may_finish(rules, table, hand))
    if kind == Kind.WILD_MONSTER:
        return n_targets(rules, table) if can_be_monster(rules) else 0
    n = 0
    for cell in range(1, rules.cells + 1):
        n += n_numbers(rules, table, hand.seat, cell, budget(rules, table, hand)) > 0
    return n


@rule
def can_flip(rules, table, hand):
    """Tell whether a card can be paid for a flip; turning hands needs no Island in the grid (T-DAY-4, T-DAY-8)."""
    return rules.day_night == 1 and n_discardable(rules, table, hand) >= 1


@phase
def n_module_actions(rules, table, hand):
    """Count the options that modules add."""
    n = 0
    for kind in range(Kind.MONSTER, Kind.OPEN_FINISH + 1):
        n += n_of_kind(rules, table, hand, kind)
    return n


@phase
def nth_module_action(rules, table, hand, index):
    """Return the `index`-th option that modules add."""
    for kind in range(Kind.MONSTER, Kind.OPEN_FINISH + 1):
        n = n_of_kind(rules, table, hand, kind)
        if index < n:
            return play(kind, nth_cell_of_kind(rules, table, hand, kind, index))
        index -= n
    return -1


@phase
def nth_cell_of_kind(rules, table, hand, kind, index):
    """Return the cell of the `index`-th option of a kind, 0 for kinds without a cell."""
    if kind == Kind.MONSTER or kind == Kind.WILD_MONSTER:
        return nth_target(rules, table, index)
    if kind != Kind.WILD_ISLAND and kind != Kind.FLIP:
        return 0
    for cell in range(1, rules.cells + 1):
        if is_cell_of_kind(rules, table, hand, kind, cell):
            if index == 0:
                return cell
            index -= 1
    return 0


@rule
def is_cell_of_kind(rules, table, hand, kind, cell):
    """Tell whether a Wild may be placed, or an Island be flipped, in a cell."""
    if kind == Kind.FLIP:
        return table.number[cell] > 0
    return n_numbers(rules, table, hand.seat, cell, budget(rules, table, hand)) > 0


@phase
def is_legal_module_action(rules, table, hand, kind, cell):
    """Tell whether a module action is allowed."""
    if kind < Kind.MONSTER or kind > Kind.OPEN_FINISH or n_of_kind(rules, table, hand, kind) == 0:
        return False
    if kind == Kind.MONSTER or kind == Kind.WILD_MONSTER:
        return can_eat(rules, table, cell)
    if kind == Kind.WILD_ISLAND or kind == Kind.FLIP:
        return 1 <= cell <= rules.cells and is_cell_of_kind(rules, table, hand, kind, cell)
    return cell == 0
