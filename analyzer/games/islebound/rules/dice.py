"""The dice of an attack: the roll, rerolls for wood, and which card gets which die (I-ATTACK-05 to 08, D3a, D3b)."""

from __future__ import annotations

from analyzer.games.islebound.encoding import ASK_ASSIGN, ASK_REROLL, injury_limit_of
from analyzer.games.islebound.rules.goods import spend
from analyzer.games.islebound.rules.odds import best_total
from analyzer.games.islebound.state import CREW, FACES, WOOD, Chance, Phase, Stage
from analyzer.games.turns import ask
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.random import randbelow


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


@rule
def after_dice(table):
    """Return the stage after the last reroll."""
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
