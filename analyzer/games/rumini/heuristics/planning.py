"""Looking ahead over one's own turn: a beam search through sequences of the porthole cards in hand.

A plan is worked out on copies of the table. What it cannot know is which card comes up next in a pile: it takes
the lowest number that does not lie on the table for it, which everybody could do.
"""

from __future__ import annotations

import numpy as np

from analyzer.games.rumini.encoding import card_of, play, x_of, y_of
from analyzer.games.rumini.heuristics.placements import capture_value, is_wanted, placement_value, take
from analyzer.games.rumini.heuristics.plays import NOTHING
from analyzer.games.rumini.rules.capture import around, lock
from analyzer.games.rumini.rules.grid import is_surrounded, lay, pick_up
from analyzer.games.rumini.rules.placing import (
    WAYS,
    first_card,
    has_place_beside,
    is_allowed_cell,
    next_source,
    placed_kind,
    placed_side,
)
from analyzer.games.rumini.state import KIND_OF, SIDES, STEP_X, STEP_Y, TABLE
from analyzer.kernel.jit import phase, record, rule

BEAM = 20
_TIE = 1e-3  # a capture is rather made early

# One sequence of plays: what the table would look like, and what it has brought.
LINE = record(
    ("table", TABLE),
    ("used", "i8"),  # bit per hand slot
    ("taken", "i8"),  # devices counted on
    ("value", "f8"),  # of the captures
    ("first", "i8"),  # first answer
)

# One way to go on from a line.
BRANCH = record(("score", "f8"), ("line", "i8"), ("slot", "i8"), ("answer", "i8"))


@phase
def plan(rules, table, hand, knobs, depth):
    """Return the value of the captures of the best sequence of at most `depth` plays, and its first answer."""
    lines = np.zeros(2 * BEAM, LINE)
    branches = np.zeros(BEAM, BRANCH)
    lines[0].table = table
    n_lines = 1
    old = 0
    best = 0.0
    answer = NOTHING
    for level in range(depth):
        n_branches = 0
        for place in range(old, old + n_lines):
            n_branches = branch_out(rules, lines[place], place, hand, knobs, branches, n_branches)
        old = BEAM - old  # the two halves of the lines take turns
        n_lines = n_branches
        for place in range(n_branches):
            grow(rules, lines, branches[place], old + place, hand, knobs, level)
            value = lines[old + place].value - _TIE * level
            if value > best:
                best = value
                answer = lines[old + place].first
    return best, answer


@phase
def branch_out(rules, line, place, hand, knobs, branches, n):
    """Collect the plays that go on from a line, as far as they are among the best; return how many there are."""
    for slot in range(hand.held):
        if (line.used >> slot) & 1 == 1 or is_equal_before(line, hand, slot):
            continue
        for way in range(WAYS):
            n = branch_way(rules, line, place, hand, knobs, branches, n, slot, way)
    return n


@rule
def is_equal_before(line, hand, slot):
    """Tell whether an equal porthole card lies unused in an earlier slot."""
    n = 0
    for earlier in range(slot):
        n += hand.cards[earlier] == hand.cards[slot] and (line.used >> earlier) & 1 == 0
    return n > 0


@phase
def branch_way(rules, line, place, hand, knobs, branches, n, slot, way):
    """Collect the plays of one porthole card in one of its ways."""
    table = line.table
    face = hand.cards[slot]
    side = placed_side(face, way)
    other_kind = placed_kind(face, 1 - way)
    first = first_card(other_kind)
    for other in range(first, first + rules.per_kind[other_kind]):
        if not has_place_beside(rules, table, other, side):
            continue
        x, y = table.x[other] + STEP_X[side], table.y[other] + STEP_Y[side]
        card = next_source(rules, table, placed_kind(face, way), 0)
        while card != 0:
            if card != other:
                score = line.value + placement_value(rules, table, hand, knobs, 0.0, line.taken, card, x, y)
                if is_among_best(branches, n, score) and is_allowed_cell(rules, table, card, x, y):
                    n = insert(branches, n, score, place, slot, play(face, card, x, y))
            card = next_source(rules, table, placed_kind(face, way), card)
    return n


@rule
def is_among_best(branches, n, score):
    """Tell whether a score finds a place in the beam."""
    return n < BEAM or score > branches[n - 1].score


@phase
def insert(branches, n, score, line, slot, answer):
    """Insert a branch in the order of the scores; the last one falls out of a full beam."""
    place = min(n, BEAM - 1)
    while place > 0 and branches[place - 1].score < score:
        branches[place] = branches[place - 1]
        place -= 1
    branches[place].score = score
    branches[place].line = line
    branches[place].slot = slot
    branches[place].answer = answer
    return min(n + 1, BEAM)


@phase
def grow(rules, lines, branch, place, hand, knobs, level):
    """Write the line that a branch leads to."""
    lines[place] = lines[branch.line]
    line = lines[place]
    line.used |= 1 << branch.slot
    if level == 0:
        line.first = branch.answer
    table = line.table
    card = card_of(branch.answer)
    is_moved = table.laid[card] == 1
    if is_moved:
        pick_up(table, card)
    else:
        table.left[KIND_OF[card]] -= 1
    lay(table, card, x_of(branch.answer), y_of(branch.answer))
    lock(rules, table, card, is_moved)
    if not is_moved:
        guess_top(rules, table, KIND_OF[card])
    count_captures(rules, line, hand, knobs, card)


@rule
def guess_top(rules, table, kind):
    """Take the lowest card of a kind that does not lie on the table for the next one of its pile."""
    card = first_card(kind)
    end = card + rules.per_kind[kind]
    while card < end and table.laid[card] == 1:
        card += 1
    table.top[kind] = card if table.left[kind] > 0 else 0


@rule
def count_captures(rules, line, hand, knobs, card):
    """Add up what a placement captures; a device that is needed once counts once."""
    for index in range(SIDES + 1):
        target = around(line.table, card, index)
        if target != 0 and is_surrounded(line.table, target):
            line.value += capture_value(rules, line.table, hand, knobs, line.taken, target)
            if is_wanted(rules, hand, line.taken, target):
                line.taken = take(rules, line.taken, target)
            line.table.captured[target] += 1
