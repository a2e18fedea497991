"""Visit: the fee, then the steps of the town's action box (rules 2.5 and 2.14)."""

from __future__ import annotations

from analyzer.games.islebound.abilities import Trigger
from analyzer.games.islebound.encoding import ASK_HEAL, ASK_STEP
from analyzer.games.islebound.rules.crew import can_exhaust, deck_limit, last_injured, owe_crew, rest_crew, workers
from analyzer.games.islebound.rules.goods import can_gain, can_pay, gain_goods, pay, spend
from analyzer.games.islebound.rules.influence import can_place, place_cubes
from analyzer.games.islebound.rules.renown import fire, gain_book, gain_renown
from analyzer.games.islebound.rules.towns import begin_visit
from analyzer.games.islebound.state import (
    BOOK,
    COIN,
    FISH,
    INFLUENCE,
    N_GAINS,
    NOBODY,
    PIRATE,
    RENOWN,
    SERPENT,
    TOWN_STEPS,
    WOOD,
    Moment,
    Phase,
    Stage,
    StepKind,
)
from analyzer.games.turns import ask
from analyzer.kernel.lean import phase, rule

ONCE_MORE, WITH_FISH = 1, 2


@phase
def pay_fee(rules, state):
    """Pay the entry fee of the town (I-VISIT-01 to I-VISIT-04, I-VISIT-06)."""
    table = state.table
    seat = table.active
    town = table.region[seat]
    owner = table.owner[town]
    if owner == seat:
        table.stage = Stage.FEE_PAID
        return
    spend(state, seat, COIN, rules.fee_coin[town])
    if owner == NOBODY:
        table.coins_on_map += rules.fee_coin[town]
    else:
        table.goods[owner, COIN] += rules.fee_coin[town]
        state.tally.fees[seat] += rules.fee_coin[town]
    fee = rules.fee_crew[town]
    owe_crew(rules, table, fee[0], fee[1], fee[2], Stage.FEE_PAID)


@phase
def enter(rules, state):
    """Let the abilities of visits answer, then begin with the steps (section 7, moments)."""
    table = state.table
    seat = table.active
    owner = table.owner[table.region[seat]]
    if owner == seat:
        visit_own(rules, state, seat)
    elif owner != NOBODY:
        fire(rules, state, owner, Trigger.ON_OPPONENT_VISITS_OWN_TOWN)
    begin_visit(table)
    table.stage = Stage.STEP


@rule
def visit_own(rules, state, seat):
    """Let Trade Office and Monster Trainers answer (I-BLDG-TRADE_OFFICE, I-BLDG-MONSTER_TRAINERS)."""
    if rules.is_port[state.table.region[seat]] == 1:
        fire(rules, state, seat, Trigger.VISIT_OWN_PORT)
    else:
        fire(rules, state, seat, Trigger.ON_VISIT_OWN_TOWN)


@phase
def enter_taken_town(rules, state):
    """Visit a town just taken, without a fee (I-ATTACK-10, I-DIPLO-03, AMB-15)."""
    if rules.conquest_visit_counts == 1:
        visit_own(rules, state, state.table.active)
    begin_visit(state.table)
    state.table.stage = Stage.STEP


@rule
def step_at(rules, table):
    """Return the current step of the visit, -1 after the last."""
    if table.visit_step >= TOWN_STEPS:
        return -1
    return rules.town_step[table.region[table.active], table.visit_step]


@rule
def next_step(table):
    """Go on to the next step (I-VISIT-07)."""
    table.visit_step += 1
    table.times_left = -1
    table.stage = Stage.STEP


@phase
def begin_step(rules, state):
    """Carry out the next step, or ask what it needs; after the last step the visit is over."""
    table = state.table
    step = step_at(rules, table)
    if step < 0:
        table.moment = Moment.AFTER
        table.stage = Stage.FREE
        return
    kind = rules.step_kind[step]
    if kind <= StepKind.GAIN:
        begin_gift(rules, state)
    elif kind == StepKind.CHOOSE:
        ask(table, Phase.GOODS, table.active)
    elif kind == StepKind.EXCHANGE:
        begin_exchange(rules, state, step)
    elif kind == StepKind.RECRUIT:
        ask(table, Phase.RECRUIT, table.active)
    elif kind == StepKind.REPUTATION:
        ask(table, Phase.REPUTATION, table.active)
    else:
        ask(table, Phase.BUILD, table.active)


@rule
def begin_gift(rules, state):
    """Carry out a Rest or Gain step, or ask first if the orders say so (I-VISIT-07, D5)."""
    if (state.table.orders & ASK_STEP) != 0:
        ask(state.table, Phase.STEP, state.table.active)
    else:
        carry_out_step(rules, state)


@phase
def carry_out_step(rules, state):
    """Rest, or gain what the step gives."""
    table = state.table
    step = step_at(rules, table)
    if rules.step_kind[step] == StepKind.GAIN:
        gain_step(rules, state, table.active, step)
        next_step(table)
        return
    healed = last_injured(rules, table, table.active)
    if healed >= 0 and (table.orders & ASK_HEAL) != 0:
        ask(table, Phase.HEAL, table.active)
    else:
        rest(rules, state, healed)


