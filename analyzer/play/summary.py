"""What is kept of a block of games when its rows are not asked for: counts and sums that add up.

A summary is stored as one flat line and read back from it: it has this one form in memory and this one on disk.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cells import Cell
from analyzer.games.interface import Game
from analyzer.play.faults import FaultReport
from analyzer.play.stopping import Tally
from analyzer.stats.means import NO_MOMENTS, Moments, moments

CODES = ("deal", "cause", "fault", "fault_seat")  # numbers that are names
WON = "WON"  # the cause of a game that the team won

Line = dict[str, Any]


@dataclass(frozen=True)
class Summary:
    """Counts and sums of some games, in the order of their deals."""

    games: int
    causes: NDArray[np.int64]  # by cause code
    measures: dict[str, Moments]
    shares: tuple[Moments, ...] = ()  # of the win, by seat
    scores: tuple[Moments, ...] = ()  # by seat
    wins: int = 0  # of the team
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
            self.wins + later.wins,
            self.fault or later.fault,
            self.digests + later.digests,
        )

    @property
    def digest(self) -> str:
        """Hash all rows: equal for every number of jobs and every backend."""
        return digest_of([self])

    @property
    def tally(self) -> Tally:
        """Take what a stopping rule looks at."""
        return Tally(
            self.games,
            self.wins,
            tuple(share.total for share in self.shares),
            tuple(share.squares for share in self.shares),
        )


def digest_of(summaries: Iterable[Summary]) -> str:
    """Hash the rows of all blocks of some summaries."""
    return hashlib.sha256(b"".join(one for summary in summaries for one in summary.digests)).hexdigest()


def nothing(game: Game) -> Summary:
    """Summarise no games."""
    return Summary(0, np.zeros(len(game.causes), np.int64), {})


def summarise(cell: Cell, rows: Any) -> Summary:
    """Summarise the rows of one block."""
    causes = np.bincount(rows["cause"], minlength=len(cell.game.causes)).astype(np.int64)
    return Summary(
        len(rows),
        causes,
        {name: moments(rows[name]) for name in measure_names(cell.game)},
        _by_seat(rows, "share", cell.players) if cell.is_competitive else (),
        _by_seat(rows, "score", cell.players) if cell.is_competitive else (),
        _wins(cell, causes),
        _first_fault(rows),
        (hashlib.sha256(rows.tobytes()).digest(),),
    )


def measure_names(game: Game) -> list[str]:
    """List the numbers that every row of a game holds; unsigned fields are bit masks, no numbers."""
    layout = game.record
    scalars = [name for name in layout.names or () if name not in CODES and layout[name].shape == ()]
    return [name for name in scalars if layout[name].kind != "u"]


def write_line(cell: Cell, summary: Summary) -> Line:
    """Write the summary of one block as one flat line."""
    fault = summary.fault
    line: Line = {
        "games": summary.games,
        "digest": summary.digests[0].hex(),
        "fault": fault.fault if fault else 0,
        "fault_deal": fault.deal if fault else -1,
        "fault_turn": fault.turn if fault else -1,
        "fault_seat": fault.seat if fault else -1,
    }
    line |= {f"cause_{cause.name.lower()}": int(summary.causes[cause]) for cause in cell.game.causes}
    for name, value in _named_moments(summary):
        line |= {f"{name}_total": value.total, f"{name}_squares": value.squares}
    return line


def read_line(cell: Cell, line: Mapping[str, Any]) -> Summary:
    """Read the summary of one block back from its line."""
    seats = range(cell.players) if cell.is_competitive else ()
    causes = np.array([line[f"cause_{cause.name.lower()}"] for cause in cell.game.causes], np.int64)
    fault = FaultReport(line["fault_deal"], line["fault_turn"], line["fault_seat"], line["fault"])
    return Summary(
        line["games"],
        causes,
        {name: _moments_in(line, name) for name in measure_names(cell.game)},
        tuple(_moments_in(line, f"share_{seat}") for seat in seats),
        tuple(_moments_in(line, f"score_{seat}") for seat in seats),
        _wins(cell, causes),
        fault if line["fault"] else None,
        (bytes.fromhex(line["digest"]),),
    )


def _named_moments(summary: Summary) -> Iterator[tuple[str, Moments]]:
    yield from summary.measures.items()
    for kind, values in (("share", summary.shares), ("score", summary.scores)):
        yield from ((f"{kind}_{seat}", value) for seat, value in enumerate(values))


def _moments_in(line: Mapping[str, Any], name: str) -> Moments:
    return Moments(line["games"], line[f"{name}_total"], line[f"{name}_squares"])


def _wins(cell: Cell, causes: NDArray[np.int64]) -> int:
    return 0 if cell.is_competitive else int(causes[cell.game.causes[WON]])


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
