"""Dice against cards: the best assignment, the exact chance of success, and the rolls (I-ATTACK-07, I-CREW-05)."""

from analyzer.games.islebound.encoding import ASK_ASSIGN, ASK_REROLL, injury_limit_of
from analyzer.games.islebound.rules.goods import spend
from analyzer.games.islebound.state import CREW, FACES, MAX_DICE, MAX_NEED, WOOD, Chance, Phase, Stage
from analyzer.games.turns import ask
from analyzer.kernel import lean, random


@lean.phase
def best_total(rules, dice, pirates, serpents, ichor):
    """Return the greatest attack total of these dice on these cards (I-ATTACK-07)."""
    surplus = -pirates - serpents - ichor
    for face in range(FACES):
        surplus += dice[face]
    low = 0
    while low < FACES - 1 and dice[low] <= surplus:
        surplus -= dice[low]
        low += 1
    if ichor == 0:
        return assigned(rules, dice, low, surplus, serpents, -1)
    best = 0
    for face in range(low, FACES):
        if kept(dice, low, surplus, face) > 0:
            best = max(best, rules.value_ichor[face] + assigned(rules, dice, low, surplus, serpents, face))
    return best


@lean.rule
def kept(dice, low, surplus, face):
    """Count the dice of a face that are used when all below `low` and `surplus` of it are dropped."""
    if face < low:
        return 0
    return dice[face] - (surplus if face == low else 0)


@lean.phase
def assigned(rules, dice, low, surplus, serpents, ichor_face):
    """Return the total of pirates and serpents on the dice that Ichor leaves them."""
    total = 0
    left = serpents
    for place in range(FACES):
        face = rules.face_order[place]
        n = kept(dice, low, surplus, face) - (1 if face == ichor_face else 0)
        n_serpents = min(n, left)
        left -= n_serpents
        total += n_serpents * rules.value_serpent[face] + (n - n_serpents) * rules.value_pirate[face]
    return total


@lean.phase
def fill_odds(values, index, sizes, dice, odds):
    """Write the chance of reaching each need for every set of up to ten dice; `sizes` and `dice` are room to count."""
    for face in range(FACES):
        sizes[face] = class_size(values, face)
    for pirates in range(MAX_DICE + 1):
        for serpents in range(MAX_DICE + 1 - pirates):
            for extra in range(MAX_DICE + 1 - pirates - serpents):
                for ichor in range(2):
                    if pirates + serpents + extra + ichor <= MAX_DICE:
                        row = odds[ichor, index[pirates, serpents, extra]]
                        fill_row(values, sizes, dice, pirates, serpents, ichor, extra, row)


@lean.phase
def fill_row(values, sizes, dice, pirates, serpents, ichor, extra, row):
    """Write the chances of one set: the sum over all counts of dice by class of equal faces."""
    n_dice = pirates + serpents + ichor + extra
    row[:] = 0.0
    row[0] = 1.0
    dice[:] = 0
    dice[0] = n_dice
    while True:
        total = best_total(values, dice, pirates, serpents, ichor)
        weight = multinomial(sizes, dice, n_dice)
        for need in range(1, min(total, MAX_NEED) + 1):
            row[need] += weight
        if not next_dice(sizes, dice):
            return


@lean.phase
def multinomial(sizes, dice, n_dice):
    """Return the chance of exactly these counts, each face standing for its class."""
    ways = 1.0
    left = n_dice
    for face in range(FACES):
        share = sizes[face] / FACES
        for taken in range(dice[face]):
            ways = ways * (left - taken) / (taken + 1) * share
        left -= dice[face]
    return ways


@lean.phase
def class_size(values, first):
    """Count the faces that are worth the same as this one, 0 unless it is the first of them."""
    n = 0
    for face in range(FACES):
        if is_alike(values, face, first):
            if face < first:
                return 0
            n += 1
    return n


@lean.rule
def is_alike(values, one, other):
    """Tell whether two faces have the same value on every card."""
    same = values.value_pirate[one] == values.value_pirate[other]
    same = same and values.value_serpent[one] == values.value_serpent[other]
    return same and values.value_ichor[one] == values.value_ichor[other]


@lean.phase
def next_dice(sizes, dice):
    """Step to the next way to share the dice among the classes; tell whether there was one."""
    for face in range(FACES - 1):
        if dice[face] > 0:
            moved = dice[face]
            dice[face] = 0
            target = face + 1
            while target < FACES and sizes[target] == 0:
                target += 1
            if target == FACES:
                return False
            dice[target] += 1
            dice[0] = moved - 1
            return True
    return False


@lean.phase
def roll(rules, state):
    """Roll all dice at once (I-ATTACK-05)."""
    table = state.table
    table.dice[:] = 0
    table.fixed[:] = 0
    table.assigned = table.total = 0
    n = table.force[0] + table.force[1] + table.force[2] + table.force[3]
    for _ in range(n):
        table.dice[random.randbelow(state.hidden.chance[Chance.DICE], FACES)] += 1
    table.stage = Stage.REROLL


@lean.rule
def total_of(rules, table):
    """Return the total of the dice: the player's assignment, else the best one (I-ATTACK-07, I-ATTACK-08, D3b)."""
    if table.assigned > 0:
        return table.total
    return best_total(rules, table.dice, table.force[0], table.force[1], table.force[2])


@lean.rule
def may_reroll(rules, table, face):
    """Tell whether a die of a face may be rerolled (I-ATTACK-06, AMB-07)."""
    if rules.reroll_repeat == 1:
        return table.dice[face] > 0
    return table.dice[face] > table.fixed[face]


@lean.rule
def has_reroll(rules, table, seat):
    """Tell whether there is wood and a die for another reroll (I-ATTACK-06)."""
    found = False
    for face in range(FACES):
        found = found or may_reroll(rules, table, face)
    return found and min(table.wood_limit, table.goods[seat, WOOD]) > 0


@lean.phase
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


@lean.phase
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


@lean.phase
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


@lean.phase
def reroll(rules, state, face):
    """Pay 1 wood and throw one die again (I-ATTACK-06)."""
    table = state.table
    spend(state, table.active, WOOD, 1)
    table.wood_limit -= 1
    new = random.randbelow(state.hidden.chance[Chance.DICE], FACES)
    table.dice[face] -= 1
    if table.fixed[face] > table.dice[face]:
        table.fixed[face] -= 1
    table.dice[new] += 1
    table.fixed[new] += 1
    table.stage = Stage.REROLL


@lean.rule
def after_dice(table):
    """Return the stage after the last reroll."""
    return Stage.ASSIGN if (table.orders & ASK_ASSIGN) != 0 else Stage.RESOLVE


@lean.rule
def ask_assignment(table):
    """Ask which die the next card gets, pirates first, then serpents, then Ichor."""
    if table.assigned < table.force[0] + table.force[1] + table.force[2]:
        ask(table, Phase.ASSIGN, table.active)
    else:
        table.stage = Stage.RESOLVE


@lean.rule
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
