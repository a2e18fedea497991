"""What is on the table, in a hand, and hidden."""

from enum import IntEnum

from analyzer.games.turns import TABLE_HEAD
from analyzer.kernel.jit import record

MAX_SEATS = 4
CARDS = 10  # a card shows 1 to 10, each as likely as another, drawn with replacement
STANCES = 3


Cause = IntEnum("Cause", "RUNNING DECIDED WON LOST TRUNCATED FAULT", start=0)  # rivals decide, a team wins or loses
Phase = IntEnum("Phase", "STANCE CARD", start=0)  # rock, paper or scissors; keep the card or change it for another
Chance = IntEnum("Chance", "FIRST CARDS DIE", start=0)
TABLE = record(
    *TABLE_HEAD, ("winner", "i8"),
    ("changed", "i1", (MAX_SEATS,)),  # who changed the card: everybody sees it
)  # fmt: skip
HAND = record(("card", "i8"), ("stance", "i8"))
STATE = record(("table", TABLE), ("hands", HAND, (MAX_SEATS,)))
