"""Attack: the committed crew, and how a battle ends (rules 2.7, I-ATTACK)."""

from analyzer.games import islebound, turns
from analyzer.games.islebound import state as codes
from analyzer.games.islebound.abilities import Effect, Trigger
from analyzer.games.islebound.rules import actions, crew, dice, towns
from analyzer.games.islebound.rules.goods import spend
from analyzer.games.islebound.switches import CrewLimit
from analyzer.kernel.lean import phase, rule

_CLOSE = 1e-9  # chances this close are equal
PIRATE_COST, SERPENT_COST, ICHOR_COST, CREW_COST = 12, 18, 24, 5  # D3


@phase
def commit(rules, table, force):
    """Set cards aside and exhaust the combat crew that adds dice (I-ATTACK-03, I-ATTACK-04)."""
    for part in range(4):
        table.force[part] = (force >> (4 * part)) & 15
    crew.owe_helpers(rules, table, codes.DUE_COMBAT, table.force[3], 0, codes.Stage.ROLL)


@rule
def n_helpers(rules, table, seat):
    """Count the combat crew that may add a die (I-ATTACK-04, AMB-05)."""
    n = table.ready[seat, codes.COMBAT]
    return min(n, 1) if rules.combat_crew_limit == CrewLimit.ONE else n


@phase
def is_legal_force(rules, table, seat, force):
    """Tell whether a commitment is possible: cards held, at least one, no more dice than there are."""
    pirates, serpents = force & 15, (force >> 4) & 15
    ichor, extra = (force >> 8) & 15, force >> 12
    goods = table.goods[seat]
    held = pirates <= goods[codes.PIRATE] and serpents <= goods[codes.SERPENT] and ichor <= goods[codes.ICHOR]
    n_cards = pirates + serpents + ichor
    return held and n_cards >= 1 and extra <= n_helpers(rules, table, seat) and fits(rules, n_cards + extra)


@rule
def fits(rules, n):
    """Tell whether so many dice can be rolled (I-ATTACK-05)."""
    return actions.capped_dice(rules, n) == n


@rule
def p_success(rules, pirates, serpents, ichor, extra, need):
    """Return the exact chance, without rerolls, that the best assignment reaches a need of at most 10 dice."""
    if need <= 0:
        return 1.0
    if need > codes.MAX_NEED:
        return 0.0
    return rules.p_success[ichor, rules.set_index[pirates, serpents, extra], need]


@phase
def best_force(rules, table, seat):
    """Return the cheapest set that reaches the threshold, else the one of the greatest chance (D3)."""
    goods = table.goods[seat]
    wanted = islebound.encoding.threshold_of(table.orders) - _CLOSE
    most_dice = min(codes.MAX_DICE, actions.capped_dice(rules, codes.MAX_DICE))
    best_q, best_cost, best = -1.0, 0, 1
    for extra in range(n_helpers(rules, table, seat) + 1):
        k = min(islebound.encoding.injury_limit_of(table.orders), table.ready[seat, codes.CREW] - extra)
        need = table.need - k * rules.injury_bonus
        for ichor in range(goods[codes.ICHOR] + 1):
            for serpents in range(min(goods[codes.SERPENT], most_dice) + 1):
                most = min(goods[codes.PIRATE], most_dice - serpents - ichor - extra)
                for pirates in range(most + 1):
                    if pirates + serpents + ichor > 0:
                        q = min(p_success(rules, pirates, serpents, ichor, extra, need), wanted)
                        cost = PIRATE_COST * pirates + SERPENT_COST * serpents + ICHOR_COST * ichor + CREW_COST * extra
                        # loops run from few to many: on a tie the first found has fewer extra, Ichor, serpents
                        if q > best_q + _CLOSE or (q > best_q - _CLOSE and cost < best_cost):
                            best_q, best_cost = q, cost
                            best = pirates | (serpents << 4) | (ichor << 8) | (extra << 12)
    return best


