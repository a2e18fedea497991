"""What things are worth to a policy: the row of numbers `worth` that it fills in before every answer.

One more unit of each Item (in talers) stands at its code, then a cannon, the four extensions, and how a port is to
be used.
"""

import numpy as np

from analyzer.games.portolano.state import FIRST_PORT, Extension, Item, Kind
from analyzer.kernel.jit import rule

CANNON = 7
EXTENSION = 8  # and the next three
LEAST_SALE = 12  # units from which on a port is worth a visit
TARGET = 13  # cell of the port to go for, -1 = none
WANT = 14  # demand by kind: open slots less goods held, three numbers
CLOSES = 17  # 1 = a sale that fills a port is always large enough
PEACE_PRICE = 18  # expected loss from which on the Peace knight is spent
KEEP = 19  # what the last unit held of each good is worth, four numbers
COCOA = 1.9  # what a cocoa is worth: it sells as one or two of anything


@rule
def scratch(memory):
    """Return the policy's memory as room for numbers."""
    return memory.view(np.float64)


@rule
def appraise_cargo(rules, table, ship, worth):
    """Value goods by demand, rum by need, talers as they are."""
    count_demand(rules, table, ship, worth)
    for kind in range(3):
        worth[kind + 1] = good_worth(worth[WANT + kind])
        worth[KEEP + kind] = good_worth(worth[WANT + kind] + 1.0)
    worth[Item.COCOA] = worth[KEEP + Kind.COCOA] = COCOA
    worth[Item.RUM] = rum_worth(ship)
    worth[Item.TALER] = 1.0


@rule
def appraise_ship(rules, table, ship, worth, guns, numbers):
    """Value a cannon and the extensions: their use, and their numbers by weight."""
    worth[CANNON] = guns
    worth[CLOSES] = 0.0
    worth[PEACE_PRICE] = 1.0
    for extension in range(4):
        worth[EXTENSION + extension] = numbers * table.stack[extension]
    worth[EXTENSION + Extension.HOLD] += 1.4 if ship.extensions[Extension.HOLD] < 2 else 0.6
    worth[EXTENSION + Extension.SAIL] += 1.6 if ship.extensions[Extension.SAIL] == 0 else 0.0
    worth[EXTENSION + Extension.CANNON] += 0.6 * guns
    worth[EXTENSION + Extension.FUSE] += 0.5 if ship.cannons > ship.extensions[Extension.FUSE] else 0.0


@rule
def count_demand(rules, table, ship, worth):
    """Note by kind how many open slots there are beyond the goods held."""
    for kind in range(3):
        worth[WANT + kind] = -1.0 * ship.goods[kind]
    for cell in range(rules.cells):
        face = table.face[cell]
        if face >= FIRST_PORT:
            for slot in range(rules.n_slots[face]):
                worth[WANT + rules.slot_kind[face, slot]] += table.slot[cell, slot] == 0


@rule
def rum_worth(ship):
    """Value one more rum: a dry ship drifts, a full one only has cargo."""
    if ship.rum < 2:
        return 1.3
    if ship.rum < 4:
        return 0.8
    return 0.6 if ship.rum < 6 else 0.5


@rule
def good_worth(want):
    """Value a good by the slots that wait for it; without any it is only cargo."""
    return 0.5 if want <= 0.0 else 1.1 + 0.12 * min(want, 4.0)


@rule
def raise_good(worth, kind, by):
    """Let a policy value a kind more, to take and to keep."""
    worth[kind + 1] += by
    worth[KEEP + kind] += by


@rule
def least_worth(ship, worth):
    """Return the least worth of what is in the hold."""
    least = worth[Item.RUM] if ship.rum > 0 else 9.0
    for kind in range(4):
        least = min(least, worth[KEEP + kind]) if ship.goods[kind] > 0 else least
    return least


@rule
def least_good(ship, worth):
    """Return the least worth of the goods aboard, a high number without any."""
    least = 9.0
    for kind in range(4):
        least = min(least, worth[KEEP + kind]) if ship.goods[kind] > 0 else least
    return least


@rule
def best_good(worth):
    """Return the worth of the best good that the box may give."""
    return max(worth[Item.COTTON], worth[Item.WINE], worth[Item.TEA])


@rule
def has_nan(worth):
    """Tell whether some worth is not a number."""
    total = 0.0
    for place in range(EXTENSION + 4):
        total += worth[place]
    return total != total
