"""What numba says about code that it cannot compile, reduced to a line, a kind of mistake and the names in it.

Numba's messages list types, candidates and its own steps over pages, and some have no line at all. The line is then
found where numba stood when it failed. What is said to a user is made of a
`Mistake` in `games/policy_files/mistakes.py`.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from numba import types

_PLACE = re.compile(r'File "([^"]+)", line (\d+)|\bat (\S+\.py) \((\d+)\)')

# kind of mistake, and what numba's message has; the group is the name that matters
_PATTERNS = (
    ("numpy", re.compile(r"Use of unsupported NumPy function '([\w.]+)'")),
    ("numpy", re.compile(r"module '(numpy[\w.]*)' has no attribute '(\w+)'")),
    ("numpy arguments", re.compile(r"No implementation of function Function\(<function (\w+) at")),
    ("global", re.compile(r"Untyped global name '(\w+)':?.*<class '([\w.]+)'>")),
    ("name", re.compile(r"NameError: name '(\w+)' is not defined")),
    ("attribute", re.compile(r"Unknown attribute '(\w+)' of type (\w+)")),
    ("missing argument", re.compile(r"missing a required argument: '(\w+)'")),
    ("many arguments", re.compile(r"(too many positional arguments)")),
    ("keyword", re.compile(r"got an unexpected keyword argument '(\w+)'")),
    ("unify", re.compile(r"Cannot unify (.+) and (.+) for '(\w+)")),
    ("cast", re.compile(r"Cannot cast (.+) to (\w+)")),
    ("operation", re.compile(r">>> (?:\w+\.)?(\w+)\((.*)\)\s*$", re.MULTILINE)),
)
_IGNORED = (
    "Failed in",
    "During:",
    "File ",
    "There are",
    "- Of which",
    "Overload",
    "With argument",
    "<source",
    "raised",
)


@dataclass(frozen=True)
class Mistake:
    """Where and what is wrong in a policy's file; `names` are those that its kind needs."""

    kind: str
    names: tuple[str, ...] = ()
    file: str = ""
    line: int = 0
    known: tuple[str, ...] = ()  # fields there are, if one was asked for that is none


def diagnose(problem: BaseException, is_own: Callable[[str], bool]) -> Mistake:
    """Reduce what numba raised to a mistake in one of the user's own files."""
    file, line = _place_of(problem, is_own)
    unknown = _unknown_field(problem)
    if unknown is not None:
        name, known = unknown
        return Mistake("field", (name,), file, line, known)
    text = str(problem)
    for kind, pattern in _PATTERNS:
        found = pattern.search(text)
        if found:
            return Mistake(kind, found.groups(), file, line)
    return Mistake("other", (_first_sentence(text) or type(problem).__name__,), file, line)


def _place_of(problem: BaseException, is_own: Callable[[str], bool]) -> tuple[str, int]:
    """Find the innermost line of the user's own: what the message tells first, or where numba stood."""
    told = [(str(Path(a or b).resolve()), int(m or n)) for a, m, b, n in _PLACE.findall(str(problem))]
    stood = [(loc.filename, int(loc.line)) for loc in _locations(problem)]
    return next((place for place in (*told, *reversed(stood)) if is_own(place[0])), ("", 0))


def _locations(problem: BaseException) -> Iterator[Any]:
    """Walk through the places in the code that numba was working at, from the outermost to the innermost."""
    for frame in _frames(problem):
        worker = frame.f_locals.get("self")
        loc = getattr(worker, "loc", None)
        if hasattr(loc, "filename") and hasattr(loc, "line"):
            yield loc


def _frames(problem: BaseException) -> Iterator[FrameType]:
    trace = problem.__traceback__
    while trace is not None:
        yield trace.tb_frame
        trace = trace.tb_next


def _unknown_field(problem: BaseException) -> tuple[str, tuple[str, ...]] | None:
    """Find which field of which record does not exist: numba raises a bare KeyError for that."""
    if not isinstance(problem, KeyError):
        return None
    *_, last = _frames(problem)
    for value in reversed(list(_values(problem))):
        if isinstance(value, types.Record):
            return str(problem.args[0]), tuple(value.fields)
    return str(problem.args[0]), tuple(last.f_locals)


def _values(problem: BaseException) -> Iterator[Any]:
    for frame in _frames(problem):
        yield from list(frame.f_locals.values())


def _first_sentence(text: str) -> str:
    lines = [line.strip() for line in text.splitlines()]
    return next((line for line in lines if line and not line.startswith(_IGNORED)), "")
