"""What a policy is asked and how it answers: questions, answers and codes of a game, as the code says them.

Nothing is written twice: names and numbers come from the classes and constants of `state.py` and `encoding.py`, the
meaning from their docstrings and the comments after them, the numbers of cards and places from the component data.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from types import ModuleType
from typing import Any

from analyzer.games.comments import codes_in, home_of, module_of, series_in
from analyzer.games.interface import Game

# what no question shows: the game's own course, and what is only counted
UNSEEN = ("Phase", "Stage", "Chance", "Cause", "How")
PACKING = (
    "_BITS",
    "_MASK",
    "_SHIFT",
    "_CODES",
    "ORIGIN",
    "PAIRS",
    "_CARDS",
    "DEFAULT_INJURIES",
)  # how answers are put together
PIECES = ("renown_tile",)  # entries of the component data that stand for several pieces each


@dataclass(frozen=True)
class Code:
    """An integer with a name."""

    name: str
    number: int
    meaning: str


@dataclass(frozen=True)
class Codes:
    """Integers that belong together."""

    title: str
    about: str
    codes: tuple[Code, ...]


@dataclass(frozen=True)
class Encoder:
    """A function that makes or reads an answer."""

    call: str
    about: str


@dataclass(frozen=True)
class Answers:
    """How answers are written: in words, the functions that help, and answers with a name."""

    about: str
    encoders: tuple[Encoder, ...]
    named: tuple[Code, ...]


def questions_of(game: Game) -> tuple[Code, ...]:
    """List the questions that a policy of a game is asked."""
    return _members(game, game.phases)


def answers_of(game: Game) -> Answers:
    """Tell how the answers of a game are written."""
    encoding = module_of(game, "encoding")
    functions = [value for name, value in vars(encoding).items() if _is_encoder(encoding, name, value)]
    return Answers(inspect.cleandoc(encoding.__doc__ or ""), tuple(map(_encoder, functions)), _named(game, encoding))


def codes_of(game: Game) -> list[Codes]:
    """List the codes of cards, goods, kinds and places."""
    return [*_classes(game), *_series(game), *_numbered(game)]


def _members(game: Game, codes: type[IntEnum]) -> tuple[Code, ...]:
    comments = codes_in(home_of(game) / "state.py")
    return tuple(Code(member.name, int(member), comments[codes.__name__, member.name]) for member in codes)


def _classes(game: Game) -> Iterator[Codes]:
    state = module_of(game, "state")
    for name, value in vars(state).items():
        is_own = inspect.isclass(value) and value.__module__ == state.__name__
        if is_own and issubclass(value, IntEnum) and name not in UNSEEN:
            yield Codes(name, inspect.cleandoc(value.__doc__ or ""), _members(game, value))


def _series(game: Game) -> Iterator[Codes]:
    """List what is counted from 0 in one line of `state.py`."""
    for about, names in series_in(home_of(game) / "state.py"):
        codes = tuple(Code(name, number, "") for number, name in enumerate(names))
        yield Codes(f"{names[0]} to {names[-1]}", about, codes)


def _numbered(game: Game) -> Iterator[Codes]:
    """List the entries of the component data that have a name: they are numbered in its order."""
    tree: dict[str, Any] = game.components.tree if game.components is not None else {}
    for name, entries in tree.items():
        if name not in PIECES and isinstance(entries, list) and all(map(_has_name, entries)):
            codes = tuple(Code(entry["id"], number, "") for number, entry in enumerate(entries))
            yield Codes(f"{name} (data)", "", codes)


def _has_name(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("id"), str) and not entry["id"].isdecimal()


def _is_encoder(module: ModuleType, name: str, value: Any) -> bool:
    is_own = getattr(value, "__module__", "") == module.__name__
    return callable(value) and is_own and not name.startswith("_")


def _encoder(function: Any) -> Encoder:
    plain = getattr(function, "py_func", function)
    about = inspect.cleandoc(plain.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
    return Encoder(f"{plain.__name__}({', '.join(inspect.signature(plain).parameters)})", about)


def _named(game: Game, encoding: ModuleType) -> tuple[Code, ...]:
    """List the answers, and parts of answers, that have a name."""
    comments = codes_in(Path(str(encoding.__file__)))
    own = {name: meaning for (owner, name), meaning in comments.items() if owner == "" and not name.endswith(PACKING)}
    values = vars(encoding)
    return tuple(Code(name, values[name], meaning) for name, meaning in own.items() if isinstance(values[name], int))
