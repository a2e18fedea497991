"""The named variants of Islebound, as settings of its switches."""

from analyzer.games.switches import Source
from analyzer.games.words import Variant


def _variant(switch: str, title: str, clause: str, summary: str) -> Variant:
    return Variant(title=title, summary=summary, clause=clause, source=Source.RULEBOOK, sets={switch: True})


VARIANTS = {
    "base": Variant(
        title="the base game", summary="the base game, standard sides", clause="I-SETUP", source=Source.RULEBOOK
    ),
    "advanced": _variant("advanced", "the Advanced variant", "I-VAR-ADV", "the sea boards lie on their advanced side"),
    "merchant": _variant(
        "merchant", "the Merchant variant", "I-VAR-MERCHANT", "players whose ships share a region may trade"
    ),
    "closed_quarters": _variant(
        "closed_quarters",
        "Closed Quarters",
        "I-VAR-QUARTERS",
        "two players: ending on the other ship's board costs an admin",
    ),
    "raid": _variant("raid", "the Raid variant", "I-VAR-RAID", "a ship may raid another in its region for coins"),
    "six_buildings": _variant("six_buildings", "the Six Buildings variant", "I-VAR-SIX", "six buildings in the row"),
    "architect": _variant(
        "architect", "the Architect variant", "I-VAR-ARCHITECT", "buildings are drafted, books are building cards"
    ),
}
