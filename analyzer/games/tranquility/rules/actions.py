"""D-1 ACTION: the actions of the base game, and what the modules add to them (T-BASE-31)."""

from analyzer.games.tranquility.encoding import cell_of, kind_of, play
from analyzer.games.tranquility.rules import hands, hazards, placement, sheets, storms
from analyzer.games.tranquility.state import MAX_ISLANDS, Card, Kind
from analyzer.kernel import lean, piles


@lean.rule
def is_island(card):
    """Tell an Island from the other cards."""
    return 0 < card <= MAX_ISLANDS


@lean.rule
def is_repeated(hand, slot):
    """Tell whether an equal card lies in an earlier slot (equal cards are one option)."""
    return piles.find(hand.cards, slot, hand.cards[slot]) >= 0


@lean.rule
def is_grid_ready(rules, table):
    """Tell whether a Finish may be tried: a full grid with the right sides, and a Start (T-BASE-24, T-DAY-7)."""
    return table.filled == rules.cells and table.started == 1 and sheets.is_sides_right(rules, table)


@lean.rule
def may_finish(rules, table, hand):
    """Tell whether the player may try a Finish this turn (T-BASE-24, T-MONSTER-6, T-MONSTER-11)."""
    if not is_grid_ready(rules, table) or table.pending_finish == 1:
        return False
    return rules.has_monsters == 0 or (table.refused == 0 and hands.count_in_hand(hand, Card.MONSTER) == 0)


@lean.rule
def can_finish(rules, table, hand):
    """Tell whether a Finish of the hand may be played."""
    return may_finish(rules, table, hand) and hands.count_in_hand(hand, Card.FINISH) > 0


@lean.rule
def can_discard_two(rules, table, hand):
    """Tell whether two cards can be discarded as the action (T-BASE-17)."""
    return hands.n_discardable(rules, table, hand) >= 2


@lean.rule
def has_choice(rules, table, hand):
    """Tell whether ACTION has more than one option, counting no further than needed."""
    n = 0 + can_discard_two(rules, table, hand) + can_finish(rules, table, hand)  # 0 +: plain flags add up to a flag
    if n > 0 and rules.has_closures == 0 and has_wide_gap(table, hand):
        return True
    funds = placement.budget(rules, table, hand)
    for slot in range(hand.held):
        if n > 1:
            return True
        card = hand.cards[slot]
        if is_island(card) and placement.has_cell(rules, table, hand.seat, card, funds):
            n += 1 if n == 1 else placement.n_cells(rules, table, hand.seat, card, funds)
    return n > 1 or (rules.has_modules == 1 and n + n_module_actions(rules, table, hand) > 1)


@lean.rule
def has_wide_gap(table, hand):
    """Tell whether an Island of the hand has a wide gap."""
    found = 0
    for slot in range(hand.held):  # to the end: most hands have one, and nobody can foresee which card
        found |= placement.is_gap_wide(table, hand.cards[slot])
    return found != 0


@lean.phase
def n_actions(rules, table, hand):
    """Count the options of ACTION."""
    n = 0
    funds = placement.budget(rules, table, hand)
    for slot in range(hand.held):
        card = hand.cards[slot]
        if is_island(card) and not is_repeated(hand, slot):
            n += placement.n_cells(rules, table, hand.seat, card, funds)
    n = n + can_finish(rules, table, hand) + can_discard_two(rules, table, hand)
    return n + n_module_actions(rules, table, hand) if rules.has_modules == 1 else n


@lean.phase
def nth_action(rules, table, hand, index):
    """Return the `index`-th option of ACTION: Islands in hand order, Finish, Discard-two, module actions."""
    funds = placement.budget(rules, table, hand)
    for slot in range(hand.held):
        card = hand.cards[slot]
        if is_island(card) and not is_repeated(hand, slot):
            n = placement.n_cells(rules, table, hand.seat, card, funds)
            if index < n:
                return play(card, placement.nth_cell(rules, table, hand.seat, card, funds, index))
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


@lean.phase
def list_actions(rules, table, hand, out):
    """Write all options of ACTION, in the same order, as many as have room; return how many there are."""
    n, funds = 0, placement.budget(rules, table, hand)
    for slot in range(hand.held):
        card = hand.cards[slot]
        if is_island(card) and not is_repeated(hand, slot):
            low, behind = table.below[card] + 1, placement.end_of_gap(rules, table, card)
            for cell in range(low, behind):
                # without closed cells only the two ends of the gap need a look
                is_free = rules.has_closures == 0 and low < cell < behind - 1
                if is_free or placement.can_place(rules, table, hand.seat, card, cell, funds):
                    n = append(out, n, play(card, cell))
    if can_finish(rules, table, hand):
        n = append(out, n, play(Kind.FINISH, 0))
    if can_discard_two(rules, table, hand):
        n = append(out, n, play(Kind.DISCARD_TWO, 0))
    return list_module_actions(rules, table, hand, out, n) if rules.has_modules == 1 else n


@lean.rule
def append(out, n, answer):
    """Write an option behind n others if there is room; return how many there are now."""
    if n < len(out):
        out[n] = answer
    return n + 1