@phase
def rest(rules, state, healed):
    """Rest: the crew, then what answers to it (I-CREW-02, I-CREW-07)."""
    table = state.table
    rest_crew(rules, table, table.active, healed)
    fire(rules, state, table.active, Trigger.ON_REST)
    next_step(table)


@phase
def gain_step(rules, state, seat, step):
    """Gain what the town gives, "per worker" last (I-VISIT-08)."""
    gain = rules.step_gain[step]
    n_workers = workers(rules, state.table, seat)
    n_wood = rules.step_per_worker[step, 0] * n_workers
    n_fish = rules.step_per_worker[step, 1] * n_workers
    for item in range(N_GAINS):
        if gain[item] > 0:
            gain_item(rules, state, seat, item, gain[item])
    if n_wood > 0:
        gain_goods(rules, state.table, seat, WOOD, n_wood)
    if n_fish > 0:
        gain_goods(rules, state.table, seat, FISH, n_fish)
    note_town_goods(rules, state, seat, gain[WOOD] + n_wood, gain[FISH] + n_fish)


@phase
def gain_item(rules, state, seat, item, n):
    """Gain one kind of thing from a town."""
    if item == INFLUENCE:
        place_cubes(rules, state.table, seat, n)
    elif item == RENOWN:
        gain_renown(rules, state, seat, n)
    elif item == BOOK:
        for nth in range(n):
            gain_book(rules, state, seat, nth + 1)
    else:
        gain_goods(rules, state.table, seat, item, n)


@phase
def note_town_goods(rules, state, seat, n_wood, n_fish):
    """Let Lumber Yard and Fish Market answer, once per visit (I-BLDG-X01, I-BLDG-X02)."""
    table = state.table
    if n_wood > 0 and table.town_wood == 0:
        table.town_wood = 1
        fire(rules, state, seat, Trigger.ON_TOWN_WOOD)
    if n_fish > 0 and table.town_fish == 0:
        table.town_fish = 1
        fire(rules, state, seat, Trigger.ON_TOWN_FISH)


@phase
def choose_goods(rules, state, answer):
    """Gain wood or fish, as chosen (I-TOWN-KRAZK-02, I-TOWN-FARWOLD-04)."""
    table = state.table
    item = WOOD if answer == 0 else FISH
    n = rules.step_gain[step_at(rules, table), item]
    gain_goods(rules, table, table.active, item, n)
    note_town_goods(rules, state, table.active, n if item == WOOD else 0, n if item == FISH else 0)
    next_step(table)


# Exchanges


@rule
def begin_exchange(rules, state, step):
    """Begin an exchange step, or go on with it while another exchange is possible (I-VISIT-09, D5)."""
    table = state.table
    if table.times_left < 0:
        table.times_left = deck_limit(rules, table, table.active) if rules.step_by_deck[step] == 1 else 99
        table.step_books = 0
    if can_exchange(rules, table, table.active, step):
        ask(table, Phase.EXCHANGE, table.active)
    else:
        next_step(table)


@phase
def can_exchange(rules, table, seat, step):
    """Tell whether one more exchange is possible (I-VISIT-09, I-VISIT-11)."""
    if table.times_left == 0 or not can_pay(table, seat, rules.step_cost[step]):
        return False
    goods, crew, gain = table.goods[seat], rules.step_crew[step], rules.step_gain[step]
    if max(goods[WOOD], goods[FISH]) < rules.step_either[step]:
        return False
    if not can_exhaust(rules, table.ready[seat], crew[0], crew[1], crew[2]):
        return False
    has_card = gain[PIRATE] == 0 or can_gain(rules, table, seat, PIRATE)
    has_card = has_card and (gain[SERPENT] == 0 or can_gain(rules, table, seat, SERPENT))
    has_card = has_card and (gain[BOOK] == 0 or can_gain(rules, table, seat, BOOK))
    return has_card and (gain[INFLUENCE] == 0 or can_place(rules, table, seat))


@rule
def is_legal_exchange(rules, table, seat, answer):
    """Tell whether an answer to EXCHANGE is possible: stop, once more, or once more with fish."""
    if answer == 0:
        return True
    n = rules.step_either[step_at(rules, table)]
    if n == 0:
        return answer == ONCE_MORE
    paid = WOOD if answer == ONCE_MORE else FISH
    return answer <= WITH_FISH and table.goods[seat, paid] >= n


@phase
def exchange(rules, state, answer):
    """Pay for one exchange, or stop (I-VISIT-09, I-VISIT-10)."""
    table = state.table
    seat = table.active
    step = step_at(rules, table)
    if answer == 0:
        next_step(table)
        return
    table.times_left -= 1
    pay(rules, state, seat, rules.step_cost[step])
    spend(state, seat, WOOD if answer == ONCE_MORE else FISH, rules.step_either[step])
    crew = rules.step_crew[step]
    owe_crew(rules, table, crew[0], crew[1], crew[2], Stage.EXCHANGED)


@phase
def gain_exchanged(rules, state):
    """Gain what one exchange gives (I-VISIT-09, D5)."""
    table = state.table
    seat = table.active
    gain = rules.step_gain[step_at(rules, table)]
    for item in range(N_GAINS):
        if item == BOOK:
            for _ in range(gain[BOOK]):
                table.step_books += 1
                gain_book(rules, state, seat, table.step_books)
        elif gain[item] > 0:
            gain_item(rules, state, seat, item, gain[item])
    table.stage = Stage.STEP
