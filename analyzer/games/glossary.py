"""The codes of a game and how its answers are written, as its modules `state` and `encoding` say it.

Names and numbers come from the classes and constants, what they mean from the data beside them: `Explained` codes,
`SERIES` of codes that are counted in one line, `NAMED` answers. Codes of a plain IntEnum are told by their names alone.
"""

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import ModuleType
from typing import Any

from analyzer.kernel.jit import Explained

# what no question shows: the game's own course, and what is only counted
UNSEEN = ("Phase", "Stage", "Chance", "Cause", "How")


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


@dataclass(frozen=True, kw_only=True)
class Glossary:
    """What the author of a policy has to know of the numbers of a game."""

    package: str  # whose modules `state` and `encoding` are to be imported
    about: str  # how things are numbered
    answers: Answers
    codes: tuple[Codes, ...]


def glossary_of(package: str, state: ModuleType, encoding: ModuleType) -> Glossary:
    """Write the glossary of a game."""
    about = inspect.cleandoc(state.__doc__ or "").partition("\n\n")[2]
    codes = (*_classes(state), *_series(state))
    return Glossary(package=package, about=about, answers=_answers(encoding), codes=codes)


def members_of(codes: type[IntEnum]) -> tuple[Code, ...]:
    """List the codes of a class; those of a plain IntEnum are told by their names."""
    return tuple(Code(each.name, int(each), each.meaning if isinstance(each, Explained) else "") for each in codes)


def _classes(state: ModuleType) -> Iterator[Codes]:
    for name, value in vars(state).items():
        is_own = inspect.isclass(value) and value.__module__ == state.__name__
        if is_own and issubclass(value, IntEnum) and name not in UNSEEN:
            yield Codes(name, inspect.cleandoc(value.__doc__ or ""), members_of(value))


def _series(state: ModuleType) -> Iterator[Codes]:
    series: Mapping[str, tuple[str, ...]] = getattr(state, "SERIES", {})
    for about, names in series.items():
        codes = tuple(Code(name, getattr(state, name), "") for name in names)
        yield Codes(f"{names[0]} to {names[-1]}", about, codes)


def _answers(encoding: ModuleType) -> Answers:
    named: Mapping[str, str] = getattr(encoding, "NAMED", {})
    functions = [value for name, value in vars(encoding).items() if _is_encoder(encoding, name, value)]
    codes = tuple(Code(name, getattr(encoding, name), meaning) for name, meaning in named.items())
    return Answers(inspect.cleandoc(encoding.__doc__ or ""), tuple(map(_encoder, functions)), codes)


def _is_encoder(module: ModuleType, name: str, value: Any) -> bool:
    is_own = getattr(value, "__module__", "") == module.__name__
    return callable(value) and is_own and not name.startswith("_")


def _encoder(function: Any) -> Encoder:
    plain = getattr(function, "py_func", function)
    about = inspect.cleandoc(plain.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
    return Encoder(f"{plain.__name__}({', '.join(inspect.signature(plain).parameters)})", about)
