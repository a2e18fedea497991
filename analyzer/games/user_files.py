"""Files that users name, read with bounds and told in one message; and the one writer of TOML."""

import json
import re
import stat
import tomllib
from collections.abc import Mapping
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


_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(
    content: Mapping[str, Any], tables: Mapping[str, Mapping[str, Any]] | None = None, comment: str = ""
) -> str:
    """Write a document: a comment first, then keys with their values, then tables by their (dotted) names."""
    lines = [*([f"# {' '.join(comment.splitlines())}"] if comment else []), *_lines(content)]
    for name, table in (tables or {}).items():
        lines += ["", f"[{name}]", *_lines(table)]
    return "\n".join([*lines, ""])


def toml_value(value: Any) -> str:
    """Write a value as TOML has it."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(_lines(value)) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _lines(table: Mapping[str, Any]) -> list[str]:
    return [f"{_key(name)} = {toml_value(value)}" for name, value in table.items()]


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else toml_value(name)
