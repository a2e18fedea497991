"""Tables of short texts as Markdown, for the pages of the documentation that are written from the code."""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.reporting.texts import grid


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Write a table."""
    return grid([_cells(head), ["---"] * len(head), *map(_cells, rows)])


def code(text: str) -> str:
    """Write something as it is typed."""
    return f"`{text}`"


def _cells(row: tuple[str, ...]) -> list[str]:
    return [" ".join(cell.split()).replace("|", "\\|") for cell in row]
