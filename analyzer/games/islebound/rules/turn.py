"""Questions and answers: the game as a machine of stages, whose parts lie in the modules of the rules.

`step` carries out one answer; `advance` then runs whatever needs no decision, stage by stage, until somebody has to
be asked or the game is over. A question with a single option is never asked.
"""

from analyzer.games.islebound.encoding import ASK_DROP, action_of, target_of
from analyzer.games.islebound.rules import (
    actions,
    attack,
    buildings,
    course,
    crew,
    dice,
    events,
    goods,
    options,
    recruit,
    setup,
    towns,
    treatments,
    visit,
)
from analyzer.games.islebound.rules.move import consider_offer, make_offer, reply
from analyzer.games.islebound.state import Cause, Phase, Stage
from analyzer.games.turns import ask, fault_of
from analyzer.kernel.faults import Fault
from analyzer.kernel.lean import phase, rule


@phase
def start(rules, state, chance):
    """Set up a game and ask for the first home port: it always leaves a choice."""
    setup.set_up(rules, state, chance)
    treatments.treat(rules, state)
    setup.ask_home(rules, state)


@phase
def step(rules, state, answer, chance):
    """Carry out one answer of the asked seat; an answer that is not allowed is a fault and changes nothing.

    Chance lies in the state since the start: passed on, its type would be part of every rule it reaches.
    """
    table = state.table
    if not options.is_legal(rules, table, state.hands[table.asked], answer):
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
        elif is_sure_choice(rules, table) or options.has_choice(rules, table, state.hands[table.asked]):
            return
        else:
            carry_out(rules, state, options.next_option(rules, table, state.hands[table.asked], -1))


@rule
def is_overloaded(rules, table):
    """Tell whether the active player wants to choose what goes overboard, and something has to (I-CREW-05)."""
    return (table.orders & ASK_DROP) != 0 and goods.overflow(rules, table, table.active) > 0


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
        return actions.may_decline(rules)
    return question == Phase.FREE or question == Phase.GOODS or question == Phase.EXCHANGE or question == Phase.REPLY


@phase
def run_stage(rules, state):
    """Run one stage of a turn."""
    table = state.table
    stage = table.stage
    if stage == Stage.FREE:
        course.offer_free_actions(rules, state)
    elif stage == Stage.STEP:
        visit.begin_step(rules, state)
    elif stage == Stage.ACT:
        course.act(rules, state)
    elif stage == Stage.TURN:
        course.begin_turn(rules, table)
    elif stage == Stage.END_TURN:
        course.end_turn(rules, table)
    elif stage == Stage.OFFER:
        consider_offer(rules, table)
    elif stage == Stage.FEE_PAID:
        visit.enter(rules, state)
    elif stage == Stage.EXCHANGED:
        visit.gain_exchanged(rules, state)
    elif stage == Stage.EVENT:
        events.complete_event(rules, state)
    else:
        run_rare_stage(rules, state, stage)


@phase
def run_rare_stage(rules, state, stage):
    """Run a stage of an attack, of a diplomacy, of a payment or of the setup."""
    if stage == Stage.ROLL:
        dice.roll(rules, state)
    elif stage == Stage.REROLL:
        dice.consider_reroll(rules, state)
    elif stage == Stage.RESOLVE:
        attack.resolve(rules, state)
    elif stage == Stage.WON:
        attack.win(rules, state)
    elif stage == Stage.LOST:
        attack.retreat(rules, state)
    elif stage == Stage.ALLIED:
        towns.ally(rules, state)
    elif stage == Stage.PAY_CREW:
        ask_payment(state.table)
    elif stage == Stage.ASSIGN:
        dice.ask_assignment(state.table)
    elif stage == Stage.HOME:
        setup.ask_home(rules, state)
    else:
        setup.ask_draft(rules, state)


# Answers


@phase
def carry_out(rules, state, answer):
    """Carry out a legal answer."""
    table = state.table
    question = table.phase
    if question == Phase.PLAN:
        course.move(rules, state, answer)
    elif question == Phase.FREE:
        course.take_free_action(rules, state, answer)
    elif question == Phase.EXCHANGE:
        visit.exchange(rules, state, answer)
    elif question == Phase.RECRUIT:
        recruit.recruit(rules, state, answer)
    elif question == Phase.GOODS:
        visit.choose_goods(rules, state, answer)
    elif question == Phase.BUILD:
        build_or_pass(rules, state, answer)
    elif question == Phase.REPUTATION:
        recruit.choose_reputation(rules, state, answer)
    else:
        carry_out_rare(rules, state, question, answer)


@phase
def carry_out_rare(rules, state, question, answer):
    """Carry out an answer of the setup, of a trade, or one that only orders bring up."""
    table = state.table
    if question == Phase.HOME:
        setup.choose_home(rules, table, answer)
    elif question == Phase.DRAFT:
        setup.keep_building(rules, state, answer)
    elif question == Phase.OFFER:
        make_offer(table, answer)
    elif question == Phase.REPLY:
        reply(rules, state, answer)
    elif question == Phase.ACTION:
        course.begin_action(rules, state, action_of(answer), target_of(answer))
    elif question == Phase.CREW:
        crew.pay_symbol(rules, table, answer)
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
            visit.carry_out_step(rules, state)
        else:
            visit.next_step(table)
    elif question == Phase.HEAL:
        visit.rest(rules, state, answer)
    elif question == Phase.DISCARD:
        goods.discard_building(state, table.active, answer)
        table.cards_due -= 1
        table.stage = Stage.PAY_CREW
    elif question == Phase.DROP:
        goods.drop_chosen(rules, table, answer)
    elif question == Phase.ASSIGN:
        dice.assign(rules, table, answer)
    else:
        towns.choose_cube(rules, table, answer)


@rule
def carry_out_battle(rules, state, question, answer):
    """Carry out an answer about an attack or the price of a diplomacy."""
    table = state.table
    if question == Phase.COMMIT:
        attack.commit(rules, table, answer)
    elif question == Phase.REROLL:
        if answer == 0:
            table.stage = dice.after_dice(table)
        else:
            dice.reroll(rules, state, answer - 1)
    elif question == Phase.INJURE:
        attack.injure_crew(rules, table, answer)
    elif question == Phase.LOSS:
        attack.lose_card(state, answer)
    else:
        towns.pay_as_chosen(rules, table, answer)


@rule
def build_or_pass(rules, state, answer):
    """Build one building, or none (I-TOWN-STRATIC-01)."""
    if answer > 0:
        buildings.build(rules, state, state.table.active, answer - 1)
    visit.next_step(state.table)


@rule
def ask_payment(table):
    """Ask which crew pays the next symbol or which card is discarded, or go on when all is paid."""
    if crew.due_symbol(table) >= 0:
        ask(table, Phase.CREW, table.active)
    elif table.cards_due > 0:
        ask(table, Phase.DISCARD, table.active)
    else:
        table.stage = table.resume
