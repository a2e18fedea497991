"""What is on the table, in a hand, and hidden."""

from enum import IntEnum

from analyzer.games.turns import TABLE_HEAD
from analyzer.kernel.jit import Explained, record

MAX_SEATS = 4
CHARMS = 8
NOBODY = -1

Cause = IntEnum("Cause", "RUNNING DECIDED TRUNCATED FAULT", start=0)
Charm = IntEnum("Charm", "STRONG DEAD TROPHY FICKLE COIN SHELL STONE BONE", start=0)


class Chance(Explained):
    """A stream of chance, with the source of luck that it belongs to."""

    FIRST = 0, "turn order"
    CHARMS = 1, "setup"
    LUCK = 2, "setup"
    DIE = 3, "dice"


class Phase(Explained):
    """The question."""

    PLAN = 0, "what to do: trade, raid or dream"


class Plan(IntEnum):
    """What a seat may do."""

    TRADE = 0
    RAID = 1
    DREAM = 2


TABLE = record(
    *TABLE_HEAD,
    ("winner", "i8", "the seat that won, -1 = nobody yet"),
    ("faces", "i8", (MAX_SEATS,), "by seat: faces of the die that it has ahead"),
    ("luck", "i8", (MAX_SEATS,), "by seat: those of them that it was dealt"),
    ("plan", "i8", (MAX_SEATS,), "by seat: its Plan, -1 = not yet"),
    ("owner", "i8", (CHARMS,), "by Charm: the seat that it was dealt to, -1 = nobody"),
    ("gifts", "i8", (MAX_SEATS,), "by seat: charms that it was given before the game, as a mask"),
)
HAND = record(
    ("seat", "i8", "the own seat"),
)
STATE = record(("table", TABLE), ("hands", HAND, (MAX_SEATS,)))
