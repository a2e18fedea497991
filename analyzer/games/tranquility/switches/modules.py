"""The switches of the mini-expansions and the wild cards (docs/rules/tranquility.md, sections 2.8 to 2.11)."""

from __future__ import annotations

from analyzer.games.switches import ASSUMED, BOOK, INFERRED, PUBLIC, Source, Switch, flag, reading, size, uses
from analyzer.games.tranquility.state import MAX_COMPASSES, MAX_HAND_LIMIT, MAX_MONSTERS, MAX_PER_COLOUR, MAX_WILDS
from analyzer.games.tranquility.switches.conditions import has_monsters, has_rocks, has_storms
from analyzer.games.tranquility.switches.readings import (
    CompassDecider,
    CompassDump,
    MonsterDisclose,
    MonsterFinish,
    RocksStayCost,
    StormInSetup,
    WildAsMonster,
    WildNumber,
    YellowClearRefill,
    YellowStart,
)


def _mixed_in(name: str, most: int, clause: str, source: Source, summary: str) -> Switch:
    """Make the number of cards of a module; to play without them is no assumption."""
    return size(name, 0, 0, most, clause, source, summary, others={0: BOOK})


MODULES = (
    flag("rocks", False, "T-ROCKS-1", BOOK, "play with the Jagged Rocks"),
    reading(
        "rocks_stay_cost",
        RocksStayCost,
        "T-ROCKS-4",
        BOOK,
        "what leaves the Rocks in place: any two cards, or two Islands",
        needs=has_rocks,
    ),
    flag(
        "rocks_block_monster",
        True,
        "T-ROCKS-7",
        BOOK,
        "Monsters cannot be played into the row of the Rocks",
        needs=lambda values: has_rocks(values) and has_monsters(values),
    ),
    _mixed_in("monsters", MAX_MONSTERS, "T-MONSTER-1", BOOK, "Sea Monsters mixed in"),
    reading(
        "monster_finish",
        MonsterFinish,
        "T-MONSTER-6",
        BOOK,
        "a Finish while a Monster is held is refused, or waits on the table",
        needs=has_monsters,
        others={"pending": PUBLIC},
    ),
    reading(
        "monster_disclose",
        MonsterDisclose,
        "T-MONSTER-7",
        ASSUMED,
        "what a refused Finish reveals: who holds Monsters, or how many",
        needs=has_monsters,
    ),
    flag(
        "monster_mulligan",
        False,
        "T-MONSTER-9",
        ASSUMED,
        "an opening hand of Monsters alone is shuffled back and drawn again",
        needs=uses("monsters"),
    ),
    _mixed_in("yellow", MAX_PER_COLOUR, "T-STORM-1", ASSUMED, "yellow Storms mixed in"),
    _mixed_in("purple", MAX_PER_COLOUR, "T-STORM-1", ASSUMED, "purple Storms mixed in"),
    _mixed_in("orange", MAX_PER_COLOUR, "T-STORM-1", ASSUMED, "orange Storms mixed in"),
    _mixed_in("compasses", MAX_COMPASSES, "T-STORM-1", BOOK, "Compasses in the supply"),
    reading(
        "storm_in_setup",
        StormInSetup,
        "T-STORM-3",
        ASSUMED,
        "a Storm in the opening hands takes effect, or is replaced and shuffled back",
        needs=has_storms,
    ),
    reading(
        "yellow_start",
        YellowStart,
        "T-STORM-Y3",
        BOOK,
        "unseen top cards a Yellow owner may give for the Start",
        needs=has_storms,
    ),
    reading(
        "yellow_clear_refill",
        YellowClearRefill,
        "T-STORM-Y5",
        ASSUMED,
        "when a hand grows again after its last Yellow",
        needs=has_storms,
    ),
    flag("purple_stack", True, "T-STORM-P2", ASSUMED, "two purple Storms may lie on one row", needs=has_storms),
    flag(
        "purple_block_monster",
        True,
        "T-STORM-P5",
        INFERRED,
        "Monsters cannot be played into a row closed by a purple Storm",
        needs=lambda values: has_storms(values) and has_monsters(values),
    ),
    flag("compass_reuse", False, "T-STORM-C1", ASSUMED, "a used Compass goes back to the supply", needs=has_storms),
    reading(
        "compass_dump",
        CompassDump,
        "T-STORM-C4",
        ASSUMED,
        "discarding the whole hand for a Compass: as the action, or at any time",
        needs=uses("compasses"),
    ),
    size(
        "compass_dump_min",
        2,
        1,
        MAX_HAND_LIMIT,
        "T-STORM-C4",
        ASSUMED,
        "cards a hand must hold to be discarded for a Compass",
        needs=uses("compasses"),
    ),
    reading(
        "compass_decider",
        CompassDecider,
        "T-STORM-C2",
        ASSUMED,
        "who decides on Compasses: the active player, or the owner of the Storm",
        needs=has_storms,
    ),
    _mixed_in("wilds", MAX_WILDS, "T-WILD-1", INFERRED, "Wild cards mixed in"),
    reading(
        "wild_number",
        WildNumber,
        "T-WILD-3",
        ASSUMED,
        "numbers a Wild may stand for: not in the grid, or never played",
        needs=uses("wilds"),
    ),
    reading(
        "wild_as_monster",
        WildAsMonster,
        "T-WILD-6",
        ASSUMED,
        "a Wild may be a Monster if that module is used, or never",
        needs=uses("wilds"),
    ),
)
