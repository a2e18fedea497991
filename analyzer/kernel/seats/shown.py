"""What a guarded policy is shown: copies, which it cannot reach the game from, and whether it changed them.

A table and a hand are copied to the stack at every decision, a few kilobytes in some ten nanoseconds, unless the
code of the policy provably writes to neither (`analyzer/kernel/compiler/proof.py`). Rules may be
a hundred times as large and never change: every guarded seat has a copy of its own (`desk.shown` is its address),
which is compared when some games are over, as its knobs are (`analyzer/play/prepared.py`).

In plain Python the very records are shown, for reading only: numpy then names the line that writes.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from analyzer.kernel.compiler.callee import IS_PLAIN

_BYTE, _SIZE = ir.IntType(8), ir.IntType(64)
_ALIGNMENT = 64


@intrinsic
def _copied(typing_context, original):
    size = original.size

    def generate(context, builder, signature, values):
        with builder.goto_entry_block():
            place = builder.alloca(ir.ArrayType(_BYTE, size))
        place.align = _ALIGNMENT
        cgutils.raw_memcpy(builder, place, values[0], _SIZE(size), 1, align=8)
        return builder.bitcast(place, values[0].type)

    return original(original), generate


@intrinsic
def _is_same(typing_context, one, other):
    def generate(context, builder, signature, values):
        pointers = [builder.bitcast(value, _BYTE.as_pointer()) for value in values]
        kind = ir.FunctionType(ir.IntType(32), [_BYTE.as_pointer(), _BYTE.as_pointer(), _SIZE])
        compare = cgutils.get_or_insert_function(builder.module, kind, "memcmp")
        return builder.icmp_signed("==", builder.call(compare, [*pointers, _SIZE(one.size)]), ir.IntType(32)(0))

    return types.boolean(one, other), generate


@intrinsic
def _shown_at(typing_context, address, original):
    def generate(context, builder, signature, values):
        is_there = builder.icmp_signed("!=", values[0], _SIZE(0))
        return builder.select(is_there, builder.inttoptr(values[0], values[1].type), values[1])

    return original(types.int64, original), generate


def read_only(original: Any) -> Any:
    """Give a record of plain Python to be read, not written."""
    view = np.asarray(original).view()
    view.flags.writeable = False
    return view[()]


def _shown_plain(address: Any, original: Any) -> Any:
    return read_only(original)


def _is_same_plain(one: Any, other: Any) -> bool:
    return bool(one.tobytes() == other.tobytes())


copied = read_only if IS_PLAIN else _copied
"""`copied(record)`: a copy that lives until the function returns."""

is_same = _is_same_plain if IS_PLAIN else _is_same
"""`is_same(one, other)`: whether two records are equal byte by byte."""

shown_at = _shown_plain if IS_PLAIN else _shown_at
"""`shown_at(address, record)`: the record at an address; the given one if there is none."""
