"""What one game leaves behind."""

from __future__ import annotations

from analyzer.games.portolano.rules.final import score_game
from analyzer.games.portolano.state import MAX_REVEALED, MAX_SEATS, Cause
from analyzer.games.rows import row_layout, write_head
from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import phase, rule

RECORD = row_layout(
    MAX_SEATS,
    ("top_score", "i4"),
    ("rounds", "i2"),
    ("capped", "i2"),
    ("winners", "i2"),  # who share the win
    ("longest_wait", "i2"),  # rounds without a token taken from the supply board
    ("layout", "i2"),
    ("mission", "i2", (MAX_REVEALED,)),  # 0 = M1
    ("talers", "i2", (MAX_SEATS,)),
    ("chest_points", "i2", (MAX_SEATS,)),
    ("knight_points", "i2", (MAX_SEATS,)),
    ("ship_points", "i2", (MAX_SEATS,)),
    ("cannon_points", "i2", (MAX_SEATS,)),
    ("cargo_points", "i2", (MAX_SEATS,)),
    ("mission_points", "i2", (MAX_SEATS,)),
    ("stern", "i2", (MAX_SEATS,)),
    ("holds", "i2", (MAX_SEATS,)),  # extensions by type
    ("gun_decks", "i2", (MAX_SEATS,)),
    ("sails", "i2", (MAX_SEATS,)),
    ("fuses", "i2", (MAX_SEATS,)),
    ("ship_value", "i2", (MAX_SEATS,)),
    ("cannons", "i2", (MAX_SEATS,)),
    ("chests", "i2", (MAX_SEATS,)),
    ("units_sold", "i2", (MAX_SEATS,)),
    ("pirate_won", "i2", (MAX_SEATS,)),
    ("pirate_lost", "i2", (MAX_SEATS,)),
    ("duels_won", "i2", (MAX_SEATS,)),  # opponents in battles among players that had fewer hits
    ("duels_lost", "i2", (MAX_SEATS,)),
    ("mutinies", "i2", (MAX_SEATS,)),
    ("marker", "i2", (MAX_REVEALED, MAX_SEATS)),  # position on each revealed mission, 0 = none
)


@phase
def measure(rules, state, fault, decisions, out):
    """Write one game's row; a game stopped by a fault shows the score it had then."""
    table, tally = state.table, state.tally
    write_head(table, fault, Cause.FAULT, decisions, out)
    out.rounds = table.round_no
    out.capped = table.cause == Cause.TRUNCATED
    out.longest_wait = tally.longest_wait
    out.layout = table.layout
    if fault != Fault.NONE:
        score_game(rules, state)
    out.top_score = tally.score[0]
    out.winners = 0
    for seat in range(rules.players):
        out.winners += tally.share[seat] > 0.0
        out.top_score = max(out.top_score, tally.score[seat])
        measure_seat(rules, state, seat, out)
    for place in range(rules.revealed):
        out.mission[place] = table.mission[place]


@rule
def measure_seat(rules, state, seat, out):
    """Write what one seat has reached, by source."""
    ship, tally = state.table.ships[seat], state.tally
    out.share[seat] = tally.share[seat]
    out.score[seat] = tally.score[seat]
    out.talers[seat] = ship.talers
    out.chest_points[seat] = tally.chest_points[seat]
    out.knight_points[seat] = tally.knight_points[seat]
    out.ship_points[seat] = tally.ship_points[seat]
    out.cannon_points[seat] = tally.gun_points[seat]
    out.cargo_points[seat] = tally.cargo_points[seat]
    out.mission_points[seat] = tally.mission_points[seat]
    out.stern[seat] = ship.stern
    out.holds[seat] = ship.extensions[0]
    out.gun_decks[seat] = ship.extensions[1]
    out.sails[seat] = ship.extensions[2]
    out.fuses[seat] = ship.extensions[3]
    out.ship_value[seat] = ship.worth
    out.cannons[seat] = ship.cannons
    out.chests[seat] = ship.chests
    out.units_sold[seat] = tally.units_sold[seat]
    out.pirate_won[seat] = tally.pirate_won[seat]
    out.pirate_lost[seat] = tally.pirate_lost[seat]
    out.duels_won[seat] = tally.duels_won[seat]
    out.duels_lost[seat] = tally.duels_lost[seat]
    out.mutinies[seat] = tally.mutinies[seat]
    for place in range(rules.revealed):
        out.marker[place, seat] = state.table.marker[place, seat]
