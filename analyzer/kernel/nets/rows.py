"""Rows of single-precision numbers, each added, multiplied or summed at once in the processor's vectors.

A row is an array and a place in it: a row of a table of numbers, or a record that holds nothing but such numbers (so
features have names). Widths are those of the layouts. Every number is rounded as numpy rounds it, so plain Python gives
the same bits.
"""

from contextlib import nullcontext

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from analyzer.kernel.compiler.callee import IS_PLAIN
from analyzer.kernel.vectors import broadcast

LEAK = 0.01  # what is left of a number below zero when a row is rectified
_DENSE = 32  # numbers of a row of which none is worth a look whether it is zero: a wrong guess takes longer
_FLOAT = ir.FloatType()
_LONG = ir.IntType(64)


# Plain Python


def _row(array, place):
    return array[place] if array.dtype.names is None else array[place : place + 1].view(np.float32)


def _copy_plain(target, t, source, s):
    _row(target, t)[:] = _row(source, s)


def _clear_plain(target, t):
    _row(target, t)[:] = 0


def _add_weighted_plain(target, t, weights, numbers, i):
    out = _row(target, t)
    for place, number in enumerate(_row(numbers, i)):
        out += number * weights[place]


def _add_rectified_plain(target, t, source, s):
    row = _row(source, s)
    out = _row(target, t)
    out += np.where(row > 0, row, np.float32(LEAK) * row)


def _add_outer_plain(target, numbers, i, source, s):
    row = _row(source, s)
    for place, number in enumerate(_row(numbers, i)):
        target[place] += number * row


def _add_scaled_plain(target, t, factor, source, s):
    out = _row(target, t)
    out += np.float32(factor) * _row(source, s)


def _slope_plain(target, t, source, s):
    out = _row(target, t)
    out *= np.where(_row(source, s) > 0, np.float32(1), np.float32(LEAK))


def _dot_plain(one, a, other, b):
    products = _row(one, a) * _row(other, b)
    while len(products) > 1:
        half = len(products) // 2
        products = products[:half] + products[half:]
    return float(products[0])


# Compiled


def _width(kind):
    """Count the numbers of a row of this type of array."""
    if isinstance(kind.dtype, types.Record):
        return kind.dtype.size // 4
    return kind.shape[-1]


def _place(context, builder, kind, value, row):
    """Point to the first number of a row."""
    data = context.make_array(kind)(context, builder, value).data
    start = builder.bitcast(data, _FLOAT.as_pointer())
    return builder.gep(start, [builder.mul(row, ir.Constant(_LONG, _width(kind)))])


def _vector(kind):
    return ir.VectorType(_FLOAT, _width(kind))


def _load(builder, place, vector):
    return builder.load(builder.bitcast(place, vector.as_pointer()), align=4)


def _store(builder, value, place):
    builder.store(value, builder.bitcast(place, value.type.as_pointer()), align=4)


def _number(builder, place, index):
    return builder.load(builder.gep(place, [index]), align=4)


def _constant(vector, number):
    return ir.Constant(vector, [number] * vector.count)


def _leaking(builder, row, yes, no):
    """Take `yes` where a row is above zero, `no` elsewhere."""
    return builder.select(builder.fcmp_ordered(">", row, _constant(row.type, 0.0)), yes, no)


def _elementwise(emit, target, source):
    """Give signature and code of an operation that changes a row by another of the same width."""

    def generate(context, builder, signature, values):
        vector = _vector(source)
        out = _place(context, builder, signature.args[0], values[0], values[1])
        row = _load(builder, _place(context, builder, signature.args[2], values[2], values[3]), vector)
        _store(builder, emit(builder, _load(builder, out, vector), row), out)
        return context.get_dummy_value()

    return types.void(target, types.int64, source, types.int64), generate


@intrinsic
def _copy(typing_context, target, t, source, s):
    return _elementwise(lambda _builder, _old, row: row, target, source)


@intrinsic
def _add_rectified(typing_context, target, t, source, s):
    def emit(builder, old, row):
        leaked = builder.fmul(_constant(row.type, LEAK), row)
        return builder.fadd(old, _leaking(builder, row, row, leaked))

    return _elementwise(emit, target, source)


@intrinsic
def _slope(typing_context, target, t, source, s):
    def emit(builder, old, row):
        return _leaking(builder, row, old, builder.fmul(_constant(row.type, LEAK), old))

    return _elementwise(emit, target, source)


@intrinsic
def _clear(typing_context, target, t):
    def generate(context, builder, signature, values):
        place = _place(context, builder, signature.args[0], values[0], values[1])
        _store(builder, _constant(_vector(target), 0.0), place)
        return context.get_dummy_value()

    return types.void(target, types.int64), generate


