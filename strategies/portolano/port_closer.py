"""Fill ports for their chests (section 6, archetype 3)."""

from analyzer.games.knobs import Knobs
from analyzer.games.portolano import valuing
from analyzer.games.portolano.heuristics.stops import pull, sale_units, seek_port, stop_worth
from analyzer.games.portolano.heuristics.worth import CLOSES, appraise_cargo, appraise_ship, raise_good
from analyzer.games.portolano.rules.board import is_port
from analyzer.kernel.jit import rule

KNOBS = Knobs(least_sale=3.0, pull=0.9, double=0.12, chest=1.0)
LEAST_SALE, PULL, DOUBLE, CHEST = KNOBS.places("least_sale", "pull", "double", "chest")
NEARLY_FULL = 3  # slots that a port may lack


@rule
def prefer_nearly_full(rules, table, knobs, worth):
    """Let the slots of ports that lack little count double."""
    for cell in range(rules.cells):
        if is_port(table, cell) and table.n_open[cell] <= NEARLY_FULL:
            face = table.face[cell]
            for slot in range(rules.n_slots[face]):
                if table.slot[cell, slot] == 0:
                    raise_good(worth, rules.slot_kind[face, slot], knobs[DOUBLE])


def want(rules, table, hand, knobs, worth):
    """Value goods by demand, doubly where a port lacks little, and look for ports to fill."""
    ship = table.ships[hand.seat]
    appraise_cargo(rules, table, ship, worth)
    prefer_nearly_full(rules, table, knobs, worth)
    appraise_ship(rules, table, ship, worth, 0.6, 0.35)
    worth[CLOSES] = 1.0
    seek_port(rules, table, ship, worth, knobs[LEAST_SALE])


@valuing(appraise=want, **KNOBS)
def port_closer(rules, table, hand, knobs, worth, cell, face, rum):
    """A port closer: collect what nearly full ports lack, and sell even one unit if that takes the chest.

    1. Go for the best port among those that buy enough or get full. 2. Otherwise collect, preferring the slots
    of ports that lack three goods or fewer.
    """
    ship = table.ships[hand.seat]
    value = stop_worth(rules, table, ship, worth, cell, face) - knobs[PULL] * pull(rules, worth, cell)
    fills = is_port(table, cell) and sale_units(rules, table, ship, cell) == table.n_open[cell]
    return value + knobs[CHEST] if fills else value
