"""The course of a turn: move, free actions, one action, free actions, the next player (rules 2.3)."""

from analyzer.games import islebound, turns
from analyzer.games.islebound.rules import actions, attack, buildings, crew, events, goods, options, towns, visit
from analyzer.games.islebound.rules.move import admins_to_share, fish_to
from analyzer.games.islebound.state import FISH, WOOD, Action, Cause, Moment, Phase, Stage
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
    turns.ask(table, Phase.PLAN, table.active)


@rule
def end_turn(rules, table):
    """Let the next player clockwise move (I-SETUP-06)."""
    table.active = turns.next_seat(rules, table.active)
    table.stage = Stage.TURN


@phase
def move(rules, state, plan):
    """Move the ship, paying fish and the admin for sharing (I-MOVE-02, I-MOVE-05)."""
    table = state.table
    seat, town = table.active, islebound.encoding.town_of(plan)
    table.plan = islebound.encoding.action_of(plan)
    table.target = islebound.encoding.target_of(plan)
    table.orders = islebound.encoding.orders_of(plan)
    table.acted = Action.NONE
    table.offers_made = 0
    table.drops_wood[seat] = 1 if (table.orders & islebound.encoding.DROP_WOOD_FIRST) != 0 else 0
    n_admins = 0
    if town != table.region[seat]:
        n_admins = admins_to_share(rules, table, seat, town)
        goods.spend(state, seat, FISH, fish_to(rules, table, seat, town))
    table.region[seat] = town
    crew.owe_crew(rules, table, n_admins, 0, 0, Stage.OFFER)


@phase
def offer_free_actions(rules, state):
    """Ask for a free action where one can be taken, else go on (I-TURN-03, I-TURN-05, D2)."""
    table = state.table
    if is_free_moment(rules, table.moment) and options.has_free_action(rules, table, state.hands[table.active]):
        turns.ask(table, Phase.FREE, table.active)
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
    if answer == islebound.encoding.GO_ON:
        leave_free_actions(rules, state)
    elif answer < islebound.encoding.BUY:
        events.pay_event(rules, state, answer - islebound.encoding.EVENT)
    elif answer in (islebound.encoding.DROP_FISH, islebound.encoding.DROP_WOOD):
        table.goods[seat, FISH if answer == islebound.encoding.DROP_FISH else WOOD] -= 1
    else:
        buildings.buy(rules, state, seat, answer - islebound.encoding.BUY)


@rule
def leave_free_actions(rules, state):
    """Continue after the free actions: to the action, to the visit of a taken town, to the end of the turn."""
    table = state.table
    if table.moment == Moment.BEFORE:
        table.stage = Stage.ACT
    elif table.moment == Moment.BETWEEN:
        visit.enter_taken_town(rules, state)
    else:
        table.stage = Stage.END_TURN


@phase
def act(rules, state):
    """Carry out the planned action; a plan that is no longer legal lapses (D2a)."""
    table = state.table
    if (table.orders & islebound.encoding.ASK_ACTION) != 0:
        turns.ask(table, Phase.ACTION, table.active)
        return
    action = table.plan
    if not actions.is_possible(rules, table, table.active, table.region[table.active], action, table.target):
        action = Action.NONE if actions.may_decline(rules) else Action.HUNT
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
        visit.pay_fee(rules, state)
    elif action == Action.ATTACK:
        attack.begin_attack(rules, state)
    elif action == Action.DIPLOMACY:
        towns.begin_diplomacy(rules, state)
    elif action == Action.HUNT:
        actions.hunt(rules, state)
    elif action == Action.RAID:
        actions.raid(rules, state)
    else:
        table.stage = Stage.END_TURN
