"""The Start of a single player: what is drawn for it, and what is paid (rules 2.7)."""

from __future__ import annotations

from analyzer.games.tranquility.rules.drawing import begin_draw
from analyzer.games.tranquility.rules.hands import n_discardable
from analyzer.games.tranquility.rules.options import n_tops
from analyzer.games.tranquility.rules.start_giving import end_start, lose_top_cards
from analyzer.games.tranquility.state import Draw, Phase, Stage
from analyzer.games.tranquility.switches.readings import SoloStart
from analyzer.games.turns import ask
from analyzer.kernel.lean import phase, rule

SOLO_DRAW = 8  # `draw8` of T-SOLO-2


@rule
def solo_reading(rules):
    """Return what the Start costs a single player (T-SOLO-2)."""
    return rules.solo_start


@rule
def is_start_free(rules):
    """Tell whether the Start costs nothing (T-SOLO-2 `none`)."""
    return rules.players == 1 and solo_reading(rules) == SoloStart.NONE


@rule
def solo_reserve(rules, table):
    """Count the pile cards that a single player may draw or lose for the Start (T-SOLO-2)."""
    if rules.players > 1:
        return 0
    return SOLO_DRAW if solo_reading(rules) == SoloStart.DRAW8 else table.pile[0]


@rule
def begin_solo(rules, state):
    """Let a single player announce unseen top cards, then draw (T-SOLO-2, T-SOLO-5, D-7)."""
    table = state.table
    hand = state.hands[0]
    table.asked = 0
    if is_start_free(rules):
        end_start(rules, table)
    elif table.yellow[0] > 0 and solo_reading(rules) != SoloStart.BLIND and n_tops(rules, table, hand) > 1:
        ask(table, Phase.TOP, 0)
    else:
        draw_for_solo(rules, state, 0)


@phase
def draw_for_solo(rules, state, n_top):
    """Draw what the reading grants (T-SOLO-2, T-SOLO-5)."""
    table = state.table
    table.top[0] = n_top
    if solo_reading(rules) == SoloStart.DRAW8:
        begin_draw(rules, state, 0, Draw.EXTRA, SOLO_DRAW, 1, Stage.PRICE)
    elif solo_reading(rules) == SoloStart.BLIND:
        table.stage = Stage.PRICE
    else:
        begin_draw(rules, state, 0, Draw.PAYABLE, rules.start_price - n_top, 1, Stage.PRICE)


@rule
def pay_solo(rules, state):
    """Take the unseen part from the pile; the rest is owed from the hand (T-SOLO-2, T-SOLO-5)."""
    table = state.table
    free = n_discardable(rules, table, state.hands[0])
    unseen = min(table.top[0], table.cost)
    if solo_reading(rules) == SoloStart.BLIND:
        unseen = max(unseen, table.cost - free)
    unseen = min(unseen, table.pile[0])
    lose_top_cards(state, 0, unseen)
    table.owed[0] = min(table.cost - unseen, free)
    table.stage = Stage.GIVES
