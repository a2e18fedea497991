"""Looking ahead over the own turn: a beam search through the porthole cards in hand, and what a map is worth."""

import numpy as np

from analyzer.games.rumini import encoding, state
from analyzer.games.rumini.heuristics import placements, plays
from analyzer.games.rumini.rules import capture, grid, placing
from analyzer.games.values.declared import MOST_ANSWERS, MOST_PLANS, NO_ANSWER
from analyzer.kernel.jit import phase, record, rule

BEAM = 20
_TIE = 1e-3  # a capture is rather made early

# One sequence of plays: what the table would look like, and what it has brought.
LINE = record(
    ("table", state.TABLE),
    ("used", "i8"),  # bit per hand slot
    ("taken", "i8"),  # devices counted on
    ("value", "f8"),  # of the captures
    ("answers", "i8", (MOST_ANSWERS,)),  # the first ones, as plans list them
    ("key", "i8"),  # their sum: the same plays in another order are the same line
)

# One way to go on from a line.
BRANCH = record(("score", "f8"), ("line", "i8"), ("slot", "i8"), ("answer", "i8"), ("key", "i8"))  # key: as in a line


@phase
def plan(rules, table, hand, knobs, depth):
    """Return the value of the captures of the best sequence of at most `depth` plays, and its first answer."""
    lines, branches = begun(table, BEAM)
    n_lines = 1
    old = 0
    best = 0.0
    answer = plays.NOTHING
    for level in range(depth):
        n_lines = go_on(rules, lines, branches, old, n_lines, hand, knobs, level, False)
        old = BEAM - old  # the two halves of the lines take turns
        for place in range(old, old + n_lines):
            value = lines[place].value - _TIE * level
            if value > best:
                best = value
                answer = lines[place].answers[0]
    return best, answer


@rule
def begun(table, width):
    """Make room for a beam, and begin with the line of no plays; the other lines are written before they are read."""
    lines = np.empty(2 * width, LINE)
    line = lines[0]
    line.table = table
    line.used = line.taken = line.key = 0
    line.value = 0.0
    for number in range(MOST_ANSWERS):
        line.answers[number] = NO_ANSWER
    return lines, np.empty(width, BRANCH)


@phase
def go_on(rules, lines, branches, old, n_lines, hand, knobs, level, is_strict):
    """Go on from the lines of one half by a play each, write the best into the other half, and return how many.

    A strict beam holds the same plays in one order alone, so that it has room for others.
    """
    n = 0
    for place in range(old, old + n_lines):
        n = branch_out(rules, lines[place], place, hand, knobs, branches, n, is_strict and level > 0)
    for place in range(n):
        grow(rules, lines, branches[place], len(branches) - old + place, hand, knobs, level)
    return n


@phase
def branch_out(rules, line, place, hand, knobs, branches, n, is_strict):
    """Collect the plays that go on from a line, as far as they are among the best; return how many there are."""
    for slot in range(hand.held):
        if (line.used >> slot) & 1 == 1 or is_equal_before(line, hand, slot):
            continue
        for way in range(placing.WAYS):
            n = branch_way(rules, line, place, hand, knobs, branches, n, slot, way, is_strict)
    return n


@rule
def is_equal_before(line, hand, slot):
    """Tell whether an equal porthole card lies unused in an earlier slot."""
    n = 0
    for earlier in range(slot):
        n += hand.cards[earlier] == hand.cards[slot] and (line.used >> earlier) & 1 == 0
    return n > 0


@phase
def branch_way(rules, line, place, hand, knobs, branches, n, slot, way, is_strict):
    """Collect the plays of one porthole card in one of its ways."""
    table = line.table
    face = hand.cards[slot]
    side = placing.placed_side(face, way)
    other_kind = placing.placed_kind(face, 1 - way)
    first = placing.first_card(other_kind)
    for other in range(first, first + rules.per_kind[other_kind]):
        if not placing.has_place_beside(rules, table, other, side):
            continue
        x, y = table.x[other] + state.STEP_X[side], table.y[other] + state.STEP_Y[side]
        card = placing.next_source(rules, table, placing.placed_kind(face, way), 0)
        while card != 0:
            if card != other:
                score = line.value + placements.placement_value(rules, table, hand, knobs, 0.0, line.taken, card, x, y)
                if is_among_best(branches, n, score) and placing.is_allowed_cell(rules, table, card, x, y):
                    answer = encoding.play(face, card, x, y)
                    n = enter(branches, n, score, place, slot, answer, line.key + answer, is_strict)
            card = placing.next_source(rules, table, placing.placed_kind(face, way), card)
    return n


