"""What games and policies need of numba: decorators for rules, record layouts, drivers and policies.

Under ``NUMBA_DISABLE_JIT=1`` the very same functions run as plain Python, with the same results.
"""

from __future__ import annotations

import gc
import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types
from numba.core import event
from numba.core.errors import NumbaError as NumbaError
from numba.core.errors import NumbaExperimentalFeatureWarning

from analyzer.kernel.callee import IS_PLAIN as IS_PLAIN
from analyzer.kernel.callee import compiled, entry_point

# Function pointers as arguments are what lets one compiled driver serve every match-up; numba calls the
# feature experimental. If it ever goes, only `compile_kernel` and `compile_decider` change.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

F = TypeVar("F", bound=Callable[..., Any])
Field = tuple[str, Any] | tuple[str, Any, tuple[int, ...]]


class LayoutError(TypeError):
    """A record layout that would read differently compiled and in plain Python."""


class NotCompilable(TypeError):
    """A policy that numba cannot compile, or that does not answer with an integer."""


def rule(function: F) -> F:
    """Compile one small rule, inlined where it is called: a call costs more than most rules do."""
    return compiled(function, forceinline=True)


def phase(function: F) -> F:
    """Compile one part of the game that is called seldom or from many places: it stays a call."""
    return compiled(function, forceinline=False)


def record(*fields: Field) -> np.dtype[Any]:
    """Lay out a record whose `state.field` reads the same compiled and in plain Python.

    Compiled code computes in 64 bits whatever the width of a field; numpy would compute in the width of the
    field and overflow. So plain Python stores small integers wide: the layout differs, the results do not.
    """
    clash = [name for name, *_ in fields if hasattr(np.void, name)]
    if clash:
        raise LayoutError(f"record fields {clash} are already numpy attributes; rename them")
    return np.dtype((np.record, np.dtype([_stored(field) for field in fields], align=True)))


def row(*fields: Field) -> np.dtype[Any]:
    """Lay out a result row: the same bytes compiled and in plain Python."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


def _stored(field: Field) -> Any:
    name, kind, *shape = field
    wide = "i8" if IS_PLAIN and isinstance(kind, str) and kind in ("i1", "i2", "i4") else kind
    return (name, wide, *shape)


def blank(layout: np.dtype[Any]) -> Any:
    """Make one record of a layout, all zero."""
    return np.zeros(1, layout)[0]


def decide_arguments(layouts: Sequence[np.dtype[Any]], desk: np.dtype[Any]) -> tuple[Any, ...]:
    """Give the types of `decide(rules, table, hand, knobs, memory, choice)` for one game's layouts.

    The last three are arrays inside the seat's desk record: as free-standing arrays each would cost a
    reference count and seven machine words per call (19 ns a decision instead of 6).
    """
    records = tuple(numba.from_dtype(layout) for layout in layouts)
    fields = numba.from_dtype(desk)
    return (*records, *(fields.typeof(name) for name in ("knobs", "memory", "choice")))


@contextmanager
def _collector_off() -> Iterator[None]:
    """Switch Python's garbage collector off: compiling makes millions of objects, and few that only it could free."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@_collector_off()
def compile_decider(decide: Any, arguments: tuple[Any, ...]) -> Any:
    """Compile a policy's `decide` with the game's fixed signature; refuse what answers no integer."""
    if IS_PLAIN:
        return decide
    try:
        decide = _compile_for(decide, arguments)
    except Exception as problem:  # numba raises many unrelated classes for code it cannot compile
        raise NotCompilable(_first_lines(problem)) from problem
    answer = decide.overloads[arguments].signature.return_type
    if answer == types.int64:
        return decide
    if not isinstance(answer, types.Integer | types.Boolean | types.IntEnumMember):
        raise NotCompilable(f"it returns {answer}, and an action is an integer")
    return _cast_to_int64(decide, arguments)


def _compile_for(decide: Any, arguments: tuple[Any, ...]) -> Any:
    """Compile a policy; a lean one that fails may only need memory of its own, which numba says in many ways."""
    decide = decide.from_python
    try:
        decide.compile(arguments)
    except Exception:
        decide = entry_point(decide.py_func)
        decide.compile(arguments)
    return decide


@_collector_off()
def compile_kernel(play_block: Any, arguments: tuple[Any, ...], seats: int, examples: Sequence[Any]) -> Any:
    """Compile a game's driver once for all match-ups: policies come as function pointers."""
    if IS_PLAIN:
        return play_block
    play_block = play_block.from_python
    if play_block.overloads:
        return play_block
    decide = types.FunctionType(types.int64(*arguments))
    shapes = [numba.typeof(example) for example in examples]
    play_block.compile((arguments[0], types.UniTuple(decide, seats), *shapes))
    play_block.disable_compile()
    return play_block


def announce_compilation(say: Callable[[str], None]) -> None:
    """Call `say` once, when this process first has to compile something that no cache holds."""
    event.register("numba:compile", _Announcer(say))


class _Announcer(event.Listener):  # type: ignore[misc]
    def __init__(self, say: Callable[[str], None]) -> None:
        self.say: Callable[[str], None] | None = say

    def on_start(self, event: Any) -> None:  # noqa: ARG002 - the listener's signature
        if self.say is not None:
            say, self.say = self.say, None
            say("compiling the rules for this machine; this happens once, later runs start at once …")

    def on_end(self, event: Any) -> None:
        """Nothing to say at the end: the games begin."""


def _cast_to_int64(decide: Any, arguments: tuple[Any, ...]) -> Any:
    return entry_point(decide.py_func, types.int64(*arguments))


def _first_lines(problem: Exception) -> str:
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    wanted = [line for line in lines if not line.startswith(("Failed in", "During:", "<source"))]
    return " ".join(wanted[:4])[:400] or type(problem).__name__


def cpu_count() -> int:
    """Count the cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
