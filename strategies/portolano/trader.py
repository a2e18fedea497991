"""Collect what the ports want and sell it in large lots (section 6, archetype 2)."""

from analyzer.games.knobs import Knobs
from analyzer.games.portolano import valuing
from analyzer.games.portolano.heuristics.stops import pull, seek_port, stop_worth
from analyzer.games.portolano.heuristics.worth import appraise_cargo, appraise_ship

KNOBS = Knobs(least_sale=3.0, pull=0.9, guns=0.9, numbers=0.35)
LEAST_SALE, PULL, GUNS, NUMBERS = KNOBS.places("least_sale", "pull", "guns", "numbers")


def want(rules, table, hand, knobs, worth):
    """Value goods by demand, and look for a port that buys enough."""
    ship = table.ships[hand.seat]
    appraise_cargo(rules, table, ship, worth)
    appraise_ship(rules, table, ship, worth, knobs[GUNS], knobs[NUMBERS])
    seek_port(rules, table, ship, worth, knobs[LEAST_SALE])


@valuing(appraise=want, **KNOBS)
def trader(rules, table, hand, knobs, worth, cell, face, rum):
    """A plain trader: collect the goods that ports demand, then sail to the port with the best sale per step.

    1. With three units for some port (four when rum is plenty; any number when the game ends) go for the best port.
    2. Otherwise go where pick-up and action bring most. Take the kind most demanded and least held.
    """
    return stop_worth(rules, table, table.ships[hand.seat], worth, cell, face) - knobs[PULL] * pull(rules, worth, cell)
