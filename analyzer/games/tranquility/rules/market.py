"""Competitive: a common pile with a face-up row, and points (rules 3.4)."""

from __future__ import annotations

from analyzer.games.tranquility.rules.hands import take_into_hand
from analyzer.games.tranquility.state import Phase, Stage
from analyzer.games.turns import ask
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.piles import remove_slot

COMMON = 0  # the seat under whose name the common pile lies


@phase
def turn_up(rules, state):
    """Fill the face-up row from the common pile (T-COMP-3, T-COMP-4)."""
    table = state.table
    while table.n_market < rules.comp_row and table.pile[COMMON] > 0:
        table.pile[COMMON] -= 1
        table.market[table.n_market] = state.hidden.deck[state.hidden.bottom[COMMON] + table.pile[COMMON]]
        table.n_market += 1


@phase
def ask_market(rules, state):
    """Let the active player choose face-up cards one at a time until the hand is full (D-18, T-COMP-5)."""
    table = state.table
    if table.held[table.active] >= rules.hand_limit or table.n_market == 0:
        table.stage = Stage.PASS
    elif table.n_market == 1:
        take_market(rules, state, 0)
    else:
        ask(table, Phase.COMP_DRAW, table.active)


@phase
def take_market(rules, state, slot):
    """Take a face-up card; the row is filled up at once."""
    table = state.table
    take_into_hand(state, table.active, table.market[slot])
    remove_slot(table.market, table.n_market, slot)
    table.n_market -= 1
    turn_up(rules, state)
    table.stage = Stage.MARKET


@rule
def score_play(rules, table, seat, cell):
    """Score one's own Island (T-COMP-2, T-COMP-4)."""
    table.owner[cell] = seat + 1
    table.score[seat] += rules.comp_play


@rule
def score_discard(rules, table, seat, n_cards):
    """Charge discarded cards (T-COMP-2, T-COMP-4)."""
    table.score[seat] -= rules.comp_discard * n_cards
