"""How results show themselves: in one line, and as a table in notebooks."""

from collections.abc import Iterable, Sequence
from html import escape


def one_line(name: str, *parts: str) -> str:
    """Write `<Name: this, that>`, leaving out what is empty."""
    return f"<{name}: {', '.join(part for part in parts if part)}>"


def html_table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table for a notebook."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(value))}</td>' for value in row)}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><tr>{head}</tr>{body}</table>"


def players_words(players: int) -> str:
    """Write a number of players."""
    return f"{players} player{'s' * (players != 1)}"
