"""Sea Monsters: they eat an Island, are never discarded, and block the Finish (rules 2.9)."""

from __future__ import annotations

from analyzer.games.tranquility.rules.hands import count_in_hand
from analyzer.games.tranquility.rules.placement import lift_island
from analyzer.games.tranquility.state import Card
from analyzer.games.tranquility.switches.readings import MonsterDisclose
from analyzer.kernel.lean import phase, rule


@rule
def can_eat(rules, table, cell):
    """Tell whether a Monster may be played on a cell (T-MONSTER-3, T-MONSTER-12, T-ROCKS-7, T-STORM-P5)."""
    if cell < 1 or cell > rules.cells or table.number[cell] == 0:
        return False
    row = rules.row_of[cell]
    if rules.rocks_block_monster == 1 and row == table.rocks_row:
        return False
    return rules.purple_block_monster == 0 or table.purple[row] == 0


@phase
def n_targets(rules, table):
    """Count the Islands that a Monster may be played on."""
    n = 0
    for cell in range(1, rules.cells + 1):
        n += can_eat(rules, table, cell)
    return n


@phase
def nth_target(rules, table, index):
    """Return the `index`-th cell that a Monster may be played on."""
    for cell in range(1, rules.cells + 1):
        if can_eat(rules, table, cell):
            if index == 0:
                return cell
            index -= 1
    return 0


@rule
def eat(rules, state, cell):
    """Take an Island and the Monster out of the game (T-MONSTER-3, T-MONSTER-10)."""
    lift_island(rules, state.table, cell)
    state.tally.monsters_played += 1


@phase
def is_monster_held(rules, state):
    """Tell whether any hand holds a Monster (T-MONSTER-6, T-MONSTER-8)."""
    for seat in range(rules.players):
        if count_in_hand(state.hands[seat], Card.MONSTER) > 0:
            return True
    return False


@phase
def disclose(rules, state):
    """Let everybody tell about Monsters when a Finish is refused (T-MONSTER-7)."""
    table = state.table
    for seat in range(rules.players):
        n = count_in_hand(state.hands[seat], Card.MONSTER)
        table.disclosed[seat] = n if rules.monster_disclose == MonsterDisclose.COUNT else min(n, 1)
        table.known_monsters[seat] = max(table.known_monsters[seat], table.disclosed[seat])
    table.refused = 1
    state.tally.finishes_refused += 1
