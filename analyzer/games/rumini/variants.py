"""The named variants of Rumini, as settings of its switches."""

from analyzer.games.switches import Source
from analyzer.games.words import Variant

VARIANTS = {
    "base": Variant(title="the base game", summary="the game of the rule sheet", clause="R", source=Source.RULEBOOK),
    "once": Variant(
        title="each card captured once",
        summary="every map card is captured only once",
        clause="B-1",
        source=Source.ASSUMED,
        sets={"recapture": "once"},
    ),
    "connected": Variant(
        title="the map in one piece",
        summary="the map may never fall apart",
        clause="B-18",
        source=Source.ASSUMED,
        sets={"keep_connected": True},
    ),
}
