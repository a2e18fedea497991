"""Avoid every battle (section 6, archetype 9)."""

from analyzer.games.knobs import Knobs
from analyzer.games.portolano import valuing
from analyzer.games.portolano.heuristics.stops import pull, seek_port, stop_worth
from analyzer.games.portolano.heuristics.worth import CANNON, PEACE_PRICE, appraise_cargo, appraise_ship
from analyzer.games.portolano.rules.board import pirate_target
from analyzer.games.portolano.state import FIRST_PORT, Deed
from analyzer.kernel.jit import phase

KNOBS = Knobs(pull=0.9, fear=1.5, price=2.0)
PULL, FEAR, PRICE = KNOBS.places("pull", "fear", "price")
SAFE = 2  # tiles from the pirate


@phase
def danger(rules, table, cell, face):
    """Return the chance that the pirate comes too near with the next wind."""
    if face >= FIRST_PORT or rules.deed[face] == Deed.PEACE:
        return 0.0
    total = 0.0
    for wind in range(4):
        if rules.distance[pirate_target(rules, table, wind), cell] < SAFE:
            total += rules.wind_weight[wind]
    return total / rules.wind_total


def want(rules, table, hand, knobs, worth):
    """Value things as the trader does, but no cannon."""
    ship = table.ships[hand.seat]
    appraise_cargo(rules, table, ship, worth)
    appraise_ship(rules, table, ship, worth, 0.0, 0.35)
    worth[CANNON] = -1.0
    worth[PEACE_PRICE] = knobs[PRICE]
    seek_port(rules, table, ship, worth, 3.0)


@valuing(appraise=want, **KNOBS)
def dove(rules, table, hand, knobs, worth, cell, face, rum):
    """A peaceful trader: take no cannon, keep away from where the pirate may come, and trade.

    1. Never take a cannon. 2. Keep two tiles away from the pirate's possible tiles, all winds alike; ports and
    the Isle of Peace are safe. 3. Spend the Peace knight only against a loss of two or more.
    """
    value = stop_worth(rules, table, table.ships[hand.seat], worth, cell, face) - knobs[PULL] * pull(rules, worth, cell)
    return value - knobs[FEAR] * danger(rules, table, cell, face)
