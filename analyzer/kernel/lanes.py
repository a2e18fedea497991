"""Arithmetic on several cards of a hand at once: numbers side by side, in the processor's vectors.

A loop over a hand does the same work card by card, and jumps where no processor can foresee it. Here every lane
takes the same way, and a lane that does not count is left out at the end:

    cards = take(hand.cards, 0)
    gaps = numbers(look_up(table.above, cards)) - numbers(look_up(table.below, cards))
    widest = largest(gaps)

Numbers are of double precision and rounded as everywhere: a policy decides the same with and without lanes. In
plain Python lanes are arrays of numpy. Four lanes fit one vector of today's processors, and eight were slower.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from analyzer.kernel import vectors
from analyzer.kernel.compiler.callee import IS_PLAIN
from analyzer.kernel.vectors import LANES, broadcast

__all__ = [
    "LANES",
    "count_from",
    "largest",
    "least",
    "look_up",
    "most",
    "numbers",
    "pick",
    "round_up",
    "smallest",
    "spread",
    "take",
]


def _take(table, first):
    return table[first : first + LANES].astype(int)


def _look_up(table, places):
    return table[places].astype(int)


def _numbers(places):
    return places.astype(float)


def _spread(number):
    return np.full(LANES, number)


def _count_from(first):
    return first + np.arange(LANES, dtype=float)


def _pick(over, yes, no):
    return np.where(over > 0.0, yes, no)


take = _take if IS_PLAIN else vectors.take
"""`take(table, first)`: places, read from a table of bytes from `first` on; the table must reach so far."""

look_up = _look_up if IS_PLAIN else vectors.look_up
"""`look_up(table, places)`: what a table of bytes has at these places, as places again."""

numbers = _numbers if IS_PLAIN else vectors.numbers
"""`numbers(places)`: lanes of the same numbers, for + - * / with lanes and single numbers, and for `abs`."""

spread = _spread if IS_PLAIN else vectors.spread
"""`spread(number)`: the same number in all lanes."""

count_from = _count_from if IS_PLAIN else vectors.count_from
"""`count_from(first)`: lanes of first, first + 1, first + 2 and so on."""

least = np.minimum if IS_PLAIN else vectors.least
"""`least(one, other)`: the smaller of two, lane by lane."""

most = np.maximum if IS_PLAIN else vectors.most
"""`most(one, other)`: the larger of two, lane by lane."""

pick = _pick if IS_PLAIN else vectors.pick
"""`pick(over, yes, no)`: yes in the lanes where `over` is above 0, otherwise no."""

round_up = np.ceil if IS_PLAIN else vectors.round_up
"""`round_up(value)`: the next whole number, lane by lane."""

largest = np.max if IS_PLAIN else vectors.largest
"""`largest(value)`: the largest of all lanes."""

smallest = np.min if IS_PLAIN else vectors.smallest
"""`smallest(value)`: the smallest of all lanes."""


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
