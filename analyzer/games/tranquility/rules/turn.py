"""The turn: one action, its payment, the refill, the next player, and the stages between (rules 2.3 and 2.5)."""

from analyzer.games.tranquility.rules import (
    actions,
    hazards,
    options,
    playing,
    refills,
    setup,
    sheets,
    storms,
    treatments,
    windows,
)
from analyzer.games.tranquility.rules.start import (
    ask_excess,
    ask_gives,
    ask_offers,
    ask_price,
    ask_split,
    ask_tops,
    lay_start,
    must_play_start,
    refill_all,
)
from analyzer.games.tranquility.state import Card, Cause, Phase, Stage
from analyzer.games.tranquility.switches.readings import OneCard
from analyzer.games.turns import ask, fault_of, next_seat
from analyzer.kernel.faults import Fault
from analyzer.kernel.lean import phase, rule


@phase
def start(rules, state, chance):
    """Set up a game and go on to its first question."""
    setup.set_up(rules, state, chance)
    if rules.n_handicaps > 0:
        treatments.treat(rules, state)
    advance(rules, state, chance)


# Answers


@rule
def step(rules, state, action, chance):
    """Carry out one answer of the asked seat; an answer outside the options is a fault and changes nothing."""
    table = state.table
    hand = state.hands[table.asked]
    if table.phase == Phase.ACTION:
        if not actions.is_legal_action(rules, table, hand, action):
            return fault_of(action)
        playing.take_action(rules, state, action)
    elif table.phase == Phase.PAY or table.phase == Phase.DISCARD_TWO:
        if not options.is_legal_gift(rules, table, hand, action):
            return fault_of(action)
        playing.pay(rules, state, action)
    elif options.is_legal(rules, table, hand, action):
        playing.hear_other(rules, state, action)
    else:
        return fault_of(action)
    advance(rules, state, chance)
    return Fault.NONE


@phase
def carry_out(rules, state, action):
    """Carry out an answer that is allowed, up to what is drawn or asked next."""
    question = state.table.phase
    if question == Phase.ACTION:
        playing.take_action(rules, state, action)
    elif question == Phase.PAY or question == Phase.DISCARD_TWO:
        playing.pay(rules, state, action)
    else:
        playing.hear_other(rules, state, action)


# Stages


@phase
def advance(rules, state, chance):
    """Run the stages that need no decision."""
    table = state.table
    while table.stage != Stage.ASKING and table.cause == Cause.RUNNING:
        if table.stage == Stage.REFILL:
            refill_active(rules, state)
        if table.stage == Stage.PASS:
            pass_turn(rules, state)
        if table.stage == Stage.TURN and table.cause == Cause.RUNNING:
            begin_turn(rules, state)
        elif table.stage == Stage.ACT:
            act(rules, state)
        elif table.stage >= Stage.PRICE and table.stage <= Stage.START_REFILL:
            advance_start(rules, state, table.stage)
        elif table.stage != Stage.ASKING and table.stage != Stage.TURN:
            advance_module(rules, state, table.stage, chance)


@rule
def refill_active(rules, state):
    """Refill the hand of the active player, from their own pile or the face-up row (T-BASE-11, T-COMP-5)."""
    if rules.competitive == 1:
        state.table.stage = Stage.MARKET
    else:
        refills.refill(rules, state, state.table.active, 1, Stage.PASS)


@rule
def pass_turn(rules, state):
    """Let the next player clockwise move (T-BASE-10)."""
    table = state.table
    table.active = next_seat(rules, table.active)
    table.stage = Stage.TURN
    if rules.has_modules == 1:
        close_turn(rules, state)


@phase
def close_turn(rules, state):
    """Test what ends a game between turns; turn the hands at the end of a round (T-MONSTER-6, T-COMP-6, T-DAY-6)."""
    table = state.table
    if table.pending_finish == 1:
        table.is_blocked = int(hazards.is_monster_held(rules, state))
    if table.pending_finish == 1 and table.is_blocked == 0:
        table.cause = Cause.WON
    elif rules.competitive == 1 and table.filled == rules.cells:
        table.cause = Cause.GRID_FULL
    elif table.active == table.first:
        sheets.turn_hands_on_event(rules, table, False)


@rule
def begin_turn(rules, state):
    """Begin a turn; with Storms a window comes before the action (T-BASE-30)."""
    table = state.table
    if table.turn >= rules.turn_limit:
        table.cause = Cause.TRUNCATED
        return
    table.turn += 1
    if rules.has_modules == 0:
        act(rules, state)
        return
    table.refused = 0
    table.cell = 0
    if rules.has_storms == 1:
        windows.open_window(rules, table, 2)
    else:
        table.stage = Stage.ACT


@rule
def act(rules, state):
    """Test for the end, play a forced Start, or ask for the action (T-BASE-19, 27, 28, 30)."""
    table = state.table
    table.cause = loss_at_turn_start(rules, state)
    if table.cause != Cause.RUNNING:
        return
    if must_play_start(rules, state):
        lay_start(rules, state, Card.START)
    else:
        ask_action(rules, state)


@rule
def loss_at_turn_start(rules, state):
    """Return why the game ends before the action, if it does (T-BASE-25, T-BASE-28, A1, T-WILD-8)."""
    held = state.table.held[state.table.active]
    if held <= 1 and not has_open_finish(rules, state):
        if held == 0:
            return Cause.STUCK if rules.competitive == 1 else Cause.EMPTY_HAND
        if rules.one_card == OneCard.LOSS and rules.competitive == 0:
            return Cause.ONE_CARD
    if rules.early_loss == 1 and is_finish_gone(rules, state):
        return Cause.FINISHES_GONE
    return Cause.RUNNING


