"""The Pyramid's Explorer deck: drawn when an Island is laid on a border card (rules 3.2)."""

from __future__ import annotations

from analyzer.games.tranquility.rules.drawing import reveal_storm
from analyzer.games.tranquility.rules.hands import take_into_hand
from analyzer.games.tranquility.rules.monsters import eat, n_targets, nth_target
from analyzer.games.tranquility.rules.rocks import COMPLETE_ROWS, n_complete_rows
from analyzer.games.tranquility.state import Card, Chance, Explorer, Phase, Stage
from analyzer.games.tranquility.switches.readings import PyramidFinish, PyramidMonster
from analyzer.games.turns import ask
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.random import randbelow, shuffle


@phase
def build_explorer_deck(rules, state, stream):
    """Shuffle the Explorer deck (T-PYR-2, T-PYR-6)."""
    n = 0
    n = add_copies(state.hidden.explorer, n, Card.MONSTER, rules.explorer_monsters)
    n = add_copies(state.hidden.explorer, n, Card.YELLOW, rules.explorer_storms)
    n = add_copies(state.hidden.explorer, n, Card.PURPLE, rules.explorer_storms)
    n = add_copies(state.hidden.explorer, n, Card.ORANGE, rules.explorer_storms)
    n = add_copies(state.hidden.explorer, n, Explorer.COMPASS, rules.explorer_compasses)
    n = add_copies(state.hidden.explorer, n, Explorer.ROCKS, rules.explorer_rocks)
    n = add_copies(state.hidden.explorer, n, Card.FINISH, rules.finishes)
    n = add_copies(state.hidden.explorer, n, Explorer.BORDER, rules.n_borders)
    shuffle(stream, state.hidden.explorer, n)
    state.table.explorers = n


@phase
def add_copies(deck, n, card, n_copies):
    """Add copies of a card to a deck of n cards; return the new size."""
    for place in range(n, n + n_copies):
        deck[place] = card
    return n + n_copies


@phase
def explore(rules, state, cell, chance):
    """Draw and resolve the top Explorer card, if the cell lies on a border card (T-PYR-3, T-PYR-7, T-PYR-8)."""
    table = state.table
    if table.border[cell] == 0 or table.explorers == 0:
        return
    table.border[cell] = rules.pyr_retrigger
    table.explorers -= 1
    state.tally.explorers += 1
    card = state.hidden.explorer[table.explorers]
    table.explored[card] += 1
    if card == Explorer.COMPASS:
        table.stock += 1
        state.tally.compasses_gained += 1
    elif card == Explorer.ROCKS:
        place_rocks(rules, table, chance[Chance.ROCKS])
    elif card >= Card.YELLOW:
        reveal_storm(table, table.active, card, Stage.ROCKS)
    elif card == Card.FINISH:
        find_finish(rules, state)
    elif card == Card.MONSTER:
        meet_monster(rules, state)


@rule
def find_finish(rules, state):
    """Lay an Explorer Finish open, or take it (T-PYR-7)."""
    if rules.pyr_finish == PyramidFinish.OPEN:
        state.table.open_finishes += 1
        state.table.shown[Card.FINISH] += 1
    else:
        take_into_hand(state, state.table.active, Card.FINISH)
        state.table.found[state.table.active] += 1


@rule
def meet_monster(rules, state):
    """Take an Explorer Monster, or let it eat at once (T-PYR-7, T-PYR-10, D-17)."""
    table = state.table
    if rules.pyr_monster == PyramidMonster.HAND:
        take_into_hand(state, table.active, Card.MONSTER)
        table.known_monsters[table.active] += 1
        return
    table.shown[Card.MONSTER] += 1
    if n_targets(rules, table) > 1:
        ask(table, Phase.EXPLORER_TARGET, table.active)
    elif n_targets(rules, table) == 1:
        eat(rules, state, nth_target(rules, table, 0))


@phase
def place_rocks(rules, table, stream):
    """Put the Rocks on a random open row; no Rocks step this turn (T-PYR-7, T-PYR-10)."""
    n_open = 0
    for row in range(rules.n_rows):
        n_open += table.row_filled[row] < rules.row_length[row]
    lot = randbelow(stream, max(n_open, 1))
    if n_complete_rows(rules, table) >= COMPLETE_ROWS:
        return
    for row in range(rules.n_rows):
        if table.row_filled[row] < rules.row_length[row]:
            if lot == 0:
                table.rocks_row = row
                table.rocks_rest = 1
                return
            lot -= 1
