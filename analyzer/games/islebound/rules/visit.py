"""Visit: the fee, then the steps of the town's action box (rules 2.5 and 2.14)."""

from analyzer.games.islebound import state as codes
from analyzer.games.islebound.abilities import Trigger
from analyzer.games.islebound.encoding import ASK_HEAL, ASK_STEP
from analyzer.games.islebound.rules import towns, tracks
from analyzer.games.islebound.rules.crew import can_exhaust, deck_limit, last_injured, owe_crew, rest_crew, workers
from analyzer.games.islebound.rules.goods import can_gain, can_pay, gain_goods, pay, spend
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
        table.stage = codes.Stage.FEE_PAID
        return
    spend(state, seat, codes.COIN, rules.fee_coin[town])
    if owner == codes.NOBODY:
        table.coins_on_map += rules.fee_coin[town]
    else:
        table.goods[owner, codes.COIN] += rules.fee_coin[town]
        state.tally.fees[seat] += rules.fee_coin[town]
    fee = rules.fee_crew[town]
    owe_crew(rules, table, fee[0], fee[1], fee[2], codes.Stage.FEE_PAID)


@phase
def enter(rules, state):
    """Let the abilities of visits answer, then begin with the steps (section 7, moments)."""
    table = state.table
    seat = table.active
    owner = table.owner[table.region[seat]]
    if owner == seat:
        visit_own(rules, state, seat)
    elif owner != codes.NOBODY:
        tracks.fire(rules, state, owner, Trigger.ON_OPPONENT_VISITS_OWN_TOWN)
    towns.begin_visit(table)
    table.stage = codes.Stage.STEP


@rule
def visit_own(rules, state, seat):
    """Let Trade Office and Monster Trainers answer (I-BLDG-TRADE_OFFICE, I-BLDG-MONSTER_TRAINERS)."""
    if rules.is_port[state.table.region[seat]] == 1:
        tracks.fire(rules, state, seat, Trigger.VISIT_OWN_PORT)
    else:
        tracks.fire(rules, state, seat, Trigger.ON_VISIT_OWN_TOWN)


@phase
def enter_taken_town(rules, state):
    """Visit a town just taken, without a fee (I-ATTACK-10, I-DIPLO-03, AMB-15)."""
    if rules.conquest_visit_counts == 1:
        visit_own(rules, state, state.table.active)
    towns.begin_visit(state.table)
    state.table.stage = codes.Stage.STEP


@rule
def step_at(rules, table):
    """Return the current step of the visit, -1 after the last."""
    if table.visit_step >= codes.TOWN_STEPS:
        return -1
    return rules.town_step[table.region[table.active], table.visit_step]


@rule
def next_step(table):
    """Go on to the next step (I-VISIT-07)."""
    table.visit_step += 1
    table.times_left = -1
    table.stage = codes.Stage.STEP


@phase
def begin_step(rules, state):
    """Carry out the next step, or ask what it needs; after the last step the visit is over."""
    table = state.table
    step = step_at(rules, table)
    if step < 0:
        table.moment = codes.Moment.AFTER
        table.stage = codes.Stage.FREE
        return
    kind = rules.step_kind[step]
    if kind <= codes.StepKind.GAIN:
        begin_gift(rules, state)
    elif kind == codes.StepKind.CHOOSE:
        ask(table, codes.Phase.GOODS, table.active)
    elif kind == codes.StepKind.EXCHANGE:
        begin_exchange(rules, state, step)
    elif kind == codes.StepKind.RECRUIT:
        ask(table, codes.Phase.RECRUIT, table.active)
    elif kind == codes.StepKind.REPUTATION:
        ask(table, codes.Phase.REPUTATION, table.active)
    else:
        ask(table, codes.Phase.BUILD, table.active)


@rule
def begin_gift(rules, state):
    """Carry out a Rest or Gain step, or ask first if the orders say so (I-VISIT-07, D5)."""
    if (state.table.orders & ASK_STEP) != 0:
        ask(state.table, codes.Phase.STEP, state.table.active)
    else:
        carry_out_step(rules, state)


@phase
def carry_out_step(rules, state):
    """Rest, or gain what the step gives."""
    table = state.table
    step = step_at(rules, table)
    if rules.step_kind[step] == codes.StepKind.GAIN:
        gain_step(rules, state, table.active, step)
        next_step(table)
        return
    healed = last_injured(rules, table, table.active)
    if healed >= 0 and (table.orders & ASK_HEAL) != 0:
        ask(table, codes.Phase.HEAL, table.active)
    else:
        rest(rules, state, healed)


@phase
def rest(rules, state, healed):
    """Rest: the crew, then what answers to it (I-CREW-02, I-CREW-07)."""
    table = state.table
    rest_crew(rules, table, table.active, healed)
    tracks.fire(rules, state, table.active, Trigger.ON_REST)
    next_step(table)


