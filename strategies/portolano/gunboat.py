"""Live on battles (section 6, archetype 5)."""

from analyzer.games.knobs import Knobs
from analyzer.games.portolano import valuing
from analyzer.games.portolano.heuristics.stops import duel_swing, pirate_swing, pull, seek_port, stop_worth
from analyzer.games.portolano.heuristics.worth import CANNON, EXTENSION, appraise_cargo, appraise_ship
from analyzer.games.portolano.rules.hold import cannon_slots
from analyzer.games.portolano.state import Extension, Item, Phase

KNOBS = Knobs(pull=0.8, guns=2.4, prey=0.8)
PULL, GUNS, PREY = KNOBS.places("pull", "guns", "prey")


def want(rules, table, hand, knobs, worth):
    """Value slots first, then cannons, then a fuse; as loot talers before cocoa before goods before rum."""
    ship = table.ships[hand.seat]
    appraise_cargo(rules, table, ship, worth)
    appraise_ship(rules, table, ship, worth, knobs[GUNS], 0.3)
    is_armed = ship.cannons >= cannon_slots(rules, ship)
    if ship.extensions[Extension.CANNON] == 0:
        worth[EXTENSION + Extension.CANNON] += 3.0
    elif is_armed:
        worth[EXTENSION + Extension.FUSE] += 3.0
    if table.phase == Phase.LOOT:
        worth[Item.TALER] = worth[Item.COCOA] + 0.1
        worth[Item.RUM] = 0.4
    worth[CANNON] = knobs[GUNS]
    seek_port(rules, table, ship, worth, 3.0)


@valuing(appraise=want, **KNOBS)
def gunboat(rules, table, hand, knobs, worth, cell, face, rum):
    """A fighter: arm the ship, sail onto weaker ships and stay near the pirate when it can be beaten.

    1. Cannon extension, cannons up to the slots, then a fuse. 2. Go where hits above the others' are to be
    expected. 3. Trade in between.
    """
    ship = table.ships[hand.seat]
    value = stop_worth(rules, table, ship, worth, cell, face) - knobs[PULL] * pull(rules, worth, cell)
    fights = duel_swing(rules, table, hand.seat, cell, face) + pirate_swing(rules, table, ship, cell, face)
    return value + knobs[PREY] * fights
