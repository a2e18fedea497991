"""What a map is worth to a seat, and plans of one's own turn that look at the map they leave behind.

A card with three sides is a gift to whoever comes next; around a needed card every side counts. `wares` are the three
numbers that weigh this: what a gift costs, what a needed card with three sides is worth, what a played card is worth
that is replaced by a new one.
"""

from __future__ import annotations

import numpy as np

from analyzer.games.rumini.heuristics.knobs import SIDE
from analyzer.games.rumini.heuristics.placements import is_wanted
from analyzer.games.rumini.heuristics.planning import BEAM, BRANCH, LINE, branch_out, grow
from analyzer.games.rumini.heuristics.plays import NOTHING
from analyzer.games.rumini.rules.capture import is_worth
from analyzer.games.rumini.state import CARDS, SIDES
from analyzer.kernel.jit import phase, rule


@phase
def position_value(rules, table, hand, knobs, taken, gift, ready):
    """Value the cards that are not surrounded: sides around those that are needed, less gifts to the others."""
    value = 0.0
    for card in range(1, CARDS):
        if table.laid[card] == 1 and table.sides[card] < SIDES and is_worth(rules, table, card):
            value += card_value(rules, table, hand, knobs, taken, gift, ready, card)
    return value


@rule
def card_value(rules, table, hand, knobs, taken, gift, ready, card):
    """Value one open card: its device goes to the flag's owner, so that one's own flag makes it no gift."""
    wanted = is_wanted(rules, hand, taken, card)
    is_own = table.flag[card] == hand.seat + 1
    if table.sides[card] < SIDES - 1:
        return knobs[SIDE] * table.sides[card] if wanted else 0.0
    value = ready if wanted and (is_own or table.flag[card] == 0) else 0.0
    return value if is_own else value - gift * (1.0 + rules.chest[card])


@phase
def plan_position(rules, table, hand, knobs, depth, gift, ready, fresh):
    """Return the first answer of the sequence that captures most and leaves the best map; NOTHING if none helps."""
    lines = np.zeros(2 * BEAM, LINE)
    branches = np.zeros(BEAM, BRANCH)
    lines[0].table = table
    n_lines = 1
    old = 0
    best = position_value(rules, table, hand, knobs, 0, gift, ready)
    answer = NOTHING
    for level in range(depth):
        n_branches = 0
        for place in range(old, old + n_lines):
            n_branches = branch_out(rules, lines[place], place, hand, knobs, branches, n_branches)
        old = BEAM - old  # the two halves of the lines take turns
        n_lines = n_branches
        for place in range(old, old + n_branches):
            grow(rules, lines, branches[place - old], place, hand, knobs, level)
            line = lines[place]
            value = line.value + fresh * (level + 1)
            value += position_value(rules, line.table, hand, knobs, line.taken, gift, ready)
            if value > best:
                best = value
                answer = line.first
    return answer
