"""What lies on the table, in the hands and out of sight, as flat records.

Cells are numbered 1..n along the path (cell k is path index p = k-1 of the rules); 0 and n+1 are the two
shores before the first and behind the last cell. Islands are their own numbers; all other cards are codes
above them.
"""

from __future__ import annotations

from enum import IntEnum

from analyzer.kernel.jit import record

MAX_SEATS = 5
MAX_ISLANDS = 120
MAX_CELLS = 60
MAX_FINISHES = 20
HAND_SLOTS = 24
DECK_SLOTS = MAX_ISLANDS + MAX_FINISHES + MAX_SEATS
CARD_CODES = 128


class Card(IntEnum):
    """Cards that are not Islands."""

    NONE = 0
    START = 121
    FINISH = 122


class Kind(IntEnum):
    """What an ACTION answer does; an Island is played by its own number 1..120."""

    DISCARD_TWO = 0
    START = 121
    FINISH = 122


class Phase(IntEnum):
    """The question that the asked seat has to answer (section 7 of the rules: D-1 to D-6)."""

    ACTION = 1
    PAY = 2
    DISCARD_TWO = 3
    SPLIT = 4
    OFFER = 5
    GIVE = 6


class Stage(IntEnum):
    """Where the turn stands between two questions (T-BASE-30, T-BASE-32)."""

    ASKING = 0
    TURN = 1
    REFILL = 2
    OFFERS = 3
    SPLIT = 4
    GIVES = 5
    START_REFILL = 6
    PASS = 7


class Cause(IntEnum):
    """How a game ended; every game has exactly one cause."""

    RUNNING = 0
    WON = 1
    NO_ACTION = 2
    EMPTY_HAND = 3
    ONE_CARD = 4
    START_SHORTAGE = 5
    FINISHES_GONE = 6
    TRUNCATED = 7
    FAULT = 8


class Chance(IntEnum):
    """Chance has one stream per purpose, so that a variant never shifts the cards of another."""

    DECK = 0
    SETUP = 1
    REMOVAL = 2


# Everybody sees the table.
TABLE = record(
    ("phase", "i8"),
    ("stage", "i8"),
    ("asked", "i8"),
    ("active", "i8"),
    ("first", "i8"),
    ("turn", "i8"),
    ("cause", "i8"),
    ("started", "i8"),  # 1 once a Start lies
    ("filled", "i8"),  # cells that hold an Island
    ("cost", "i8"),  # cards to be given up in this question
    ("number", "i1", (MAX_CELLS + 2,)),  # 0 = empty; shores: 0 and islands + 1
    ("below", "i1", (CARD_CODES,)),  # by Island: cell of the next smaller number in the grid, or shore 0
    ("above", "i1", (CARD_CODES,)),  # by Island: cell of the next larger number in the grid, or the far shore
    ("held", "i1", (MAX_SEATS,)),
    ("pile", "i2", (MAX_SEATS,)),
    ("discarded", "i2", (MAX_SEATS,)),
    ("offer", "i1", (MAX_SEATS,)),  # last Start event: cards announced, -1 = not asked
    ("split", "i1", (MAX_SEATS,)),  # last Start event: cards agreed on
    ("owed", "i1", (MAX_SEATS,)),  # of those, still to be given
    ("last_action", "i4", (MAX_SEATS,)),  # last answer to ACTION, -1 = none yet
)

# Its owner sees a hand.
HAND = record(
    ("seat", "i8"),
    ("held", "i8"),
    ("cards", "i1", (HAND_SLOTS,)),
    ("lost", "i1", (CARD_CODES,)),  # by card: how many the owner discarded and remembers (T-BASE-9)
)

# Nobody sees the rest.
HIDDEN = record(
    ("order", "i1", (DECK_SLOTS,)),
    ("deck", "i1", (DECK_SLOTS,)),  # all piles one after the other, each with room for its Start
    ("bottom", "i8", (MAX_SEATS,)),  # where a seat's pile begins; its top is the last card
    ("removed", "i1", (CARD_CODES,)),
)

# What the analyst counts.
TALLY = record(
    ("paid", "i8"),
    ("discard_twos", "i8"),
    ("start_turn", "i8"),
    ("finishes_lost", "i8"),
)

STATE = record(
    ("table", TABLE),
    ("hands", HAND, (MAX_SEATS,)),
    ("hidden", HIDDEN),
    ("tally", TALLY),
)
