"""Files that users name: regular ones, of bounded size and depth; a problem is reported in one message."""

from __future__ import annotations

import re
import stat
import tomllib
from pathlib import Path
from typing import Any

from analyzer.errors import BadInput

MOST_BYTES = 1_000_000
MOST_LEVELS = 16  # of tables and lists inside each other
LONGEST_NUMBER = 2**63
_KEY = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*"""
_DEEP_KEY = re.compile(rf"(?<![\w-])(?:{_KEY}\.[ \t]*){{{MOST_LEVELS},}}")  # a parser takes the cube of its length


def read_user_text(file: Path, what: str, most: int = MOST_BYTES) -> str:
    """Read a text file that a user named; `what` it is begins every message."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):  # a pipe or a device never ends
            raise BadInput(f"{what} {file}: not a regular file")
        with file.open("rb") as opened:
            content = opened.read(most + 1)
    except (OSError, ValueError) as problem:  # a NUL in a name is a ValueError
        raise BadInput(f"{what} {file}: {getattr(problem, 'strerror', None) or problem}") from problem
    if len(content) > most:
        raise BadInput(f"{what} {file}: longer than {most:,} bytes")
    try:
        return content.decode()
    except UnicodeDecodeError as problem:
        raise BadInput(f"{what} {file}: not a text file in UTF-8: {problem}") from problem


def read_user_toml(file: Path, what: str) -> dict[str, Any]:
    """Read a TOML file that a user named."""
    return parse_toml(read_user_text(file, what), f"{what} {file}")


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """Parse TOML of bounded depth, with numbers that fit into 64 bits."""
    if _DEEP_KEY.search(text):
        raise BadInput(f"{where}: a key with more than {MOST_LEVELS} parts")
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:  # among them TOMLDecodeError, and numbers of thousands of digits
        raise BadInput(f"{where}: not valid TOML: {problem}") from problem
    for key, value in content.items():
        _check_value(value, f"{where}: {key}")
    return content


def _check_value(value: Any, where: str) -> None:
    level: list[Any] = [[value]]
    for _ in range(MOST_LEVELS):
        level = [part for value in level for part in _parts(value)]
        if any(isinstance(value, int) and not -LONGEST_NUMBER <= value < LONGEST_NUMBER for value in level):
            raise BadInput(f"{where}: a number that does not fit into 64 bits")
    if level:
        raise BadInput(f"{where}: tables or lists inside each other, more than {MOST_LEVELS} levels deep")


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
