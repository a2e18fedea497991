"""The switches of the base game and of removal (docs/rules/tranquility.md, sections 2.1 to 2.7 and 2.12)."""

from analyzer.games.switches import ASSUMED, BOOK, EXPERIMENT, INFERRED, PUBLIC, SIMULATION, flag, reading, size
from analyzer.games.tranquility.state import MAX_CELLS, MAX_FINISHES, MAX_HAND_LIMIT, MAX_ISLANDS
from analyzer.games.tranquility.switches.readings import (
    CostRule,
    FirstPlayer,
    OneCard,
    SoloStart,
    Start2p,
    StartShortage,
)

ISLANDS = 80  # rules 1
FINISHES = 5

BASE = (
    size("rows", 6, 1, 12, "T-BASE-1", BOOK, "rows of the grid"),
    size("columns", 6, 1, MAX_CELLS, "T-BASE-1", BOOK, "cells in a row of the grid"),
    size("islands", ISLANDS, 1, MAX_ISLANDS, "T-BASE-5", BOOK, "Island cards, numbered from 1"),
    size("finishes", FINISHES, 0, MAX_FINISHES, "T-BASE-5", BOOK, "Finish cards"),
    size("hand_limit", 5, 1, MAX_HAND_LIMIT, "T-BASE-6", BOOK, "cards a hand is refilled to"),
    size("start_price", 8, 0, 20, "T-BASE-20", BOOK, "cards the team gives up when the Start is laid"),
    size("removed", 0, 0, MAX_ISLANDS, "T-REMOVE-1", BOOK, "Islands taken out unseen before the deal", trend=-1),
    reading(
        "first_player",
        FirstPlayer,
        "T-BASE-8",
        BOOK,
        "who begins: one of those dealt the fewest cards, anybody, or the first seat",
        others={"random": BOOK},
    ),
    flag(
        "own_discard_memory",
        True,
        "T-BASE-9",
        ASSUMED,
        "players remember what they discarded themselves",
        role=SIMULATION,
    ),
    reading(
        "one_card",
        OneCard,
        "A1",
        INFERRED,
        "one card at the start of a turn may be played, or is a loss",
        others={"loss": BOOK},
    ),
    reading(
        "start_shortage",
        StartShortage,
        "A2",
        ASSUMED,
        "when the hands cannot pay the Start: lose, give what there is, or play it later",
    ),
    reading(
        "start2p",
        Start2p,
        "A3",
        BOOK,
        "at the Start two players draw two cards each, or up to two above the limit",
        others={"upto7": PUBLIC},
    ),
    flag(
        "start_discardable_unplayed",
        False,
        "A5",
        ASSUMED,
        "a Start may be given up while none lies (a deferred Start, a Yellow Storm)",
    ),
    reading(
        "cost_rule",
        CostRule,
        "A7",
        BOOK,
        "cost between two neighbours: smaller difference, larger difference, or both",
        others=ASSUMED,
        role=EXPERIMENT,
    ),
    flag(
        "early_loss",
        False,
        "T-BASE-25",
        ASSUMED,
        "stop as soon as no Finish is left (a loss either way)",
        role=SIMULATION,
    ),
    size(
        "turn_limit",
        1000,
        1,
        100_000,
        "-",
        ASSUMED,
        "turns after which a game is cut off and counted as truncated",
        role=SIMULATION,
    ),
    reading(
        "solo_start",
        SoloStart,
        "T-SOLO-2",
        ASSUMED,
        "what the Start costs a single player: draw 4 and give all 8, draw 8 and give 8 of 12, give 4 and the top 4 "
        "unseen, play two hands, or nothing",
    ),
)
