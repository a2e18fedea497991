"""What a line of the sheet is: a question, its answer at one table, a verdict, and what would mend it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from analyzer.reporting.balance.said import Found

ORDER, LENGTH, RACE = "Fair turn order?", "How long, and how does it end?", "Closest race or runaway?"
CHOICES, KINGS = "Does every turn matter?", "Does a lost seat choose the winner?"
COMPONENTS, STRATEGIES = "Strongest and weakest components?", "Strategies that work?"
PRICES, EXPLOITS = "What should components cost?", "Can the players be exploited?"
HOLDS = "Does it hold at stronger play?"
LUCK = "Where does luck come from?"
FINE, LOOK, CHANGE = "fine", "look at", "change"


@dataclass(frozen=True)
class Line:
    """One question, answered for one table."""

    question: str
    table: str
    sentence: str
    verdict: str
    remedy: str = ""  # the treatment that would mend it, in words
    mend: str = ""  # a command that tries it

    def as_dict(self) -> dict[str, str]:
        """Write it as data."""
        return asdict(self)


def with_handicaps(found: Found, table: Found, handicaps: Sequence[str]) -> str:
    """Give the command that tries handicaps."""
    options = [word for text in handicaps for word in ("--handicap", text)]
    return command(found, table, *options)


def command(found: Found, table: Found, *options: str) -> str:
    """Give the command that tries a treatment at a table."""
    where = ["--variant", found["variant"], "--players", str(table["players"]), "--levels", table["level"]]
    return shlex.join(["analyzer", "whatif", found["game"], *where, *options])
