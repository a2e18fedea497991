"""The row of a game."""

from analyzer.games.turns import points_given, row_layout, write_head
from analyzer.kernel.faults import Fault
from analyzer.kernel.lean import phase
from tests.stalls.games.stalls.state import CHARMS, MAX_SEATS, Cause

RECORD = row_layout(
    MAX_SEATS,
    ("owner", "i2", (CHARMS,), "by Charm: the seat that it was dealt to, -1 = nobody"),
    ("plan", "i2", (MAX_SEATS,), "by seat: its Plan"),
)


@phase
def measure(rules, state, fault, decisions, out):
    """Write one game's row; the score are the faces."""
    table = state.table
    write_head(table, fault, Cause.FAULT, decisions, out)
    for charm in range(CHARMS):
        out.owner[charm] = table.owner[charm]
    for seat in range(rules.players):
        out.plan[seat] = table.plan[seat]
        out.score[seat] = table.faces[seat] + points_given(rules, table, seat)
        out.share[seat] = 1.0 if seat == table.winner and fault == Fault.NONE else 0.0
