"""What all battles have in common: who is spared, the dice, and the Peace knight (rules 2.10)."""

from __future__ import annotations

from analyzer.games.portolano.rules.board import is_isle_of_peace, protects_by_position
from analyzer.games.portolano.state import Extension, Phase, Stern
from analyzer.games.turns import ask
from analyzer.kernel.jit import phase, rule
from analyzer.kernel.random import randbelow


@rule
def is_exempt(rules, table, ship):
    """Tell whether a ship takes part in no battle this round (P-SEA-10, P-STERN-8, A-16, A-24)."""
    by_position = ship.exempt == 0 and protects_by_position(rules)
    return ship.exempt == 1 or (by_position and is_isle_of_peace(rules, table, ship.cell))


@rule
def roll(rules, n_dice, stream):
    """Roll dice and count the hits (P-BATTLE-3)."""
    hits = 0
    for _ in range(n_dice):
        hits += randbelow(stream, rules.die_faces) < rules.die_hit_faces
    return hits * rules.die_hits


@rule
def capped(rules, n_dice):
    """Limit the dice of one roll (P-BATTLE-13, A-12)."""
    return min(n_dice, rules.dice_cap) if rules.dice_cap > 0 else n_dice


@rule
def sure_hits(ship, n_dice):
    """Count the dice that fuses set to a hit (P-BATTLE-4, P-EXT-4)."""
    return min(ship.extensions[Extension.FUSE], n_dice)


@phase
def fire(rules, ship, stream):
    """Fight on a sea tile: sure hits and one die for every other cannon (P-BATTLE-3, P-BATTLE-4, P-BATTLE-7)."""
    n_dice = capped(rules, ship.cannons)
    sure = sure_hits(ship, n_dice)
    rolled = roll(rules, n_dice - sure, stream)
    set_hits(rules, ship, sure * rules.die_hits, rolled)


@rule
def set_hits(rules, ship, sure, rolled):
    """Note the hits of a sea battle; a mission looks at the best ones (P-MISSION-3, A-20)."""
    ship.hits = sure + rolled
    counted = ship.hits if rules.m10_counts_fuse == 1 else rolled
    ship.best_hits = max(ship.best_hits, counted)


@rule
def is_lucky(rules, ship):
    """Tell whether a tie pays for this ship (P-STERN-7, A-11)."""
    return ship.stern == Stern.SZERENCSE_FIA and (ship.hits > 0 or rules.lucky_zero_tie == 1)


@rule
def ask_knight(table, seat, resume):
    """Ask the Peace knight before the first battle of the round (P-STERN-8, D10)."""
    table.resume = resume
    ask(table, Phase.KNIGHT, seat)


@rule
def answer_knight(table, answer):
    """Spend the Peace-knight marker for this round, or not (P-STERN-8, D10)."""
    ship = table.ships[table.asked]
    if answer == 1:
        ship.knight = 0
        ship.exempt = 1
    else:
        table.declined = 1
    table.stage = table.resume
