"""Tables of short texts as Markdown, for the pages of the documentation that are written from the code."""

from __future__ import annotations

from collections.abc import Iterable


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Write a table."""
    return "\n".join([_row(head), _row(("---",) * len(head)), *map(_row, rows)])


def code(text: str) -> str:
    """Write something as it is typed."""
    return f"`{text}`"


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"
