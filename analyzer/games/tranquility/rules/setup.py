"""Setup: the first player, the deal and the modules (rules 2.2 and 2.12)."""

from __future__ import annotations

from analyzer.games.tranquility.rules.clearing import clear_modules, clear_table
from analyzer.games.tranquility.rules.dealing import deal_piles, first_player
from analyzer.games.tranquility.rules.deck import remove_islands, shuffle_deck
from analyzer.games.tranquility.rules.drawing import refill
from analyzer.games.tranquility.rules.explorer import build_explorer_deck
from analyzer.games.tranquility.rules.hands import draw_cards
from analyzer.games.tranquility.rules.market import COMMON, turn_up
from analyzer.games.tranquility.state import Chance, Stage
from analyzer.kernel.lean import phase
from analyzer.kernel.random import randbelow


@phase
def set_up(rules, state, chance):
    """Set up a game up to the opening hands (rules 2.2)."""
    clear_table(rules, state)
    if rules.has_modules == 1:
        clear_modules(rules, state)
    state.table.first = state.table.active = first_player(rules, chance[Chance.FIRST])
    remove_islands(rules, state.hidden, chance[Chance.REMOVAL])
    shuffle_deck(rules, state.hidden, chance[Chance.DECK])
    deal_piles(rules, state, chance)
    if rules.has_modules == 1:
        set_up_modules(rules, state, chance)
    if rules.competitive == 1:
        open_market(rules, state)
    else:
        refill(rules, state, state.table.first, rules.players, Stage.STARTS)


@phase
def set_up_modules(rules, state, chance):
    """Place the Rocks, build the Explorer deck."""
    if rules.rocks == 1:
        state.table.rocks_row = randbelow(chance[Chance.ROCKS], rules.n_rows)  # T-ROCKS-1
    if rules.explorer == 1:
        build_explorer_deck(rules, state, chance[Chance.EXPLORER])
        for cell in range(1, rules.cells + 1):
            state.table.border[cell] = rules.is_border[cell]


@phase
def open_market(rules, state):
    """Deal two secret hands and a face-up row from the common pile (T-COMP-7)."""
    table = state.table
    left = table.pile[COMMON]
    state.hidden.bottom[:] = state.hidden.bottom[COMMON]
    for seat in range(rules.players):
        table.pile[seat] = left
        draw_cards(state, seat, rules.hand_limit)
        left = table.pile[seat]
        table.pile[seat] = 0
    table.pile[COMMON] = left
    turn_up(rules, state)
    table.started = 1  # there is no Start to wait for
    table.stage = Stage.TURN
