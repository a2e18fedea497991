"""The named variants of Portolano, as settings of its switches."""

from analyzer.games.switches import Source
from analyzer.games.words import Variant

VARIANTS = {
    "standard": Variant(
        title="the standard game",
        summary="the game of the rulebook",
        clause="P",
        source=Source.RULEBOOK,
    ),
    "still_replaces": Variant(
        title="the Szeszkazán replaces the start rum",
        summary="the Szeszkazán's rum replaces the start rum",
        clause="A-4",
        source=Source.ASSUMED,
        sets={"szeszkazan": "replace"},
    ),
    "three_symbols": Variant(
        title="three symbols on every sea tile",
        summary="every sea tile offers three symbols instead of two",
        clause="3.2",
        source=Source.PUBLIC,
        sets={"sea_symbols_variant": 3},
    ),
    "strong_prow": Variant(
        title="a strong prow (3 cannon slots)",
        summary="three cannon slots on the prow instead of one",
        clause="A-2",
        source=Source.ASSUMED,
        sets={"base_cannon_slots": 3},
    ),
    "lean": Variant(
        title="the lean reading",
        summary="the leaner reading wherever the text allows two: rum 2, still replaces, strict recovery",
        clause="A-1, A-4, A-5",
        source=Source.ASSUMED,
        sets={"start_rum": 2, "szeszkazan": "replace", "recovery_strict": True},
    ),
}
