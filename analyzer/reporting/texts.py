"""Texts from users, made harmless before a renderer escapes them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from typing import Any
from zlib import crc32

_BLANK = re.compile(r"\s+")
# what has no glyph and can break a file or the direction of the text after it
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_LEFTWARD = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_LEFTWARD_RUN = re.compile(f"{_LEFTWARD}+(?:[ '’-]+{_LEFTWARD}+)*")
_UNFIT = re.compile(r"[^A-Za-z0-9_.-]+")


def clean(text: str) -> str:
    """Tidy a text and isolate right-to-left names, so that they do not reorder the numbers after them."""
    return _LEFTWARD_RUN.sub("\u2068\\g<0>\u2069", tidy(text))


def tidy(text: str) -> str:
    """Put a text on one line, without invisible characters."""
    line = _BLANK.sub(lambda found: found[0] if found[0] in ("\u202f", "\u00a0") else " ", text).strip()
    return _INVISIBLE.sub("", line)


def shortened(value: Any, longest: int) -> Any:
    """Shorten a name, or the names of a list, to what fits beside a figure; anything else is given back."""
    if isinstance(value, list | tuple):
        return type(value)(shortened(item, longest) for item in value)
    if not isinstance(value, str):
        return value
    line = tidy(value)
    if len(line) <= longest:
        return line
    # both ends, and what tells two long names apart that differ in between
    return f"{line[: longest - 18]}…{crc32(line.encode()):08x}…{line[-8:]}"


def wrapped(value: Any, longest: int) -> Any:
    """Break a name into lines between its words; anything but a text is given back."""
    return "\n".join(textwrap.wrap(value, longest, break_long_words=False)) if isinstance(value, str) else value


def halved(value: Any, longest: int) -> Any:
    """Break a name that is too long for a line into two of about the same length, if its words allow."""
    if not isinstance(value, str) or len(value) <= longest:
        return value
    for width in range(len(value) // 2, longest):
        lines = textwrap.wrap(value, width, break_long_words=False)
        if len(lines) <= 2:
            return "\n".join(lines)
    return wrapped(value, longest)


def grid(rows: Iterable[Iterable[str]]) -> str:
    """Write rows of texts that Markdown takes as they are as a table: the head, how columns are aligned, the rest."""
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def stem(name: str) -> str:
    """Make the name of a file or an anchor from any text."""
    return _UNFIT.sub("-", name).strip("-.")[:100] or "unnamed"
