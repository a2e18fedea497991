"""The named variants of Islebound, as settings of its switches."""

from __future__ import annotations

from analyzer.games.interface import Variant
from analyzer.games.switches import Source


def _variant(switch: str, clause: str, summary: str) -> Variant:
    return Variant(summary=summary, clause=clause, source=Source.RULEBOOK, sets={switch: True})


VARIANTS = {
    "base": Variant(summary="the base game, standard sides", clause="I-SETUP", source=Source.RULEBOOK),
    "advanced": _variant("advanced", "I-VAR-ADV", "the sea boards lie on their advanced side"),
    "merchant": _variant("merchant", "I-VAR-MERCHANT", "players whose ships share a region may trade"),
    "closed_quarters": _variant(
        "closed_quarters", "I-VAR-QUARTERS", "two players: ending on the other ship's board costs an admin"
    ),
    "raid": _variant("raid", "I-VAR-RAID", "a ship may raid another in its region for coins"),
    "six_buildings": _variant("six_buildings", "I-VAR-SIX", "six buildings in the row"),
    "architect": _variant("architect", "I-VAR-ARCHITECT", "buildings are drafted, books are building cards"),
}
