"""The turn: one action, its payment, the refill, the next player (rules 2.3 and 2.5, T-BASE-30).

`step` carries out one answer; `advance` then runs whatever needs no decision, stage by stage, until somebody
has to be asked or the game is over. A question with a single option is never asked.
"""

from __future__ import annotations

from analyzer.games.tranquility.rules.actions import has_choice, is_legal_action, may_finish, n_actions, nth_action
from analyzer.games.tranquility.rules.drawing import refill
from analyzer.games.tranquility.rules.hearing import hear_other
from analyzer.games.tranquility.rules.monsters import is_monster_held
from analyzer.games.tranquility.rules.options import is_legal, is_legal_gift
from analyzer.games.tranquility.rules.playing import pay, take_action
from analyzer.games.tranquility.rules.setup import set_up
from analyzer.games.tranquility.rules.sides import turn_hands_on_event
from analyzer.games.tranquility.rules.stages import advance_module, advance_start
from analyzer.games.tranquility.rules.start_event import lay_start, must_play_start
from analyzer.games.tranquility.rules.windows import open_window
from analyzer.games.tranquility.state import Card, Cause, Phase, Stage
from analyzer.games.tranquility.switches.readings import OneCard
from analyzer.games.turns import ask, fault_of, next_seat
from analyzer.kernel.faults import Fault
from analyzer.kernel.lean import phase, rule


@phase
def start(rules, state, chance):
    """Set up a game and go on to its first question."""
    set_up(rules, state, chance)
    advance(rules, state, chance)


# Answers


@rule
def step(rules, state, action, chance):
    """Carry out one answer of the asked seat; an answer outside the options is a fault and changes nothing."""
    table = state.table
    hand = state.hands[table.asked]
    if table.phase == Phase.ACTION:
        if not is_legal_action(rules, table, hand, action):
            return fault_of(action)
        take_action(rules, state, action)
    elif table.phase == Phase.PAY or table.phase == Phase.DISCARD_TWO:
        if not is_legal_gift(rules, table, hand, action):
            return fault_of(action)
        pay(rules, state, action)
    elif is_legal(rules, table, hand, action):
        hear_other(rules, state, action)
    else:
        return fault_of(action)
    advance(rules, state, chance)
    return Fault.NONE


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
        refill(rules, state, state.table.active, 1, Stage.PASS)


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
    if table.pending_finish == 1 and not is_monster_held(rules, state):
        table.cause = Cause.WON
    elif rules.competitive == 1 and table.filled == rules.cells:
        table.cause = Cause.GRID_FULL
    elif table.active == table.first:
        turn_hands_on_event(rules, table, False)


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
        open_window(rules, table, 2)
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
    return may_finish(rules, state.table, state.hands[state.table.active])


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
    if has_choice(rules, table, hand):
        ask(table, Phase.ACTION, table.active)
    elif n_actions(rules, table, hand) == 0:
        table.cause = Cause.STUCK if rules.competitive == 1 else Cause.NO_ACTION
    else:
        table.asked = table.active
        take_action(rules, state, nth_action(rules, table, hand, 0))
