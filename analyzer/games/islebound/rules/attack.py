"""Attack: commitment, dice, rerolls, injuries, success or retreat (rules 2.6, D3)."""

from __future__ import annotations

from analyzer.games.islebound.abilities import Effect, Trigger
from analyzer.games.islebound.encoding import (
    ASK_ASSIGN,
    ASK_COMMIT,
    ASK_INJURE,
    ASK_LOSS,
    ASK_REROLL,
    injury_limit_of,
    threshold_of,
    wood_limit_of,
)
from analyzer.games.islebound.rules.actions import attack_needed
from analyzer.games.islebound.rules.crew import has_ability, owe_helpers
from analyzer.games.islebound.rules.goods import spend
from analyzer.games.islebound.rules.hunt import capped_dice
from analyzer.games.islebound.rules.odds import best_total
from analyzer.games.islebound.rules.towns import ask_cube, owes_cube, take_town
from analyzer.games.islebound.state import (
    COMBAT,
    CREW,
    DUE_ANY,
    DUE_COMBAT,
    FACES,
    ICHOR,
    MAX_DICE,
    MAX_NEED,
    PIRATE,
    SERPENT,
    WOOD,
    Chance,
    Moment,
    Phase,
    Stage,
)
from analyzer.games.islebound.switches import CrewLimit
from analyzer.games.turns import ask
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.random import randbelow

_CLOSE = 1e-9  # chances this close are equal
PIRATE_COST, SERPENT_COST, ICHOR_COST, CREW_COST = 12, 18, 24, 5  # D3
LOSE_PIRATE, LOSE_SERPENT, LOSE_ICHOR = range(3)


@phase
def begin_attack(rules, state):
    """Announce the attack and commit cards (I-ATTACK-02, I-ATTACK-03)."""
    table = state.table
    seat = table.active
    table.need = attack_needed(rules, table, seat, table.region[seat])
    table.wood_limit = wood_limit_of(table.orders)
    if (table.orders & ASK_COMMIT) != 0:
        ask(table, Phase.COMMIT, seat)
    else:
        commit(rules, table, best_force(rules, table, seat))


@phase
def commit(rules, table, force):
    """Set cards aside and exhaust the combat crew that adds dice (I-ATTACK-03, I-ATTACK-04)."""
    for part in range(4):
        table.force[part] = (force >> (4 * part)) & 15
    owe_helpers(rules, table, DUE_COMBAT, table.force[3], 0, Stage.ROLL)


@rule
def n_helpers(rules, table, seat):
    """Count the combat crew that may add a die (I-ATTACK-04, AMB-05)."""
    n = table.ready[seat, COMBAT]
    return min(n, 1) if rules.combat_crew_limit == CrewLimit.ONE else n


@phase
def is_legal_force(rules, table, seat, force):
    """Tell whether a commitment is possible: cards held, at least one, no more dice than there are."""
    pirates, serpents = force & 15, (force >> 4) & 15
    ichor, extra = (force >> 8) & 15, force >> 12
    goods = table.goods[seat]
    held = pirates <= goods[PIRATE] and serpents <= goods[SERPENT] and ichor <= goods[ICHOR]
    n_cards = pirates + serpents + ichor
    return held and n_cards >= 1 and extra <= n_helpers(rules, table, seat) and fits(rules, n_cards + extra)


@rule
def fits(rules, n):
    """Tell whether so many dice can be rolled (I-ATTACK-05)."""
    return capped_dice(rules, n) == n


# The default commitment (D3)


@rule
def p_success(rules, pirates, serpents, ichor, extra, need):
    """Return the exact chance, without rerolls, that the best assignment reaches a need of at most 10 dice."""
    if need <= 0:
        return 1.0
    if need > MAX_NEED:
        return 0.0
    return rules.p_success[ichor, rules.set_index[pirates, serpents, extra], need]


