"""What lies on the table, in the hands and out of sight, as flat records.

Map cards are numbered 1..48: twelve numbers for each kind, 0 is no card. A map card on the table knows its
cell (x to the right, y downwards, as far as the map may grow) and the four cards beside it. Which card lies on
a cell is told by `slots`, a small table addressed by the last four bits of x and of y: cards whose cells agree
in them stand in the next free slots. It needs no frame, and never more room than there are map cards.
"""

from enum import IntEnum

import numpy as np

from analyzer.games.turns import TABLE_HEAD, state_layout
from analyzer.kernel.jit import Explained, record

MAX_SEATS = 4
KINDS = 4
DEVICES = 8
SIDES = 4
PER_KIND = 12  # most map cards of one kind
CARDS = KINDS * PER_KIND + 1  # map card numbers, with 0 = no card
SLOTS = 256
HAND_SLOTS = 8
FACES = 2 * KINDS * KINDS  # different porthole cards
PORTHOLE_SLOTS = 4 * FACES
DEVICE_SLOTS = 4 * DEVICES
TREASURE_FACES = 3 + DEVICES
TREASURE_SLOTS = 96
KIND_DEVICE, KIND_TREASURE = range(2)  # of components: treatments


class Kind(IntEnum):
    """What a map card shows."""

    SHIP = 0
    ISLAND = 1
    SHARK = 2
    LIGHTHOUSE = 3


class Device(IntEnum):
    """The magic devices."""

    MAPMAKER = 0
    TRANSLATING_WATER = 1
    SPYGLASS = 2
    SEEING_CASKET = 3
    HAT = 4
    IRON_DROPPER = 5
    NEWS_BELL = 6
    SOUND_CATCHER = 7


class Side(IntEnum):
    """The four edges, in reading order; the opposite of a side is 3 - side."""

    UP = 0
    LEFT = 1
    RIGHT = 2
    DOWN = 3


