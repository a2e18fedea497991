"""Tables and texts that the code writes into pages of the documentation, each between two markers."""

from collections.abc import Iterable
from pathlib import Path

from analyzer.errors import BadInput
from analyzer.games.user_files import read_user_text
from analyzer.reporting.wording import grid
from analyzer.runs.stored.files import write_atomically


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Write a table."""
    return grid([_cells(head), ["---"] * len(head), *map(_cells, rows)])


def code(text: str) -> str:
    """Write something as it is typed."""
    return f"`{text}`"


def _cells(row: tuple[str, ...]) -> list[str]:
    return [" ".join(cell.split()).replace("|", "\\|") for cell in row]


def markers(name: str) -> tuple[str, str]:
    """Return the two comments that mark the place of a text."""
    return f"<!-- {name}:begin -->", f"<!-- {name}:end -->"


def check_markers(file: Path, name: str) -> None:
    """Reject a file without the markers of a text, before anything is played for it."""
    _split(file, name)


def put_between(file: Path, name: str, text: str) -> None:
    """Write a text between the markers of a name in a file."""
    begin, end = markers(name)
    before, after = _split(file, name)
    write_atomically(file, f"{before}{begin}\n{text}\n{end}{after}".encode())


def _split(file: Path, name: str) -> tuple[str, str]:
    """Return what comes before and after the place of a text."""
    begin, end = markers(name)
    old = read_user_text(file, "--into")
    before, found_begin, rest = old.partition(begin)
    _replaced, found_end, after = rest.partition(end)
    if not found_begin or not found_end:
        raise BadInput(f"{file}: the markers {begin} and {end} are missing")
    return before, after
