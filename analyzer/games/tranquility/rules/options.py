"""Section 7 of the rules: what may be answered to each question, from what the asked player sees.

`n_options`, `option` and `is_legal` take the table and one's own hand only, so the list of options cannot tell
more than the player may know.
"""

from analyzer.games.tranquility.rules import actions, hands, hazards, placement, splits, storms, windows
from analyzer.games.tranquility.state import Phase
from analyzer.kernel import lean, piles


@lean.rule
def is_gift(question):
    """Tell whether a question asks for cards to be given up: D-2, D-3, D-6, D-9, D-10, D-16."""
    is_payment = question == Phase.PAY or question == Phase.DISCARD_TWO or question == Phase.GIVE
    return is_payment or question == Phase.ROCKS_PAY or question == Phase.YELLOW_DOWN or question == Phase.FLIP_PAY


@lean.rule
def n_to_give(table, hand):
    """Count the cards that the asked player has to give up (T-BASE-14, 17, 21)."""
    return table.owed[hand.seat] if table.phase == Phase.GIVE else table.cost


@lean.rule
def gift_mask(rules, table, hand):
    """Return the cards that the asked player may give up."""
    if table.phase == Phase.ROCKS_PAY:
        return hazards.rocks_payment_mask(rules, table, hand)
    return hands.discardable_mask(rules, table, hand)


@lean.rule
def is_legal_gift(rules, table, hand, mask):
    """Tell whether a mask names as many cards as are to be given up, all of them allowed."""
    within = (mask & ~gift_mask(rules, table, hand)) == 0
    return within and piles.count_bits(mask) == n_to_give(table, hand)


@lean.phase
def n_options(rules, table, hand):
    """Count the options of the question at hand."""
    question = table.phase
    if question == Phase.ACTION:
        return actions.n_actions(rules, table, hand)
    if is_gift(question):
        return piles.n_subsets(piles.count_bits(gift_mask(rules, table, hand)), n_to_give(table, hand))
    if question == Phase.OFFER:
        return most_to_offer(rules, table, hand) + 1
    if question == Phase.SPLIT:
        return splits.n_splits(rules, table, hand)
    return n_module_options(rules, table, hand)


@lean.phase
def option(rules, table, hand, index):
    """Return the `index`-th option of the question at hand."""
    question = table.phase
    if question == Phase.ACTION:
        return actions.nth_action(rules, table, hand, index)
    if is_gift(question):
        return piles.subset(gift_mask(rules, table, hand), n_to_give(table, hand), index)
    if question == Phase.OFFER:
        return index
    if question == Phase.SPLIT:
        return splits.nth_split(rules, table, hand, index)
    return nth_module_option(rules, table, hand, index)


@lean.phase
def list_options(rules, table, hand, out):
    """Write all options of ACTION, as many as have room, and count them; 0 at others: each is quickly told."""
    return actions.list_actions(rules, table, hand, out) if table.phase == Phase.ACTION else 0


@lean.phase
def is_legal(rules, table, hand, answer):
    """Tell whether an answer is one of the options."""
    question = table.phase
    if question == Phase.ACTION:
        return actions.is_legal_action(rules, table, hand, answer)
    if is_gift(question):
        return is_legal_gift(rules, table, hand, answer)
    if question == Phase.OFFER:
        return 0 <= answer <= most_to_offer(rules, table, hand)
    if question == Phase.SPLIT:
        return splits.is_legal_split(rules, table, hand, answer)
    return is_legal_module_answer(rules, table, hand, answer)


@lean.rule
def most_to_offer(rules, table, hand):
    """Return the most that a player can offer for the Start (D-5)."""
    return hands.n_discardable(rules, table, hand) + splits.allowance(rules, table, hand.seat)


# Questions of the modules


