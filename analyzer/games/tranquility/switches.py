"""The rule switches of Tranquility, with their clauses (docs/rules/tranquility.md) and sources."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum

from analyzer.games.switches import Source, Switch, Value, rules_layout
from analyzer.games.tranquility.boards import board_fields
from analyzer.games.tranquility.readings import (
    ArchPath,
    ArchShape,
    Board,
    CompassDecider,
    CompassDump,
    CompOwner,
    CostRule,
    DayFlip,
    FirstPlayer,
    MonsterDisclose,
    MonsterFinish,
    OneCard,
    PyramidFinish,
    PyramidMonster,
    PyramidRows,
    RocksStayCost,
    SoloStart,
    Start2p,
    StartShortage,
    StormInSetup,
    WildAsMonster,
    WildNumber,
    YellowClearRefill,
    YellowStart,
)
from analyzer.games.tranquility.state import (
    MAX_CELLS,
    MAX_COMPASSES,
    MAX_FINISHES,
    MAX_ISLANDS,
    MAX_MARKET,
    MAX_MONSTERS,
    MAX_WILDS,
)

ISLANDS = 80  # rules 1
FINISHES = 5
MAX_HAND_LIMIT = 12
MAX_PER_COLOUR = 6

BOOK, PUBLIC, INFERRED, ASSUMED = Source.RULEBOOK, Source.PUBLIC, Source.INFERRED, Source.ASSUMED


Needs = Callable[[Mapping[str, Value]], bool] | None


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


def _uses(name: str, wanted: Value | None = None) -> Needs:
    return lambda values: bool(values[name]) if wanted is None else values[name] == wanted


def _size(
    name: str, default: int, low: int, high: int, clause: str, source: Source, summary: str, needs: Needs = None
) -> Switch:
    none: tuple[tuple[Value, Source], ...] = ((0, BOOK),) if default == 0 else ()  # to play without is no assumption
    return Switch(
        name=name, default=default, low=low, high=high, source=source, source_of=none, clause=clause,
        summary=summary, needs=needs,
    )  # fmt: skip


def _flag(name: str, default: bool, clause: str, source: Source, summary: str, needs: Needs = None) -> Switch:
    return Switch(name=name, default=default, source=source, clause=clause, summary=summary, needs=needs)


def _reading(
    name: str, choices: type[IntEnum], clause: str, source: Source, summary: str, needs: Needs = None, **others: Source
) -> Switch:
    """Make a switch between readings; the first one is the default, `others` have another authority."""
    first = next(iter(choices)).name.lower()
    source_of: tuple[tuple[Value, Source], ...] = tuple(others.items())
    return Switch(
        name=name, default=first, choices=choices, source=source, source_of=source_of, clause=clause,
        summary=summary, needs=needs,
    )  # fmt: skip


BASE = (
    _size("rows", 6, 1, 12, "T-BASE-1", BOOK, "rows of the grid"),
    _size("columns", 6, 1, MAX_CELLS, "T-BASE-1", BOOK, "cells in a row of the grid"),
    _size("islands", ISLANDS, 1, MAX_ISLANDS, "T-BASE-5", BOOK, "Island cards, numbered from 1"),
    _size("finishes", FINISHES, 0, MAX_FINISHES, "T-BASE-5", BOOK, "Finish cards"),
    _size("hand_limit", 5, 1, MAX_HAND_LIMIT, "T-BASE-6", BOOK, "cards a hand is refilled to"),
    _size("start_price", 8, 0, 20, "T-BASE-20", BOOK, "cards the team gives up when the Start is laid"),
    _size("removed", 0, 0, MAX_ISLANDS, "T-REMOVE-1", BOOK, "Islands taken out unseen before the deal"),
    _reading(
        "first_player",
        FirstPlayer,
        "T-BASE-8",
        BOOK,
        "who begins: one of those dealt the fewest cards, anybody, or the first seat",
    ),
    _flag("own_discard_memory", True, "T-BASE-9", ASSUMED, "players remember what they discarded themselves"),
    _reading(
        "one_card", OneCard, "A1", INFERRED, "one card at the start of a turn may be played, or is a loss", loss=BOOK
    ),
    _reading(
        "start_shortage",
        StartShortage,
        "A2",
        ASSUMED,
        "when the hands cannot pay the Start: lose, give what there is, or play it later",
    ),
    _reading(
        "start2p",
        Start2p,
        "A3",
        BOOK,
        "at the Start two players draw two cards each, or up to two above the limit",
        upto7=PUBLIC,
    ),
    _flag(
        "start_discardable_unplayed",
        False,
        "A5",
        ASSUMED,
        "a Start may be given up while none lies (a deferred Start, a Yellow Storm)",
    ),
    _reading(
        "cost_rule",
        CostRule,
        "A7",
        BOOK,
        "cost between two neighbours: smaller difference, larger difference, or both",
        max=ASSUMED,
        sum=ASSUMED,
    ),
    _flag("early_loss", False, "T-BASE-25", ASSUMED, "stop as soon as no Finish is left (a loss either way)"),
    _size("turn_limit", 1000, 1, 100_000, "-", ASSUMED, "turns after which a game is cut off and counted as truncated"),
    _reading("solo_start", SoloStart, "T-SOLO-2", ASSUMED, "what the Start costs a single player"),
)

MODULES = (
    _flag("rocks", False, "T-ROCKS-1", BOOK, "play with the Jagged Rocks"),
    _reading(
        "rocks_stay_cost",
        RocksStayCost,
        "T-ROCKS-4",
        BOOK,
        "what leaves the Rocks in place: any two cards, or two Islands",
        needs=has_rocks,
    ),
    _flag(
        "rocks_block_monster",
        True,
        "T-ROCKS-7",
        BOOK,
        "Monsters cannot be played into the row of the Rocks",
        needs=lambda values: has_rocks(values) and has_monsters(values),
    ),
    _size("monsters", 0, 0, MAX_MONSTERS, "T-MONSTER-1", BOOK, "Sea Monsters mixed in"),
    _reading(
        "monster_finish",
        MonsterFinish,
        "T-MONSTER-6",
        BOOK,
        "a Finish while a Monster is held is refused, or waits on the table",
        needs=has_monsters,
        pending=PUBLIC,
    ),
    _reading(
        "monster_disclose",
        MonsterDisclose,
        "T-MONSTER-7",
        ASSUMED,
        "what a refused Finish discloses: who holds Monsters, or how many",
        needs=has_monsters,
    ),
    _flag(
        "monster_mulligan",
        False,
        "T-MONSTER-9",
        ASSUMED,
        "an opening hand of Monsters alone is shuffled back and drawn anew",
        needs=_uses("monsters"),
    ),
    _size("yellow", 0, 0, MAX_PER_COLOUR, "T-STORM-1", ASSUMED, "yellow Storms mixed in"),
    _size("purple", 0, 0, MAX_PER_COLOUR, "T-STORM-1", ASSUMED, "purple Storms mixed in"),
    _size("orange", 0, 0, MAX_PER_COLOUR, "T-STORM-1", ASSUMED, "orange Storms mixed in"),
    _size("compasses", 0, 0, MAX_COMPASSES, "T-STORM-1", BOOK, "Compasses in the supply"),
    _reading(
        "storm_in_setup",
        StormInSetup,
        "T-STORM-3",
        ASSUMED,
        "a Storm in the opening hands takes effect, or is drawn anew and shuffled back",
        needs=has_storms,
    ),
    _reading(
        "yellow_start",
        YellowStart,
        "T-STORM-Y3",
        BOOK,
        "unseen top cards a Yellow owner may give for the Start",
        needs=has_storms,
    ),
    _reading(
        "yellow_clear_refill",
        YellowClearRefill,
        "T-STORM-Y5",
        ASSUMED,
        "when a hand grows again after its last Yellow",
        needs=has_storms,
    ),
    _flag("purple_stack", True, "T-STORM-P2", ASSUMED, "two purple Storms may lie on one row", needs=has_storms),
    _flag(
        "purple_block_monster",
        True,
        "T-STORM-P5",
        INFERRED,
        "Monsters cannot be played into a row closed by a purple Storm",
        needs=lambda values: has_storms(values) and has_monsters(values),
    ),
    _flag("compass_reuse", False, "T-STORM-C1", ASSUMED, "a used Compass goes back to the supply", needs=has_storms),
    _reading(
        "compass_dump",
        CompassDump,
        "T-STORM-C4",
        ASSUMED,
        "discarding the whole hand for a Compass: as the action, or at any time",
        needs=_uses("compasses"),
    ),
    _size(
        "compass_dump_min",
        2,
        1,
        MAX_HAND_LIMIT,
        "T-STORM-C4",
        ASSUMED,
        "cards a hand must hold to be discarded for a Compass",
        needs=_uses("compasses"),
    ),
    _reading(
        "compass_decider",
        CompassDecider,
        "T-STORM-C2",
        ASSUMED,
        "who decides on Compasses: the active player, or the owner of the Storm",
        needs=has_storms,
    ),
    _size("wilds", 0, 0, MAX_WILDS, "T-WILD-1", INFERRED, "Wild cards mixed in"),
    _reading(
        "wild_number",
        WildNumber,
        "T-WILD-3",
        ASSUMED,
        "numbers a Wild may stand for: not in the grid, or never played",
        needs=_uses("wilds"),
    ),
    _reading(
        "wild_as_monster",
        WildAsMonster,
        "T-WILD-6",
        ASSUMED,
        "a Wild may be a Monster if that module is used, or never",
        needs=_uses("wilds"),
    ),
)

SHEETS = (
    _reading("board", Board, "T-BASE-1", BOOK, "shape of the board"),
    _reading(
        "arch_shape",
        ArchShape,
        "T-ARCH-3",
        ASSUMED,
        "size of the Archway: 28 or 36 cells",
        needs=_uses("board", "arch"),
    ),
    _reading(
        "arch_path",
        ArchPath,
        "T-ARCH-4",
        ASSUMED,
        "path through the pillars: row by row, or one pillar after the other",
        needs=_uses("board", "arch"),
    ),
    _reading(
        "pyr_rows",
        PyramidRows,
        "T-PYR-4",
        ASSUMED,
        "rows of the Pyramid: 8 to 1, or 11, 9, 7, 5, 3, 1",
        needs=_uses("board", "pyramid"),
    ),
    _flag("explorer", False, "T-PYR-2", BOOK, "play with the Explorer deck, which then holds the Finishes"),
    _size(
        "explorer_monsters",
        5,
        0,
        MAX_MONSTERS,
        "T-PYR-6",
        ASSUMED,
        "Monsters in the Explorer deck",
        needs=_uses("explorer"),
    ),
    _size(
        "explorer_storms",
        2,
        0,
        MAX_PER_COLOUR,
        "T-PYR-6",
        ASSUMED,
        "Storms of each colour in the Explorer deck",
        needs=_uses("explorer"),
    ),
    _size(
        "explorer_compasses",
        6,
        0,
        MAX_COMPASSES,
        "T-PYR-6",
        ASSUMED,
        "Compasses in the Explorer deck",
        needs=_uses("explorer"),
    ),
    _size("explorer_rocks", 1, 0, 1, "T-PYR-6", ASSUMED, "Jagged Rocks in the Explorer deck", needs=_uses("explorer")),
    _reading(
        "pyr_finish",
        PyramidFinish,
        "T-PYR-7",
        ASSUMED,
        "an Explorer Finish lies open for all, or goes to the hand",
        needs=_uses("explorer"),
    ),
    _reading(
        "pyr_monster",
        PyramidMonster,
        "T-PYR-7",
        ASSUMED,
        "an Explorer Monster goes to the hand, or eats an Island at once",
        needs=_uses("explorer"),
    ),
    _flag(
        "pyr_retrigger",
        False,
        "T-PYR-8",
        ASSUMED,
        "a border cell covered again draws an Explorer card again",
        needs=_uses("explorer"),
    ),
    _flag("day_night", False, "T-DAY-1", BOOK, "Islands have a sun and a moon side; each half of the board wants one"),
    _reading("day_flip", DayFlip, "T-DAY-6", ASSUMED, "when the hands turn from sun to moon", needs=_uses("day_night")),
    _flag("competitive", False, "T-COMP-1", BOOK, "two players against each other, for points"),
    _reading(
        "comp_owner",
        CompOwner,
        "T-COMP-1",
        INFERRED,
        "own Islands are told apart by orientation, or each player builds in one direction",
        needs=_uses("competitive"),
    ),
    _size(
        "comp_play", 1, 0, 20, "T-COMP-4", ASSUMED, "points for an own Island in the grid", needs=_uses("competitive")
    ),
    _size("comp_discard", 1, 0, 20, "T-COMP-4", ASSUMED, "points a discarded card costs", needs=_uses("competitive")),
    _size("comp_row", 5, 1, MAX_MARKET, "T-COMP-4", ASSUMED, "face-up cards to draw from", needs=_uses("competitive")),
)

SWITCHES = BASE + MODULES + SHEETS

RULES = rules_layout(
    SWITCHES,
    *board_fields(),
    # what a part of the rules needs to know at a glance
    ("is_plain", "i8"),  # the base game and removal, with the printed cost rule
    ("is_spaced_freely", "i8"),  # no cell has a wrong side, and costs are the printed ones
    ("has_modules", "i8"),  # anything beyond the base game and removal
    ("has_closures", "i8"),  # cells can be closed to Islands
    ("has_storms", "i8"),
    ("has_piled_storms", "i8"),  # Storms are drawn from the piles, not from the Explorer deck
    ("has_monsters", "i8"),
    ("has_rocks", "i8"),
    ("n_dealt", "i8"),  # cards dealt to the piles
    ("n_borders", "i8"),  # border cards left over for the Explorer deck
)
