"""Never run dry (section 6, archetype 6)."""

from analyzer.games.knobs import Knobs
from analyzer.games.portolano import valuing
from analyzer.games.portolano.heuristics.stops import pull, seek_port, stop_worth
from analyzer.games.portolano.heuristics.worth import appraise_cargo, appraise_ship
from analyzer.games.portolano.state import Item

KNOBS = Knobs(pull=0.7, reserve=3.0, greed=1.3)
PULL, RESERVE, GREED = KNOBS.places("pull", "reserve", "greed")
DEAREST_STEP = 1  # rum that a move may cost
NEVER = 50.0


def want(rules, table, hand, knobs, worth):
    """Value rum above goods until six are aboard."""
    ship = table.ships[hand.seat]
    appraise_cargo(rules, table, ship, worth)
    appraise_ship(rules, table, ship, worth, 0.6, 0.35)
    worth[Item.RUM] = knobs[GREED] if ship.rum < 6 else 0.6
    seek_port(rules, table, ship, worth, 2.0)


@valuing(appraise=want, **KNOBS)
def rum_miser(rules, table, hand, knobs, worth, cell, face, rum):
    """A thrifty sailor: make only cheap moves and keep a reserve of rum.

    1. No move that costs more than one rum. 2. Keep three rum. 3. Free rum, port rum and rum trades first;
    then trade.
    """
    ship = table.ships[hand.seat]
    value = stop_worth(rules, table, ship, worth, cell, face) - knobs[PULL] * pull(rules, worth, cell)
    if ship.rum - rum > DEAREST_STEP:
        value -= NEVER
    return value - max(knobs[RESERVE] - rum, 0.0)
