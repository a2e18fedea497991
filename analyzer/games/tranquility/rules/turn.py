"""The turn: one action, its payment, the refill, the next player (rules 2.3 and 2.5, T-BASE-30).

`step` carries out one answer; `advance` then runs whatever needs no decision, stage by stage, until somebody
has to be asked or the game is over. A question with a single option is never asked.
"""

from __future__ import annotations

from analyzer.games.tranquility.encoding import BAD_SCORE, cell_of, kind_of
from analyzer.games.tranquility.rules.asking import ask
from analyzer.games.tranquility.rules.hands import (
    discard,
    discardable_mask,
    n_discardable,
    refill,
    take_from_hand,
)
from analyzer.games.tranquility.rules.options import (
    has_choice,
    is_legal,
    is_legal_action,
    is_legal_gift,
    n_actions,
    nth_action,
)
from analyzer.games.tranquility.rules.placement import cost_at, put_island
from analyzer.games.tranquility.rules.setup import set_up
from analyzer.games.tranquility.rules.start_event import (
    agree_split,
    ask_gives,
    ask_offers,
    ask_split,
    give,
    hear_offer,
    lay_start,
    must_play_start,
    refill_all,
)
from analyzer.games.tranquility.state import Cause, Kind, Phase, Stage
from analyzer.games.tranquility.switches import OneCard
from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import phase, rule
from analyzer.kernel.piles import find


@phase
def start(rules, state, chance):
    """Set up a game and go on to its first question."""
    set_up(rules, state, chance)
    advance(rules, state)


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
        answer_start(rules, state, action)
    else:
        return fault_of(action)
    advance(rules, state)
    return Fault.NONE


@rule
def fault_of(action):
    """Tell a score that was not a number from an answer that is not among the options."""
    return Fault.NOT_A_NUMBER if action == BAD_SCORE else Fault.ILLEGAL


@phase
def answer_start(rules, state, answer):
    """Carry out an answer of the Start event."""
    if state.table.phase == Phase.OFFER:
        hear_offer(state, answer)
    elif state.table.phase == Phase.SPLIT:
        agree_split(rules, state, answer)
    else:
        give(rules, state, answer)


@rule
def is_over(state):
    """Tell whether the game has ended."""
    return state.table.cause != Cause.RUNNING


@phase
def advance(rules, state):
    """Run the stages that need no decision."""
    table = state.table
    while table.stage != Stage.ASKING and table.cause == Cause.RUNNING:
        stage = table.stage
        if stage == Stage.REFILL:
            refill(rules, state, table.active)
            pass_turn(rules, table)
        elif stage == Stage.TURN:
            begin_turn(rules, state)
        else:
            advance_start(rules, state, stage)


@phase
def advance_start(rules, state, stage):
    """Run the stages of the Start event."""
    if stage == Stage.OFFERS:
        ask_offers(rules, state)
    elif stage == Stage.SPLIT:
        ask_split(rules, state)
    elif stage == Stage.GIVES:
        ask_gives(rules, state)
    elif stage == Stage.START_REFILL:
        refill_all(rules, state)
    else:
        pass_turn(rules, state.table)


@rule
def pass_turn(rules, table):
    """Let the next player clockwise move (T-BASE-10)."""
    table.active = table.active + 1 if table.active + 1 < rules.players else 0
    table.stage = Stage.TURN


@rule
def begin_turn(rules, state):
    """Begin a turn: test for the end, play a forced Start, or ask for the action (T-BASE-19, 27, 28, 30)."""
    table = state.table
    table.turn += 1
    table.cause = loss_at_turn_start(rules, state)
    if table.cause != Cause.RUNNING:
        return
    if must_play_start(rules, state):
        lay_start(rules, state)
    else:
        ask_action(rules, state)


@rule
def loss_at_turn_start(rules, state):
    """Return why the game ends before the action, if it does (T-BASE-25, T-BASE-28, A1)."""
    held = state.table.held[state.table.active]
    if held == 0:
        return Cause.EMPTY_HAND
    if held == 1 and rules.one_card == OneCard.LOSS:
        return Cause.ONE_CARD
    if rules.early_loss == 1 and state.tally.finishes_lost == rules.finishes:
        return Cause.FINISHES_GONE
    if state.table.turn > rules.turn_limit:
        return Cause.TRUNCATED
    return Cause.RUNNING


@rule
def ask_action(rules, state):
    """Ask for the action; none is a loss, a single one is carried out unasked (T-BASE-10, 26, 27, 31)."""
    table = state.table
    hand = state.hands[table.active]
    if has_choice(rules, table, hand):
        ask(table, Phase.ACTION, table.active)
    elif n_actions(rules, table, hand) == 0:
        table.cause = Cause.NO_ACTION
    else:
        table.asked = table.active
        take_action(rules, state, nth_action(rules, table, hand, 0))


@rule
def take_action(rules, state, action):
    """Carry out the action (T-BASE-10)."""
    table = state.table
    kind = kind_of(action)
    if kind == Kind.DISCARD_TWO:
        state.tally.discard_twos += 1
        ask_payment(rules, state, Phase.DISCARD_TWO, 2)
    elif kind == Kind.FINISH:
        table.cause = Cause.WON
    else:
        play_island(rules, state, kind, cell_of(action))
    table.last_action[table.active] = action


@rule
def play_island(rules, state, island, cell):
    """Place an Island and pay for it (T-BASE-12 to T-BASE-15, T-BASE-18)."""
    table = state.table
    hand = state.hands[table.active]
    cost = cost_at(rules, table, island, cell)
    take_from_hand(state, table.active, find(hand.cards, hand.held, island))
    put_island(table, island, cell)
    state.tally.paid += cost
    ask_payment(rules, state, Phase.PAY, cost)


@rule
def ask_payment(rules, state, phase, cost):
    """Ask which cards are given up, where there is a choice (T-BASE-14, T-BASE-17, A9)."""
    table = state.table
    hand = state.hands[table.active]
    table.cost = cost
    if cost == 0:
        table.stage = Stage.REFILL
    elif cost == n_discardable(rules, table, hand):
        pay(rules, state, discardable_mask(rules, table, hand))
    else:
        ask(table, phase, table.active)


@rule
def pay(rules, state, mask):
    """Give up the chosen cards and end the action (T-BASE-14, T-BASE-17)."""
    discard(rules, state, state.table.active, mask)
    state.table.cost = 0
    state.table.stage = Stage.REFILL
