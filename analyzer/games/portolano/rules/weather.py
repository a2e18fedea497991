"""Wind and pirate (rules 2.8 and 2.9)."""

from __future__ import annotations

from analyzer.games.portolano.rules.board import is_port, turn_over
from analyzer.kernel.jit import phase, rule
from analyzer.kernel.random import randbelow


@phase
def spin_wind(rules, table, stream):
    """Spin the wind; it blows towards the result (P-WIND-1, P-WIND-2)."""
    left = randbelow(stream, rules.wind_total)
    way = 0
    while left >= rules.wind_weight[way]:
        left -= rules.wind_weight[way]
        way += 1
    table.wind = way


@rule
def pirate_target(rules, table, way):
    """Return where the pirate goes with a wind: on to the next sea tile (P-PIRATE-1, P-PIRATE-2)."""
    cell = rules.next_cell[way, table.pirate]
    while is_port(table, cell):
        cell = rules.next_cell[way, cell]
    return cell


@phase
def move_pirate(rules, table):
    """Move the pirate and turn the tile it left (P-PIRATE-1 to P-PIRATE-4)."""
    left = table.pirate
    table.pirate = pirate_target(rules, table, table.wind)
    if table.pirate != left:
        turn_over(rules, table, left)
