"""Dice against cards: the best assignment and the exact chance of success (I-ATTACK-07, I-ATTACK-08, D3, D3b).

Dice are counted by face. Values never fall with the face, so surplus dice are the lowest; and a die moved from
pirate to serpent gains the difference of the two tables, so the serpents take the dice of the largest difference.
"""

from __future__ import annotations

from analyzer.games.islebound.state import FACES, MAX_DICE, MAX_NEED
from analyzer.kernel.lean import phase, rule


@phase
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


@rule
def kept(dice, low, surplus, face):
    """Count the dice of a face that are used when all below `low` and `surplus` of it are dropped."""
    if face < low:
        return 0
    return dice[face] - (surplus if face == low else 0)


@phase
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


@phase
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


@phase
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


@phase
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


@phase
def class_size(values, first):
    """Count the faces that are worth the same as this one, 0 unless it is the first of them."""
    n = 0
    for face in range(FACES):
        if is_alike(values, face, first):
            if face < first:
                return 0
            n += 1
    return n


@rule
def is_alike(values, one, other):
    """Tell whether two faces have the same value on every card."""
    same = values.value_pirate[one] == values.value_pirate[other]
    same = same and values.value_serpent[one] == values.value_serpent[other]
    return same and values.value_ichor[one] == values.value_ichor[other]


@phase
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
