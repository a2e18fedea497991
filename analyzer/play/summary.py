"""What is kept of a block of games when its rows are not asked for: counts and sums that add up."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cells import Cell
from analyzer.games.interface import Game
from analyzer.stats.means import NO_MOMENTS, Moments, moments

NOT_MEASURES = ("deal", "cause", "fault", "fault_seat", "empty")  # codes and bit masks


@dataclass(frozen=True)
class FaultReport:
    """The first fault of a run: who did what wrong, in which game."""

    deal: int
    turn: int
    seat: int
    fault: int


@dataclass(frozen=True)
class Summary:
    """Counts and sums of some games, in the order of their deals."""

    games: int
    causes: NDArray[np.int64]  # by cause code
    measures: dict[str, Moments]
    shares: tuple[Moments, ...] = ()  # of the win, by seat
    scores: tuple[Moments, ...] = ()  # by seat
    fault: FaultReport | None = None
    digests: tuple[bytes, ...] = field(default=(), repr=False)  # one hash per block

    def __add__(self, later: Summary) -> Summary:
        """Put the summary of later deals behind this one."""
        return Summary(
            self.games + later.games,
            self.causes + later.causes,
            {name: self.measures.get(name, NO_MOMENTS) + value for name, value in later.measures.items()},
            _add(self.shares, later.shares),
            _add(self.scores, later.scores),
            self.fault or later.fault,
            self.digests + later.digests,
        )

    @property
    def digest(self) -> str:
        """Hash all rows: equal for every number of jobs and every backend."""
        return hashlib.sha256(b"".join(self.digests)).hexdigest()


def nothing(game: Game) -> Summary:
    """Summarise no games."""
    return Summary(0, np.zeros(len(game.causes), np.int64), {})


def summarise(cell: Cell, rows: Any) -> Summary:
    """Summarise the rows of one block."""
    names = [name for name in rows.dtype.names if name not in NOT_MEASURES and rows.dtype[name].shape == ()]
    return Summary(
        len(rows),
        np.bincount(rows["cause"], minlength=len(cell.game.causes)).astype(np.int64),
        {name: moments(rows[name]) for name in names},
        _by_seat(rows, "share", cell.players) if cell.is_competitive else (),
        _by_seat(rows, "score", cell.players) if cell.is_competitive else (),
        _first_fault(rows),
        (hashlib.sha256(rows.tobytes()).digest(),),
    )


def _by_seat(rows: Any, name: str, players: int) -> tuple[Moments, ...]:
    return tuple(moments(rows[name][:, seat]) for seat in range(players))


def _add(first: tuple[Moments, ...], second: tuple[Moments, ...]) -> tuple[Moments, ...]:
    if not first or not second:
        return first or second
    return tuple(a + b for a, b in zip(first, second, strict=True))


def _first_fault(rows: Any) -> FaultReport | None:
    if not rows["fault"].any():
        return None
    row = rows[int(np.argmax(rows["fault"] != 0))]
    return FaultReport(int(row["deal"]), int(row["turns"]), int(row["fault_seat"]), int(row["fault"]))