@lean.phase
def n_module_options(rules, table, hand):
    """Count the options of a module's question."""
    question = table.phase
    if question == Phase.TOP:
        return n_tops(rules, table, hand)
    if question == Phase.ROCKS:
        return hazards.n_rocks_options(rules, table, hand)
    if question == Phase.PURPLE:
        return storms.n_purple_rows(rules, table)
    if question == Phase.CLEAR or (question == Phase.WILD_CLEAR and table.storm == 0):
        return 1 + windows.n_clearable(rules, table, hand.seat)
    if question == Phase.WILD_NUMBER:
        return placement.n_numbers(rules, table, hand.seat, table.wild_cell, placement.budget(rules, table, hand))
    if question == Phase.EXPLORER_TARGET:
        return hazards.n_targets(rules, table)
    return table.n_market if question == Phase.COMP_DRAW else 2  # CANCEL, WILD_CLEAR of window i, FREE_DUMP


@lean.phase
def nth_module_option(rules, table, hand, index):
    """Return the `index`-th option of a module's question."""
    question = table.phase
    if question == Phase.TOP:
        return nth_top(rules, table, hand, index)
    if question == Phase.ROCKS:
        return hazards.nth_rocks_option(rules, table, hand, index)
    if question == Phase.PURPLE:
        return storms.nth_purple_row(rules, table, index)
    if question == Phase.CLEAR or (question == Phase.WILD_CLEAR and table.storm == 0):
        return 0 if index == 0 else windows.nth_clearable(rules, table, hand.seat, index - 1)
    if question == Phase.WILD_NUMBER:
        return placement.nth_number(
            rules, table, hand.seat, table.wild_cell, placement.budget(rules, table, hand), index
        )
    return hazards.nth_target(rules, table, index) if question == Phase.EXPLORER_TARGET else index


@lean.phase
def is_legal_module_answer(rules, table, hand, answer):
    """Tell whether an answer to a module's question is one of the options."""
    question = table.phase
    if question == Phase.TOP:
        return is_legal_top(rules, table, hand, answer)
    if question == Phase.ROCKS:
        return hazards.takes_rocks(rules, table, answer) or (
            answer == hazards.STAY and hazards.can_stay(rules, table, hand)
        )
    if question == Phase.PURPLE:
        return answer >= 0 and storms.takes_purple(rules, table, answer)
    if question == Phase.CLEAR or (question == Phase.WILD_CLEAR and table.storm == 0):
        return answer == 0 or windows.is_clearable(rules, table, hand.seat, answer)
    if question == Phase.WILD_NUMBER:
        return placement.is_number_legal(
            rules, table, hand.seat, table.wild_cell, placement.budget(rules, table, hand), answer
        )
    if question == Phase.EXPLORER_TARGET:
        return hazards.can_eat(rules, table, answer)
    return 0 <= answer < table.n_market if question == Phase.COMP_DRAW else 0 <= answer <= storms.CANCEL_STORM


# D-7 TOP


@lean.rule
def is_legal_top(rules, table, hand, n_cards):
    """Tell whether a Yellow owner may give this many unseen top cards (T-STORM-Y3, T-STORM-Y9)."""
    if n_cards < 0 or n_cards > splits.allowance(rules, table, hand.seat):
        return False
    if splits.is_both_or_none(rules) and n_cards != 0 and n_cards != splits.TOP_CARDS:
        return False
    if rules.players == 1:
        return n_cards <= rules.start_price
    share = table.split[hand.seat]
    return n_cards <= share and share - n_cards <= hands.n_discardable(rules, table, hand)


@lean.phase
def n_tops(rules, table, hand):
    """Count the options of TOP."""
    n = 0
    for n_cards in range(splits.TOP_CARDS + 1):
        n += is_legal_top(rules, table, hand, n_cards)
    return n


@lean.phase
def nth_top(rules, table, hand, index):
    """Return the `index`-th option of TOP."""
    for n_cards in range(splits.TOP_CARDS + 1):
        if is_legal_top(rules, table, hand, n_cards):
            if index == 0:
                return n_cards
            index -= 1
    return -1
