"""What one game leaves behind."""

from analyzer.games.rumini.rules.devices import leads
from analyzer.games.rumini.state import MAX_SEATS, Cause, How
from analyzer.games.turns import row_layout, write_head
from analyzer.kernel import faults, jit

RECORD = row_layout(
    MAX_SEATS,
    ("winner", "i2", "the seat that won, -1 = nobody alone"),
    ("placements", "i4"),
    ("moves", "i4"),
    ("recaptures", "i4"),
    ("lead_changes", "i2"),
    ("by_capture", "i4", (MAX_SEATS,), "devices obtained by own capture"),
    ("by_flag", "i4", (MAX_SEATS,), "devices obtained by a flag in another's turn"),
    ("by_bazaar", "i4", (MAX_SEATS,), "devices obtained for bazaar cards"),
    ("by_pirate", "i4", (MAX_SEATS,), "devices obtained by a pirate"),
    ("captures", "i4", (MAX_SEATS,), "map cards captured in the own turn"),
    ("bazaar_cards", "i4", (MAX_SEATS,), "bazaar cards got"),
    ("treasures_played", "i4", (MAX_SEATS,), "treasure cards played"),
    ("missed_turns", "i4", (MAX_SEATS,), "turns missed"),
    ("turns_taken", "i4", (MAX_SEATS,), "turns taken"),
)


@jit.phase
def measure(rules, state, fault, decisions, out):
    """Write one game's row."""
    table = state.table
    write_head(table, fault, Cause.FAULT, decisions, out)
    out.winner = table.winner
    out.placements = state.tally.placements
    out.moves = state.tally.moves
    out.recaptures = state.tally.recaptures
    out.lead_changes = state.tally.lead_changes + is_overtaken(state)
    for seat in range(MAX_SEATS):
        out.share[seat] = win_share(rules, table, fault, seat)
        measure_seat(state, seat, out)


@jit.rule
def is_overtaken(state):
    """Tell whether the winner took the lead from another in the last turn."""
    return state.table.cause == Cause.WON and state.tally.leader >= 0 and state.tally.leader != state.table.winner


@jit.rule
def measure_seat(state, seat, out):
    """Write the part of the row that belongs to one seat."""
    tally = state.tally
    out.score[seat] = state.table.n_up[seat]
    out.by_capture[seat] = tally.obtained[seat, How.CAPTURE]
    out.by_flag[seat] = tally.obtained[seat, How.FLAG]
    out.by_bazaar[seat] = tally.obtained[seat, How.BAZAAR]
    out.by_pirate[seat] = tally.obtained[seat, How.PIRATE]
    out.captures[seat] = tally.captures[seat]
    out.bazaar_cards[seat] = tally.bazaar_cards[seat]
    out.treasures_played[seat] = tally.treasures_played[seat]
    out.missed_turns[seat] = tally.missed[seat]
    out.turns_taken[seat] = tally.turns[seat]


@jit.rule
def win_share(rules, table, fault, seat):
    """Return a seat's share of the win: players who stand equal in an unfinished game divide it (R-END-3)."""
    if fault != faults.Fault.NONE or seat >= rules.players:
        return 0.0
    if table.winner >= 0:
        return 1.0 if table.winner == seat else 0.0
    n_leaders = 0
    for other in range(rules.players):
        n_leaders += leads(rules, table, other)
    return 1.0 / n_leaders if leads(rules, table, seat) else 0.0
