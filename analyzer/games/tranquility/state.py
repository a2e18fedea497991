"""What lies on the table, in the hands and out of sight, as flat records.

Cells are numbered 1..n along the path (cell k is path index p = k-1 of the rules); 0 and n+1 are the two
shores before the first and behind the last cell. Islands are their own numbers; all other cards are codes
above them.
"""

from __future__ import annotations

from enum import IntEnum

from analyzer.games.turns import TABLE_HEAD, state_layout
from analyzer.kernel.jit import record

MAX_SEATS = 5
MAX_ISLANDS = 120
MAX_CELLS = 60
MAX_ROWS = 12
MAX_FINISHES = 20
MAX_MONSTERS = 10
MAX_PER_COLOUR = 6  # Storms
MAX_STORMS = 3 * MAX_PER_COLOUR
MAX_WILDS = 10
MAX_COMPASSES = 20
MAX_HAND_LIMIT = 12
HAND_SLOTS = 32  # a multiple of the lanes that read it
MAX_MARKET = 10
DECK_SLOTS = MAX_ISLANDS + MAX_FINISHES + MAX_MONSTERS + MAX_STORMS + MAX_WILDS + 3 * MAX_SEATS  # with room
EXPLORER_SLOTS = 100
CARD_CODES = 128


class Card(IntEnum):
    """Cards that are not Islands."""

    NONE = 0
    START = 121
    FINISH = 122
    MONSTER = 123
    WILD = 124
    YELLOW = 125
    PURPLE = 126
    ORANGE = 127


class Explorer(IntEnum):
    """Cards that only the Explorer deck holds, besides Finishes, Monsters and Storms (T-PYR-6)."""

    BORDER = 1
    COMPASS = 2
    ROCKS = 3


class Kind(IntEnum):
    """What an ACTION answer does; an Island is played by its own number 1..120."""

    DISCARD_TWO = 0
    START = 121
    FINISH = 122
    MONSTER = 123
    DUMP = 124
    WILD_START = 125
    WILD_FINISH = 126
    WILD_ISLAND = 127
    WILD_MONSTER = 128
    FLIP = 129
    FLIP_HANDS = 130
    OPEN_FINISH = 131


class Phase(IntEnum):
    """The question that the asked seat has to answer: D-1 to D-19 of section 7 of the rules."""

    ACTION = 1
    PAY = 2
    DISCARD_TWO = 3
    SPLIT = 4
    OFFER = 5
    GIVE = 6
    TOP = 7
    ROCKS = 8
    ROCKS_PAY = 9
    YELLOW_DOWN = 10
    PURPLE = 11
    CANCEL = 12
    CLEAR = 13
    WILD_CLEAR = 14
    WILD_NUMBER = 15
    FLIP_PAY = 16
    EXPLORER_TARGET = 17
    COMP_DRAW = 18
    FREE_DUMP = 19


class Stage(IntEnum):
    """Where the turn stands between two questions (T-BASE-30, T-BASE-32)."""

    ASKING = 0
    TURN = 1
    REFILL = 2
    ACT = 3
    RESULTS = 4
    ROCKS = 5
    WINDOW = 6
    PASS = 7
    DRAW = 8
    STORM = 9
    STORM_WILD = 10
    STORM_EFFECT = 11
    STARTS = 12
    PRICE = 13
    OFFERS = 14
    SPLIT = 15
    TOPS = 16
    GIVES = 17
    EXCESS = 18
    START_REFILL = 19
    MARKET = 20
    MULLIGAN = 21


class Draw(IntEnum):
    """Until when cards are drawn."""

    LIMIT = 0  # up to the hand limit
    EXTRA = 1  # a number of cards
    PAYABLE = 2  # until the Start's price is in hand (T-SOLO-5)


class Cause(IntEnum):
    """How a game ended; every game has exactly one cause."""

    RUNNING = 0
    WON = 1
    NO_ACTION = 2
    EMPTY_HAND = 3
    ONE_CARD = 4
    START_SHORTAGE = 5
    FINISHES_GONE = 6
    GRID_FULL = 7  # competitive: the grid is full
    STUCK = 8  # competitive: the player to move has no legal action
    TRUNCATED = 9
    FAULT = 10


class Chance(IntEnum):
    """Chance has one stream per purpose, so that a variant never shifts the cards of another."""

    FIRST = 0
    DECK = 1
    STARTS = 2
    REMOVAL = 3
    MONSTERS = 4
    STORMS = 5
    WILDS = 6
    ROCKS = 7
    EXPLORER = 8
    RESHUFFLE = 9


