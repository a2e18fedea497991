"""Functions and records by address: compiled code is handed a number, and calls or reads what lies there.

In plain Python the number stands for the object in a table. A look-ahead needs both: it calls the driver of its game,
which is compiled already, and works in a record that is too large for a desk.
"""

from typing import Any
from weakref import WeakValueDictionary

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np import arrayobj

from analyzer.kernel.compiler.callee import IS_PLAIN

_functions: dict[int, Any] = {}
_records: WeakValueDictionary[int, Any] = WeakValueDictionary()


def address_of(function: Any) -> int:
    """Give the address of a function that is compiled for one signature."""
    if IS_PLAIN:
        _functions[id(function)] = function
        return id(function)
    (compilation,) = function.overloads.values()
    return int(compilation.library.get_pointer_to_function(compilation.fndesc.llvm_func_name))


def function_at(address: int) -> Any:
    """Return the plain function that a number stands for."""
    return _functions[int(address)]


def address_of_record(records: Any) -> int:
    """Give the address of the first record of an array, which must outlive every use of it."""
    address = int(records.ctypes.data)
    if IS_PLAIN:
        _records[address] = records
    return address


# Calling


def _calling(returns: Any, kinds: tuple[Any, ...]) -> Any:
    """Write the call of a function at an address; arrays inside records are handed on as arrays."""
    expected = tuple(
        types.Array(kind.dtype, kind.ndim, "C") if isinstance(kind, types.NestedArray) else kind for kind in kinds
    )

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        convention = context.call_conv
        kind = convention.get_function_type(returns, expected)
        function = builder.inttoptr(values[0], kind.as_pointer())
        status, answer = convention.call_function(builder, function, returns, expected, values[1:])
        with builder.if_then(status.is_error, likely=False):
            convention.return_status_propagate(builder, status)
        return answer

    return returns(types.int64, *kinds), generate


@intrinsic
def _call_driver(typing_context, address, rules, policies, benches, seeds, rows):
    return _calling(types.none, (rules, policies, benches, seeds, rows))


@intrinsic
def _call_rating(typing_context, address, rules, table, hand, desk, answer):
    return _calling(types.float64, (rules, table, hand, desk, types.int64))


def _call_plain(address, *arguments):
    return function_at(address)(*arguments)


call_driver = _call_plain if IS_PLAIN else _call_driver
"""`call_driver(address, rules, policies, benches, seeds, rows)`: play with the driver of a game."""
call_rating = _call_plain if IS_PLAIN else _call_rating
"""`call_rating(address, rules, table, hand, desk, answer)`: ask a policy how good it thinks an answer is."""


# Records


@intrinsic
def _record_compiled(typing_context, address, layout):
    kind = layout.dtype

    def generate(context, builder, signature, values):
        return builder.inttoptr(values[0], context.get_value_type(kind))

    return kind(types.int64, layout), generate


@intrinsic
def _records_compiled(typing_context, address, layout):
    kind = types.Array(layout.dtype, 1, "C")

    def generate(context, builder, signature, values):
        array = arrayobj.make_array(kind)(context, builder)
        size = ir.Constant(context.get_value_type(types.intp), layout.dtype.size)
        data = builder.inttoptr(values[0], array.data.type)
        one = ir.Constant(size.type, 1)
        arrayobj.populate_array(array, data=data, shape=[one], strides=[size], itemsize=size, meminfo=None)
        return array._getvalue()

    return kind(types.int64, layout), generate


def _record_plain(address, layout):
    return _records[int(address)][0]


def _records_plain(address, layout):
    return _records[int(address)]


@intrinsic
def _copy_compiled(typing_context, target, source):
    assert target.size == source.size

    def generate(context, builder, signature, values):
        size = ir.Constant(context.get_value_type(types.intp), target.size)
        cgutils.raw_memcpy(builder, values[0], values[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), generate


def _copy_plain(target, source):
    for name in target.dtype.names:
        target[name] = source[name]


@intrinsic
def _compare_compiled(typing_context, one, other):
    assert one.size == other.size

    def generate(context, builder, signature, values):
        word = context.get_value_type(types.intp)
        kind = ir.FunctionType(ir.IntType(32), [cgutils.voidptr_t, cgutils.voidptr_t, word])
        compare = cgutils.get_or_insert_function(builder.module, kind, "memcmp")
        places = (builder.bitcast(value, cgutils.voidptr_t) for value in values)
        found = builder.call(compare, [*places, ir.Constant(word, one.size)])
        return builder.icmp_signed("==", found, ir.Constant(found.type, 0))

    return types.boolean(one, other), generate


def _compare_plain(one, other):
    return one.tobytes() == other.tobytes()


record_at = _record_plain if IS_PLAIN else _record_compiled
"""`record_at(address, layout)`: the record of a layout that lies at an address."""
records_at = _records_plain if IS_PLAIN else _records_compiled
"""`records_at(address, layout)`: the same as an array of one record."""
copy_into = _copy_plain if IS_PLAIN else _copy_compiled
"""`copy_into(target, source)`: copy one record over another of the same layout."""
are_alike = _compare_plain if IS_PLAIN else _compare_compiled
"""`are_alike(one, other)`: whether two records of the same layout hold the same."""
