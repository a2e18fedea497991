"""The commitment of an attack: cards and combat crew, and the set that is chosen by default (I-ATTACK-03 to 05, D3)."""

from __future__ import annotations

from analyzer.games.islebound.encoding import injury_limit_of, threshold_of
from analyzer.games.islebound.rules.crew import owe_helpers
from analyzer.games.islebound.rules.hunt import capped_dice
from analyzer.games.islebound.state import COMBAT, CREW, DUE_COMBAT, ICHOR, MAX_DICE, MAX_NEED, PIRATE, SERPENT, Stage
from analyzer.games.islebound.switches import CrewLimit
from analyzer.kernel.lean import phase, rule

_CLOSE = 1e-9  # chances this close are equal
PIRATE_COST, SERPENT_COST, ICHOR_COST, CREW_COST = 12, 18, 24, 5  # D3


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
