"""What battles are expected to bring, against the pirate and against other ships."""

from __future__ import annotations

from analyzer.games.portolano.rules.pirate_battle import reaches
from analyzer.games.portolano.rules.weather import pirate_target
from analyzer.games.portolano.state import FIRST_PORT, Deed, Extension
from analyzer.games.portolano.switches import MAX_FUSES, MAX_GUNS
from analyzer.kernel.jit import phase, rule

LOSS = 0.6  # what a unit lost to the pirate counts


@rule
def guns_of(ship):
    """Return the fuses in use and the dice rolled, as the odds tables have them."""
    fuses = min(ship.extensions[Extension.FUSE], ship.cannons, MAX_FUSES - 1)
    return fuses, min(ship.cannons - fuses, MAX_GUNS - 1)


@rule
def pirate_result(rules, ship, near):
    """Return the expected result of one battle with the pirate, losses counted less than talers."""
    fuses, dice = guns_of(ship)
    return rules.pirate_gain[near, fuses, dice] - LOSS * rules.pirate_loss[near, fuses, dice]


@phase
def pirate_swing(rules, table, ship, cell, face):
    """Return the expected result against the pirate over the four winds to come, standing on a cell."""
    if face >= FIRST_PORT or rules.deed[face] == Deed.PEACE:
        return 0.0
    swing = 0.0
    for wind in range(4):
        pirate = pirate_target(rules, table, wind)
        if pirate == cell:
            swing += rules.wind_weight[wind] * pirate_result(rules, ship, 1)
        elif reaches(rules, pirate, cell, wind):
            swing += rules.wind_weight[wind] * pirate_result(rules, ship, 0)
    return swing / rules.wind_total


@phase
def duel_swing(rules, table, seat, cell, face):
    """Return the expected hits above (or below) the ships that stand on a cell now; 0 where nobody fights."""
    if face < FIRST_PORT and rules.deed[face] == Deed.PEACE:
        return 0.0
    swing = 0.0
    for other in range(rules.players):
        if other != seat and table.ships[other].cell == cell:
            swing += expected_hits(rules, table.ships[seat], face) - expected_hits(rules, table.ships[other], face)
    return swing


@rule
def expected_hits(rules, ship, face):
    """Return the hits to expect in a battle among players: cannons at sea, rum in port (P-BATTLE-7)."""
    p_hit = rules.die_hit_faces / rules.die_faces
    if face >= FIRST_PORT:
        return p_hit * ship.rum
    fuses, dice = guns_of(ship)
    return fuses + p_hit * dice
