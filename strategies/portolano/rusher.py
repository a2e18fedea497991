"""Decide when the game ends (section 6, archetype 8)."""

from analyzer.games.knobs import Knobs
from analyzer.games.portolano import valuing
from analyzer.games.portolano.heuristics.stops import CHEST, pull, seek_port, stop_worth
from analyzer.games.portolano.heuristics.worth import appraise_cargo, appraise_ship
from analyzer.games.portolano.rules.final import cargo_points, gun_points, mission_points, ship_points
from analyzer.games.portolano.rules.sea import row_head, row_left, shortest_row
from analyzer.kernel.jit import phase

KNOBS = Knobs(pull=0.9, haste=0.8, delay=0.4)
PULL, HASTE, DELAY = KNOBS.places("pull", "haste", "delay")


@phase
def visible_score(rules, table, seat):
    """Add up what everybody can see of a score; a chest counts its average."""
    ship = table.ships[seat]
    points = ship_points(rules, table, seat) + gun_points(rules, table, seat) + mission_points(rules, table, seat)
    return ship.talers + CHEST * ship.chests + cargo_points(ship) + points


@phase
def is_leading(rules, table, seat):
    """Tell whether nobody has visibly more."""
    own = visible_score(rules, table, seat)
    n_ahead = 0
    for other in range(rules.players):
        n_ahead += visible_score(rules, table, other) > own
    return n_ahead == 0


def want(rules, table, hand, knobs, worth):
    """Value the head of the shortest row high when leading, low when trailing."""
    ship = table.ships[hand.seat]
    appraise_cargo(rules, table, ship, worth)
    appraise_ship(rules, table, ship, worth, 0.9, 0.35)
    shift = knobs[HASTE] if is_leading(rules, table, hand.seat) else -knobs[DELAY]
    least = shortest_row(rules, table)
    for row in range(3):
        if row_left(rules, table, row) == least and least > 0:
            worth[row_head(rules, table, row) + 1] += shift
    seek_port(rules, table, ship, worth, 3.0)


@valuing(appraise=want, **KNOBS)
def rusher(rules, table, hand, knobs, worth, cell, face, rum):
    """A rusher: empty the shortest supply row when leading, and leave it alone when trailing.

    1. Estimate the lead by what everybody sees. 2. Leading: take from the shortest row. 3. Trailing: avoid it.
    Trade otherwise.
    """
    return stop_worth(rules, table, table.ships[hand.seat], worth, cell, face) - knobs[PULL] * pull(rules, worth, cell)
