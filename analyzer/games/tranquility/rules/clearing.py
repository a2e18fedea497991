"""Clearing the table before a game."""

from __future__ import annotations

from analyzer.games.tranquility.rules.rocks import NO_ROW
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.spans import fill_span


@rule
def clear_table(rules, state):
    """Empty the grid, the hands and the counts (T-BASE-1, T-BASE-3)."""
    table = state.table
    table.phase = table.stage = table.asked = table.turn = table.cause = 0
    table.started = table.filled = table.cost = 0
    table.number[:] = 0
    table.number[rules.cells + 1] = rules.islands + 1
    table.below[:] = 0
    table.above[:] = 0
    fill_span(table.above, 1, rules.islands, rules.cells + 1)
    table.discarded[:] = 0
    table.held[:] = 0
    table.pile[:] = 0
    table.offer[:] = -1
    table.split[:] = 0
    table.owed[:] = 0
    table.last_action[:] = -1
    table.shown[:] = 0
    table.opening[:] = 0
    table.fresh[:] = 0
    table.laid_by = -1
    table.row_filled[:] = 0
    table.rocks_row = NO_ROW
    table.yellow[:] = 0
    table.pending_finish = 0
    for seat in range(rules.players):
        hand = state.hands[seat]
        hand.seat = seat
        hand.held = 0
        hand.cards[:] = 0
        hand.n_of[:] = 0
        hand.lost[:] = 0
    tally = state.tally
    tally.paid = tally.discard_twos = tally.start_turn = tally.finishes_lost = tally.wilds_used = 0
    tally.start_depth = tally.opening_finishes = 0


@phase
def clear_modules(rules, state):
    """Empty what only modules use."""
    table = state.table
    table.cell = table.refused = table.refill_stage = table.lower_filled = table.rocks_rest = 0
    table.n_storms = table.stock = table.storm = table.storm_seat = table.storm_resume = table.storm_step = 0
    table.window = table.window_part = table.window_step = table.wild_cell = 0
    table.hands_side = table.n_wrong = table.explorers = table.open_finishes = table.n_market = 0
    table.supply = rules.compasses
    table.disclosed[:] = -1
    table.known_monsters[:] = 0
    table.explored[:] = 0
    table.found[:] = 0
    table.orange[:] = 0
    table.purple[:] = 0
    table.purple_by[:] = 0
    table.top[:] = 0
    table.played[:] = 0
    table.side[:] = 0
    table.border[:] = 0
    table.owner[:] = 0
    table.score[:] = 0
    table.market[:] = 0
    state.hidden.n_aside[:] = 0
    tally = state.tally
    tally.wilds_played = tally.compasses_gained = tally.compasses_spent = tally.storms = 0
    tally.monsters_played = tally.finishes_refused = tally.rocks_stays = tally.flips = 0
    tally.explorers = tally.hands_dumped = 0