@rule
def has_open_finish(rules, state):
    """Tell whether an open Finish may be played even with an empty hand (T-PYR-10)."""
    if rules.explorer == 0 or state.table.open_finishes == 0:
        return False
    return actions.may_finish(rules, state.table, state.hands[state.table.active])


@rule
def is_finish_gone(rules, state):
    """Tell whether no card is left that could end the game (T-BASE-25, T-WILD-8)."""
    all_lost = state.tally.finishes_lost == rules.finishes and state.tally.wilds_used == rules.wilds
    return all_lost and rules.competitive == 0 and state.table.pending_finish == 0


@rule
def ask_action(rules, state):
    """Ask for the action; none is a loss, a single one is carried out unasked (T-BASE-10, 26, 27, 31)."""
    table = state.table
    hand = state.hands[table.active]
    if actions.has_choice(rules, table, hand):
        ask(table, Phase.ACTION, table.active)
    elif actions.n_actions(rules, table, hand) == 0:
        table.cause = Cause.STUCK if rules.competitive == 1 else Cause.NO_ACTION
    else:
        table.asked = table.active
        playing.take_action(rules, state, actions.nth_action(rules, table, hand, 0))


@phase
def advance_start(rules, state, stage):
    """Run a stage of the Start event."""
    if stage == Stage.PRICE:
        ask_price(rules, state)
    elif stage == Stage.OFFERS:
        ask_offers(rules, state)
    elif stage == Stage.SPLIT:
        ask_split(rules, state)
    elif stage == Stage.TOPS:
        ask_tops(rules, state)
    elif stage == Stage.GIVES:
        ask_gives(rules, state)
    elif stage == Stage.EXCESS:
        ask_excess(rules, state)
    else:
        refill_all(rules, state)


@phase
def advance_module(rules, state, stage, chance):
    """Run a stage of drawing, of the modules, or of the setup."""
    if stage == Stage.DRAW:
        refills.draw_on(rules, state)
    elif stage == Stage.STORM:
        storms.ask_cancel(rules, state)
    elif stage == Stage.STORM_WILD:
        storms.ask_wild_cancel(rules, state)
    elif stage == Stage.STORM_EFFECT:
        storms.resolve_storm(rules, state)
    elif stage == Stage.RESULTS:
        settle_results(rules, state, chance)
    elif stage == Stage.ROCKS:
        hazards.ask_rocks(rules, state)
    elif stage == Stage.WINDOW:
        windows.ask_window(rules, state)
    elif stage == Stage.MARKET:
        sheets.ask_market(rules, state)
    else:
        refills.shuffle_starts_in(rules, state, chance)


@phase
def settle_results(rules, state, chance):
    """Settle what an action brings: a Compass for a row, an Explorer card (T-BASE-30 step 3)."""
    table = state.table
    table.stage = Stage.ROCKS
    table.refill_stage = Stage.REFILL
    if table.cell > 0:
        if rules.has_storms == 1 and storms.row_earns_compass(rules, table, table.cell):
            storms.gain_compass(state)
        if rules.explorer == 1:
            sheets.explore(rules, state, table.cell, chance)


# What can no longer be won


@rule
def is_team(rules):
    """Tell whether all players win together (T-COMP-6)."""
    return rules.competitive == 0


@phase
def is_lost(rules, state):
    """Tell whoever sees all cards that nobody can win any more; never where a module fills gaps or opens them again."""
    if rules.wilds > 0 or rules.has_monsters == 1 or rules.competitive == 1:
        return False
    if rules.explorer == 0 and is_finish_gone(rules, state):
        return True
    count_islands_left(rules, state)
    low = 0
    while low <= rules.cells:
        number = state.table.number[low] + 1
        high = state.table.above[number] if number <= rules.islands else rules.cells + 1
        if n_left_for(rules, state, low, high) < high - low - 1:
            return True
        low = high
    return False


@rule
def count_islands_left(rules, state):
    """Count the Islands of hands and piles up to every number, in `hidden.order`, which only shuffling needs."""
    hidden, left = state.hidden, state.hidden.order
    for island in range(rules.islands + 2):
        left[island] = 0
    for seat in range(rules.players):
        for slot in range(state.hands[seat].held):
            note_island(rules, left, state.hands[seat].cards[slot])
    for seat in range(rules.n_piles):
        for place in range(hidden.bottom[seat], hidden.bottom[seat] + state.table.pile[seat]):
            note_island(rules, left, hidden.deck[place])
    for island in range(1, rules.islands + 2):
        left[island] += left[island - 1]


@rule
def note_island(rules, left, card):
    """Note that a card is left, if it is an Island."""
    if 0 < card <= rules.islands:
        left[card] = 1


@rule
def n_left_for(rules, state, low, high):
    """Count the numbers that are left for a gap; for a single cell, those that a full hand can pay (T-BASE-13)."""
    lower, upper, left = state.table.number[low], state.table.number[high], state.hidden.order
    if high - low > 2 or (low == 0 and high > rules.cells):
        return left[upper - 1] - left[lower]
    n, reach = 0, rules.hand_limit - 1
    for island in range(lower + 1, upper):
        is_near = (low > 0 and island - lower <= reach) or (high <= rules.cells and upper - island <= reach)
        n += is_near and left[island] > left[island - 1]
    return n