@rule
def is_among_best(branches, n, score):
    """Tell whether a score finds a place in the beam."""
    return n < len(branches) or score > branches[n - 1].score


@phase
def enter(branches, n, score, line, slot, answer, key, is_strict):
    """Enter a branch and return how many there are; the same plays in another order give way to it, or keep it out."""
    if is_strict:
        same = alike(branches, n, key)
        if same < n and branches[same].score >= score:
            return n
        n = strike(branches, n, same)
    return insert(branches, n, score, line, slot, answer, key)


@rule
def alike(branches, n, key):
    """Return the place of the branch with the same plays; n if there is none."""
    place = 0
    while place < n and branches[place].key != key:
        place += 1
    return place


@rule
def strike(branches, n, place):
    """Strike a branch out, if there is one at that place, and return how many are left."""
    for later_place in range(place + 1, n):
        branches[later_place - 1] = branches[later_place]
    return min(n, max(n - 1, place))


@rule
def insert(branches, n, score, line, slot, answer, key):
    """Insert a branch in the order of the scores; the last one falls out of a full beam."""
    place = min(n, len(branches) - 1)
    while place > 0 and branches[place - 1].score < score:
        branches[place] = branches[place - 1]
        place -= 1
    branches[place].score, branches[place].line, branches[place].slot = score, line, slot
    branches[place].answer, branches[place].key = answer, key
    return min(n + 1, len(branches))


@phase
def grow(rules, lines, branch, place, hand, knobs, level):
    """Write the line that a branch leads to."""
    lines[place] = lines[branch.line]
    line = lines[place]
    line.used |= 1 << branch.slot
    if level < MOST_ANSWERS:
        line.key += branch.answer
        line.answers[level] = branch.answer if level == 0 else later(branch.answer)
    put_down(rules, line.table, branch.answer)
    count_captures(rules, line, hand, knobs, encoding.card_of(branch.answer))


@rule
def later(answer):
    """Write an answer as one that is only looked at, or read it again."""
    return NO_ANSWER - 1 - answer


@phase
def put_down(rules, table, answer):
    """Lay or move the card of a play as the rules do, but for captures; the next card of its pile is a guess."""
    card = encoding.card_of(answer)
    is_moved = table.laid[card] == 1
    if is_moved:
        grid.pick_up(table, card)
        table.flag[card] = 0 if capture.loses_flag(rules) else table.flag[card]
    else:
        table.left[state.KIND_OF[card]] -= 1
    grid.lay(table, card, encoding.x_of(answer), encoding.y_of(answer))
    capture.lock(rules, table, card, is_moved)
    if not is_moved:
        guess_top(rules, table, state.KIND_OF[card])


@rule
def guess_top(rules, table, kind):
    """Take the lowest card of a kind that does not lie on the table for the next one of its pile."""
    card = placing.first_card(kind)
    end = card + rules.per_kind[kind]
    while card < end and table.laid[card] == 1:
        card += 1
    table.top[kind] = card if table.left[kind] > 0 else 0


@rule
def count_captures(rules, line, hand, knobs, card):
    """Add up what a placement captures; a device that is needed once counts once."""
    for index in range(state.SIDES + 1):
        target = capture.around(line.table, card, index)
        if target != 0 and grid.is_surrounded(line.table, target):
            line.value += placements.capture_value(rules, line.table, hand, knobs, line.taken, target)
            if placements.is_wanted(rules, hand, line.taken, target):
                line.taken = placements.take(rules, line.taken, target)
            line.table.captured[target] += 1


