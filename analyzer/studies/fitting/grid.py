"""The grid: what a policy wins, or scores, in every variant at every sight; counted games, kept in one text file.

The first line says, as JSON after a `#`, of which game, policy and rules it is; rules, streams of chance or a policy
that have changed since make it stale, and then it is played again. A row is added when its cell is finished, so a grid
that was cut short goes on where it stopped.
"""

import csv
import hashlib
import io
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.errors import BadInput
from analyzer.games.user_files import read_user_text
from analyzer.kernel import streams
from analyzer.runs.stored.files import write_atomically

FORMAT = 1
SHIPPED = Path(__file__).parent / "grids"
SIGHTS = (0.2, 0.4, 0.55, 0.65, 0.73, 0.8, 0.87, 0.93, 1.0)  # denser where most curves rise
FEWEST, EVEN = 1_000, 0.5  # games of a row; a win rate below which fewer games are as sure
COUNTS, MOMENTS = ("games", "unknown", "wins"), ("score", "score_sd", "turns", "turns_sd")
HEAD = ("variant", "players", "sight", *COUNTS, *MOMENTS)
MOST_BYTES = 20_000_000
KEYS = ("format", "game", "policy", "identity", "rules_version", "streams_version")

Place = tuple[str, int]  # a variant and a number of players


@dataclass(frozen=True)
class Counted:
    """What was counted at one sight of a cell: games, those without an outcome, wins; of rivals means and deviations.

    `score` is the winning one; of a team the four numbers are nan.
    """

    games: int
    unknown: int
    wins: int
    score: float = math.nan
    score_sd: float = math.nan
    turns: float = math.nan
    turns_sd: float = math.nan

    @property
    def has_scores(self) -> bool:
        """Tell whether players competed."""
        return not math.isnan(self.score)


@dataclass
class Grid:
    """What is known of a game's curves: a row for every variant, number of players and sight."""

    game: str
    policy: str
    identity: str  # what makes the policy play as it does
    rules_version: int
    file: Path | None = None
    rows: dict[tuple[str, int, float], Counted] = field(default_factory=dict)
    origin: str = "played"

    def lacks(self, places: Iterable[Place], games: int) -> list[tuple[str, int, float]]:
        """List the rows of some cells that were not played yet, or with fewer games; the best sight first."""
        asked = ((variant, players, sight) for variant, players in places for sight in reversed(SIGHTS))
        return [key for key in asked if key not in self.rows or self.rows[key].games < self.wanted(key, games)]

    def wanted(self, key: tuple[str, int, float], games: int) -> int:
        """Choose the games of a row: fewer where the next better sight wins little, for then all are as sure.

        What a row itself wins has no say in it, so its win rate stays unbiased.
        """
        variant, players, sight = key
        better = next((self.rows.get((variant, players, other)) for other in SIGHTS if other > sight), None)
        if better is None or better.has_scores:
            return games
        most = (better.wins + better.unknown) / better.games
        return games if most >= EVEN else max(min(games, FEWEST), math.ceil(4.0 * games * most * (1.0 - most)))

    @property
    def places(self) -> list[Place]:
        """List the cells that are known at every sight."""
        known = dict.fromkeys((variant, players) for variant, players, _ in self.rows)
        return [place for place in known if not self.lacks([place], 1)]

    def add(self, key: tuple[str, int, float], counted: Counted) -> None:
        """Add a row, and keep it in the file."""
        self.rows[key] = counted
        if self.file is not None:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.file, self.text().encode())

    def with_rows(self, rows: Mapping[tuple[str, int, float], Counted]) -> "Grid":
        """Take the rows of another grid where they hold more games."""
        more = {key: row for key, row in rows.items() if key not in self.rows or self.rows[key].games < row.games}
        return replace(self, rows={**self.rows, **more})

    def column(self, name: str, places: Sequence[Place]) -> Any:
        """Give one number of every cell and sight, of shape (places, sights)."""
        rows = [[getattr(self.rows[variant, players, s], name) for s in SIGHTS] for variant, players in places]
        return np.array(rows)

    def about(self) -> dict[str, Any]:
        """Give what makes it stale if it changes."""
        own = (FORMAT, self.game, self.policy, self.identity, self.rules_version, streams.VERSION)
        return dict(zip(KEYS, own, strict=True))

    @property
    def digest(self) -> str:
        """Hash what makes it stale: grids of several editions have files of their own."""
        return hashlib.sha256(json.dumps(self.about()).encode()).hexdigest()

    def text(self) -> str:
        """Write it."""
        out = io.StringIO()
        out.write(f"# {json.dumps(self.about())}\n")
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(HEAD)
        for (variant, players, sight), row in sorted(self.rows.items()):
            numbers = [getattr(row, name) for name in COUNTS]
            moments = ["" if math.isnan(x) else f"{x:.6g}" for x in (getattr(row, name) for name in MOMENTS)]
            writer.writerow([variant, players, f"{sight:g}", *numbers, *moments])
        return out.getvalue()


def open_grid(wanted: Grid, file: Path | None) -> tuple[Grid, str]:
    """Open the grid of a file, or the shipped one; an empty one where it is stale or missing, with the reason."""
    path = SHIPPED / f"{wanted.game}.csv" if file is None else file
    if not path.is_file():
        return replace(wanted, file=file), ""
    found = read_grid(path)
    changed = [key for key, value in wanted.about().items() if found.about().get(key) != value]
    if not changed:
        origin = "shipped" if file is None else str(file)
        return replace(found, file=file, origin=origin), ""
    if file is not None:
        old, new = found.about()[changed[0]], wanted.about()[changed[0]]
        raise BadInput(f"grid {file}: it is of another {changed[0]}: {old!r}, not {new!r}; choose another --grid")
    return replace(wanted, file=file), f"the shipped grid is of another {changed[0]}"


def read_grid(path: Path) -> Grid:
    """Read a grid from its file."""
    text = read_user_text(path, "grid", MOST_BYTES)
    head, _, rest = text.partition("\n")
    try:
        about = json.loads(head.removeprefix("#"))
        if about["format"] != FORMAT or about["streams_version"] != streams.VERSION:
            about |= {"rules_version": -1}  # made by another edition: stale
        rows = {_key(row): _counted(row) for row in csv.DictReader(io.StringIO(rest))}
        return Grid(about["game"], about["policy"], about["identity"], about["rules_version"], path, rows)
    except (ValueError, KeyError, TypeError, RecursionError) as problem:
        raise BadInput(f"grid {path}: not a grid that `analyzer fit` wrote ({problem!r})") from problem


def _key(row: dict[str, str]) -> tuple[str, int, float]:
    return row["variant"], int(row["players"]), float(row["sight"])


def _counted(row: dict[str, str]) -> Counted:
    moments = [float(row[name]) if row[name] else math.nan for name in MOMENTS]
    found = Counted(*(int(row[name]) for name in COUNTS), *moments)
    if not (found.games > 0 and found.unknown >= 0 and found.wins >= 0 and found.wins + found.unknown <= found.games):
        raise ValueError(f"games {found.games}, unknown {found.unknown}, wins {found.wins}")
    return found
