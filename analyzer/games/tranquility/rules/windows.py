"""Compass windows before and after the action: Storms on the table are cleared (T-STORM-C5, T-STORM-C7)."""

from analyzer.games.tranquility.rules import hands, refills, storms
from analyzer.games.tranquility.state import Card, Draw, Phase, Stage
from analyzer.games.tranquility.switches.readings import CompassDecider, YellowClearRefill
from analyzer.games.turns import ask
from analyzer.kernel.lean import phase, rule


@rule
def open_window(rules, table, window):
    """Begin a window (T-STORM-C5); one in which nobody can have anything to decide is over at once."""
    table.window = window
    table.window_part = 0
    table.window_step = 0
    if is_idle_window(rules, table):
        close_window(table)
    else:
        table.stage = Stage.WINDOW


@rule
def close_window(table):
    """Continue with the action, or with the refill after it."""
    table.stage = Stage.ACT if table.window == 2 else table.refill_stage


@phase
def ask_window(rules, state):
    """Ask, in turn: who decides on Compasses, the Wild holders, and those who may dump their hand."""
    table = state.table
    while table.window_part < 3 and not is_idle_window(rules, table):
        while table.window_step < rules.players:
            seat = (table.active + table.window_step) % rules.players
            if is_asked_in_window(rules, state, seat):
                ask(table, window_phase(table), seat)
                return
            table.window_step += 1
        table.window_part += 1
        table.window_step = 0
    close_window(table)


@rule
def is_idle_window(rules, table):
    """Tell at a glance whether nobody can have anything to decide: no Storm to clear, or nothing to clear it with."""
    can_clear = table.n_storms > 0 and (table.stock > 0 or rules.wilds > 0)
    return not can_clear and not storms.is_dump_anytime(rules)


@rule
def window_phase(table):
    """Return the question of the current part of a window."""
    if table.window_part == 0:
        return Phase.CLEAR
    return Phase.WILD_CLEAR if table.window_part == 1 else Phase.FREE_DUMP


@rule
def is_asked_in_window(rules, state, seat):
    """Tell whether a seat has anything to decide in the current part of a window (D-13, D-14, D-19)."""
    table = state.table
    if table.window_part == 2:
        return storms.is_dump_anytime(rules) and storms.can_dump(rules, table, state.hands[seat])
    if table.window_part == 1:
        return table.n_storms > 0 and hands.count_in_hand(state.hands[seat], Card.WILD) > 0
    return table.stock > 0 and n_clearable(rules, table, seat) > 0


@rule
def is_decider(rules, table, seat, owner):
    """Tell whether a seat decides on a Storm of an owner (T-STORM-C2, `compass_decider`)."""
    return owner == seat if rules.compass_decider == CompassDecider.AFFECTED else table.active == seat


@phase
def n_clearable(rules, table, seat):
    """Count the Storms on the table that a seat decides on; a Wild holder may choose among all."""
    if table.window_part == 1:
        return table.n_storms
    n = 0
    for owner in range(rules.players):
        if is_decider(rules, table, seat, owner):
            n += table.yellow[owner] + table.orange[owner]
            for row in range(rules.n_rows):
                n += table.purple_by[owner, row]
    return n


@phase
def nth_clearable(rules, table, seat, index):
    """Return the `index`-th Storm that a seat may clear; each card counts for itself."""
    for owner in range(rules.players):
        if table.window_part == 1 or is_decider(rules, table, seat, owner):
            if index < table.yellow[owner]:
                return storms.storm_code(Card.YELLOW, owner)
            index -= table.yellow[owner]
            if index < table.orange[owner]:
                return storms.storm_code(Card.ORANGE, owner)
            index -= table.orange[owner]
            for row in range(rules.n_rows):
                if index < table.purple_by[owner, row]:
                    return storms.storm_code(Card.PURPLE, row)
                index -= table.purple_by[owner, row]
    return 0


@phase
def is_clearable(rules, table, seat, code):
    """Tell whether a code names a Storm that a seat may clear."""
    if code <= 0:
        return False
    for index in range(n_clearable(rules, table, seat)):
        if nth_clearable(rules, table, seat, index) == code:
            return True
    return False


@phase
def hear_wild_clear(rules, state, answer):
    """Spend a Wild on the Storm just drawn or on one on the table, or keep it (D-14)."""
    table = state.table
    if table.storm == 0:
        hear_clear(rules, state, answer)
    elif answer == storms.CANCEL_STORM:
        storms.spend_wild(state, table.asked)
        storms.end_storm(table)
    else:
        table.stage = Stage.STORM_WILD


@phase
def hear_clear(rules, state, code):
    """Clear a Storm with a Compass or a Wild, or go on to the next to be asked (D-13, D-14)."""
    table = state.table
    seat = table.asked
    table.stage = Stage.WINDOW
    if code == 0:
        table.window_step += 1
        return
    if table.window_part == 1:
        storms.spend_wild(state, seat)
    else:
        storms.spend_compass(rules, state)
    remove_storm(rules, state, code >> storms.PLACE_BITS, code & 63, seat)


@rule
def remove_storm(rules, state, card, place, seat):
    """Take a Storm off the table (T-STORM-C1, T-STORM-Y5)."""
    table = state.table
    table.n_storms -= 1
    if card == Card.ORANGE:
        table.orange[place] -= 1
    elif card == Card.PURPLE:
        table.purple[place] -= 1
        table.purple_by[purple_owner(rules, table, place, seat), place] -= 1
    else:
        table.yellow[place] -= 1
        if table.yellow[place] == 0 and rules.yellow_clear_refill == YellowClearRefill.IMMEDIATE:
            refill_at_once(rules, state, place)


@rule
def refill_at_once(rules, state, seat):
    """Refill a hand within a window; a Start among the cards drawn before is still to be laid."""
    fresh = state.table.fresh[seat]
    refills.begin_draw(rules, state, seat, Draw.LIMIT, 0, 1, Stage.WINDOW)
    state.table.fresh[seat] = fresh


@rule
def purple_owner(rules, table, row, seat):
    """Return whose purple Storm is taken off a row: the decider's own if there is one, else the first."""
    if table.purple_by[seat, row] > 0:
        return seat
    for owner in range(rules.players):
        if table.purple_by[owner, row] > 0:
            return owner
    return seat


@phase
def hear_free_dump(rules, state, answer):
    """Dump the hand for a Compass and draw a new one, or go on (D-19)."""
    table = state.table
    seat = table.asked
    table.window_step += 1
    table.stage = Stage.WINDOW
    if answer == 1:
        storms.dump_hand(rules, state, seat)
        refills.begin_draw(rules, state, seat, Draw.LIMIT, 0, 1, Stage.WINDOW)
