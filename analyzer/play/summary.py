"""What is kept of a block of games: counts and sums that add up, or its rows as a table."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cells import Cell
from analyzer.games.interface import Game
from analyzer.kernel import streams
from analyzer.play.faults import FaultReport
from analyzer.play.stopping import Tally
from analyzer.stats.means import NO_MOMENTS, Moments, moments

if TYPE_CHECKING:
    import pandas as pd


CODES = ("deal", "cause", "fault", "fault_seat")  # numbers that are names
WON = "WON"  # the cause of a game that the team won
UNKNOWN = ("TRUNCATED", "FAULT")  # causes of games without an outcome
_BY_SEAT = {"share": "shares", "score": "scores", "position": "positions"}

Line = dict[str, Any]


_DEALT_BY = f"streams {streams.VERSION}\n".encode()  # at the head of what is hashed of a block


@dataclass(frozen=True)
class Summary:
    """Counts and sums of some games, in the order of their deals."""

    games: int
    causes: NDArray[np.int64]  # by cause code
    measures: dict[str, Moments]
    shares: tuple[Moments, ...] = ()  # of the win, by seat
    scores: tuple[Moments, ...] = ()  # by seat
    positions: tuple[Moments, ...] = ()  # shares of the win by turn position, whoever begins first
    wins: int = 0  # of the team
    unknown: int = 0  # games that were cut off or faulty
    fault: FaultReport | None = None
    forced: int = 0  # banned answers that were given since nothing else was allowed; stored runs do not keep it
    digests: tuple[bytes, ...] = field(default=(), repr=False)  # one hash per block

    def __add__(self, later: Summary) -> Summary:
        """Append the summary of later deals."""
        return Summary(
            self.games + later.games,
            self.causes + later.causes,
            {name: self.measures.get(name, NO_MOMENTS) + value for name, value in later.measures.items()},
            _add(self.shares, later.shares),
            _add(self.scores, later.scores),
            _add(self.positions, later.positions),
            self.wins + later.wins,
            self.unknown + later.unknown,
            self.fault or later.fault,
            self.forced + later.forced,
            self.digests + later.digests,
        )

    @property
    def digest(self) -> str:
        """Hash all rows: equal for every number of jobs and every backend."""
        return digest_of([self])

    @property
    def tally(self) -> Tally:
        """Take what a stopping rule looks at."""
        totals, squares = (tuple(getattr(share, name) for share in self.shares) for name in ("total", "squares"))
        return Tally(self.games, self.wins, totals, squares, self.unknown)

    @property
    def turn_tally(self) -> Tally:
        """Take the same by turn position instead of by seat."""
        return replace(self, shares=self.positions).tally


def digest_of(summaries: Iterable[Summary]) -> str:
    """Hash the rows of all blocks of some summaries."""
    return hashlib.sha256(b"".join(one for summary in summaries for one in summary.digests)).hexdigest()


def nothing(game: Game) -> Summary:
    """Summarise no games."""
    return Summary(0, np.zeros(len(game.causes), np.int64), {})


def summarise(cell: Cell, rows: Any) -> Summary:
    """Summarise the rows of one block."""
    causes = np.bincount(rows["cause"], minlength=len(cell.game.causes)).astype(np.int64)
    shares = known_shares(cell, rows) if cell.is_competitive else None
    return Summary(
        len(rows),
        causes,
        {name: moments(rows[name]) for name in measure_names(cell.game)},
        () if shares is None else _share_moments(shares),
        () if shares is None else tuple(moments(rows["score"][:, seat]) for seat in range(cell.players)),
        () if shares is None else _share_moments(by_position(shares, rows["first"])),
        *_won_and_unknown(cell, causes),
        _first_fault(rows) if rows["fault"].any() else None,
        0,
        (hashlib.sha256(_DEALT_BY + rows.tobytes()).digest(),),
    )


def is_unknown(cell: Cell, rows: Any) -> NDArray[np.bool_]:
    """Tell which games have no outcome: those that were cut off, and those that a policy spoilt."""
    return np.isin(rows["cause"], [cell.game.causes[name] for name in UNKNOWN])


def known_shares(cell: Cell, rows: Any) -> NDArray[np.float64]:
    """Give every seat's share of the win, as (games, seats); nothing in games without an outcome."""
    return np.where(is_unknown(cell, rows)[:, None], 0.0, rows["share"][:, : cell.players])


