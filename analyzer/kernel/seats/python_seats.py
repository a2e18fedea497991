"""Policies in plain Python, in their seats: the compiled driver asks them through a callback.

The callback copies what a policy may see and sends it to the process in which the policy plays
(kernel/apart/chairs.py); back come its answer, its memory and its stream of choices. A desk says by the rules that
it is shown whose it is: so a look-ahead asks its own policy about all seats, and never another seat's.

Nothing that Python raises can pass through compiled code: it is kept aside, the seat raises `Unanswered`, and whoever
hears that asks `kernel/faults.py` for the reason.
"""

import ctypes
from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, njit, types
from numba.extending import intrinsic

from analyzer.kernel.apart.chairs import KEPT, NO_ANSWER, OWN, Chair
from analyzer.kernel.compiler.templates import copy_for
from analyzer.kernel.faults import Unanswered, set_aside
from analyzer.kernel.seats.bench import DESK

_Asked = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 4)
_seated: dict[Any, Any] = {}
_callbacks: list[Any] = []  # they must outlive every driver that knows their addresses
_SHOWN = DESK.fields["shown"][1]  # type: ignore[index]

chairs: dict[int, Chair] = {}  # by the address of the rules that their desks show


def seat_python(layouts: tuple[np.dtype[Any], ...]) -> Any:
    """Seat the policies in plain Python of a game as `(rules, table, hand, desk)`, for a driver that is compiled."""
    if layouts not in _seated:
        callback = _Asked(_Ask(layouts))
        _callbacks.append(callback)
        address = ctypes.cast(callback, ctypes.c_void_p).value
        assert address is not None
        scope = {"ask": _asking(address), "NO_ANSWER": NO_ANSWER, "Unanswered": Unanswered}
        seated = njit(nogil=True)(copy_for(at_python_desk, seat_python, scope))  # an address is of this process
        seated.compile(tuple(from_dtype(layout) for layout in (*layouts, DESK)))
        _seated[layouts] = seated
    return _seated[layouts]


def at_python_desk(rules, table, hand, desk):
    """Ask a policy in plain Python; a copy per game has its `ask`."""
    answer = ask(rules, table, hand, desk)  # noqa: F821
    if answer == NO_ANSWER:
        raise Unanswered
    return answer


class _Ask:
    """Puts questions of a game to the chairs that they are for."""

    def __init__(self, layouts: tuple[np.dtype[Any], ...]) -> None:
        self.table, self.hand = layouts[1].itemsize, layouts[2].itemsize

    def __call__(self, _rules: int, table: int, hand: int, desk: int) -> int:
        """Answer, or set aside what was raised."""
        try:
            chair = chairs[ctypes.c_int64.from_address(desk + _SHOWN).value]
            seen = (ctypes.string_at(table, self.table), ctypes.string_at(hand, self.hand))
            answer, kept = chair.ask(b"".join((*seen, ctypes.string_at(desk, OWN.itemsize))))
        except BaseException as problem:  # it cannot pass through compiled code
            set_aside(problem)
            return NO_ANSWER
        ctypes.memmove(desk + KEPT, kept, len(kept))
        return answer


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
