"""The row of a game."""

from analyzer.games.turns import row_layout, write_head
from analyzer.kernel.faults import Fault
from analyzer.kernel.lean import phase, rule
from tests.toy.games.toy.state import MAX_SEATS, Cause

RECORD = row_layout(
    MAX_SEATS, ("winner", "i4", "the seat that won, -1 = nobody alone"), ("changes", "i4", "cards that were changed")
)


@phase
def measure(rules, state, fault, decisions, out):
    """Write one game's row; the score is the card."""
    table = state.table
    write_head(table, fault, Cause.FAULT, decisions, out)
    out.changes, out.winner = 0, table.winner
    for seat in range(rules.players):
        out.changes += table.changed[seat]
        out.score[seat] = state.hands[seat].card
        out.share[seat] = 1.0 if seat == table.winner and fault == Fault.NONE else 0.0


@rule
def worth(rules, row, seat):
    """Return the share of the win: of a seat among rivals, of all together."""
    return row.share[seat] if rules.rivals == 1 else 1.0 * (row.cause == Cause.WON)
