"""When to end the game: who leads, and whether a purchase that triggers the end is welcome."""

from __future__ import annotations

from analyzer.games.islebound.heuristics.values import LONG_GAME
from analyzer.games.islebound.rules.end import score_of
from analyzer.kernel.lean import phase, rule


@phase
def lead_of(rules, table, seat):
    """Return by how many points a player is ahead of the best of the others, as the table stands."""
    best = -1_000_000
    for other in range(rules.players):
        if other != seat:
            best = max(best, score_of(rules, table, other))
    return score_of(rules, table, seat) - best


@rule
def would_end(rules, table, seat):
    """Tell whether one more building of a player triggers the end (I-END-01)."""
    return table.last_round == 0 and table.n_owned[seat] + 1 >= rules.end_count


@phase
def may_add_building(rules, table, seat, lead):
    """Tell whether one more building is welcome: not if it ends the game without the lead, unless it has dragged on."""
    if not would_end(rules, table, seat) or table.round_no > LONG_GAME:
        return True
    return lead_of(rules, table, seat) >= lead
