"""What `kernel/lanes.py` offers, compiled: lanes are vectors of LLVM, places are bundles of integers."""

import operator

from llvmlite import ir
from numba import types
from numba.core.cgutils import do_boundscheck, get_or_insert_function
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

LANES = 4
_BYTE, _WORD, _LONG = ir.IntType(8), ir.IntType(32), ir.IntType(64)
_VECTOR = ir.VectorType(ir.DoubleType(), LANES)
_BUNDLE = ir.ArrayType(_LONG, LANES)  # no vector: what is looked up next is an address, for an ordinary register


class _Lanes(types.Type):  # type: ignore[misc]
    def __init__(self):
        super().__init__("lanes")


class _Places(types.Type):  # type: ignore[misc]
    def __init__(self):
        super().__init__("places")


lanes, places = _Lanes(), _Places()


@register_model(_Lanes)
class _LanesModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager, kind):
        super().__init__(manager, kind, _VECTOR)


@register_model(_Places)
class _PlacesModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager, kind):
        super().__init__(manager, kind, _BUNDLE)


def _by_lane(emit, *kinds):
    """Give signature and code of an operation on lanes and numbers; a number stands for lanes that are all alike."""
    arguments = [lanes if kind == lanes else types.float64 for kind in kinds]

    def generate(context, builder, signature, values):
        pairs = zip(signature.args, values, strict=True)
        return emit(builder, *(_as_lanes(context, builder, kind, value) for kind, value in pairs))

    return lanes(*arguments), generate


def _as_lanes(context, builder, kind, value):
    if kind == lanes:
        return value
    return broadcast(builder, _VECTOR, context.cast(builder, value, kind, types.float64))


def broadcast(builder, vector, value):
    """Put a value into every place of a vector."""
    nothing = ir.Constant(vector, ir.Undefined)
    single = builder.insert_element(nothing, value, ir.Constant(_WORD, 0))
    return builder.shuffle_vector(single, nothing, ir.Constant(ir.VectorType(_WORD, vector.count), None))


# Operators


def _define(symbol, emit):
    @type_callable(symbol)
    def _(context):
        def typer(one, other):
            are_known = all(isinstance(kind, _Lanes | types.Number) for kind in (one, other))
            return lanes if are_known and lanes in (one, other) else None

        return typer

    def lower(context, builder, signature, values):
        _, generate = _by_lane(emit, *signature.args)
        return generate(context, builder, signature, values)

    for kinds in ((_Lanes, _Lanes), (_Lanes, types.Number), (types.Number, _Lanes)):
        lower_builtin(symbol, *kinds)(lower)


_define(operator.add, ir.IRBuilder.fadd)
_define(operator.sub, ir.IRBuilder.fsub)
_define(operator.mul, ir.IRBuilder.fmul)
_define(operator.truediv, ir.IRBuilder.fdiv)


@type_callable(abs)
def _type_of_abs(context):
    return lambda value: lanes if value == lanes else None


@lower_builtin(abs, _Lanes)
def _lower_abs(context, builder, signature, values):
    return _instruction(builder, "llvm.fabs", *values)


# Functions


def _preferred(builder, comparison, one, other):
    return builder.select(builder.fcmp_ordered(comparison, one, other), one, other)


def _instruction(builder, name, value):
    function = get_or_insert_function(builder.module, ir.FunctionType(_VECTOR, [_VECTOR]), f"{name}.v{LANES}f64")
    return builder.call(function, [value])


@intrinsic
def least(typing_context, one, other):
    """Take the smaller of two."""
    return _by_lane(lambda builder, one, other: _preferred(builder, "<", one, other), one, other)


@intrinsic
def most(typing_context, one, other):
    """Take the larger of two."""
    return _by_lane(lambda builder, one, other: _preferred(builder, ">", one, other), one, other)


@intrinsic
def pick(typing_context, over, yes, no):
    """Take `yes` where `over` is above 0."""

    def emit(builder, over, yes, no):
        return builder.select(builder.fcmp_ordered(">", over, ir.Constant(_VECTOR, None)), yes, no)

    return _by_lane(emit, over, yes, no)


@intrinsic
def round_up(typing_context, value):
    """Go to the next whole number."""
    return _by_lane(lambda builder, value: _instruction(builder, "llvm.ceil", value), value)


@intrinsic
def spread(typing_context, number):
    """Put a number into all lanes."""
    return _by_lane(lambda _builder, number: number, number)


@intrinsic
def count_from(typing_context, first):
    """Count up from lane to lane."""
    steps = ir.Constant(_VECTOR, [float(lane) for lane in range(LANES)])
    return _by_lane(lambda builder, first: builder.fadd(first, steps), first)


# From lanes to a number


def _reduced(comparison):
    """Give signature and code that halves the lanes until one is left."""

    def generate(context, builder, signature, values):
        (vector,) = values
        width = LANES
        while width > 1:
            width //= 2
            halves = [builder.shuffle_vector(vector, vector, _span(start, width)) for start in (0, width)]
            vector = _preferred(builder, comparison, *halves)
        return builder.extract_element(vector, ir.Constant(_WORD, 0))

    return types.float64(lanes), generate


def _span(start, width):
    return ir.Constant(ir.VectorType(_WORD, width), list(range(start, start + width)))


@intrinsic
def largest(typing_context, value):
    """Take the largest lane."""
    return _reduced(">")


@intrinsic
def smallest(typing_context, value):
    """Take the smallest lane."""
    return _reduced("<")


# Places


def _read(context, builder, array, at):
    """Read one byte of a table per lane."""
    bundle = ir.Constant(_BUNDLE, ir.Undefined)
    for lane, place in enumerate(at):
        if context.enable_boundscheck:
            do_boundscheck(context, builder, place, builder.extract_value(array.shape, 0))
        entry = builder.sext(builder.load(builder.gep(array.data, [place])), _LONG)
        bundle = builder.insert_value(bundle, entry, lane)
    return bundle


def _table(context, builder, signature, values):
    return context.make_array(signature.args[0])(context, builder, values[0])


@intrinsic
def take(typing_context, table, first):
    """Read a table from one place on."""
    assert table.dtype == types.int8

    def generate(context, builder, signature, values):
        at = [builder.add(values[1], ir.Constant(_LONG, lane)) for lane in range(LANES)]
        return _read(context, builder, _table(context, builder, signature, values), at)

    return places(table, types.int64), generate


@intrinsic
def look_up(typing_context, table, at):
    """Read a table at the given places."""
    assert table.dtype == types.int8

    def generate(context, builder, signature, values):
        at = [builder.extract_value(values[1], lane) for lane in range(LANES)]
        return _read(context, builder, _table(context, builder, signature, values), at)

    return places(table, places), generate


@intrinsic
def numbers(typing_context, at):
    """Turn places into lanes; as bytes, which is what tables hold and what packs quickest."""

    def generate(context, builder, signature, values):
        packed = ir.Constant(ir.VectorType(_BYTE, LANES), ir.Undefined)
        for lane in range(LANES):
            entry = builder.trunc(builder.extract_value(values[0], lane), _BYTE)
            packed = builder.insert_element(packed, entry, ir.Constant(_WORD, lane))
        return builder.sitofp(builder.sext(packed, ir.VectorType(_WORD, LANES)), _VECTOR)

    return lanes(places), generate
