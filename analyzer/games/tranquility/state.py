"""What lies on the table, in the hands and out of sight, as flat records.

Cells are numbered 1..n along the path (cell k is path index p = k-1 of the rules); 0 and n+1 are the two
shores before the first and behind the last cell. Islands are their own numbers; all other cards are codes
above them.
"""

from enum import IntEnum

from analyzer.games.turns import TABLE_HEAD, state_layout
from analyzer.kernel.jit import Explained, record

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
NEVER_TOLD = 10_000  # more than any pile holds: any card of a hand may be a Monster
CARD_CODES = 128


class Card(Explained):
    """Cards that are not Islands."""

    NONE = 0, "no card, an empty cell"
    START = 121, "laid once, at a price that the team pays"
    FINISH = 122, "played when the grid is full"
    MONSTER = 123, "removes an Island"
    WILD = 124, "stands for another card"
    YELLOW = 125, "a Storm: the hand limit sinks to three"
    PURPLE = 126, "a Storm: a row is closed"
    ORANGE = 127, "a Storm: Islands only beside others"


class Explorer(Explained):
    """Cards that only the Explorer deck holds, besides Finishes, Monsters and Storms (T-PYR-6)."""

    BORDER = 1, "an empty border card: nothing happens"
    COMPASS = 2, "the team gains a Compass"
    ROCKS = 3, "the Jagged Rocks come into play"


class Kind(Explained):
    """What an ACTION answer does; an Island is played by its own number 1..120."""

    DISCARD_TWO = 0, "discard two cards"
    START = 121, "lay the Start"
    FINISH = 122, "play a Finish"
    MONSTER = 123, "play a Monster: it removes the Island of a cell"
    DUMP = 124, "discard the whole hand for a Compass"
    WILD_START = 125, "play a Wild as the Start"
    WILD_FINISH = 126, "play a Wild as a Finish"
    WILD_ISLAND = 127, "play a Wild to a cell; its number is asked next"
    WILD_MONSTER = 128, "play a Wild as a Monster"
    FLIP = 129, "turn the card of a cell over"
    FLIP_HANDS = 130, "turn the hands over"
    OPEN_FINISH = 131, "play a Finish that lies open"


class Phase(Explained):
    """The question that the asked seat has to answer: D-1 to D-19 of section 7 of the rules."""

    ACTION = 1, "D-1: what to play: see Kind"
    PAY = 2, "D-2: which cards to give up for a placement"
    DISCARD_TWO = 3, "D-3: which two cards to discard"
    SPLIT = 4, "D-4: how many cards each seat gives for the Start"
    OFFER = 5, "D-5: how many cards could be given for the Start"
    GIVE = 6, "D-6: which cards to give for the Start"
    TOP = 7, "D-7: unseen top cards that a Yellow owner gives instead"
    ROCKS = 8, "D-8: where the Rocks go, or stay"
    ROCKS_PAY = 9, "D-9: which two cards leave the Rocks in place"
    YELLOW_DOWN = 10, "D-10: which cards go down to the limit of a Yellow Storm"
    PURPLE = 11, "D-11: which row a Purple Storm closes"
    CANCEL = 12, "D-12: whether a Compass cancels the Storm just drawn"
    CLEAR = 13, "D-13: which Storm on the table a Compass clears"
    WILD_CLEAR = 14, "D-14: which Storm a Wild clears"
    WILD_NUMBER = 15, "D-15: which number a Wild is"
    FLIP_PAY = 16, "D-16: which card pays for a flip"
    EXPLORER_TARGET = 17, "D-17: which Island an Explorer Monster removes"
    COMP_DRAW = 18, "D-18: which face-up card to take"
    FREE_DUMP = 19, "D-19: whether the hand is dumped"


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


