"""The readings of doubtful clauses, as codes (the first is always the default), and what several switches depend on."""

from collections.abc import Mapping
from enum import IntEnum

from analyzer.games.switches import Value

FirstPlayer = IntEnum("FirstPlayer", "FEWEST_RANDOM RANDOM FIXED0", start=0)  # T-BASE-8
OneCard = IntEnum("OneCard", "PLAY_IF_LEGAL LOSS", start=0)  # A1
StartShortage = IntEnum("StartShortage", "LOSS DISCARD_ALL DEFER", start=0)  # A2
Start2p = IntEnum("Start2p", "PLUS2 UPTO7", start=0)  # A3
CostRule = IntEnum("CostRule", "MIN MAX SUM", start=0)  # A7
SoloStart = IntEnum("SoloStart", "DRAW4 DRAW8 BLIND AS2P NONE", start=0)  # T-SOLO-2
RocksStayCost = IntEnum("RocksStayCost", "ANY2 ISLAND2", start=0)  # T-ROCKS-4
MonsterFinish = IntEnum("MonsterFinish", "BLOCKED PENDING", start=0)  # T-MONSTER-6
MonsterDisclose = IntEnum("MonsterDisclose", "WHO COUNT", start=0)  # T-MONSTER-7
StormInSetup = IntEnum("StormInSetup", "RESOLVE REDRAW_AND_RESHUFFLE", start=0)  # T-STORM-3
YellowStart = IntEnum("YellowStart", "UPTO2 EXACTLY2_OR_0", start=0)  # T-STORM-Y3
YellowClearRefill = IntEnum("YellowClearRefill", "NEXT IMMEDIATE", start=0)  # T-STORM-Y5
OrangeNeighbours = IntEnum("OrangeNeighbours", "PATH TOUCHING", start=0)  # T-STORM-O1
CompassDump = IntEnum("CompassDump", "ACTION ANYTIME", start=0)  # T-STORM-C4
CompassDecider = IntEnum("CompassDecider", "ACTIVE AFFECTED", start=0)  # rules 7, notes
WildNumber = IntEnum("WildNumber", "NOT_IN_GRID NEVER_PLAYED", start=0)  # T-WILD-3
WildAsMonster = IntEnum("WildAsMonster", "MODULE NEVER", start=0)  # T-WILD-6
Board = IntEnum("Board", "GRID ARCH PYRAMID", start=0)
ArchShape = IntEnum("ArchShape", "BOX6 TALL36", start=0)  # T-ARCH-3
ArchPath = IntEnum("ArchPath", "ROW_MAJOR PILLAR_MAJOR", start=0)  # T-ARCH-4
PyramidRows = IntEnum("PyramidRows", "EIGHT_TO_ONE ELEVEN_BY_TWO", start=0)  # T-PYR-4
PyramidFinish = IntEnum("PyramidFinish", "OPEN HAND", start=0)  # T-PYR-7
PyramidMonster = IntEnum("PyramidMonster", "HAND DESTROY_NOW", start=0)  # T-PYR-7
DayFlip = IntEnum("DayFlip", "ON_START NEVER EACH_ROUND BY_ACTION", start=0)  # T-DAY-6
CompOwner = IntEnum("CompOwner", "ORIENTATION DIRECTION", start=0)  # T-COMP-1


def has_storms(values: Mapping[str, Value]) -> bool:
    """Tell whether Storms are in play."""
    mixed_in = any(values[colour] for colour in ("yellow", "purple", "orange"))
    return mixed_in or bool(values["explorer"] and values["explorer_storms"])


def has_monsters(values: Mapping[str, Value]) -> bool:
    """Tell whether Monsters are in play."""
    return bool(values["monsters"] or (values["explorer"] and values["explorer_monsters"]))


def has_rocks(values: Mapping[str, Value]) -> bool:
    """Tell whether Rocks are in play."""
    return bool(values["rocks"] or (values["explorer"] and values["explorer_rocks"]))
