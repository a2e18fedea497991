"""Policies in plain Python, in their seats: the compiled driver asks them through a callback.

The callback copies what a policy may see, calls it, and hands back its answer, its memory and its stream of choices.
Nothing that Python raises can pass through compiled code: it is kept aside, the seat raises `Unanswered`, and whoever
hears that asks `kernel/faults.py` for the reason. Only one thread of a process is in Python at a time.
"""

import ctypes
import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, njit, types
from numba.extending import intrinsic

from analyzer.errors import BadInput
from analyzer.kernel.compiler.places import in_words
from analyzer.kernel.compiler.templates import copy_for
from analyzer.kernel.faults import Unanswered, set_aside
from analyzer.kernel.seats.bench import DESK
from analyzer.kernel.seats.sight import Sight

NO_ANSWER = -(2**63)
_NEVER_LEGAL = NO_ANSWER + 1
_Asked = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 4)
_seated: dict[Any, Any] = {}
_callbacks: list[Any] = []  # they must outlive every driver that knows their addresses


def seat_python(decide: Any, layouts: tuple[np.dtype[Any], ...], name: str) -> Any:
    """Seat a Python function as `(rules, table, hand, desk)`, for a driver that is compiled."""
    if decide not in _seated:
        callback = _Asked(_Ask(decide, layouts, name))
        _callbacks.append(callback)
        address = ctypes.cast(callback, ctypes.c_void_p).value
        assert address is not None
        scope = {"ask": _asking(address), "NO_ANSWER": NO_ANSWER, "Unanswered": Unanswered}
        seated = njit(nogil=True)(copy_for(at_python_desk, decide, scope))  # not cached: an address is of this process
        seated.compile(tuple(from_dtype(layout) for layout in (*layouts, DESK)))
        _seated[decide] = seated
    return _seated[decide]


def at_python_desk(rules, table, hand, desk):
    """Ask a policy in plain Python; a copy per policy has its `ask`."""
    answer = ask(rules, table, hand, desk)  # noqa: F821
    if answer == NO_ANSWER:
        raise Unanswered
    return answer


class _Ask:
    """Puts the question to one policy."""

    def __init__(self, decide: Any, layouts: tuple[np.dtype[Any], ...], name: str) -> None:
        self.decide = decide
        self.layouts = layouts
        self.name = name

    def __call__(self, rules: int, table: int, hand: int, desk: int) -> int:
        """Answer, or set aside what was raised."""
        try:
            return self._answer(rules, table, hand, desk)
        except BaseException as problem:  # it cannot pass through compiled code
            set_aside(problem)
            return NO_ANSWER

    def _answer(self, rules: int, table: int, hand: int, desk: int) -> int:
        own = np.frombuffer(memoryview((ctypes.c_char * DESK.itemsize).from_address(desk)), DESK)[0]
        places = (int(own["shown"]) or rules, table, hand)
        sights = [Sight(_copy(place, layout)) for place, layout in zip(places, self.layouts, strict=True)]
        knobs, memory, choice = (own[name].copy() for name in ("knobs", "memory", "choice"))
        knobs = knobs[: int(own["turned"])]
        knobs.flags.writeable = False
        answer = self.decide(*sights, knobs, memory, choice)
        own["memory"], own["choice"] = memory, choice
        return self._as_integer(answer)

    def _as_integer(self, answer: Any) -> int:
        try:
            number = operator.index(answer)
        except TypeError:
            code = self.decide.__code__
            raise BadInput(
                f"policy {self.name!r} cannot be used: {in_words(code.co_filename, code.co_firstlineno)}: "
                f"it returned {answer!r}, but an action is an integer"
            ) from None
        return number if NO_ANSWER < number < 2**63 else _NEVER_LEGAL


def _copy(address: int, layout: np.dtype[Any]) -> Any:
    return np.frombuffer(bytearray(ctypes.string_at(address, layout.itemsize)), layout)[0]


def _asking(address: int) -> Any:
    """Write the call of a C function at an address, with four records by reference."""

    @intrinsic
    def ask(typing_context, rules, table, hand, desk):
        def generate(context, builder, signature, values):
            pointer, number = ir.IntType(8).as_pointer(), ir.IntType(64)
            kind = ir.FunctionType(number, [pointer] * 4).as_pointer()
            function = builder.inttoptr(number(address), kind)
            return builder.call(function, [builder.bitcast(value, pointer) for value in values])

        return types.int64(rules, table, hand, desk), generate

    return ask
