"""What one game leaves behind."""

from __future__ import annotations

from analyzer.games.tranquility.state import MAX_SEATS, Cause
from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import phase, row, rule

RECORD = row(
    ("deal", "i8"),
    ("cause", "i2"),
    ("fault", "i2"),
    ("fault_seat", "i2"),
    ("first", "i2"),
    ("turns", "i4"),
    ("decisions", "i4"),
    ("filled", "i2"),
    ("paid", "i2"),
    ("discard_twos", "i2"),
    ("start_turn", "i2"),  # 0 = no Start was played
    ("finishes_lost", "i2"),
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
    # competitive
    ("score", "i4", (MAX_SEATS,)),
    ("share", "f8", (MAX_SEATS,)),
)


@rule
def measure(rules, state, fault, decisions, out):
    """Write one game's row."""
    table = state.table
    out.cause = table.cause if fault == Fault.NONE else Cause.FAULT
    out.fault = fault
    out.fault_seat = table.asked if fault != Fault.NONE else -1
    out.turns = table.turn
    out.decisions = decisions
    out.first = table.first
    out.filled = table.filled
    out.paid = state.tally.paid
    out.discard_twos = state.tally.discard_twos
    out.start_turn = state.tally.start_turn
    out.finishes_lost = state.tally.finishes_lost
    if rules.has_modules == 1:
        measure_modules(rules, state, out)


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
