"""Values as a file has them: constants written out, everything else imported from where it is at home."""

import math
import sys
from collections.abc import Iterator
from enum import Enum
from types import ModuleType
from typing import Any

import numpy as np

from analyzer.games.interface import Policy
from analyzer.games.policy_files.shipping import is_users

MOST_SIGNS = 200_000  # of a constant
_BRACKETS: dict[type[Any], str] = {list: "[{}]", tuple: "({})", set: "{{{}}}"}
_DECIDE = "decide"


def written(value: Any) -> str:
    """Write a constant so that Python reads the same; "" for what is none, or too long."""
    text = _text(value)
    return "" if text is None or len(text) > MOST_SIGNS else text


def _text(value: Any) -> str | None:
    if isinstance(value, np.generic) or (isinstance(value, Enum) and isinstance(value, int)):
        return _text(value.item() if isinstance(value, np.generic) else int(value))
    if value is None or type(value) in (bool, int, str, bytes):
        return repr(value)
    if type(value) is float:
        return repr(value) if math.isfinite(value) else f"float({str(value)!r})"
    if type(value) is dict:
        return _joined("{{{}}}", [_pair(key, part) for key, part in value.items()])
    if type(value) in _BRACKETS and (value or type(value) is not set):  # an empty set has no brackets
        return _joined(_BRACKETS[type(value)], [_text(part) for part in value])
    return None


def _pair(key: Any, value: Any) -> str | None:
    one, other = _text(key), _text(value)
    return None if one is None or other is None else f"{one}: {other}"


def _joined(brackets: str, parts: list[str | None]) -> str | None:
    known = [f"{part}, " for part in parts if part is not None]
    return brackets.format("".join(known)) if len(known) == len(parts) else None


def home_of(value: Any) -> list[str]:
    """Write what imports a value as {name}: a module that is not the user's, or a part of one; [] if nothing does."""
    if isinstance(value, ModuleType):
        return [] if _is_private(value) else [f"import {value.__name__} as {{name}}"]
    for module in _modules(value):
        for name, part in list(vars(module).items()):
            if part is value:
                return [f"from {module.__name__} import {name} as {{name}}"]
            if isinstance(part, Policy) and part.decide is value:
                return [f"from {module.__name__} import {name} as {{name}}", f"{{name}} = {{name}}.{_DECIDE}"]
    return []


def _modules(value: Any) -> Iterator[ModuleType]:
    """Walk through the modules that a value may be imported from, its own first."""
    own = sys.modules.get(str(getattr(value, "__module__", "")))
    for module in (own, *list(sys.modules.values())):
        if isinstance(module, ModuleType) and not _is_private(module):
            yield module


def _is_private(module: ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    return module.__name__ == "__main__" or (file is not None and is_users(file))
