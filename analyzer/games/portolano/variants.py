"""The named variants of Portolano, as settings of its switches."""

from __future__ import annotations

from analyzer.games.interface import Variant
from analyzer.games.switches import Source

VARIANTS = {
    "standard": Variant(summary="the rulebook, as the specification reads it", clause="P", source=Source.RULEBOOK),
    "still_replaces": Variant(
        summary="the Szeszkazán's rum replaces the start rum",
        clause="A-4",
        source=Source.ASSUMED,
        sets={"szeszkazan": "replace"},
    ),
    "three_symbols": Variant(
        summary="every sea tile offers three symbols instead of two",
        clause="3.2",
        source=Source.PUBLIC,
        sets={"sea_symbols_variant": 3},
    ),
    "strong_prow": Variant(
        summary="three cannon slots on the prow instead of one",
        clause="A-2",
        source=Source.ASSUMED,
        sets={"base_cannon_slots": 3},
    ),
    "lean": Variant(
        summary="the leaner reading wherever the text allows two: rum 2, still replaces, strict recovery",
        clause="A-1, A-4, A-5",
        source=Source.ASSUMED,
        sets={"start_rum": 2, "szeszkazan": "replace", "recovery_strict": True},
    ),
}