def by_position(shares: NDArray[np.float64], first: NDArray[Any]) -> NDArray[np.float64]:
    """Order the shares of every game by turn position: whoever began, then the others clockwise."""
    players = shares.shape[1]
    seats = (first[:, None].astype(np.int64) + np.arange(players)) % players
    return np.take_along_axis(shares, seats, axis=1)


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
    by_seat = {kind: enumerate(getattr(summary, name)) for kind, name in _BY_SEAT.items()}
    seats = {f"{kind}_{seat}": value for kind, values in by_seat.items() for seat, value in values}
    for name, value in (summary.measures | seats).items():
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
        tuple(_moments_in(line, f"position_{seat}") for seat in seats),
        *_won_and_unknown(cell, causes),
        fault if line["fault"] else None,
        0,
        (bytes.fromhex(line["digest"]),),
    )


def _moments_in(line: Mapping[str, Any], name: str) -> Moments:
    return Moments(line["games"], line[f"{name}_total"], line[f"{name}_squares"])


def _won_and_unknown(cell: Cell, causes: NDArray[np.int64]) -> tuple[int, int]:
    """Count the games that a team won, and those without an outcome."""
    won = 0 if cell.is_competitive else int(causes[cell.game.causes[WON]])
    return won, sum(int(causes[cell.game.causes[name]]) for name in UNKNOWN)


def _share_moments(shares: NDArray[np.float64]) -> tuple[Moments, ...]:
    """Sum up the columns of shares: a share is 1/k, so counting the winners of each game is enough."""
    winners = np.rint(np.divide(1.0, shares, out=np.zeros_like(shares), where=shares > 0)).astype(np.int64)
    sizes = np.arange(1, shares.shape[1] + 1)
    counted = [np.bincount(column, minlength=len(sizes) + 1)[1:] for column in winners.T]
    return tuple(Moments(len(shares), math.fsum(n / sizes), math.fsum(n / sizes**2)) for n in counted)


def _add(first: tuple[Moments, ...], second: tuple[Moments, ...]) -> tuple[Moments, ...]:
    if not first or not second:
        return first or second
    return tuple(a + b for a, b in zip(first, second, strict=True))


def _first_fault(rows: Any) -> FaultReport:
    row = rows[int(np.argmax(rows["fault"] != 0))]
    return FaultReport(int(row["deal"]), int(row["turns"]), int(row["fault_seat"]), int(row["fault"]))


def rows_frame(cell: Cell, rows: Any) -> pd.DataFrame:
    """Make a table of rows, with the factors of their cell in front."""
    import pandas as pd  # most simulations are never asked for it

    columns: dict[str, Any] = {"variant": cell.setting.name, "players": cell.players, "policy": cell.seating}
    for name in rows.dtype.names:
        columns |= spread(name, np.asarray(rows[name]))
    causes = [cause.name.lower() for cause in cell.game.causes]
    columns["cause"] = pd.Categorical.from_codes(np.asarray(rows["cause"], np.int64), causes)
    return pd.DataFrame(columns)


def spread(name: str, values: Any) -> dict[str, Any]:
    """Give every place of an array a column of its own: `score_0`, `score_1`."""
    if values.ndim == 1:
        return {name: np.ascontiguousarray(values)}
    places = np.ndindex(*values.shape[1:])
    return {"_".join([name, *map(str, place)]): np.ascontiguousarray(values[(slice(None), *place)]) for place in places}