@phase
def best_force(rules, table, seat):
    """Return the cheapest set that reaches the threshold, else the one of the greatest chance (D3)."""
    goods = table.goods[seat]
    wanted = threshold_of(table.orders) - _CLOSE
    most_dice = min(MAX_DICE, capped_dice(rules, MAX_DICE))
    best_q, best_cost, best = -1.0, 0, 1
    for extra in range(n_helpers(rules, table, seat) + 1):
        k = min(injury_limit_of(table.orders), table.ready[seat, CREW] - extra)
        need = table.need - k * rules.injury_bonus
        for ichor in range(goods[ICHOR] + 1):
            for serpents in range(min(goods[SERPENT], most_dice) + 1):
                most = min(goods[PIRATE], most_dice - serpents - ichor - extra)
                for pirates in range(most + 1):
                    if pirates + serpents + ichor > 0:
                        q = min(p_success(rules, pirates, serpents, ichor, extra, need), wanted)
                        cost = PIRATE_COST * pirates + SERPENT_COST * serpents + ICHOR_COST * ichor + CREW_COST * extra
                        # loops run from few to many: on a tie the first found has fewer extra, Ichor, serpents
                        if q > best_q + _CLOSE or (q > best_q - _CLOSE and cost < best_cost):
                            best_q, best_cost = q, cost
                            best = pirates | (serpents << 4) | (ichor << 8) | (extra << 12)
    return best


# The dice


@phase
def roll(rules, state):
    """Roll all dice at once (I-ATTACK-05)."""
    table = state.table
    table.dice[:] = 0
    table.fixed[:] = 0
    table.assigned = table.total = 0
    n = table.force[0] + table.force[1] + table.force[2] + table.force[3]
    for _ in range(n):
        table.dice[randbelow(state.hidden.chance[Chance.DICE], FACES)] += 1
    table.stage = Stage.REROLL


@rule
def total_of(rules, table):
    """Return the total of the dice: the player's assignment, else the best one (I-ATTACK-07, I-ATTACK-08, D3b)."""
    if table.assigned > 0:
        return table.total
    return best_total(rules, table.dice, table.force[0], table.force[1], table.force[2])


@rule
def may_reroll(rules, table, face):
    """Tell whether a die of a face may be rerolled (I-ATTACK-06, AMB-07)."""
    if rules.reroll_repeat == 1:
        return table.dice[face] > 0
    return table.dice[face] > table.fixed[face]


@rule
def has_reroll(rules, table, seat):
    """Tell whether there is wood and a die for another reroll (I-ATTACK-06)."""
    found = False
    for face in range(FACES):
        found = found or may_reroll(rules, table, face)
    return found and min(table.wood_limit, table.goods[seat, WOOD]) > 0


@phase
def consider_reroll(rules, state):
    """Ask for a reroll, or make the default ones (I-ATTACK-06, D3a)."""
    table = state.table
    seat = table.active
    table.stage = after_dice(table)
    if not has_reroll(rules, table, seat):
        return
    if (table.orders & ASK_REROLL) != 0:
        ask(table, Phase.REROLL, seat)
    elif wants_reroll(rules, table, seat):
        reroll(rules, state, best_reroll(rules, table))


@phase
def wants_reroll(rules, table, seat):
    """Tell whether the total falls short and could still be reached (D3a)."""
    k = min(injury_limit_of(table.orders), table.ready[seat, CREW])
    goal = table.need - k * rules.injury_bonus
    if total_of(rules, table) >= goal:
        return False
    n_cards = table.force[0] + table.force[1]
    ceiling = rules.value_pirate[FACES - 1] * table.force[0] + rules.value_serpent[FACES - 1] * table.force[1]
    ceiling += rules.value_ichor[FACES - 1] * table.force[2]
    return n_cards + table.force[2] > 0 and ceiling >= goal


@phase
def best_reroll(rules, table):
    """Return the face whose reroll has the greatest expected total, the lowest face on a tie (D3a)."""
    best, best_sum = -1, -1
    for face in range(FACES):
        if may_reroll(rules, table, face):
            total = 0
            table.dice[face] -= 1
            for new in range(FACES):
                table.dice[new] += 1
                total += total_of(rules, table)
                table.dice[new] -= 1
            table.dice[face] += 1
            if total > best_sum:
                best, best_sum = face, total
    return best


@phase
def reroll(rules, state, face):
    """Pay 1 wood and throw one die again (I-ATTACK-06)."""
    table = state.table
    spend(state, table.active, WOOD, 1)
    table.wood_limit -= 1
    new = randbelow(state.hidden.chance[Chance.DICE], FACES)
    table.dice[face] -= 1
    if table.fixed[face] > table.dice[face]:
        table.fixed[face] -= 1
    table.dice[new] += 1
    table.fixed[new] += 1
    table.stage = Stage.REROLL


# The assignment, where the player wants to make it (I-ATTACK-07, D3b)


@rule
def after_dice(table):
    """Return the stage behind the last reroll."""
    return Stage.ASSIGN if (table.orders & ASK_ASSIGN) != 0 else Stage.RESOLVE