@phase
def gain_step(rules, state, seat, step):
    """Gain what the town gives, "per worker" last (I-VISIT-08)."""
    gain = rules.step_gain[step]
    n_workers = workers(rules, state.table, seat)
    n_wood = rules.step_per_worker[step, 0] * n_workers
    n_fish = rules.step_per_worker[step, 1] * n_workers
    for item in range(codes.N_GAINS):
        if gain[item] > 0:
            gain_item(rules, state, seat, item, gain[item])
    if n_wood > 0:
        gain_goods(rules, state.table, seat, codes.WOOD, n_wood)
    if n_fish > 0:
        gain_goods(rules, state.table, seat, codes.FISH, n_fish)
    note_town_goods(rules, state, seat, gain[codes.WOOD] + n_wood, gain[codes.FISH] + n_fish)


@phase
def gain_item(rules, state, seat, item, n):
    """Gain one kind of thing from a town."""
    if item == codes.INFLUENCE:
        tracks.place_cubes(rules, state.table, seat, n)
    elif item == codes.RENOWN:
        tracks.gain_renown(rules, state, seat, n)
    elif item == codes.BOOK:
        for nth in range(n):
            tracks.gain_book(rules, state, seat, nth + 1)
    else:
        gain_goods(rules, state.table, seat, item, n)


@phase
def note_town_goods(rules, state, seat, n_wood, n_fish):
    """Let Lumber Yard and Fish Market answer, once per visit (I-BLDG-X01, I-BLDG-X02)."""
    table = state.table
    if n_wood > 0 and table.town_wood == 0:
        table.town_wood = 1
        tracks.fire(rules, state, seat, Trigger.ON_TOWN_WOOD)
    if n_fish > 0 and table.town_fish == 0:
        table.town_fish = 1
        tracks.fire(rules, state, seat, Trigger.ON_TOWN_FISH)


@phase
def choose_goods(rules, state, answer):
    """Gain wood or fish, as chosen (I-TOWN-KRAZK-02, I-TOWN-FARWOLD-04)."""
    table = state.table
    item = codes.WOOD if answer == 0 else codes.FISH
    n = rules.step_gain[step_at(rules, table), item]
    gain_goods(rules, table, table.active, item, n)
    note_town_goods(rules, state, table.active, n if item == codes.WOOD else 0, n if item == codes.FISH else 0)
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
        ask(table, codes.Phase.EXCHANGE, table.active)
    else:
        next_step(table)


@phase
def can_exchange(rules, table, seat, step):
    """Tell whether one more exchange is possible (I-VISIT-09, I-VISIT-11)."""
    if table.times_left == 0 or not can_pay(table, seat, rules.step_cost[step]):
        return False
    goods, crew, gain = table.goods[seat], rules.step_crew[step], rules.step_gain[step]
    if max(goods[codes.WOOD], goods[codes.FISH]) < rules.step_either[step]:
        return False
    if not can_exhaust(rules, table.ready[seat], crew[0], crew[1], crew[2]):
        return False
    has_card = gain[codes.PIRATE] == 0 or can_gain(rules, table, seat, codes.PIRATE)
    has_card = has_card and (gain[codes.SERPENT] == 0 or can_gain(rules, table, seat, codes.SERPENT))
    has_card = has_card and (gain[codes.BOOK] == 0 or can_gain(rules, table, seat, codes.BOOK))
    return has_card and (gain[codes.INFLUENCE] == 0 or tracks.can_place(rules, table, seat))


@rule
def is_legal_exchange(rules, table, seat, answer):
    """Tell whether an answer to EXCHANGE is possible: stop, once more, or once more with fish."""
    if answer == 0:
        return True
    n = rules.step_either[step_at(rules, table)]
    if n == 0:
        return answer == ONCE_MORE
    paid = codes.WOOD if answer == ONCE_MORE else codes.FISH
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
    spend(state, seat, codes.WOOD if answer == ONCE_MORE else codes.FISH, rules.step_either[step])
    crew = rules.step_crew[step]
    owe_crew(rules, table, crew[0], crew[1], crew[2], codes.Stage.EXCHANGED)


@phase
def gain_exchanged(rules, state):
    """Gain what one exchange gives (I-VISIT-09, D5)."""
    table = state.table
    seat = table.active
    gain = rules.step_gain[step_at(rules, table)]
    for item in range(codes.N_GAINS):
        if item == codes.BOOK:
            for _ in range(gain[codes.BOOK]):
                table.step_books += 1
                tracks.gain_book(rules, state, seat, table.step_books)
        elif gain[item] > 0:
            gain_item(rules, state, seat, item, gain[item])
    table.stage = codes.Stage.STEP
