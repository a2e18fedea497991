"""Storm and Compass: what a Storm does, when it can be cancelled or cleared, how Compasses are gained (rules 2.10)."""

from analyzer.games.tranquility.rules import hands
from analyzer.games.tranquility.state import Card, Phase, Stage
from analyzer.games.tranquility.switches.readings import CompassDump
from analyzer.games.turns import ask
from analyzer.kernel.lean import phase, rule

CANCEL_STORM = 1  # the answer of a window i: the Storm is cancelled
PLACE_BITS = 6


@rule
def storm_code(card, place):
    """Encode a Storm on the table: its colour and the seat (yellow, orange) or row (purple) it lies at."""
    return (card << PLACE_BITS) | place


# Compasses


@rule
def gain_compass(state):
    """Take a Compass from the supply, while it lasts (T-STORM-C3, T-STORM-C8)."""
    table = state.table
    if table.supply > 0:
        table.supply -= 1
        table.stock += 1
        state.tally.compasses_gained += 1


@rule
def spend_compass(rules, state):
    """Use up a Compass (T-STORM-C1)."""
    table = state.table
    table.stock -= 1
    table.supply += rules.compass_reuse * (1 - rules.explorer)  # T-PYR-9: the Pyramid has no supply
    state.tally.compasses_spent += 1


@rule
def spend_wild(state, seat):
    """Use up a Wild as a Compass, taken from the hand (T-WILD-6)."""
    hands.take_from_hand(state, seat, Card.WILD)
    state.tally.wilds_used += 1
    state.tally.wilds_played += 1


@rule
def can_dump(rules, table, hand):
    """Tell whether a whole hand may be discarded for a Compass (T-STORM-C4, T-STORM-C8)."""
    enough = hand.held >= rules.compass_dump_min and hands.n_discardable(rules, table, hand) == hand.held
    return rules.has_storms == 1 and table.supply > 0 and enough


@rule
def is_dump_anytime(rules):
    """Tell whether a hand may be dumped at any time, or only as the action (T-STORM-C4)."""
    return rules.compass_dump == CompassDump.ANYTIME


@rule
def dump_hand(rules, state, seat):
    """Discard the whole hand for a Compass (T-STORM-C3)."""
    hands.discard(rules, state, seat, hands.discardable_mask(rules, state.table, state.hands[seat]))
    gain_compass(state)
    state.tally.hands_dumped += 1


@rule
def row_earns_compass(rules, table, cell):
    """Tell whether an action completed a row of six or more consecutive numbers (T-STORM-C3, T-ARCH-7)."""
    row = rules.row_of[cell]
    length = rules.row_length[row]
    if cell == 0 or length < 6 or table.row_filled[row] < length:
        return False
    smallest = 127
    largest = 0
    for other in range(1, rules.cells + 1):
        if rules.row_of[other] == row:
            smallest = min(smallest, table.number[other])
            largest = max(largest, table.number[other])
    return largest - smallest == length - 1


# Window i: a Storm has just been drawn


@phase
def ask_cancel(rules, state):
    """Offer the drawer to spend a Compass on the Storm just drawn (D-12, T-STORM-C1)."""
    table = state.table
    table.storm_step = 0
    if table.stock > 0:
        ask(table, Phase.CANCEL, table.storm_seat)
    else:
        table.stage = Stage.STORM_WILD


@phase
def hear_cancel(rules, state, answer):
    """Cancel the Storm with a Compass, or ask for Wilds next."""
    table = state.table
    if answer == CANCEL_STORM:
        spend_compass(rules, state)
        end_storm(table)
    else:
        table.stage = Stage.STORM_WILD


@phase
def ask_wild_cancel(rules, state):
    """Offer every Wild holder to cancel the Storm just drawn (D-14)."""
    table = state.table
    origin = table.first if table.turn == 0 else table.active
    while table.storm_step < rules.players:
        seat = (origin + table.storm_step) % rules.players
        table.storm_step += 1
        if hands.count_in_hand(state.hands[seat], Card.WILD) > 0:
            ask(table, Phase.WILD_CLEAR, seat)
            return
    table.stage = Stage.STORM_EFFECT


@rule
def end_storm(table):
    """Go on where the Storm was drawn."""
    table.storm = 0
    table.stage = table.storm_resume


# Effects


@phase
def resolve_storm(rules, state):
    """Let the Storm take effect (T-STORM-Y1, T-STORM-P1, T-STORM-O1)."""
    table = state.table
    card = table.storm
    state.tally.storms += 1
    if card == Card.YELLOW:
        table.yellow[table.storm_seat] += 1
        table.n_storms += 1
        ask_yellow_down(rules, state, table.storm_seat, table.storm_resume)
    elif card == Card.ORANGE:
        table.orange[table.storm_seat] += 1
        table.n_storms += 1
        table.stage = table.storm_resume
    else:
        ask_purple(rules, state)
    if table.stage != Stage.ASKING:
        table.storm = 0


@phase
def ask_yellow_down(rules, state, seat, resume):
    """Let a Yellow owner discard down to three, as far as cards may go (D-10, T-STORM-Y1, Y7, Y8)."""
    table = state.table
    hand = state.hands[seat]
    excess = hand.held - min(hands.YELLOW_LIMIT, rules.hand_limit)
    free = hands.n_discardable(rules, table, hand)
    table.cost = min(excess, free)
    table.storm_resume = resume
    if table.cost <= 0:
        table.cost = 0
        table.stage = resume
    elif table.cost == free:
        hands.discard(rules, state, seat, hands.discardable_mask(rules, table, hand))
        table.stage = resume
    else:
        ask(table, Phase.YELLOW_DOWN, seat)


@phase
def discard_down(rules, state, mask):
    """Discard the chosen cards for a Yellow."""
    hands.discard(rules, state, state.table.asked, mask)
    state.table.cost = 0
    end_storm(state.table)


@rule
def takes_purple(rules, table, row):
    """Tell whether a purple Storm may be laid on a row (T-STORM-P1, T-STORM-P2, T-ARCH-7)."""
    if row >= rules.n_rows or table.row_filled[row] >= rules.row_length[row]:
        return False
    if rules.purple_stack == 1 or table.purple[row] == 0:
        return True
    for other in range(rules.n_rows):
        if table.row_filled[other] < rules.row_length[other] and table.purple[other] == 0:
            return False
    return True


@phase
def n_purple_rows(rules, table):
    """Count the rows a purple Storm may be laid on."""
    n = 0
    for row in range(rules.n_rows):
        n += takes_purple(rules, table, row)
    return n


@phase
def nth_purple_row(rules, table, index):
    """Return the `index`-th row a purple Storm may be laid on."""
    for row in range(rules.n_rows):
        if takes_purple(rules, table, row):
            if index == 0:
                return row
            index -= 1
    return -1


@rule
def ask_purple(rules, state):
    """Ask the drawer for a row; without one the Storm leaves the game (D-11, T-STORM-P3)."""
    table = state.table
    n = n_purple_rows(rules, table)
    if n == 0:
        state.tally.storms -= 1
        table.stage = table.storm_resume
    elif n == 1:
        lay_purple(table, nth_purple_row(rules, table, 0))
    else:
        ask(table, Phase.PURPLE, table.storm_seat)


@rule
def lay_purple(table, row):
    """Close a row (T-STORM-P1)."""
    table.purple[row] += 1
    table.purple_by[table.storm_seat, row] += 1
    table.n_storms += 1
    end_storm(table)
