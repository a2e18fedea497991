"""Attack: how it begins, injuries, success or retreat (rules 2.6, D3)."""

from __future__ import annotations

from analyzer.games.islebound.abilities import Effect, Trigger
from analyzer.games.islebound.encoding import ASK_COMMIT, ASK_INJURE, ASK_LOSS, injury_limit_of, wood_limit_of
from analyzer.games.islebound.rules.actions import attack_needed
from analyzer.games.islebound.rules.commitment import best_force, commit
from analyzer.games.islebound.rules.crew import has_ability, owe_helpers
from analyzer.games.islebound.rules.dice import total_of
from analyzer.games.islebound.rules.goods import spend
from analyzer.games.islebound.rules.towns import ask_cube, owes_cube, take_town
from analyzer.games.islebound.state import CREW, DUE_ANY, ICHOR, PIRATE, SERPENT, Moment, Phase, Stage
from analyzer.games.turns import ask
from analyzer.kernel.lean import phase, rule

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
