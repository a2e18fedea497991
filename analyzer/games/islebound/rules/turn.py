"""Questions and answers: the game as a machine of stages, whose parts lie in the modules of the rules.

`step` carries out one answer; `advance` then runs whatever needs no decision, stage by stage, until somebody has to
be asked or the game is over. A question with a single option is never asked.
"""

from __future__ import annotations

from analyzer.games.islebound.encoding import ASK_DROP, action_of, target_of
from analyzer.games.islebound.rules.actions import may_decline
from analyzer.games.islebound.rules.attack import injure_crew, lose_card, resolve, retreat, win
from analyzer.games.islebound.rules.buildings import build
from analyzer.games.islebound.rules.commitment import commit
from analyzer.games.islebound.rules.course import (
    act,
    begin_action,
    begin_turn,
    end_turn,
    move,
    offer_free_actions,
    take_free_action,
)
from analyzer.games.islebound.rules.crew import due_symbol, pay_symbol
from analyzer.games.islebound.rules.dice import after_dice, ask_assignment, assign, consider_reroll, reroll, roll
from analyzer.games.islebound.rules.diplomacy import ally, pay_as_chosen
from analyzer.games.islebound.rules.events import complete_event
from analyzer.games.islebound.rules.goods import discard_building, drop_chosen, overflow
from analyzer.games.islebound.rules.options import has_choice, is_legal, next_option
from analyzer.games.islebound.rules.recruit import choose_reputation, recruit
from analyzer.games.islebound.rules.setup import ask_draft, ask_home, choose_home, keep_building, set_up
from analyzer.games.islebound.rules.towns import choose_cube
from analyzer.games.islebound.rules.trade import consider_offer, make_offer, reply
from analyzer.games.islebound.rules.visit import (
    begin_step,
    carry_out_step,
    choose_goods,
    enter,
    exchange,
    gain_exchanged,
    next_step,
    rest,
)
from analyzer.games.islebound.state import Cause, Phase, Stage
from analyzer.games.turns import ask, fault_of
from analyzer.kernel.faults import Fault
from analyzer.kernel.lean import phase, rule


@phase
def start(rules, state, chance):
    """Set up a game and ask for the first home port: it always leaves a choice."""
    set_up(rules, state, chance)
    ask_home(rules, state)


@phase
def step(rules, state, answer, chance):
    """Carry out one answer of the asked seat; an answer that is not allowed is a fault and changes nothing.

    Chance lies in the state since the start: passed on, its type would be part of every rule it reaches.
    """
    table = state.table
    if not is_legal(rules, table, state.hands[table.asked], answer):
        return fault_of(answer)
    carry_out(rules, state, answer)
    advance(rules, state)
    return Fault.NONE


@phase
def advance(rules, state):
    """Run the stages that need no decision, and questions that leave no choice."""
    table = state.table
    while table.cause == Cause.RUNNING:
        if table.stage != Stage.ASKING:
            if is_overloaded(rules, table):
                ask_drop(table)
            else:
                run_stage(rules, state)
        elif is_sure_choice(rules, table) or has_choice(rules, table, state.hands[table.asked]):
            return
        else:
            carry_out(rules, state, next_option(rules, table, state.hands[table.asked], -1))


@rule
def is_overloaded(rules, table):
    """Tell whether the active player wants to choose what goes overboard, and something has to (I-CREW-05)."""
    return (table.orders & ASK_DROP) != 0 and overflow(rules, table, table.active) > 0


@rule
def ask_drop(table):
    """Ask what goes overboard, then go on where the turn stands (D8)."""
    table.after_drop = table.stage
    ask(table, Phase.DROP, table.active)


@rule
def is_sure_choice(rules, table):
    """Tell whether a question surely has several options, so that nobody needs to count them."""
    question = table.phase
    if question == Phase.PLAN:
        return may_decline(rules)
    return question == Phase.FREE or question == Phase.GOODS or question == Phase.EXCHANGE or question == Phase.REPLY


@phase
def run_stage(rules, state):
    """Run one stage of a turn."""
    table = state.table
    stage = table.stage
    if stage == Stage.FREE:
        offer_free_actions(rules, state)
    elif stage == Stage.STEP:
        begin_step(rules, state)
    elif stage == Stage.ACT:
        act(rules, state)
    elif stage == Stage.TURN:
        begin_turn(rules, table)
    elif stage == Stage.END_TURN:
        end_turn(rules, table)
    elif stage == Stage.OFFER:
        consider_offer(rules, table)
    elif stage == Stage.FEE_PAID:
        enter(rules, state)
    elif stage == Stage.EXCHANGED:
        gain_exchanged(rules, state)
    elif stage == Stage.EVENT:
        complete_event(rules, state)
    else:
        run_rare_stage(rules, state, stage)


