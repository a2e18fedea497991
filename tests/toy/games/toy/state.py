"""What is on the table, in a hand, and hidden."""

from enum import IntEnum

from analyzer.games.turns import TABLE_HEAD
from analyzer.kernel.jit import Explained, record

MAX_SEATS = 4
CARDS = 10  # a card shows 1 to 10, each as likely as another, drawn with replacement
STANCES = 3


Cause = IntEnum("Cause", "RUNNING DECIDED WON LOST TRUNCATED FAULT", start=0)  # rivals decide, a team wins or loses


class Chance(Explained):
    """Where luck comes from."""

    FIRST = 0, "turn order"
    CARDS = 1, "deck"
    DIE = 2, "dice"


class Phase(Explained):
    """The question."""

    STANCE = 0, "rock, paper or scissors"
    CARD = 1, "keep the card or change it for another"


TABLE = record(
    *TABLE_HEAD,
    ("winner", "i8", "the seat that won, -1 = nobody yet, or all together"),
    ("changed", "i1", (MAX_SEATS,), "by seat: 1 = it changed its card"),
)
HAND = record(("card", "i8", "the own card"), ("stance", "i8", "the own stance: 0 rock, 1 paper, 2 scissors"))
STATE = record(("table", TABLE), ("hands", HAND, (MAX_SEATS,)))
