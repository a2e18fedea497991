"""The one writer of TOML: specs of studies, files of knobs, and files that are sent to other machines."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

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