@phase
def run_rare_stage(rules, state, stage):
    """Run a stage of an attack, of a diplomacy, of a payment or of the setup."""
    if stage == Stage.ROLL:
        roll(rules, state)
    elif stage == Stage.REROLL:
        consider_reroll(rules, state)
    elif stage == Stage.RESOLVE:
        resolve(rules, state)
    elif stage == Stage.WON:
        win(rules, state)
    elif stage == Stage.LOST:
        retreat(rules, state)
    elif stage == Stage.ALLIED:
        ally(rules, state)
    elif stage == Stage.PAY_CREW:
        ask_payment(state.table)
    elif stage == Stage.ASSIGN:
        ask_assignment(state.table)
    elif stage == Stage.HOME:
        ask_home(rules, state)
    else:
        ask_draft(rules, state)


# Answers


@phase
def carry_out(rules, state, answer):
    """Carry out a legal answer."""
    table = state.table
    question = table.phase
    if question == Phase.PLAN:
        move(rules, state, answer)
    elif question == Phase.FREE:
        take_free_action(rules, state, answer)
    elif question == Phase.EXCHANGE:
        exchange(rules, state, answer)
    elif question == Phase.RECRUIT:
        recruit(rules, state, answer)
    elif question == Phase.GOODS:
        choose_goods(rules, state, answer)
    elif question == Phase.BUILD:
        build_or_pass(rules, state, answer)
    elif question == Phase.REPUTATION:
        choose_reputation(rules, state, answer)
    else:
        carry_out_rare(rules, state, question, answer)


@phase
def carry_out_rare(rules, state, question, answer):
    """Carry out an answer of the setup, of a trade, or one that only orders bring up."""
    table = state.table
    if question == Phase.HOME:
        choose_home(rules, table, answer)
    elif question == Phase.DRAFT:
        keep_building(state, answer)
    elif question == Phase.OFFER:
        make_offer(table, answer)
    elif question == Phase.REPLY:
        reply(rules, state, answer)
    elif question == Phase.ACTION:
        begin_action(rules, state, action_of(answer), target_of(answer))
    elif question == Phase.CREW:
        pay_symbol(rules, table, answer)
        table.stage = Stage.PAY_CREW
    elif question < Phase.STEP:
        carry_out_battle(rules, state, question, answer)
    else:
        carry_out_detail(rules, state, question, answer)


@phase
def carry_out_detail(rules, state, question, answer):
    """Carry out an answer about a step, a payment, the hold, the dice or a cube."""
    table = state.table
    if question == Phase.STEP:
        if answer == 1:
            carry_out_step(rules, state)
        else:
            next_step(table)
    elif question == Phase.HEAL:
        rest(rules, state, answer)
    elif question == Phase.DISCARD:
        discard_building(state, table.active, answer)
        table.cards_due -= 1
        table.stage = Stage.PAY_CREW
    elif question == Phase.DROP:
        drop_chosen(rules, table, answer)
    elif question == Phase.ASSIGN:
        assign(rules, table, answer)
    else:
        choose_cube(rules, table, answer)


@rule
def carry_out_battle(rules, state, question, answer):
    """Carry out an answer about an attack or the price of a diplomacy."""
    table = state.table
    if question == Phase.COMMIT:
        commit(rules, table, answer)
    elif question == Phase.REROLL:
        if answer == 0:
            table.stage = after_dice(table)
        else:
            reroll(rules, state, answer - 1)
    elif question == Phase.INJURE:
        injure_crew(rules, table, answer)
    elif question == Phase.LOSS:
        lose_card(state, answer)
    else:
        pay_as_chosen(rules, table, answer)


@rule
def build_or_pass(rules, state, answer):
    """Build one building, or none (I-TOWN-STRATIC-01)."""
    if answer > 0:
        build(rules, state, state.table.active, answer - 1)
    next_step(state.table)


@rule
def ask_payment(table):
    """Ask which crew pays the next symbol or which card is discarded, or go on when all is paid."""
    if due_symbol(table) >= 0:
        ask(table, Phase.CREW, table.active)
    elif table.cards_due > 0:
        ask(table, Phase.DISCARD, table.active)
    else:
        table.stage = table.resume
