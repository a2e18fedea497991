"""Stages of the Start event and of the modules: where a turn goes on when nobody is asked."""

from __future__ import annotations

from analyzer.games.tranquility.rules.drawing import draw_on
from analyzer.games.tranquility.rules.explorer import explore
from analyzer.games.tranquility.rules.market import ask_market
from analyzer.games.tranquility.rules.opening import shuffle_starts_in
from analyzer.games.tranquility.rules.rocks import ask_rocks
from analyzer.games.tranquility.rules.start_giving import ask_excess, ask_gives, refill_all
from analyzer.games.tranquility.rules.start_price import ask_offers, ask_price, ask_split, ask_tops
from analyzer.games.tranquility.rules.storms import (
    ask_cancel,
    ask_wild_cancel,
    gain_compass,
    resolve_storm,
    row_earns_compass,
)
from analyzer.games.tranquility.rules.windows import ask_window
from analyzer.games.tranquility.state import Stage
from analyzer.kernel.lean import phase


@phase
def advance_start(rules, state, stage):
    """Run a stage of the Start event."""
    if stage == Stage.PRICE:
        ask_price(rules, state)
    elif stage == Stage.OFFERS:
        ask_offers(rules, state)
    elif stage == Stage.SPLIT:
        ask_split(rules, state)
    elif stage == Stage.TOPS:
        ask_tops(rules, state)
    elif stage == Stage.GIVES:
        ask_gives(rules, state)
    elif stage == Stage.EXCESS:
        ask_excess(rules, state)
    else:
        refill_all(rules, state)


@phase
def advance_module(rules, state, stage, chance):
    """Run a stage of drawing, of the modules, or of the setup."""
    if stage == Stage.DRAW:
        draw_on(rules, state)
    elif stage == Stage.STORM:
        ask_cancel(rules, state)
    elif stage == Stage.STORM_WILD:
        ask_wild_cancel(rules, state)
    elif stage == Stage.STORM_EFFECT:
        resolve_storm(rules, state)
    elif stage == Stage.RESULTS:
        settle_results(rules, state, chance)
    elif stage == Stage.ROCKS:
        ask_rocks(rules, state)
    elif stage == Stage.WINDOW:
        ask_window(rules, state)
    elif stage == Stage.MARKET:
        ask_market(rules, state)
    else:
        shuffle_starts_in(rules, state, chance)


@phase
def settle_results(rules, state, chance):
    """Settle what an action brings: a Compass for a row, an Explorer card (T-BASE-30 step 3)."""
    table = state.table
    table.stage = Stage.ROCKS
    table.refill_stage = Stage.REFILL
    if table.cell > 0:
        if rules.has_storms == 1 and row_earns_compass(rules, table, table.cell):
            gain_compass(state)
        if rules.explorer == 1:
            explore(rules, state, table.cell, chance)