class Draw(Explained):
    """Until when cards are drawn."""

    LIMIT = 0, "up to the hand limit"
    EXTRA = 1, "a number of cards"
    PAYABLE = 2, "until the Start's price is in hand (T-SOLO-5)"


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
    ("started", "i8", "1 once a Start lies"),
    ("filled", "i8", "cells that hold an Island"),
    ("cost", "i8", "cards to be given up in this question"),
    ("number", "i1", (MAX_CELLS + 2,), "by cell: the Island there, 0 = empty; shores: 0 and islands + 1"),
    # the gap of an Island that may still be placed; other cards have none
    ("below", "i1", (CARD_CODES,), "by Island: the cell of the next smaller number in the grid, or the shore 0"),
    ("above", "i1", (CARD_CODES,), "by Island: the cell of the next larger number in the grid, or the shore cells + 1"),
    ("held", "i1", (MAX_SEATS,), "by seat: cards in hand"),
    ("pile", "i2", (MAX_SEATS,), "by seat: cards in its draw pile"),
    ("discarded", "i2", (MAX_SEATS,), "by seat: cards it has discarded"),
    ("offer", "i1", (MAX_SEATS,), "last Start event: cards announced, -1 = not asked"),
    ("split", "i1", (MAX_SEATS,), "last Start event: cards agreed on"),
    ("start_step", "i8", "seats already asked in the current part of the Start event"),
    ("owed", "i1", (MAX_SEATS,), "last Start event: of the cards agreed on, still to be given from the hand"),
    ("last_action", "i4", (MAX_SEATS,), "last answer to ACTION, -1 = none yet"),
    ("all_discarded", "i8", "cards that all together have discarded"),
    (
        "laid_at",
        "i4",
        (MAX_CELLS + 2,),
        "by cell: 65536 * turn + cards that all had discarded, when a gap there changed",
    ),
    # what everybody has seen of the cards
    ("shown", "i1", (CARD_CODES,), "by card: how many were openly played, or turned up"),
    ("opening", "i2", (MAX_SEATS,), "cards among which a seat's Start is, drawn since or still in its pile; 0 = none"),
    ("fresh", "i1", (MAX_SEATS,), "cards that a seat drew last"),
    ("spent_at", "i2", (MAX_SEATS,), "cards in its pile when a seat last discarded; a dead Start drawn since is held"),
    ("laid_by", "i8", "the seat whose own Start lies, -1 = none"),
    ("known_monsters", "i1", (MAX_SEATS,), "Monsters that a seat is known to hold, at least"),
    ("told_at", "i2", (MAX_SEATS,), "by seat: it holds at most known_monsters + told_at - pile Monsters"),
    ("is_blocked", "i8", "1 = somebody holds a Monster for sure: a Finish waits, and the game goes on (`pending`)"),
    ("explored", "i1", (CARD_CODES,), "by card: how many were drawn from the Explorer deck"),
    ("found", "i1", (MAX_SEATS,), "Finishes that a seat took from the Explorer deck and has not played"),
    ("found_after", "i1", (MAX_SEATS, MAX_FINISHES), "by seat and such a Finish: cards it had discarded before"),
    (
        "returned",
        "i1",
        (MAX_SEATS, 3),
        "by seat and colour: Storms of the opening that are in its pile again",
    ),
    # the turn, with modules
    ("cell", "i8", "with modules: where an Island was placed in this turn, 0 = nowhere"),
    ("refused", "i8", "1 = a Finish was refused in this turn (T-MONSTER-11)"),
    ("disclosed", "i1", (MAX_SEATS,), "Monsters shown at the last refusal, -1 = never asked"),
    ("refill_stage", "i8", "for the rules: the Stage after the Rocks step or the window"),
    ("pending_finish", "i8", "1 = a Finish waits until no Monster is held (`pending`)"),
    ("row_filled", "i1", (MAX_ROWS,), "by row: cells that hold an Island"),
    ("lower_filled", "i8", "filled cells that are not roof (T-ARCH-5)"),
    # Rocks
    ("rocks_row", "i8", "the row that the Rocks close, -1 = not in play"),
    ("rocks_rest", "i8", "1 = no Rocks step this turn (T-PYR-10)"),
    # Storms
    ("yellow", "i1", (MAX_SEATS,), "by seat: Yellow Storms before it"),
    ("orange", "i1", (MAX_SEATS,), "by seat: Orange Storms before it"),
    ("purple", "i1", (MAX_ROWS,), "by row: Purple Storms that close it"),
    ("purple_by", "i1", (MAX_SEATS, MAX_ROWS), "the same, by the seat that drew it and the row"),
    ("n_storms", "i8", "Storms on the table"),
    ("stock", "i8", "Compasses the team has"),
    ("supply", "i8", "Compasses still to be gained"),
    ("storm", "i8", "the Storm just drawn, 0 = none"),
    ("storm_seat", "i8", "the seat that drew it"),
    ("storm_resume", "i8", "for the rules: the Stage after that Storm"),
    ("storm_step", "i8", "for the rules: seats already asked whether a Wild cancels it"),
    ("window", "i8", "2 or 3: which window of T-STORM-C5 is open"),
    ("window_part", "i8", "what is asked in this window: 0 Compasses, 1 Wilds, 2 dumping a hand"),
    ("window_step", "i8", "for the rules: seats already asked in this part"),
    # drawing
    ("draw_seat", "i8", "the seat that draws"),
    ("draw_mode", "i8", "until when it draws: a code of Draw"),
    ("draw_left", "i8", "cards it still draws (EXTRA), or has to be able to pay (PAYABLE)"),
    ("draw_queue", "i8", "seats that are still to draw, this one included"),
    ("draw_resume", "i8", "for the rules: the Stage after drawing"),
    ("top", "i1", (MAX_SEATS,), "unseen top cards a Yellow owner gives (T-STORM-Y3)"),
    # Wilds
    ("wild_cell", "i8", "the cell of a Wild whose number is asked for"),
    ("played", "i1", (CARD_CODES,), "numbers that were ever in the grid"),
    # Day and Night
    ("hands_side", "i8", "the side that cards in hand show: 0 = sun up, 1 = moon up"),
    ("side", "i1", (MAX_CELLS + 2,), "by cell: 0 = the sun is up, 1 = the moon"),
    ("n_wrong", "i8", "cells whose side prevents the win"),
    # Pyramid
    ("border", "i1", (MAX_CELLS + 2,), "by cell: 1 = a border card that still draws an Explorer card"),
    ("explorers", "i8", "Explorer cards left"),
    ("open_finishes", "i8", "Finishes that lie open for everybody"),
    # Competitive
    ("owner", "i1", (MAX_CELLS + 2,), "by cell: seat + 1 of the player who filled it"),
    ("score", "i4", (MAX_SEATS,), "by seat: points"),
    ("market", "i1", (MAX_MARKET,), "the face-up cards"),
    ("n_market", "i8", "how many there are"),
    ("taken", "i1", (CARD_CODES,), "by Island: seat + 1 of who took it from the face-up cards, 0 = nobody"),
    ("taken_after", "i1", (CARD_CODES,), "by Island: cards that this seat had discarded before"),
)