LOSE_PIRATE, LOSE_SERPENT, LOSE_ICHOR = range(3)


@phase
def begin_attack(rules, state):
    """Announce the attack and commit cards (I-ATTACK-02, I-ATTACK-03)."""
    table = state.table
    seat = table.active
    table.need = actions.attack_needed(rules, table, seat, table.region[seat])
    table.wood_limit = islebound.encoding.wood_limit_of(table.orders)
    if (table.orders & islebound.encoding.ASK_COMMIT) != 0:
        turns.ask(table, codes.Phase.COMMIT, seat)
    else:
        commit(rules, table, best_force(rules, table, seat))


@rule
def n_missing(rules, table):
    """Count the crew that would have to be injured to win (I-ATTACK-09)."""
    missing = table.need - dice.total_of(rules, table)
    if missing <= 0:
        return 0
    return (missing + rules.injury_bonus - 1) // rules.injury_bonus if rules.injury_bonus > 0 else 99


@phase
def resolve(rules, state):
    """Win, injure crew to win, or retreat (I-ATTACK-09 to I-ATTACK-11, D3c)."""
    table = state.table
    n = n_missing(rules, table)
    if n == 0:
        table.stage = codes.Stage.WON
    elif (table.orders & islebound.encoding.ASK_INJURE) != 0:
        turns.ask(table, codes.Phase.INJURE, table.active)
    elif n <= min(islebound.encoding.injury_limit_of(table.orders), table.ready[table.active, codes.CREW]):
        injure_crew(rules, table, n)
    else:
        table.stage = codes.Stage.LOST


@rule
def is_legal_injury(rules, table, seat, n):
    """Tell whether n crew may be injured: none, or as many as it takes (I-ATTACK-09, AMB-09)."""
    if n > table.ready[seat, codes.CREW]:
        return False
    return n == 0 or n == n_missing(rules, table) or rules.injure_on_fail == 1


@phase
def injure_crew(rules, table, n):
    """Injure crew, then win if they suffice (I-ATTACK-09)."""
    wins = n >= n_missing(rules, table)
    crew.owe_helpers(rules, table, codes.DUE_ANY, n, 1, codes.Stage.WON if wins else codes.Stage.LOST)


@phase
def win(rules, state):
    """Return the committed cards and take the town (I-ATTACK-10)."""
    table = state.table
    seat = table.active
    town = table.region[seat]
    if towns.owes_cube(table, seat):
        towns.ask_cube(table, codes.Stage.WON)
        return
    spend(state, seat, codes.PIRATE, table.force[0])
    spend(state, seat, codes.SERPENT, table.force[1])
    table.pirates_left += table.force[0]
    table.serpents_left += table.force[1]
    table.goods[seat, codes.ICHOR] -= table.force[2]
    table.ichor_left += table.force[2]
    state.tally.conquered[seat] += 1
    state.tally.attacks_on[town] += 1
    towns.take_town(rules, state, seat, town, Trigger.ON_CONQUER_TOWN)


@phase
def retreat(rules, state):
    """Retreat with the loss of one committed card, unless Barracks save it (I-ATTACK-11, I-BLDG-X11)."""
    table = state.table
    seat = table.active
    state.tally.retreats[seat] += 1
    table.moment = codes.Moment.AFTER
    table.stage = codes.Stage.FREE
    if crew.has_ability(rules, table, seat, Effect.LOSE_NO_CARD):
        return
    if (table.orders & islebound.encoding.ASK_LOSS) != 0:
        turns.ask(table, codes.Phase.LOSS, seat)
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
        spend(state, seat, codes.PIRATE, 1)
        table.pirates_left += 1
    elif card == LOSE_SERPENT:
        spend(state, seat, codes.SERPENT, 1)
        table.serpents_left += 1
    else:
        table.goods[seat, codes.ICHOR] -= 1
        table.ichor_left += 1
    table.moment = codes.Moment.AFTER
    table.stage = codes.Stage.FREE
