"""The course of a turn: move, free actions, one action, free actions, the next player (rules 2.3)."""

from __future__ import annotations

from analyzer.games.islebound.encoding import (
    ASK_ACTION,
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
from analyzer.games.islebound.rules.attack import begin_attack
from analyzer.games.islebound.rules.buildings import buy
from analyzer.games.islebound.rules.crew import owe_crew
from analyzer.games.islebound.rules.diplomacy import begin_diplomacy
from analyzer.games.islebound.rules.events import pay_event
from analyzer.games.islebound.rules.goods import spend
from analyzer.games.islebound.rules.hunt import hunt, raid
from analyzer.games.islebound.rules.move import admins_to_share, fish_to
from analyzer.games.islebound.rules.options import has_free_action
from analyzer.games.islebound.rules.visit import enter_taken_town, pay_fee
from analyzer.games.islebound.state import FISH, WOOD, Action, Cause, Moment, Phase, Stage
from analyzer.games.turns import ask, next_seat
from analyzer.kernel.lean import phase, rule


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
    table.active = next_seat(rules, table.active)
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
    """Continue after the free actions: to the action, to the visit of a taken town, to the end of the turn."""
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