@rule
def ask_assignment(table):
    """Ask which die the next card gets, pirates first, then serpents, then Ichor."""
    if table.assigned < table.force[0] + table.force[1] + table.force[2]:
        ask(table, Phase.ASSIGN, table.active)
    else:
        table.stage = Stage.RESOLVE


@rule
def assign(rules, table, face):
    """Give the next card a die of a face."""
    if table.assigned < table.force[0]:
        table.total += rules.value_pirate[face]
    elif table.assigned < table.force[0] + table.force[1]:
        table.total += rules.value_serpent[face]
    else:
        table.total += rules.value_ichor[face]
    table.dice[face] -= 1
    table.assigned += 1
    table.stage = Stage.ASSIGN


# The outcome


@rule
def n_missing(rules, table):
    """Count the crew that would have to be injured to win (I-ATTACK-09)."""
    missing = table.need - total_of(rules, table)
    if missing <= 0:
        return 0
    return (missing + rules.injury_bonus - 1) // rules.injury_bonus if rules.injury_bonus > 0 else 99


@phase
def resolve(rules, state):
    """Win, injure crew to win, or retreat (I-ATTACK-09 to I-ATTACK-11, D3c)."""
    table = state.table
    n = n_missing(rules, table)
    if n == 0:
        table.stage = Stage.WON
    elif (table.orders & ASK_INJURE) != 0:
        ask(table, Phase.INJURE, table.active)
    elif n <= min(injury_limit_of(table.orders), table.ready[table.active, CREW]):
        injure_crew(rules, table, n)
    else:
        table.stage = Stage.LOST


@rule
def is_legal_injury(rules, table, seat, n):
    """Tell whether n crew may be injured: none, or as many as it takes (I-ATTACK-09, AMB-09)."""
    if n > table.ready[seat, CREW]:
        return False
    return n == 0 or n == n_missing(rules, table) or rules.injure_on_fail == 1


@phase
def injure_crew(rules, table, n):
    """Injure crew, then win if they suffice (I-ATTACK-09)."""
    wins = n >= n_missing(rules, table)
    owe_helpers(rules, table, DUE_ANY, n, 1, Stage.WON if wins else Stage.LOST)


@phase
def win(rules, state):
    """Return the committed cards and take the town (I-ATTACK-10)."""
    table = state.table
    seat = table.active
    town = table.region[seat]
    if owes_cube(table, seat):
        ask_cube(table, Stage.WON)
        return
    spend(state, seat, PIRATE, table.force[0])
    spend(state, seat, SERPENT, table.force[1])
    table.pirates_left += table.force[0]
    table.serpents_left += table.force[1]
    table.goods[seat, ICHOR] -= table.force[2]
    table.ichor_left += table.force[2]
    state.tally.conquered[seat] += 1
    state.tally.attacks_on[town] += 1
    take_town(rules, state, seat, town, Trigger.ON_CONQUER_TOWN)
    table.moment = Moment.BETWEEN
    table.stage = Stage.FREE


@phase
def retreat(rules, state):
    """Retreat with the loss of one committed card, unless Barracks save it (I-ATTACK-11, I-BLDG-X11)."""
    table = state.table
    seat = table.active
    state.tally.retreats[seat] += 1
    table.moment = Moment.AFTER
    table.stage = Stage.FREE
    if has_ability(rules, table, seat, Effect.LOSE_NO_CARD):
        return
    if (table.orders & ASK_LOSS) != 0:
        ask(table, Phase.LOSS, seat)
    else:
        lose_card(state, first_loss(table))


@rule
def first_loss(table):
    """Return what is lost by default: a pirate, else a serpent, else Ichor (D3d)."""
    if table.force[0] > 0:
        return LOSE_PIRATE
    return LOSE_SERPENT if table.force[1] > 0 else LOSE_ICHOR


@phase
def lose_card(state, card):
    """Return one committed card to the supply (I-ATTACK-11)."""
    table = state.table
    seat = table.active
    if card == LOSE_PIRATE:
        spend(state, seat, PIRATE, 1)
        table.pirates_left += 1
    elif card == LOSE_SERPENT:
        spend(state, seat, SERPENT, 1)
        table.serpents_left += 1
    else:
        table.goods[seat, ICHOR] -= 1
        table.ichor_left += 1
    table.moment = Moment.AFTER
    table.stage = Stage.FREE