@intrinsic
def _add_weighted(typing_context, target, t, weights, numbers, i):
    def generate(context, builder, signature, values):
        kinds, vector = signature.args, _vector(weights)
        out = _place(context, builder, kinds[0], values[0], values[1])
        first = _place(context, builder, kinds[2], values[2], ir.Constant(_LONG, 0))
        inputs = _place(context, builder, kinds[3], values[3], values[4])
        total = cgutils.alloca_once_value(builder, _load(builder, out, vector))
        with cgutils.for_range(builder, ir.Constant(_LONG, _width(numbers))) as loop:
            number = _number(builder, inputs, loop.index)
            is_set = builder.fcmp_unordered("!=", number, ir.Constant(_FLOAT, 0.0))
            with builder.if_then(is_set) if _width(numbers) > _DENSE else nullcontext():
                line = builder.gep(first, [builder.mul(loop.index, ir.Constant(_LONG, vector.count))])
                product = builder.fmul(broadcast(builder, vector, number), _load(builder, line, vector))
                builder.store(builder.fadd(builder.load(total), product), total)
        _store(builder, builder.load(total), out)
        return context.get_dummy_value()

    return types.void(target, types.int64, weights, numbers, types.int64), generate


@intrinsic
def _add_outer(typing_context, target, numbers, i, source, s):
    def generate(context, builder, signature, values):
        kinds, vector = signature.args, _vector(target)
        first = _place(context, builder, kinds[0], values[0], ir.Constant(_LONG, 0))
        inputs = _place(context, builder, kinds[1], values[1], values[2])
        row = _load(builder, _place(context, builder, kinds[3], values[3], values[4]), vector)
        with cgutils.for_range(builder, ir.Constant(_LONG, _width(numbers))) as loop:
            number = _number(builder, inputs, loop.index)
            with builder.if_then(builder.fcmp_unordered("!=", number, ir.Constant(_FLOAT, 0.0))):
                line = builder.gep(first, [builder.mul(loop.index, ir.Constant(_LONG, vector.count))])
                product = builder.fmul(broadcast(builder, vector, number), row)
                _store(builder, builder.fadd(_load(builder, line, vector), product), line)
        return context.get_dummy_value()

    return types.void(target, numbers, types.int64, source, types.int64), generate


@intrinsic
def _add_scaled(typing_context, target, t, factor, source, s):
    def generate(context, builder, signature, values):
        kinds, vector = signature.args, _vector(source)
        out = _place(context, builder, kinds[0], values[0], values[1])
        row = _load(builder, _place(context, builder, kinds[3], values[3], values[4]), vector)
        scale = broadcast(builder, vector, builder.fptrunc(values[2], _FLOAT))
        _store(builder, builder.fadd(_load(builder, out, vector), builder.fmul(scale, row)), out)
        return context.get_dummy_value()

    return types.void(target, types.int64, types.float64, source, types.int64), generate


@intrinsic
def _dot(typing_context, one, a, other, b):
    def generate(context, builder, signature, values):
        kinds, vector = signature.args, _vector(one)
        first = _load(builder, _place(context, builder, kinds[0], values[0], values[1]), vector)
        second = _load(builder, _place(context, builder, kinds[2], values[2], values[3]), vector)
        products, width = builder.fmul(first, second), vector.count
        while width > 1:
            width //= 2
            halves = [builder.shuffle_vector(products, products, _span(start, width)) for start in (0, width)]
            products = builder.fadd(*halves)
        single = builder.extract_element(products, ir.Constant(ir.IntType(32), 0))
        return builder.fpext(single, ir.DoubleType())

    return types.float64(one, types.int64, other, types.int64), generate


def _span(start, width):
    kind = ir.VectorType(ir.IntType(32), width)
    return ir.Constant(kind, list(range(start, start + width)))


copy_row = _copy_plain if IS_PLAIN else _copy
"""`copy_row(target, t, source, s)`: copy one row over another."""

clear_row = _clear_plain if IS_PLAIN else _clear
"""`clear_row(target, t)`: make a row zero."""

add_weighted = _add_weighted_plain if IS_PLAIN else _add_weighted
"""`add_weighted(target, t, weights, numbers, i)`: add to a row every row of the weights, times the i-th numbers."""

add_rectified = _add_rectified_plain if IS_PLAIN else _add_rectified
"""`add_rectified(target, t, source, s)`: add a row of which little is left below zero."""

add_outer = _add_outer_plain if IS_PLAIN else _add_outer
"""`add_outer(target, numbers, i, source, s)`: add to every row of the target a row, times one of the i-th numbers."""

add_scaled = _add_scaled_plain if IS_PLAIN else _add_scaled
"""`add_scaled(target, t, factor, source, s)`: add a row times a factor."""

slope = _slope_plain if IS_PLAIN else _slope
"""`slope(target, t, source, s)`: multiply a row by the slope of the rectifier at another."""

dot = _dot_plain if IS_PLAIN else _dot
"""`dot(one, a, other, b)`: the sum of the products of two rows, whose width is a power of two."""
