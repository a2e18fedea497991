"""The named variants of Tranquility."""

from collections.abc import Mapping

from analyzer.games.switches import Source, Value
from analyzer.games.words import Variant


def _removal(name: str, n_removed: int, icons: int) -> Variant:
    return Variant(
        title=f"{name} ({n_removed} Islands removed)",
        summary=f"{name}: {n_removed} random Islands are taken out unseen",
        clause="T-REMOVE-1",
        source=Source.RULEBOOK,
        sets={"removed": n_removed},
        icons=icons,
    )


def _monsters(n_monsters: int, icons: int | None) -> Variant:
    return Variant(
        title=f"Sea Monsters ({n_monsters})",
        summary=f"{n_monsters} Sea Monsters: they eat Islands and block the Finish",
        clause="T-MONSTER-1",
        source=Source.RULEBOOK,
        sets={"monsters": n_monsters},
        icons=icons,  # printed: 2 or 3, depending on the number; which goes with four is not stated
    )


def _sheet(title: str, summary: str, clause: str, icons: int | None, **sets: Value) -> Variant:
    """Make a variant whose full rules were not found: it rests on a reconstruction."""
    return Variant(title=title, summary=summary, clause=clause, source=Source.ASSUMED, sets=sets, icons=icons)


VARIANTS = {
    "base": Variant(title="the base game", summary="the base game", clause="T-BASE", source=Source.RULEBOOK),
    "galateia": _removal("Galateia", 4, 1),
    "triton": _removal("Triton", 6, 2),
    "leucothea": _removal("Leucothea", 8, 2),
    "amphitrite": _removal("Amphitrite", 10, 3),
    "poseidon": _removal("Poseidon", 12, 3),
    "rocks": Variant(
        title="Jagged Rocks",
        summary="Jagged Rocks: one row takes no Islands, another one after every action",
        clause="T-ROCKS-1",
        source=Source.RULEBOOK,
        sets={"rocks": True},
        icons=1,
    ),
    "monsters-3": _monsters(3, 2),
    "monsters-4": _monsters(4, None),
    "monsters-5": _monsters(5, 3),
    "storm": Variant(
        title="Storm and Compass",
        summary="Storm and Compass: six Storms hinder players and rows, six Compasses clear them",
        clause="T-STORM-1",
        source=Source.RULEBOOK,
        sets={"yellow": 2, "purple": 2, "orange": 2, "compasses": 6},
        icons=3,
    ),
    "wild": Variant(
        title="Wild cards (2)",
        summary="two Wild cards that stand for any card",
        clause="T-WILD-1",
        source=Source.RULEBOOK,
        sets={"wilds": 2},
    ),
    "archway": _sheet("the Archway", "Archway: two pillars, then a roof", "T-ARCH-1", 1, board="arch"),
    "pyramid": _sheet("the Pyramid", "Pyramid with an Explorer deck", "T-PYR-1", 2, board="pyramid", explorer=True),
    "day-night": _sheet(
        "Day and Night", "Day and Night: each half of the grid wants one side", "T-DAY-1", 1, day_night=True
    ),
    "competitive": _sheet(
        "the competitive game", "Competitive: two players for points", "T-COMP-1", None, competitive=True
    ),
}

_PARTS = {
    "rocks": "rocks",
    "monsters": "monsters",
    "yellow": "storm",
    "purple": "storm",
    "orange": "storm",
    "wilds": "wild",
    "explorer": "explorer",
    "day_night": "day-night",
    "competitive": "competitive",
}


def family(values: Mapping[str, Value]) -> str:
    """Name the modules of a setting: settings of one name share trained values, however many Islands are removed."""
    board = [] if values["board"] == "grid" else [str(values["board"])]
    parts = [*board, *(name for switch, name in _PARTS.items() if values[switch])]
    return "+".join(dict.fromkeys(parts)) or "plain"