# Everybody sees the table.
TABLE = record(
    *TABLE_HEAD,
    ("started", "i8"),  # 1 once a Start lies
    ("filled", "i8"),  # cells that hold an Island
    ("cost", "i8"),  # cards to be given up in this question
    ("number", "i1", (MAX_CELLS + 2,)),  # 0 = empty; shores: 0 and islands + 1
    # by Island: the cells of the next smaller and larger number in the grid, or the shores; other cards have no gap
    ("below", "i1", (CARD_CODES,)),
    ("above", "i1", (CARD_CODES,)),
    ("held", "i1", (MAX_SEATS,)),
    ("pile", "i2", (MAX_SEATS,)),
    ("discarded", "i2", (MAX_SEATS,)),
    ("offer", "i1", (MAX_SEATS,)),  # last Start event: cards announced, -1 = not asked
    ("split", "i1", (MAX_SEATS,)),  # last Start event: cards agreed on
    ("start_step", "i8"),  # seats already asked in the current part of the Start event
    ("owed", "i1", (MAX_SEATS,)),  # of those, still to be given from the hand
    ("last_action", "i4", (MAX_SEATS,)),  # last answer to ACTION, -1 = none yet
    # what everybody has seen of the cards
    ("shown", "i1", (CARD_CODES,)),  # by card: how many were openly played, or turned up
    ("opening", "i2", (MAX_SEATS,)),  # cards among which a seat's Start is, drawn since or still in its pile; 0 = none
    ("fresh", "i1", (MAX_SEATS,)),  # cards that a seat drew last
    ("laid_by", "i8"),  # the seat whose own Start lies, -1 = none
    ("known_monsters", "i1", (MAX_SEATS,)),  # Monsters that a seat is known to hold, at least
    ("explored", "i1", (CARD_CODES,)),  # by card: how many were drawn from the Explorer deck
    ("found", "i1", (MAX_SEATS,)),  # Finishes that a seat took from it and has not played
    # the turn, with modules
    ("cell", "i8"),  # where an Island was placed in this turn, 0 = nowhere
    ("refused", "i8"),  # 1 = a Finish was refused in this turn (T-MONSTER-11)
    ("disclosed", "i1", (MAX_SEATS,)),  # Monsters shown at the last refusal, -1 = never asked
    ("refill_stage", "i8"),
    ("pending_finish", "i8"),  # 1 = a Finish waits until no Monster is held (`pending`)
    ("row_filled", "i1", (MAX_ROWS,)),
    ("lower_filled", "i8"),  # filled cells that are not roof (T-ARCH-5)
    # Rocks
    ("rocks_row", "i8"),  # -1 = not in play
    ("rocks_rest", "i8"),  # 1 = no Rocks step this turn (T-PYR-10)
    # Storms
    ("yellow", "i1", (MAX_SEATS,)),
    ("orange", "i1", (MAX_SEATS,)),
    ("purple", "i1", (MAX_ROWS,)),
    ("purple_by", "i1", (MAX_SEATS, MAX_ROWS)),  # the same, by the seat that drew it
    ("n_storms", "i8"),  # Storms on the table
    ("stock", "i8"),  # Compasses the team has
    ("supply", "i8"),  # Compasses still to be gained
    ("storm", "i8"),  # the Storm just drawn, 0 = none
    ("storm_seat", "i8"),
    ("storm_resume", "i8"),
    ("storm_step", "i8"),
    ("window", "i8"),  # 2 or 3: which window of T-STORM-C5 is open
    ("window_part", "i8"),
    ("window_step", "i8"),
    # drawing
    ("draw_seat", "i8"),
    ("draw_mode", "i8"),
    ("draw_left", "i8"),
    ("draw_queue", "i8"),
    ("draw_resume", "i8"),
    ("top", "i1", (MAX_SEATS,)),  # unseen top cards a Yellow owner gives (T-STORM-Y3)
    # Wilds
    ("wild_cell", "i8"),
    ("played", "i1", (CARD_CODES,)),  # numbers that were ever in the grid
    # Day and Night
    ("hands_side", "i8"),  # 0 = sun up, 1 = moon up
    ("side", "i1", (MAX_CELLS + 2,)),
    ("n_wrong", "i8"),  # cells whose side prevents the win
    # Pyramid
    ("border", "i1", (MAX_CELLS + 2,)),  # 1 = a border card that still draws an Explorer card
    ("explorers", "i8"),  # Explorer cards left
    ("open_finishes", "i8"),
    # Competitive
    ("owner", "i1", (MAX_CELLS + 2,)),  # seat + 1
    ("score", "i4", (MAX_SEATS,)),
    ("market", "i1", (MAX_MARKET,)),
    ("n_market", "i8"),
)

# Its owner sees a hand.
HAND = record(
    ("seat", "i8"),
    ("held", "i8"),
    ("cards", "i1", (HAND_SLOTS,)),
    ("n_of", "i1", (8,)),  # how many of them are Islands (0) and each other card (its code less MAX_ISLANDS)
    ("lost", "i1", (CARD_CODES,)),  # by card: how many the owner discarded and remembers (T-BASE-9)
)

# Nobody sees the rest.
HIDDEN = record(
    ("order", "i1", (DECK_SLOTS,)),
    ("deck", "i1", (DECK_SLOTS,)),  # all piles one after the other, each with room for its Start
    ("bottom", "i8", (MAX_SEATS,)),  # where a seat's pile begins; its top is the last card
    ("removed", "i1", (CARD_CODES,)),
    ("explorer", "i1", (EXPLORER_SLOTS,)),
    ("aside", "i1", (MAX_SEATS, MAX_STORMS)),  # Storms of the opening that go back (`redraw_and_reshuffle`)
    ("n_aside", "i1", (MAX_SEATS,)),
)

# What the analyst counts.
TALLY = record(
    ("paid", "i8"),
    ("discard_twos", "i8"),
    ("start_turn", "i8"),
    ("finishes_lost", "i8"),
    ("start_depth", "i8"),  # of the deal: cards above the nearest Start in its pile
    ("opening_finishes", "i8"),  # of the deal: Finishes in the opening hands
    ("wilds_used", "i8"),  # played or discarded
    ("wilds_played", "i8"),
    ("compasses_gained", "i8"),
    ("compasses_spent", "i8"),
    ("storms", "i8"),  # Storms that took effect
    ("monsters_played", "i8"),
    ("finishes_refused", "i8"),
    ("rocks_stays", "i8"),  # two cards paid to leave the Rocks in place
    ("flips", "i8"),
    ("explorers", "i8"),
    ("hands_dumped", "i8"),
)

STATE = state_layout(TABLE, HAND, HIDDEN, TALLY, MAX_SEATS)
