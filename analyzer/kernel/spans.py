"""Filling a span of a small table of bytes.

Compiled, all of the table is written at once: a loop over the span would end where no processor can foresee it.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from analyzer.kernel.callee import IS_PLAIN
from analyzer.kernel.vectors import broadcast

_BYTE = ir.IntType(8)
_MOST = 127  # places must fit into a byte, as the values do


def _fill_plain(table, first, last, value):
    table[first : last + 1] = value


@intrinsic
def _fill_compiled(typing_context, table, first, last, value):
    size = table.shape[0]
    assert table.dtype == types.int8
    assert size <= _MOST + 1
    number = types.int64

    def generate(context, builder, signature, values):
        vector = ir.VectorType(_BYTE, size)
        array = context.make_array(signature.args[0])(context, builder, values[0])
        place = builder.bitcast(array.data, vector.as_pointer())
        low, high, new = (broadcast(builder, vector, builder.trunc(entry, _BYTE)) for entry in values[1:])
        lanes = ir.Constant(vector, list(range(size)))
        inside = builder.and_(builder.icmp_signed(">=", lanes, low), builder.icmp_signed("<=", lanes, high))
        builder.store(builder.select(inside, new, builder.load(place, align=1)), place, align=1)
        return context.get_dummy_value()

    return types.void(table, number, number, number), generate


fill_span = _fill_plain if IS_PLAIN else _fill_compiled
"""`fill_span(table, first, last, value)`: write a value to the places first..last; nothing if last < first."""