@lean.phase
def list_module_actions(rules, table, hand, out, n):
    """Write the options that modules add behind n others."""
    for kind in range(Kind.MONSTER, Kind.OPEN_FINISH + 1):
        n_more = n_of_kind(rules, table, hand, kind)
        if n_more > 0 and (kind == Kind.WILD_ISLAND or kind == Kind.FLIP):
            for cell in range(1, rules.cells + 1):
                if is_cell_of_kind(rules, table, hand, kind, cell):
                    n = append(out, n, play(kind, cell))
        else:
            for index in range(n_more):
                n = append(out, n, play(kind, nth_cell_of_kind(rules, table, hand, kind, index)))
    return n


@lean.rule
def is_legal_action(rules, table, hand, action):
    """Tell whether an answer to ACTION is allowed (T-BASE-12, 15, 17, 24, 31)."""
    kind = kind_of(action)
    cell = cell_of(action)
    if is_island(kind):
        if piles.find(hand.cards, hand.held, kind) < 0 or not placement.is_in_order(table, kind, cell):
            return False
        return placement.can_place(rules, table, hand.seat, kind, cell, placement.budget(rules, table, hand))
    if kind == Kind.DISCARD_TWO:
        return cell == 0 and can_discard_two(rules, table, hand)
    if kind == Kind.FINISH:
        return cell == 0 and can_finish(rules, table, hand)
    return rules.has_modules == 1 and is_legal_module_action(rules, table, hand, kind, cell)


# What modules add, one kind after the other


@lean.phase
def n_of_kind(rules, table, hand, kind):
    """Count the options of one kind of module action."""
    if kind == Kind.MONSTER:
        return hazards.n_targets(rules, table) if hands.count_in_hand(hand, Card.MONSTER) > 0 else 0
    if kind == Kind.DUMP:
        return int(not storms.is_dump_anytime(rules) and storms.can_dump(rules, table, hand))
    if kind == Kind.FLIP:
        return table.filled if can_flip(rules, table, hand) else 0
    if kind == Kind.FLIP_HANDS:
        return int(can_flip(rules, table, hand) and sheets.may_turn_hands(rules))
    if kind == Kind.OPEN_FINISH:
        return int(table.open_finishes > 0 and may_finish(rules, table, hand))
    return n_of_wild_kind(rules, table, hand, kind)


@lean.phase
def n_of_wild_kind(rules, table, hand, kind):
    """Count the options of one kind of Wild action (T-WILD-5, T-WILD-6, T-WILD-8, T-WILD-9)."""
    if hands.count_in_hand(hand, Card.WILD) == 0:
        return 0
    if kind == Kind.WILD_START:
        return int(table.started == 0)
    if kind == Kind.WILD_FINISH:
        return int(may_finish(rules, table, hand))
    if kind == Kind.WILD_MONSTER:
        return hazards.n_targets(rules, table) if placement.can_be_monster(rules) else 0
    n = 0
    for cell in range(1, rules.cells + 1):
        n += placement.n_numbers(rules, table, hand.seat, cell, placement.budget(rules, table, hand)) > 0
    return n


@lean.rule
def can_flip(rules, table, hand):
    """Tell whether a card can be paid for a flip; turning hands needs no Island in the grid (T-DAY-4, T-DAY-8)."""
    return rules.day_night == 1 and hands.n_discardable(rules, table, hand) >= 1


@lean.phase
def n_module_actions(rules, table, hand):
    """Count the options that modules add."""
    n = 0
    for kind in range(Kind.MONSTER, Kind.OPEN_FINISH + 1):
        n += n_of_kind(rules, table, hand, kind)
    return n


@lean.phase
def nth_module_action(rules, table, hand, index):
    """Return the `index`-th option that modules add."""
    for kind in range(Kind.MONSTER, Kind.OPEN_FINISH + 1):
        n = n_of_kind(rules, table, hand, kind)
        if index < n:
            return play(kind, nth_cell_of_kind(rules, table, hand, kind, index))
        index -= n
    return -1


@lean.phase
def nth_cell_of_kind(rules, table, hand, kind, index):
    """Return the cell of the `index`-th option of a kind, 0 for kinds without a cell."""
    if kind == Kind.MONSTER or kind == Kind.WILD_MONSTER:
        return hazards.nth_target(rules, table, index)
    if kind != Kind.WILD_ISLAND and kind != Kind.FLIP:
        return 0
    for cell in range(1, rules.cells + 1):
        if is_cell_of_kind(rules, table, hand, kind, cell):
            if index == 0:
                return cell
            index -= 1
    return 0


@lean.rule
def is_cell_of_kind(rules, table, hand, kind, cell):
    """Tell whether a Wild may be placed, or an Island be flipped, in a cell."""
    if kind == Kind.FLIP:
        return table.number[cell] > 0
    return placement.n_numbers(rules, table, hand.seat, cell, placement.budget(rules, table, hand)) > 0


@lean.phase
def is_legal_module_action(rules, table, hand, kind, cell):
    """Tell whether a module action is allowed."""
    if kind < Kind.MONSTER or kind > Kind.OPEN_FINISH or n_of_kind(rules, table, hand, kind) == 0:
        return False
    if kind == Kind.MONSTER or kind == Kind.WILD_MONSTER:
        return hazards.can_eat(rules, table, cell)
    if kind == Kind.WILD_ISLAND or kind == Kind.FLIP:
        return 1 <= cell <= rules.cells and is_cell_of_kind(rules, table, hand, kind, cell)
    return cell == 0
