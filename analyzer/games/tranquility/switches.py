"""The rule switches of Tranquility, with their clauses (docs/rules/tranquility.md) and sources."""

from __future__ import annotations

from enum import IntEnum

from analyzer.games.switches import Source, Switch, rules_layout
from analyzer.games.tranquility.state import MAX_CELLS, MAX_FINISHES, MAX_ISLANDS

ROWS = 6  # T-BASE-1
COLUMNS = 6
ISLANDS = 80  # rules 1
FINISHES = 5
HAND_LIMIT = 5  # T-BASE-6
START_PRICE = 8  # T-BASE-20
MAX_HAND_LIMIT = 12


class FirstPlayer(IntEnum):
    """Who begins (T-BASE-8)."""

    FEWEST_RANDOM = 0
    RANDOM = 1
    FIXED0 = 2


class OneCard(IntEnum):
    """What a single card at the start of a turn means (A1)."""

    PLAY_IF_LEGAL = 0
    LOSS = 1


class StartShortage(IntEnum):
    """What happens when the hands do not hold the Start's price (A2)."""

    LOSS = 0
    DISCARD_ALL = 1
    DEFER = 2


class Start2p(IntEnum):
    """What two players draw when the Start is laid (A3)."""

    PLUS2 = 0
    UPTO7 = 1


class CostRule(IntEnum):
    """Which of two neighbours sets the cost (A7)."""

    MIN = 0
    MAX = 1
    SUM = 2


def _size(name: str, default: int, low: int, high: int, clause: str, summary: str) -> Switch:
    return Switch(
        name=name, default=default, low=low, high=high, source=Source.RULEBOOK, clause=clause, summary=summary
    )


SWITCHES = (
    _size("rows", ROWS, 1, MAX_CELLS, "T-BASE-1", "rows of the grid"),
    _size("columns", COLUMNS, 1, MAX_CELLS, "T-BASE-1", "cells in a row"),
    _size("islands", ISLANDS, 1, MAX_ISLANDS, "T-BASE-5", "Island cards, numbered from 1"),
    _size("finishes", FINISHES, 0, MAX_FINISHES, "T-BASE-5", "Finish cards"),
    _size("hand_limit", HAND_LIMIT, 1, MAX_HAND_LIMIT, "T-BASE-6", "cards a hand is refilled to"),
    _size("start_price", START_PRICE, 0, 40, "T-BASE-20", "cards the team gives up when the Start is laid"),
    _size("removed", 0, 0, MAX_ISLANDS, "T-REMOVE-1", "Islands taken out unseen before the deal"),
    Switch(
        name="first_player",
        default="fewest_random",
        choices=FirstPlayer,
        source=Source.RULEBOOK,
        clause="T-BASE-8",
        summary="who begins: one of those dealt the fewest cards, anybody, or the first seat",
    ),
    Switch(
        name="own_discard_memory",
        default=True,
        source=Source.ASSUMED,
        clause="T-BASE-9",
        summary="players remember what they discarded themselves",
    ),
    Switch(
        name="one_card",
        default="play_if_legal",
        choices=OneCard,
        source=Source.INFERRED,
        source_of=(("loss", Source.RULEBOOK),),
        clause="A1",
        summary="one card at the start of a turn may be played, or is a loss",
    ),
    Switch(
        name="start_shortage",
        default="loss",
        choices=StartShortage,
        source=Source.ASSUMED,
        clause="A2",
        summary="when all hands together cannot pay the Start: lose, give what there is, or play it later",
    ),
    Switch(
        name="start2p",
        default="plus2",
        choices=Start2p,
        source=Source.RULEBOOK,
        source_of=(("upto7", Source.PUBLIC),),
        clause="A3",
        summary="two players draw two cards each when the Start is laid, or up to two above the limit",
    ),
    Switch(
        name="start_discardable_unplayed",
        default=False,
        source=Source.ASSUMED,
        clause="A5",
        summary="a Start may be discarded while none lies (arises when its play is deferred)",
    ),
    Switch(
        name="cost_rule",
        default="min",
        choices=CostRule,
        source=Source.RULEBOOK,
        source_of=(("max", Source.ASSUMED), ("sum", Source.ASSUMED)),
        clause="A7",
        summary="cost between two neighbours: smaller difference, larger difference, or both",
    ),
    Switch(
        name="early_loss",
        default=False,
        source=Source.ASSUMED,
        clause="T-BASE-25",
        summary="stop as soon as all Finishes are discarded (a loss either way)",
    ),
    Switch(
        name="turn_limit",
        default=1000,
        low=1,
        high=100_000,
        source=Source.ASSUMED,
        clause="-",
        summary="turns after which a game is cut off and counted as truncated",
    ),
)

RULES = rules_layout(SWITCHES, ("cells", "i8"))