# Tables that no variant changes: the kind of each map card number, and the step to each Side.
KIND_OF = np.array([-1] + [(card - 1) // PER_KIND for card in range(1, CARDS)], dtype=np.int64)
STEP_X = np.array([0, -1, 1, 0], dtype=np.int64)
STEP_Y = np.array([-1, 0, 0, 1], dtype=np.int64)


class Treasure(Explained):
    """The faces of treasure cards; an event that names device d is EVENT + d."""

    FLAG = 0, "marks a map card: its capture is for the owner of the flag"
    JOKER = 1, "places any map card"
    PIRATE = 2, "takes a device from an opponent"
    EVENT = 3, "an opponent misses a turn or gives up the named device"


class Phase(Explained):
    """The question that the asked seat has to answer (section 7 of the rules: Q1 to Q8)."""

    MAIN = 1, "Q1: what to do next in the own turn"
    FLAG = 2, "Q2: the map card that gets the flag"
    JOKER = 3, "Q3: the map card that a joker places, and where"
    PIRATE = 4, "Q4: the seat and the device that a pirate takes"
    TARGET = 5, "Q5: the seat that gets an event"
    EVENT = 6, "Q6: miss a turn or give the device up"
    EXCHANGE = 7, "Q7: the device that bazaar cards buy"
    OFFER = 8, "Q8: the same in another's turn, or none"
    PREFER = 9, "B-16 only: the captured device that is left for a bazaar card, or none"


class Stage(IntEnum):
    """Where the turn stands between two questions."""

    ASKING = 0
    TURN = 1
    MAIN = 2
    OFFERS = 3
    REFILL = 4


class Cause(IntEnum):
    """How a game ended; every game has exactly one cause."""

    RUNNING = 0
    WON = 1
    STALLED = 2
    TRUNCATED = 3
    FAULT = 4


class How(IntEnum):
    """How a device was obtained."""

    CAPTURE = 0
    FLAG = 1
    BAZAAR = 2
    PIRATE = 3


class Chance(Explained):
    """Chance has one stream per purpose, so that a variant never shifts the cards of another."""

    DEVICES = 0, "setup"
    MAP = 1, "deck"
    ROW = 2, "setup"
    PORTHOLES = 3, "deck"
    TREASURE = 4, "deck"
    FIRST = 5, "turn order"
    PORTHOLE_RESHUFFLE = 6, "deck"
    TREASURE_RESHUFFLE = 7, "deck"


# Everybody sees the table.
TABLE = record(
    *TABLE_HEAD,
    ("winner", "i8", "the seat that won, -1 = nobody, or shared"),
    ("idle", "i8", "turns in a row without a placement"),
    ("played", "i8", "porthole cards played in this turn"),
    ("placed", "i8", "map cards placed in this turn, by porthole card or joker"),
    ("event", "i8", "device of the event under way"),
    ("gained", "i8", "bit per seat: got a bazaar card by the action under way"),
    ("taken", "i8", "bit per device: captured by the active player in the placement under way (B-16)"),
    ("locked", "i8", "bit per map card: may not be moved for the time being"),
    ("fresh", "i8", "bit per map card: placed in this turn"),
    ("on_table", "i8", "map cards laid"),
    ("x", "i4", (CARDS,), "by map card: its column"),
    ("y", "i4", (CARDS,), "by map card: its row, downwards"),
    ("laid", "i1", (CARDS,), "by map card: 1 = it lies on the table"),
    ("beside", "i1", (CARDS, SIDES), "by map card and Side: the neighbouring card, 0 = none"),
    ("sides", "i1", (CARDS,), "by map card: how many neighbours there are; 4 = surrounded"),
    ("flag", "i1", (CARDS,), "by map card: owner + 1 of the flag on it"),
    ("captured", "i4", (CARDS,), "by map card: how often it was captured"),
    ("slots", "i1", (SLOTS,), "for the rules: which card lies on a cell; ask `card_at`"),
    ("top", "i1", (KINDS,), "by Kind: visible card of the pile, 0 = none"),
    ("left", "i1", (KINDS,), "by Kind: map cards in the pile"),
    ("up", "i1", (MAX_SEATS, DEVICES), "by seat and Device: obtained devices"),
    ("n_up", "i1", (MAX_SEATS,), "by seat: obtained devices in all"),
    ("bazaar", "i4", (MAX_SEATS,), "by seat: bazaar cards"),
    ("stock", "i4", "bazaar cards left, where they are limited"),
    ("misses", "i4", (MAX_SEATS,), "by seat: turns still to be missed"),
    ("held", "i1", (MAX_SEATS,), "by seat: porthole cards in hand"),
    ("treasures", "i1", (MAX_SEATS,), "by seat: treasure cards in hand"),
    ("draw_pile", "i2", "porthole cards to draw"),
    ("discards", "i2", "porthole cards discarded"),
    ("treasure_pile", "i2", "treasure cards to draw"),
    ("treasure_discards", "i2", "treasure cards discarded"),
    # What everybody has seen of cards that lie out of sight now; rules/knowledge.py writes it.
    ("discarded", "i1", (FACES,), "by porthole card: how many were discarded since the pile was last shuffled"),
    ("age", "i1", (FACES,), "by porthole card: shuffles of the discards since it last lay in the pile"),
    ("drawn", "i1", (MAX_SEATS, HAND_SLOTS), "by seat: the ages of the porthole cards in hand, in no order"),
    ("spent", "i1", (TREASURE_FACES,), "by Treasure face: how many were discarded since the deck was last shuffled"),
    ("stacked", "i1", (TREASURE_FACES,), "by Treasure face: cards of the deck as last shuffled that nobody has shown"),
    ("fetched", "i1", (MAX_SEATS,), "by seat: treasure cards in hand that come from that deck"),
    ("known", "i1", (MAX_SEATS, DEVICES), "by seat and Device: cards that lie face down and were face up before"),
    ("settled", "i2", (MAX_SEATS,), "by seat, bit per Device: no more cards of it than are up or known"),
)

# Its owner sees a hand.
HAND = record(
    ("seat", "i8", "the own seat"),
    ("held", "i8", "porthole cards in hand"),
    ("cards", "i1", (HAND_SLOTS,), "the porthole cards, in slots 0 to held - 1: see `porthole`"),
    ("need", "i1", (DEVICES,), "by Device: own device cards that are still down"),
    ("treasure", "i1", (TREASURE_FACES,), "by Treasure face: treasure cards in hand"),
    ("fetched", "i1", (TREASURE_FACES,), "by Treasure face: those of them from the deck as last shuffled"),
)

# Nobody sees the rest.
HIDDEN = record(
    ("devices", "i1", (DEVICE_SLOTS,), "the device cards as dealt, behind them those set aside"),
    ("pile", "i1", (KINDS, PER_KIND), "map cards from the bottom of each pile"),
    ("deck", "i1", (PORTHOLE_SLOTS,)),
    ("discard", "i1", (PORTHOLE_SLOTS,)),
    ("treasure", "i1", (TREASURE_SLOTS,)),
    ("treasure_discard", "i1", (TREASURE_SLOTS,)),
)

# What the analyst counts.
TALLY = record(
    ("obtained", "i4", (MAX_SEATS, len(How))),
    ("captures", "i4", (MAX_SEATS,)),
    ("bazaar_cards", "i4", (MAX_SEATS,)),
    ("treasures_played", "i4", (MAX_SEATS,)),
    ("missed", "i4", (MAX_SEATS,)),
    ("turns", "i4", (MAX_SEATS,)),
    ("placements", "i8"),
    ("moves", "i8"),
    ("recaptures", "i8"),
    ("leader", "i8", "who last led alone, -1 = nobody yet"),
    ("lead_changes", "i8"),
)

STATE = state_layout(TABLE, HAND, HIDDEN, TALLY, MAX_SEATS)
