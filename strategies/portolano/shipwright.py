"""Build the most valuable ship (section 6, archetype 4)."""

from analyzer.games.knobs import Knobs
from analyzer.games.portolano import valuing
from analyzer.games.portolano.heuristics.stops import pull, seek_port, stop_worth
from analyzer.games.portolano.heuristics.worth import EXTENSION, appraise_cargo, appraise_ship
from analyzer.games.portolano.state import Extension, Item
from analyzer.kernel.jit import rule

KNOBS = Knobs(pull=0.8, zeal=1.5)
PULL, ZEAL = KNOBS.places("pull", "zeal")
SMALL_PURSE = 2  # talers until which small sales are welcome


@rule
def is_far_ahead(rules, table, seat):
    """Tell whether nobody can overtake the policy's ship with one extension."""
    second = 0
    for other in range(rules.players):
        second = max(second, table.ships[other].worth) if other != seat else second
    largest = max(table.stack[0], table.stack[1], table.stack[2], table.stack[3])
    return table.ships[seat].worth - second > largest


def want(rules, table, hand, knobs, worth):
    """Value talers while they are few, and extensions by their number, until the lead is safe."""
    ship = table.ships[hand.seat]
    is_poor = ship.talers < SMALL_PURSE
    appraise_cargo(rules, table, ship, worth)
    appraise_ship(rules, table, ship, worth, 0.6, 0.0)
    ahead = is_far_ahead(rules, table, hand.seat)
    for extension in range(4):
        worth[EXTENSION + extension] = 0.0 if ahead else knobs[ZEAL] + table.stack[extension]
    worth[EXTENSION + Extension.HOLD] += 0.03  # ties: hold, sail, cannon, fuse
    worth[EXTENSION + Extension.SAIL] += 0.02
    worth[EXTENSION + Extension.CANNON] += 0.01
    worth[Item.TALER] = 1.6 if is_poor else 1.0
    seek_port(rules, table, ship, worth, 1.0 if is_poor else 3.0)


@valuing(appraise=want, **KNOBS)
def shipwright(rules, table, hand, knobs, worth, cell, face, rum):
    """A shipwright: upgrade wherever possible, always the type with the highest number, until the lead is safe.

    1. With fewer than two talers: taler tiles and small sales. 2. Then upgrade tiles. 3. Far ahead: trade.
    """
    return stop_worth(rules, table, table.ships[hand.seat], worth, cell, face) - knobs[PULL] * pull(rules, worth, cell)