@phase
def position_value(rules, table, hand, knobs, taken, gift, ready):
    """Value the cards that are not surrounded: sides around those that are needed, less gifts to the others."""
    value = 0.0
    for card in range(1, state.CARDS):
        if table.laid[card] == 1 and table.sides[card] < state.SIDES and capture.is_worth(rules, table, card):
            value += card_value(rules, table, hand, knobs, taken, gift, ready, card)
    return value


@rule
def card_value(rules, table, hand, knobs, taken, gift, ready, card):
    """Value one open card: its device goes to the flag's owner, so that one's own flag makes it no gift."""
    wanted = placements.is_wanted(rules, hand, taken, card)
    is_own = table.flag[card] == hand.seat + 1
    if table.sides[card] < state.SIDES - 1:
        return knobs[placements.SIDE] * table.sides[card] if wanted else 0.0
    value = ready if wanted and (is_own or table.flag[card] == 0) else 0.0
    return value if is_own else value - gift * (1.0 + rules.chest[card])


@rule
def line_value(rules, line, hand, knobs, gift, ready, fresh, level):
    """Value a line by its captures, the map that it leaves, and the cards that it changes for new ones."""
    value = line.value + fresh * (level + 1)
    return value + position_value(rules, line.table, hand, knobs, line.taken, gift, ready)


@phase
def plan_position(rules, table, hand, knobs, depth, gift, ready, fresh, width, is_strict):
    """Return the first answer of the sequence that captures most and leaves the best map; NOTHING if none helps."""
    lines, branches = begun(table, width)
    n_lines = 1
    old = 0
    best = position_value(rules, table, hand, knobs, 0, gift, ready)
    answer = plays.NOTHING
    for level in range(depth):
        n_lines = go_on(rules, lines, branches, old, n_lines, hand, knobs, level, is_strict)
        old = width - old
        for place in range(old, old + n_lines):
            value = line_value(rules, lines[place], hand, knobs, gift, ready, fresh, level)
            if value > best:
                best = value
                answer = lines[place].answers[0]
    return answer


@phase
def list_position(rules, table, hand, knobs, gift, ready, fresh, found):
    """List the best sequences, one for each first answer, and return what the map is worth as it lies."""
    lines, branches = begun(table, BEAM)
    n_lines = 1
    old = 0
    idle = position_value(rules, table, hand, knobs, 0, gift, ready)
    for level in range(hand.held):
        n_lines = go_on(rules, lines, branches, old, n_lines, hand, knobs, level, False)
        old = BEAM - old
        for place in range(old, old + n_lines):
            value = line_value(rules, lines[place], hand, knobs, gift, ready, fresh, level)
            if value > idle:
                list_line(found, value, lines[place])
    return idle


@phase
def list_line(found, value, line):
    """List a line by its value, for all that it is at least as good as: with the same beginning, or the same plays."""
    place = 0
    while place < found.n:
        if found.answers[place, 0] != line.answers[0] and found.memory[place] != line.key:
            place += 1
        elif found.ratings[place] >= value:
            return
        else:
            found.n -= 1
            for later_place in range(place, found.n):
                copy_plan(found, later_place + 1, later_place)
    insert_line(found, value, line)


@rule
def insert_line(found, value, line):
    """Insert a line in the order of the ratings; the last one falls out of a full list."""
    if found.n == MOST_PLANS and found.ratings[found.n - 1] >= value:
        return
    place = min(found.n, MOST_PLANS - 1)
    found.n = place + 1
    while place > 0 and found.ratings[place - 1] < value:
        copy_plan(found, place - 1, place)
        place -= 1
    found.ratings[place], found.memory[place] = value, line.key
    for number in range(MOST_ANSWERS):
        found.answers[place, number] = line.answers[number]


@rule
def copy_plan(found, source, target):
    """Copy a listed plan to another place."""
    found.ratings[target], found.memory[target] = found.ratings[source], found.memory[source]
    for number in range(MOST_ANSWERS):
        found.answers[target, number] = found.answers[source, number]
