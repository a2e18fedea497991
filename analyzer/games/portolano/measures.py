"""What one game leaves behind."""

from analyzer.games.portolano.rules.final import score_game
from analyzer.games.portolano.state import MAX_REVEALED, MAX_SEATS, Cause
from analyzer.games.turns import row_layout, write_head
from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import phase, rule

RECORD = row_layout(
    MAX_SEATS,
    ("top_score", "i4"),
    ("rounds", "i2"),
    ("capped", "i2", "1 = cut off by the round limit"),
    ("winners", "i2", "seats that share the win"),
    ("longest_wait", "i2"),
    ("layout", "i2", "side of the supply board in use, from 0 on"),
    ("mission", "i2", (MAX_REVEALED,), "the revealed missions, 0 = M1"),
    ("talers", "i2", (MAX_SEATS,), "talers at the end"),
    ("chest_points", "i2", (MAX_SEATS,), "points for treasure chests"),
    ("knight_points", "i2", (MAX_SEATS,), "points for an unused Peace-knight marker"),
    ("ship_points", "i2", (MAX_SEATS,), "points for the place in ship value"),
    ("cannon_points", "i2", (MAX_SEATS,), "points for the place in cannons"),
    ("cargo_points", "i2", (MAX_SEATS,), "points for rum and goods left aboard"),
    ("mission_points", "i2", (MAX_SEATS,), "points for missions"),
    ("stern", "i2", (MAX_SEATS,), "ability of the stern tile: a code of Stern"),
    ("holds", "i2", (MAX_SEATS,), "HOLD extensions"),
    ("gun_decks", "i2", (MAX_SEATS,), "CANNON extensions"),
    ("sails", "i2", (MAX_SEATS,), "SAIL extensions"),
    ("fuses", "i2", (MAX_SEATS,), "FUSE extensions"),
    ("ship_value", "i2", (MAX_SEATS,), "sum of the numbers of the extensions"),
    ("cannons", "i2", (MAX_SEATS,), "cannons at the end"),
    ("chests", "i2", (MAX_SEATS,), "treasure chests won"),
    ("units_sold", "i2", (MAX_SEATS,), "units unloaded in ports"),
    ("pirate_won", "i2", (MAX_SEATS,), "battles won against the pirate"),
    ("pirate_lost", "i2", (MAX_SEATS,), "battles lost to the pirate"),
    ("duels_won", "i2", (MAX_SEATS,), "opponents in battles among players that had fewer hits"),
    ("duels_lost", "i2", (MAX_SEATS,), "opponents in battles among players that had more hits"),
    ("mutinies", "i2", (MAX_SEATS,), "mutinies aboard"),
    ("marker", "i2", (MAX_REVEALED, MAX_SEATS), "place of the marker on each revealed mission, 0 = none"),
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
