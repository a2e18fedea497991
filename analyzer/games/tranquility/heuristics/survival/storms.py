"""What each Storm on the table costs the team, and so which one a Compass is spent on (H24)."""

from __future__ import annotations

from analyzer.games.tranquility.heuristics.survival.weights import COMPASS, HINDER
from analyzer.games.tranquility.rules.storms import CANCEL_STORM, storm_code
from analyzer.games.tranquility.state import Card
from analyzer.kernel.lean import phase, rule

_PILE = 20.0  # cards of a pile for which a hindered hand counts in full


@rule
def hindrance(rules, table, knobs, seat):
    """Return what a yellow or orange Storm before a seat costs: the longer it still plays, the more."""
    return knobs[HINDER] * (table.pile[seat] + 1) / _PILE


@rule
def closure(rules, table, knobs):
    """Return what a purple Storm costs: the grid cannot be full before it is cleared (T-STORM-P4)."""
    return knobs[COMPASS] * (0.5 + table.filled / rules.cells)


@phase
def worst_storm(rules, table, knobs):
    """Return the Storm on the table that costs most, as a code, and that cost; 0 if none lies there."""
    worst, most = 0, 0.0
    for seat in range(rules.players):
        cost = hindrance(rules, table, knobs, seat)
        if table.yellow[seat] > 0 and cost > most:
            worst, most = storm_code(Card.YELLOW, seat), cost
        if table.orange[seat] > 0 and cost > most:
            worst, most = storm_code(Card.ORANGE, seat), cost
    cost = closure(rules, table, knobs)
    for row in range(rules.n_rows):
        if table.purple[row] > 0 and cost > most:
            worst, most = storm_code(Card.PURPLE, row), cost
    return worst, most


@rule
def cancel_worst(rules, table, knobs):
    """Cancel the Storm just drawn unless one on the table costs more and there is no Compass for both."""
    _, most = worst_storm(rules, table, knobs)
    return CANCEL_STORM if drawn_cost(rules, table, knobs) >= most or table.stock > table.n_storms else 0


@rule
def drawn_cost(rules, table, knobs):
    """Return what the Storm just drawn would cost."""
    if table.storm == Card.PURPLE:
        return closure(rules, table, knobs)
    return hindrance(rules, table, knobs, table.storm_seat)
