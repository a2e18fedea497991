"""How long a policy may think about one question, and a watchdog that finds who has thought longer.

Compiled code cannot be interrupted, so whoever waits for games looks at their bench: answers are counted there.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from analyzer.errors import BadInput

if TYPE_CHECKING:  # numba is loaded by what plays, not by what watches
    from analyzer.play.control import Playing

ENVIRONMENT = "ANALYZER_PATIENCE"  # seconds that a policy may think about one question
_DEFAULT = "60"


def answer_limit() -> float:
    """Read how long a policy may think; 0 means no limit."""
    text = os.environ.get(ENVIRONMENT) or _DEFAULT
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not seconds >= 0:
        raise BadInput(f"{ENVIRONMENT} = {text!r} is not a number of seconds; write {_DEFAULT}, or 0 for no limit")
    return seconds


class Watchdog:
    """Notices a policy that has not answered for too long."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.seen: dict[Playing, tuple[tuple[int, ...], float]] = {}

    def check(self, playing: Iterable[Playing], now: float) -> str | None:
        """Look at all games in progress; say which policy does not answer, if there is one."""
        self.seen = {item: self._since(item, now) for item in playing} if self.limit else {}
        late = [item for item, (_, since) in self.seen.items() if now - since > self.limit]
        return self._words(late[0]) if late else None

    def _since(self, item: Playing, now: float) -> tuple[tuple[int, ...], float]:
        answers, before = item.answers, self.seen.get(item)
        return before if before is not None and before[0] == answers else (answers, now)

    def _words(self, item: Playing) -> str:
        """Say which policy does not answer, and where."""
        deal, turn, seat = item.asked
        name = item.cell.seats[seat % len(item.cell.seats)].policy.name
        return (
            f"policy {name!r} at seat {seat} did not answer within {self.limit:g} s (deal {deal}, turn {turn}). "
            f"Finished games are saved. {ENVIRONMENT}=SECONDS sets another limit, {ENVIRONMENT}=0 none"
        )
