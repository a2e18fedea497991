"""Reads the log of a group: a CSV file with one row for each play, or for counted plays. Nothing is guessed."""

import csv
import difflib
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from analyzer.errors import BadInput
from analyzer.games.user_files import read_user_text

COUNTS, SCORES = ("plays", "wins"), ("score", "turns")
COLUMNS = ("variant", "players", "won", *COUNTS, *SCORES, "group", "date", "note")
NEEDED = ("variant", "players")
SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}
WON, LOST = ("yes", "true", "won", "1", "y"), ("no", "false", "lost", "0", "n")
MOST_ROWS, MOST_PLAYS, LONGEST_GROUP, MOST_POINTS = 20_000, 100_000, 60, 1_000_000
SHOWN = 10  # wrong rows that a message names
RESULT = "a column won (yes or no), the columns plays and wins, or of a competitive game score or turns"

TEAM_EXAMPLE = """\
variant,players,won,group,date,note
base,3,yes,Tuesday,2026-01-13,first game of all
base,3,no,Tuesday,2026-01-13,
base,3,yes,Tuesday,2026-01-20,
"""
RIVALS_EXAMPLE = """\
variant,players,score,turns,group,date,note
{variant},3,41,38,Tuesday,2026-01-13,score: of the winner
{variant},3,47,44,Tuesday,2026-01-20,turns: of all players together
"""


@dataclass(frozen=True)
class Row:
    """A row of a log: what was played, how often, and what came of it."""

    line: int
    variant: str
    players: int
    plays: int = 1
    wins: int | None = None  # None where scores are given
    score: float | None = None  # of the winner
    turns: float | None = None
    group: str = ""
    day: date | None = None


@dataclass(frozen=True)
class Log:
    """The rows of a log, in the order in which they were played."""

    name: str
    rows: tuple[Row, ...]

    @property
    def plays(self) -> int:
        """Count the plays."""
        return sum(row.plays for row in self.rows)

    @property
    def groups(self) -> list[str]:
        """Name the groups, in the order in which they come."""
        return list(dict.fromkeys(row.group for row in self.rows))

    @property
    def is_scored(self) -> bool:
        """Tell whether it holds scores or lengths, not wins."""
        return any(row.wins is None for row in self.rows)

    @property
    def is_in_order(self) -> bool:
        """Tell whether the order of the plays is known: a row for each play, or a date in every row."""
        return all(row.plays == 1 for row in self.rows) or all(row.day is not None for row in self.rows)

    @property
    def cells(self) -> list[tuple[str, int]]:
        """List what was played: variants with numbers of players, each once."""
        return list(dict.fromkeys((row.variant, row.players) for row in self.rows))


class _Wrong(Exception):
    """A row cannot be read."""


def example_of(variant: str, *, is_competitive: bool) -> str:
    """Write an example of a log."""
    return RIVALS_EXAMPLE.format(variant=variant) if is_competitive else TEAM_EXAMPLE.replace("base,", f"{variant},")


def read_log(file: Path | str) -> Log:
    """Read a log from its file."""
    path = Path(file)
    text = read_user_text(path, "log").removeprefix("\ufeff")
    return parse_log(text, f"log {path}")


def parse_log(text: str, name: str) -> Log:
    """Read a log from its text; `name` begins every message."""
    lines = list(_lines(text, name))
    if not lines:
        raise BadInput(f"{name}: it is empty; the first line names the columns: {', '.join(NEEDED)} and {RESULT}")
    columns = _columns(lines[0][1], name)
    if len(lines) == 1:
        raise BadInput(f"{name}: no plays; every line below the first is one")
    if len(lines) > MOST_ROWS + 1:
        raise BadInput(f"{name}: {len(lines) - 1:,} rows; allowed: at most {MOST_ROWS:,}; count plays and wins instead")
    rows, problems = [], []
    for line, values in lines[1:]:
        try:
            rows.append(_row(line, columns, values))
        except _Wrong as problem:
            problems.append(f"line {line}: {problem}")
    refuse(name, problems)
    return Log(name, _in_order(rows, name))


def refuse(name: str, problems: Sequence[str]) -> None:
    """Refuse a log for its wrong rows, the first of which are named."""
    if problems:
        more = f"\n... and {len(problems) - SHOWN} more lines" if len(problems) > SHOWN else ""
        raise BadInput(f"{name}: " + "\n".join(problems[:SHOWN]) + more)


