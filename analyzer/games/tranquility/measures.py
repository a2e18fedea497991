"""What one game leaves behind."""

from analyzer.games.tranquility.state import MAX_SEATS, Cause
from analyzer.games.turns import TIE_BREAK, row_layout, share_and_margin, write_head
from analyzer.kernel.lean import phase, rule

RECORD = row_layout(
    MAX_SEATS,
    ("filled", "i2"),
    ("paid", "i2"),
    ("discard_twos", "i2"),
    ("start_turn", "i2"),
    ("finishes_lost", "i2"),
    ("start_depth", "i2"),
    ("opening_finishes", "i2"),
    ("empty", "u8", "of a game that was not won: bit k - 1 is set if cell k holds no Island"),
    # modules
    ("compasses_gained", "i2"),
    ("compasses_spent", "i2"),
    ("storms", "i2"),
    ("hands_dumped", "i2"),
    ("monsters_played", "i2"),
    ("finishes_refused", "i2"),
    ("rocks_stays", "i2"),
    ("wilds_played", "i2"),
    ("flips", "i2"),
    ("explorers", "i2"),
)


@rule
def measure(rules, state, fault, decisions, out):
    """Write one game's row."""
    table = state.table
    write_head(table, fault, Cause.FAULT, decisions, out)
    out.filled = table.filled
    out.paid = state.tally.paid
    out.discard_twos = state.tally.discard_twos
    out.start_turn = state.tally.start_turn
    out.finishes_lost = state.tally.finishes_lost
    out.start_depth = state.tally.start_depth
    out.opening_finishes = state.tally.opening_finishes
    out.empty = 0 if out.cause == Cause.WON else empty_cells(rules, table)
    if rules.has_modules == 1:
        measure_modules(rules, state, out)


@rule
def empty_cells(rules, table):
    """Return the cells without an Island as a bit mask, cell 1 first."""
    mask = 0
    for cell in range(1, rules.cells + 1):
        mask |= (table.number[cell] == 0) << (cell - 1)
    return mask


@phase
def measure_modules(rules, state, out):
    """Write what only modules bring."""
    tally = state.tally
    out.compasses_gained = tally.compasses_gained
    out.compasses_spent = tally.compasses_spent
    out.storms = tally.storms
    out.hands_dumped = tally.hands_dumped
    out.monsters_played = tally.monsters_played
    out.finishes_refused = tally.finishes_refused
    out.rocks_stays = tally.rocks_stays
    out.wilds_played = tally.wilds_played
    out.flips = tally.flips
    out.explorers = tally.explorers
    if rules.competitive == 1:
        for seat in range(rules.players):
            out.score[seat] = state.table.score[seat]
            out.share[seat] = win_share(rules, state.table, seat) if is_decided(out.cause) else 0.0


@rule
def worth(rules, row, seat):
    """Return what a finished game is worth: the win, and a little for the grid as far as it is filled."""
    if rules.competitive == 1:
        return share_and_margin(rules, row, seat)
    return (row.cause == Cause.WON) + TIE_BREAK * row.filled / rules.cells


@rule
def is_decided(cause):
    """Tell whether a competitive game came to its end."""
    return cause == Cause.GRID_FULL or cause == Cause.STUCK


@rule
def win_share(rules, table, seat):
    """Return a seat's share of the win: ties are shared (T-COMP-6)."""
    n_best = 0
    for other in range(rules.players):
        if table.score[other] > table.score[seat]:
            return 0.0
        n_best += table.score[other] == table.score[seat]
    return 1.0 / n_best
