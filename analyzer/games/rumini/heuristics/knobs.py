"""The weights that policies of Rumini share: names, defaults and places from one table."""

from __future__ import annotations

from analyzer.games.knobs import Knobs

WEIGHTS = Knobs(
    needed=10.0,  # a device that is still needed
    unneeded=3.4,  # another one: a bazaar card
    chest=2.0,
    side=0.1,  # one more side built around a needed card
)
NEEDED, UNNEEDED, CHEST, SIDE = WEIGHTS.places("needed", "unneeded", "chest", "side")
