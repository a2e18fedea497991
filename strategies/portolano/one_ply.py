"""Look one move ahead (section 6, archetype 10)."""

from analyzer.games.knobs import Knobs
from analyzer.games.portolano import valuing
from analyzer.games.portolano.heuristics.stops import (
    duel_swing,
    pirate_swing,
    sale_units,
    sale_value,
    seek_port,
    stop_worth,
)
from analyzer.games.portolano.heuristics.worth import appraise_cargo, appraise_ship
from analyzer.games.portolano.state import FIRST_PORT

KNOBS = Knobs(goods=0.9, guns=1.2, numbers=0.4, battle=1.0)
GOODS, GUNS, NUMBERS, BATTLE = KNOBS.places("goods", "guns", "numbers", "battle")


def want(rules, table, hand, knobs, worth):
    """Value things by demand and use; any sale may do."""
    ship = table.ships[hand.seat]
    appraise_cargo(rules, table, ship, worth)
    appraise_ship(rules, table, ship, worth, knobs[GUNS], knobs[NUMBERS])
    seek_port(rules, table, ship, worth, 1.0)


@valuing(appraise=want, traits=("look-ahead",), **KNOBS)
def one_ply(rules, table, hand, knobs, worth, cell, face, rum):
    """A one-step planner: lay the cards whose stop brings most at once, with the battle to expect over the four winds.

    1. Every legal card: what the sale leaves above the worth of the goods sold, or pick-up and action. 2. Plus the
    expected result against the pirate for each wind and against the ships that stand there now. Others' hidden
    moves are ignored: only what the seat can see is used.
    """
    ship = table.ships[hand.seat]
    fights = pirate_swing(rules, table, ship, cell, face) + duel_swing(rules, table, hand.seat, cell, face)
    if face < FIRST_PORT:
        return stop_worth(rules, table, ship, worth, cell, face) + knobs[BATTLE] * fights
    units = sale_units(rules, table, ship, cell)
    sale = sale_value(rules, table, ship, cell, units) - knobs[GOODS] * units if units > 0 else 0.0
    return sale + knobs[BATTLE] * fights
