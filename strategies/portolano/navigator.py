"""One stop ahead with everything weighed: goods, rum, the ship, missions, battles and the way to the next sale."""

from analyzer.games.knobs import Knobs
from analyzer.games.portolano import valuing
from analyzer.games.portolano.heuristics.stops import (
    CHEST,
    duel_swing,
    pirate_swing,
    pull,
    sale_units,
    sale_value,
    seek_port,
    stop_worth,
)
from analyzer.games.portolano.heuristics.valuing import DRY, THIRST
from analyzer.games.portolano.heuristics.worth import (
    CANNON,
    EXTENSION,
    KEEP,
    PEACE_PRICE,
    WANT,
    appraise_ship,
    count_demand,
)
from analyzer.games.portolano.state import FIRST_PORT, Extension, Item, Kind
from analyzer.kernel.jit import rule
from strategies.portolano.mission_hunter import best_mission, keeps_no_cannon, pursue

KNOBS = Knobs(
    goods=0.82,  # what a good sold takes away, of its worth
    guns=1.44,
    numbers=0.38,  # of an extension, for the order of ships
    battle=0.53,
    thirst=1.1,  # a rum spent on the way
    dry=0.67,  # the last rum, on top
    wanted=1.07,  # a good that a port wants
    demand=0.07,  # more for every further slot
    spare=0.84,  # a good that no port wants
    cocoa=2.08,
    rum=1.28,  # one more rum, by how many are aboard
    second=0.67,
    plenty=0.34,
    hold=1.35,
    sail=2.51,
    mission=0.42,  # more for what the best mission lacks
    pull=0.45,  # a step away from the port with the best sale
    chest=3.89,
    upgrade=0.96,  # any extension, on top
    peace=0.12,  # the loss from which on the Peace knight is spent
)
GOODS, GUNS, NUMBERS, BATTLE, MY_THIRST, MY_DRY = KNOBS.places("goods", "guns", "numbers", "battle", "thirst", "dry")
WANTED, DEMAND, SPARE, COCOA = KNOBS.places("wanted", "demand", "spare", "cocoa")
RUM, SECOND, PLENTY = KNOBS.places("rum", "second", "plenty")
HOLD, SAIL, MISSION, PULL = KNOBS.places("hold", "sail", "mission", "pull")
MY_CHEST, UPGRADE, PEACE = KNOBS.places("chest", "upgrade", "peace")
_LAST = 0.5  # what cargo scores at the end (P-SCORE-6)
_MANY = 4.0  # slots that still raise the worth of a good


@rule
def good_worth(table, knobs, want):
    """Value a good by the slots that wait for it; in the last round it is cargo."""
    if table.closing == 1 or want <= 0.0:
        return min(knobs[SPARE], _LAST) if table.closing == 1 else knobs[SPARE]
    return knobs[WANTED] + knobs[DEMAND] * min(want, _MANY)


@rule
def rum_worth(table, ship, knobs):
    """Value one more rum: a dry ship drifts, a full one only has cargo."""
    if table.closing == 1:
        return _LAST
    return knobs[RUM] if ship.rum < 2 else (knobs[SECOND] if ship.rum < 4 else knobs[PLENTY])


@rule
def appraise_hold(rules, table, ship, knobs, worth):
    """Value goods by demand, rum by need, talers as they are."""
    count_demand(rules, table, ship, worth)
    for kind in range(3):
        worth[kind + 1] = good_worth(table, knobs, worth[WANT + kind])
        worth[KEEP + kind] = good_worth(table, knobs, worth[WANT + kind] + 1.0)
    worth[Item.COCOA] = worth[KEEP + Kind.COCOA] = knobs[COCOA] if table.closing == 0 else _LAST
    worth[Item.RUM] = rum_worth(table, ship, knobs)
    worth[Item.TALER] = 1.0


@rule
def appraise_extensions(rules, table, ship, knobs, worth):
    """Value cannons and extensions: their numbers, their use, and that there is one more."""
    appraise_ship(rules, table, ship, worth, knobs[GUNS], knobs[NUMBERS])
    worth[EXTENSION + Extension.HOLD] += knobs[HOLD] - KNOBS_HOLD if ship.extensions[Extension.HOLD] < 2 else 0.0
    worth[EXTENSION + Extension.SAIL] += knobs[SAIL] - KNOBS_SAIL if ship.extensions[Extension.SAIL] == 0 else 0.0
    for extension in range(4):
        worth[EXTENSION + extension] += knobs[UPGRADE]
    worth[PEACE_PRICE] = knobs[PEACE]


KNOBS_HOLD, KNOBS_SAIL = 1.4, 1.6  # what `appraise_ship` counts for them already


def want(rules, table, hand, knobs, worth):
    """Value things by demand and use, and more what the best mission lacks; any sale may do."""
    ship = table.ships[hand.seat]
    appraise_hold(rules, table, ship, knobs, worth)
    appraise_extensions(rules, table, ship, knobs, worth)
    place = best_mission(rules, table, hand.seat)
    if place >= 0:
        pursue(rules, ship, table.mission[place], worth, knobs[MISSION])
    if keeps_no_cannon(rules, table, hand.seat):
        worth[CANNON] = 0.0
    seek_port(rules, table, ship, worth, 1.0)


@valuing(appraise=want, traits=("look-ahead",), **KNOBS.tuned(__file__))
def navigator(rules, table, hand, knobs, worth, cell, face, rum):
    """A navigator who counts everything: stop where sale, pick-up, action, mission, battle, rum and way are worth most.

    1. Every legal card: what a sale leaves above the worth of the goods sold, or pick-up and action; what the best
    mission lacks counts more. 2. Plus the expected result against the pirate for each wind and against the ships
    that stand there. 3. Less the rum spent and the steps to the port with the best sale.
    """
    ship = table.ships[hand.seat]
    value = knobs[BATTLE] * (
        pirate_swing(rules, table, ship, cell, face) + duel_swing(rules, table, hand.seat, cell, face)
    )
    value -= (knobs[MY_THIRST] - THIRST) * (ship.rum - rum) + (knobs[MY_DRY] - DRY if rum == 0 else 0.0)
    value -= knobs[PULL] * pull(rules, worth, cell)
    if face < FIRST_PORT:
        return value + stop_worth(rules, table, ship, worth, cell, face)
    units = sale_units(rules, table, ship, cell)
    if units == 0:
        return value
    chest = knobs[MY_CHEST] - CHEST if units == table.n_open[cell] else 0.0
    return value + chest + sale_value(rules, table, ship, cell, units) - knobs[GOODS] * units
