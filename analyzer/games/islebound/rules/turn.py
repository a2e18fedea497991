"""The turn: move, free actions, one action, free actions (rules 2.3).

`step` carries out one answer; `advance` then runs whatever needs no decision, stage by stage, until somebody has to
be asked or the game is over. A question with a single option is never asked.
"""

from __future__ import annotations

from analyzer.games.islebound.encoding import (
    ASK_ACTION,
    BAD_SCORE,
    BUY,
    DROP_FISH,
    DROP_WOOD,
    DROP_WOOD_FIRST,
    EVENT,
    GO_ON,
    action_of,
    orders_of,
    target_of,
    town_of,
)
from analyzer.games.islebound.rules.actions import is_possible, may_decline
from analyzer.games.islebound.rules.asking import ask
from analyzer.games.islebound.rules.attack import (
    begin_attack,
    commit,
    consider_reroll,
    injure_crew,
    lose_card,
    reroll,
    resolve,
    retreat,
    roll,
    win,
)
from analyzer.games.islebound.rules.buildings import build, buy
from analyzer.games.islebound.rules.crew import due_symbol, owe_crew, pay_symbol
from analyzer.games.islebound.rules.diplomacy import ally, begin_diplomacy, pay_as_chosen
from analyzer.games.islebound.rules.events import complete_event, pay_event
from analyzer.games.islebound.rules.goods import spend
from analyzer.games.islebound.rules.hunt import hunt, raid
from analyzer.games.islebound.rules.move import admins_to_share, fish_to
from analyzer.games.islebound.rules.options import has_choice, has_free_action, is_legal, next_option
from analyzer.games.islebound.rules.recruit import choose_reputation, recruit
from analyzer.games.islebound.rules.setup import ask_draft, ask_home, choose_home, keep_building, set_up
from analyzer.games.islebound.rules.trade import consider_offer, make_offer, reply
from analyzer.games.islebound.rules.visit import (
    begin_step,
    choose_goods,
    enter,
    enter_taken_town,
    exchange,
    gain_exchanged,
    next_step,
    pay_fee,
)
from analyzer.games.islebound.state import FISH, WOOD, Action, Cause, Moment, Phase, Stage
from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import phase, rule


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
        return Fault.NOT_A_NUMBER if answer == BAD_SCORE else Fault.ILLEGAL
    carry_out(rules, state, answer)
    advance(rules, state)
    return Fault.NONE


@rule
def is_over(state):
    """Tell whether the game has ended."""
    return state.table.cause != Cause.RUNNING


@phase
def advance(rules, state):
    """Run the stages that need no decision, and questions that leave no choice."""
    table = state.table
    while table.cause == Cause.RUNNING:
        if table.stage != Stage.ASKING:
            run_stage(rules, state)
        elif is_sure_choice(rules, table) or has_choice(rules, table, state.hands[table.asked]):
            return
        else:
            carry_out(rules, state, next_option(rules, table, state.hands[table.asked], -1))


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
        ask_crew(state.table)
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
    else:
        carry_out_battle(rules, state, question, answer)


@rule
def carry_out_battle(rules, state, question, answer):
    """Carry out an answer about an attack or the price of a diplomacy."""
    table = state.table
    if question == Phase.COMMIT:
        commit(rules, table, answer)
    elif question == Phase.REROLL:
        if answer == 0:
            table.stage = Stage.RESOLVE
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
def ask_crew(table):
    """Ask which crew pays the next symbol, or go on when all are paid."""
    if due_symbol(table) < 0:
        table.stage = table.resume
    else:
        ask(table, Phase.CREW, table.active)


# The turn


@phase
def begin_turn(rules, table):
    """Begin a turn, and with the start player a round; test for the end (I-TURN-01, I-END-02, I-END-05)."""
    if table.active == table.first:
        table.round_no += 1
        if table.last_round > 0 and table.round_no > table.last_round:
            table.round_no -= 1
            table.cause = Cause.FINISHED
            return
        if table.round_no > rules.round_limit:
            table.round_no -= 1
            table.cause = Cause.TRUNCATED
            return
    table.turn += 1
    table.orders = 0
    ask(table, Phase.PLAN, table.active)