# Its owner sees a hand.
HAND = record(
    ("seat", "i8", "the own seat"),
    ("held", "i8", "cards in hand"),
    ("cards", "i1", (HAND_SLOTS,), "the cards, in slots 0 to held - 1"),
    ("n_of", "i1", (8,), "how many of them are Islands (0) and each other card (its code less MAX_ISLANDS)"),
    ("lost", "i1", (CARD_CODES,), "by card: how many the owner discarded and remembers (T-BASE-9)"),
)
MEMORY = ("lost",)  # fields of a hand that its owner may forget: `fallible(..., memory=0.5)`

# Nobody sees the rest.
HIDDEN = record(
    ("order", "i1", (DECK_SLOTS,)),
    ("deck", "i1", (DECK_SLOTS,), "all piles one after the other, each with room for its Start"),
    ("bottom", "i8", (MAX_SEATS,), "where a seat's pile begins; its top is the last card"),
    ("removed", "i1", (CARD_CODES,)),
    ("explorer", "i1", (EXPLORER_SLOTS,)),
    ("aside", "i1", (MAX_SEATS, MAX_STORMS), "Storms of the opening that go back (`redraw_and_reshuffle`)"),
    ("n_aside", "i1", (MAX_SEATS,)),
)

# What the analyst counts.
TALLY = record(
    ("paid", "i8"),
    ("discard_twos", "i8"),
    ("start_turn", "i8"),
    ("finishes_lost", "i8"),
    ("start_depth", "i8", "of the deal: cards above the nearest Start in its pile"),
    ("opening_finishes", "i8", "of the deal: Finishes in the opening hands"),
    ("wilds_used", "i8", "played or discarded"),
    ("wilds_played", "i8"),
    ("compasses_gained", "i8"),
    ("compasses_spent", "i8"),
    ("storms", "i8", "Storms that took effect"),
    ("monsters_played", "i8"),
    ("finishes_refused", "i8"),
    ("rocks_stays", "i8", "two cards paid to leave the Rocks in place"),
    ("flips", "i8"),
    ("explorers", "i8"),
    ("hands_dumped", "i8"),
)

STATE = state_layout(TABLE, HAND, HIDDEN, TALLY, MAX_SEATS)