def _lines(text: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """Split a text into lines with their numbers and values; empty ones and remarks (#) are left out."""
    head = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    separator = max(SEPARATORS, key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for values in reader:
            stripped = [value.strip() for value in values]
            if any(stripped) and not stripped[0].startswith("#"):
                yield reader.line_num, stripped
    except csv.Error as problem:
        raise BadInput(f"{name}: line {reader.line_num}: not a table ({problem})") from problem


def _columns(names: Sequence[str], where: str) -> list[str]:
    found = [name.lower() for name in names]
    for name in found:
        if name not in COLUMNS:
            near = difflib.get_close_matches(name, COLUMNS, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else "."
            raise BadInput(f"{where}: unknown column {name!r}{hint} Known: {', '.join(COLUMNS)}.")
        if found.count(name) > 1:
            raise BadInput(f"{where}: the column {name!r} occurs twice")
    for name in NEEDED:
        if name not in found:
            raise BadInput(f"{where}: there is no column {name!r}; known: {', '.join(COLUMNS)}")
    has_counts = [name in found for name in COUNTS]
    kinds = ["won" in found, any(has_counts), any(name in found for name in SCORES)]
    if sum(kinds) != 1 or any(has_counts) != all(has_counts):
        raise BadInput(f"{where}: give one kind of result: {RESULT}; its columns are {', '.join(found)}")
    return found


def _row(line: int, columns: Sequence[str], values: Sequence[str]) -> Row:
    if len(values) > len(columns):
        raise _Wrong(f"{len(values)} values for {len(columns)} columns; put texts with separators into quotes")
    given = dict(zip(columns, [*values, *[""] * (len(columns) - len(values))], strict=True))
    found = {name: _READERS[name](name, given[name]) for name in columns}
    if "won" in found:
        found["wins"] = int(found.pop("won"))
    if found.get("plays", 1) < (found.get("wins") or 0):
        raise _Wrong(f"wins = {found['wins']} of plays = {found['plays']}; allowed: 0 to {found['plays']}")
    if any(name in found for name in SCORES) and all(found.get(name) is None for name in SCORES):
        raise _Wrong("neither a score nor turns; give one of them")
    day = found.pop("date", None)
    found.pop("note", None)
    return Row(line, day=day, **found)


def _in_order(rows: list[Row], name: str) -> tuple[Row, ...]:
    """Put rows in the order of their dates, if they have some; rows of one day stay as they stand."""
    dated = [row for row in rows if row.day is not None]
    if not dated:
        return tuple(rows)
    if len(dated) < len(rows):
        missing = next(row for row in rows if row.day is None)
        raise BadInput(f"{name}: line {missing.line}: no date; give a date in every row, or in none")
    return tuple(sorted(rows, key=lambda row: row.day or date.min))


def _needed(name: str, text: str) -> str:
    if not text:
        raise _Wrong(f"{name} is empty")
    return text


def _group(name: str, text: str) -> str:
    if len(text) > LONGEST_GROUP:
        raise _Wrong(f"{name} = {text[:LONGEST_GROUP]!r}… is too long; allowed: {LONGEST_GROUP} letters")
    return text


def _won(name: str, text: str) -> bool:
    if text.lower() in WON:
        return True
    if text.lower() in LOST:
        return False
    raise _Wrong(f"{name} = {text!r}; allowed: {', '.join(WON)} or {', '.join(LOST)}")


def _count(least: int, most: int) -> Callable[[str, str], int]:
    def read(name: str, text: str) -> int:
        is_whole = text.isascii() and text.isdigit() and len(text) <= len(str(most))
        if not is_whole or not least <= int(text) <= most:
            raise _Wrong(f"{name} = {text!r}; allowed: a whole number, {least} to {most}")
        return int(text)

    return read


def _number(name: str, text: str) -> float | None:
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not abs(value) <= MOST_POINTS:
        raise _Wrong(f"{name} = {text!r}; allowed: a number, written with a point")
    return value


def _day(name: str, text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as problem:
        raise _Wrong(f"{name} = {text!r}; allowed: year-month-day, as in 2026-01-31") from problem


_READERS: dict[str, Callable[[str, str], Any]] = {
    "variant": _needed,
    "players": _count(1, 100),
    "won": _won,
    "plays": _count(1, MOST_PLAYS),
    "wins": _count(0, MOST_PLAYS),
    "score": _number,
    "turns": _number,
    "group": _group,
    "date": _day,
    "note": lambda _name, text: text,
}
