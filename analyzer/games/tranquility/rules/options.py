"""Section 7 of the rules: what may be answered to each question, from what the asked player sees.

`n_options`, `option` and `is_legal` take the table and the own hand only, so the list of options cannot tell
more than the player may know.
"""

from __future__ import annotations

from analyzer.games.tranquility.encoding import cell_of, kind_of, one_share, play, share_of
from analyzer.games.tranquility.rules.hands import discardable_mask, n_discardable
from analyzer.games.tranquility.rules.placement import (
    budget,
    has_cell,
    is_affordable,
    is_in_order,
    n_cells,
    nth_cell,
)
from analyzer.games.tranquility.state import MAX_ISLANDS, Card, Kind, Phase
from analyzer.kernel.jit import phase, rule
from analyzer.kernel.piles import count_bits, find, n_subsets, subset


@phase
def n_options(rules, table, hand):
    """Count the options of the question at hand."""
    phase = table.phase
    if phase == Phase.ACTION:
        return n_actions(rules, table, hand)
    if phase == Phase.OFFER:
        return n_discardable(rules, table, hand) + 1
    if phase == Phase.SPLIT:
        return n_splits(rules, table)
    return n_subsets(n_discardable(rules, table, hand), n_to_give(table, hand))


@phase
def option(rules, table, hand, index):
    """Return the `index`-th option of the question at hand."""
    phase = table.phase
    if phase == Phase.ACTION:
        return nth_action(rules, table, hand, index)
    if phase == Phase.OFFER:
        return index
    if phase == Phase.SPLIT:
        return nth_split(rules, table, index)
    return subset(discardable_mask(rules, table, hand), n_to_give(table, hand), index)


@phase
def is_legal(rules, table, hand, action):
    """Tell whether an answer is one of the options."""
    phase = table.phase
    if phase == Phase.ACTION:
        return is_legal_action(rules, table, hand, action)
    if phase == Phase.OFFER:
        return 0 <= action <= n_discardable(rules, table, hand)
    if phase == Phase.SPLIT:
        return is_legal_split(rules, table, action)
    return is_legal_gift(rules, table, hand, action)


@rule
def is_legal_gift(rules, table, hand, mask):
    """Tell whether a mask names as many discardable cards as are to be given up."""
    within = (mask & ~discardable_mask(rules, table, hand)) == 0
    return within and count_bits(mask) == n_to_give(table, hand)


@rule
def n_to_give(table, hand):
    """Count the cards that the asked player has to give up: PAY, DISCARD_TWO and GIVE (T-BASE-14, 17, 21)."""
    if table.phase == Phase.GIVE:
        return table.owed[hand.seat]
    return table.cost


# D-1 ACTION


@rule
def can_finish(rules, table, hand):
    """Tell whether a Finish may be played: a full grid, a Start, a Finish in hand (T-BASE-24)."""
    full = table.filled == rules.cells and table.started == 1
    return full and find(hand.cards, hand.held, Card.FINISH) >= 0


@rule
def can_discard_two(rules, table, hand):
    """Tell whether two cards can be discarded as the action (T-BASE-17)."""
    return n_discardable(rules, table, hand) >= 2


@rule
def is_island(card):
    """Tell an Island from the other cards."""
    return 0 < card <= MAX_ISLANDS


@rule
def is_repeated(hand, slot):
    """Tell whether an equal card lies in an earlier slot (equal cards are one option)."""
    return find(hand.cards, slot, hand.cards[slot]) >= 0


@phase
def n_actions(rules, table, hand):
    """Count the options of ACTION."""
    n = 0
    funds = budget(rules, table, hand)
    for slot in range(hand.held):
        card = hand.cards[slot]
        if is_island(card) and not is_repeated(hand, slot):
            n += n_cells(rules, table, card, funds)
    return n + can_finish(rules, table, hand) + can_discard_two(rules, table, hand)


@rule
def has_choice(rules, table, hand):
    """Tell whether ACTION has more than one option, without counting them all."""
    n = can_discard_two(rules, table, hand) + can_finish(rules, table, hand)
    funds = budget(rules, table, hand)
    for slot in range(hand.held):
        if n > 1:
            return True
        card = hand.cards[slot]
        if is_island(card) and has_cell(rules, table, card, funds):
            n += 1 if n == 1 else n_cells(rules, table, card, funds)
    return n > 1


@phase
def nth_action(rules, table, hand, index):
    """Return the `index`-th option of ACTION: Islands in hand order, Finish, Discard-two."""
    funds = budget(rules, table, hand)
    for slot in range(hand.held):
        card = hand.cards[slot]
        if is_island(card) and not is_repeated(hand, slot):
            n = n_cells(rules, table, card, funds)
            if index < n:
                return play(card, nth_cell(rules, table, card, funds, index))
            index -= n
    if can_finish(rules, table, hand):
        if index == 0:
            return play(Kind.FINISH, 0)
        index -= 1
    return play(Kind.DISCARD_TWO, 0)


@rule
def is_legal_action(rules, table, hand, action):
    """Tell whether an answer to ACTION is allowed (T-BASE-12, 15, 17, 24)."""
    kind = kind_of(action)
    cell = cell_of(action)
    if is_island(kind):
        if find(hand.cards, hand.held, kind) < 0 or not is_in_order(table, kind, cell):
            return False
        return is_affordable(rules, table, kind, cell, budget(rules, table, hand))
    if kind == Kind.DISCARD_TWO:
        return cell == 0 and can_discard_two(rules, table, hand)
    return kind == Kind.FINISH and cell == 0 and can_finish(rules, table, hand)


# D-4 SPLIT


@phase
def is_legal_split(rules, table, split):
    """Tell whether the shares add up to the price and nobody gives more than the hand holds (T-BASE-21)."""
    if split < 0 or split >= one_share(rules.players, 1):
        return False
    total = 0
    for seat in range(rules.players):
        if share_of(split, seat) > table.held[seat]:
            return False
        total += share_of(split, seat)
    return total == table.cost


@rule
def has_one_split(rules, table):
    """Tell whether the shares are given without a choice."""
    n_givers = 0
    total = 0
    for seat in range(rules.players):
        n_givers += table.held[seat] > 0
        total += table.held[seat]
    return table.cost == 0 or table.cost == total or n_givers == 1


@phase
def n_splits(rules, table):
    """Count the ways to share the price."""
    n = 0
    split = first_split(rules, table)
    while split >= 0:
        n += 1
        split = next_split(rules, table, split)
    return n


@phase
def nth_split(rules, table, index):
    """Return the `index`-th way to share the price."""
    split = first_split(rules, table)
    for _ in range(index):
        split = next_split(rules, table, split)
    return split


@rule
def first_split(rules, table):
    """Return the split in which the lowest seats give all they can; -1 if the hands hold too little."""
    return fill_split(rules, table, 0, 0, table.cost)


@rule
def next_split(rules, table, split):
    """Return the next split in a fixed order, or -1 after the last."""
    rest = share_of(split, rules.players - 1)
    for seat in range(rules.players - 2, -1, -1):
        share = share_of(split, seat)
        if share > 0:
            following = fill_split(rules, table, split - one_share(seat, 1), seat + 1, rest + 1)
            if following >= 0:
                return following
        split -= one_share(seat, share)
        rest += share
    return -1


@rule
def fill_split(rules, table, split, seat, rest):
    """Let the seats from `seat` on give the rest, the lowest first; -1 if they cannot."""
    for giver in range(seat, rules.players):
        share = min(rest, table.held[giver])
        old = share_of(split, giver)
        split += one_share(giver, share - old)
        rest -= share
    return split if rest == 0 else -1
