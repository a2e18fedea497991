"""The board: neighbours on the torus, sea and port, turning tiles over (rules 2.5)."""

from __future__ import annotations

from analyzer.games.portolano.state import FIRST_PORT, Deed
from analyzer.kernel.jit import phase, rule


@rule
def is_port(table, cell):
    """Tell a port from a sea tile."""
    return table.face[cell] >= FIRST_PORT


@rule
def is_adjacent(rules, cell, other):
    """Tell whether two cells share an edge on the torus (P-MOVE-2, P-BATTLE-2)."""
    return rules.distance[cell, other] == 1


@rule
def is_isle_of_peace(rules, table, cell):
    """Tell whether a cell shows the Isle of Peace (P-SEA-10)."""
    return rules.deed[table.face[cell]] == Deed.PEACE


@rule
def protects_by_position(rules):
    """Tell whether the Isle of Peace protects whoever stands there, used or not (P-SEA-10, A-16)."""
    return rules.peace_auto == 1


@rule
def n_ships(rules, table, cell):
    """Count the ships on a cell."""
    n = 0
    for seat in range(rules.players):
        n += table.ships[seat].cell == cell
    return n


@phase
def is_occupied(rules, table, cell):
    """Tell whether a player's ship is on a cell."""
    return n_ships(rules, table, cell) > 0


@phase
def turn_over(rules, table, cell):
    """Turn a sea tile over that nobody stands on any more (P-MOVE-9, P-PIRATE-3)."""
    if not is_port(table, cell) and table.pirate != cell and not is_occupied(rules, table, cell):
        table.face[cell] ^= 1


@rule
def sea_cells(rules, table):
    """Return a mask of the sea cells (D1, D2)."""
    mask = 0
    for cell in range(rules.cells):
        mask |= (not is_port(table, cell)) << cell
    return mask