@rule
def end_turn(rules, table):
    """Let the next player clockwise move (I-SETUP-06)."""
    table.active = table.active + 1 if table.active + 1 < rules.players else 0
    table.stage = Stage.TURN


@phase
def move(rules, state, plan):
    """Move the ship, paying fish and the admin for sharing (I-MOVE-02, I-MOVE-05)."""
    table = state.table
    seat, town = table.active, town_of(plan)
    table.plan = action_of(plan)
    table.target = target_of(plan)
    table.orders = orders_of(plan)
    table.acted = Action.NONE
    table.offers_made = 0
    table.drops_wood[seat] = 1 if (table.orders & DROP_WOOD_FIRST) != 0 else 0
    n_admins = 0
    if town != table.region[seat]:
        n_admins = admins_to_share(rules, table, seat, town)
        spend(state, seat, FISH, fish_to(rules, table, seat, town))
    table.region[seat] = town
    owe_crew(rules, table, n_admins, 0, 0, Stage.OFFER)


@phase
def offer_free_actions(rules, state):
    """Ask for a free action where one can be taken, else go on (I-TURN-03, I-TURN-05, D2)."""
    table = state.table
    if is_free_moment(rules, table.moment) and has_free_action(rules, table, state.hands[table.active]):
        ask(table, Phase.FREE, table.active)
    else:
        leave_free_actions(rules, state)


@rule
def is_free_moment(rules, moment):
    """Tell whether free actions may be taken now: not between spoils and visit, by default (AMB-45)."""
    return moment != Moment.BETWEEN or rules.free_action_interrupts == 1


@phase
def take_free_action(rules, state, answer):
    """Carry out a free action; the question comes again until "go on" (D2)."""
    table = state.table
    seat = table.active
    table.stage = Stage.FREE
    if answer == GO_ON:
        leave_free_actions(rules, state)
    elif answer < BUY:
        pay_event(rules, state, answer - EVENT)
    elif answer in (DROP_FISH, DROP_WOOD):
        table.goods[seat, FISH if answer == DROP_FISH else WOOD] -= 1
    else:
        buy(rules, state, seat, answer - BUY)


@rule
def leave_free_actions(rules, state):
    """Go on behind the free actions: to the action, to the visit of a taken town, to the end of the turn."""
    table = state.table
    if table.moment == Moment.BEFORE:
        table.stage = Stage.ACT
    elif table.moment == Moment.BETWEEN:
        enter_taken_town(rules, state)
    else:
        table.stage = Stage.END_TURN


@phase
def act(rules, state):
    """Carry out the planned action; a plan that is no longer legal lapses (D2a)."""
    table = state.table
    if (table.orders & ASK_ACTION) != 0:
        ask(table, Phase.ACTION, table.active)
        return
    action = table.plan
    if not is_possible(rules, table, table.active, table.region[table.active], action, table.target):
        action = Action.NONE if may_decline(rules) else Action.HUNT
    begin_action(rules, state, action, table.target)


@phase
def begin_action(rules, state, action, target):
    """Carry out an action, or begin it (I-TURN-02)."""
    table = state.table
    table.acted = action
    table.target = target
    state.tally.actions[table.active, action] += 1
    table.moment = Moment.AFTER
    table.stage = Stage.FREE
    if action == Action.VISIT:
        pay_fee(rules, state)
    elif action == Action.ATTACK:
        begin_attack(rules, state)
    elif action == Action.DIPLOMACY:
        begin_diplomacy(rules, state)
    elif action == Action.HUNT:
        hunt(rules, state)
    elif action == Action.RAID:
        raid(rules, state)
    else:
        table.stage = Stage.END_TURN
