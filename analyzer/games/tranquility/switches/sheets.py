"""The switches of the sheet variants (docs/rules/tranquility.md, section 3)."""

from analyzer.games.switches import ASSUMED, BOOK, INFERRED, flag, reading, size, uses
from analyzer.games.tranquility.state import MAX_COMPASSES, MAX_MARKET, MAX_MONSTERS, MAX_PER_COLOUR
from analyzer.games.tranquility.switches.readings import (
    ArchPath,
    ArchShape,
    Board,
    CompOwner,
    DayFlip,
    PyramidFinish,
    PyramidMonster,
    PyramidRows,
)

SHEETS = (
    reading("board", Board, "T-BASE-1", BOOK, "shape of the board"),
    reading(
        "arch_shape", ArchShape, "T-ARCH-3", ASSUMED, "size of the Archway: 28 or 36 cells", needs=uses("board", "arch")
    ),
    reading(
        "arch_path",
        ArchPath,
        "T-ARCH-4",
        ASSUMED,
        "path through the pillars: row by row, or one pillar after the other",
        needs=uses("board", "arch"),
    ),
    reading(
        "pyr_rows",
        PyramidRows,
        "T-PYR-4",
        ASSUMED,
        "rows of the Pyramid: 8 to 1, or 11, 9, 7, 5, 3, 1",
        needs=uses("board", "pyramid"),
    ),
    flag("explorer", False, "T-PYR-2", BOOK, "play with the Explorer deck, which then holds the Finishes"),
    size(
        "explorer_monsters",
        5,
        0,
        MAX_MONSTERS,
        "T-PYR-6",
        ASSUMED,
        "Monsters in the Explorer deck",
        needs=uses("explorer"),
    ),
    size(
        "explorer_storms",
        2,
        0,
        MAX_PER_COLOUR,
        "T-PYR-6",
        ASSUMED,
        "Storms of each colour in the Explorer deck",
        needs=uses("explorer"),
    ),
    size(
        "explorer_compasses",
        6,
        0,
        MAX_COMPASSES,
        "T-PYR-6",
        ASSUMED,
        "Compasses in the Explorer deck",
        needs=uses("explorer"),
    ),
    size("explorer_rocks", 1, 0, 1, "T-PYR-6", ASSUMED, "Jagged Rocks in the Explorer deck", needs=uses("explorer")),
    reading(
        "pyr_finish",
        PyramidFinish,
        "T-PYR-7",
        ASSUMED,
        "an Explorer Finish lies open for all, or goes to the hand",
        needs=uses("explorer"),
    ),
    reading(
        "pyr_monster",
        PyramidMonster,
        "T-PYR-7",
        ASSUMED,
        "an Explorer Monster goes to the hand, or eats an Island at once",
        needs=uses("explorer"),
    ),
    flag(
        "pyr_retrigger",
        False,
        "T-PYR-8",
        ASSUMED,
        "a border cell covered again draws an Explorer card again",
        needs=uses("explorer"),
    ),
    flag("day_night", False, "T-DAY-1", BOOK, "Islands have a sun and a moon side; each half of the board wants one"),
    reading("day_flip", DayFlip, "T-DAY-6", ASSUMED, "when the hands turn from sun to moon", needs=uses("day_night")),
    flag("competitive", False, "T-COMP-1", BOOK, "two players against each other, for points"),
    reading(
        "comp_owner",
        CompOwner,
        "T-COMP-1",
        INFERRED,
        "your own Islands are told apart by orientation, or each player builds in one direction",
        needs=uses("competitive"),
    ),
    size(
        "comp_play", 1, 0, 20, "T-COMP-4", ASSUMED, "points for your own Island in the grid", needs=uses("competitive")
    ),
    size("comp_discard", 1, 0, 20, "T-COMP-4", ASSUMED, "points a discarded card costs", needs=uses("competitive")),
    size("comp_row", 5, 1, MAX_MARKET, "T-COMP-4", ASSUMED, "face-up cards to draw from", needs=uses("competitive")),
)
