"""Policies in their seats: what a driver calls by address, and replays call from Python.

A policy is written as `decide(rules, table, hand, knobs, memory, choice)`. In its seat it takes the last three
from the seat's desk: as arrays they would go through memory at every decision, in twenty machine words, and four
records fit into registers (a twentieth of Tranquility's time).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype, types
from numba.extending import intrinsic

from analyzer.kernel.addresses import address_of, function_at
from analyzer.kernel.bench import DESK
from analyzer.kernel.callee import IS_PLAIN, collector_off, compiled, entry_point
from analyzer.kernel.templates import copy_for

_seated: dict[Any, Any] = {}


class NotCompilable(TypeError):
    """A policy that numba cannot compile, or that does not answer with an integer."""


def seat_policy(decide: Any, layouts: tuple[np.dtype[Any], ...]) -> Any:
    """Compile a policy for its seat, as `(rules, table, hand, desk)`; refuse what answers no integer."""
    if decide not in _seated:
        _seated[decide] = _seat_plain(decide) if IS_PLAIN else _seat_compiled(decide, layouts)
    return _seated[decide]


def pointers(seated: list[Any]) -> Any:
    """Give the addresses of policies in their seats, as drivers take them."""
    return np.array([address_of(policy) for policy in seated], np.int64)


def seat_rating(rate: Any, layouts: tuple[np.dtype[Any], ...]) -> Any:
    """Compile what a policy thinks of an answer, as `(rules, table, hand, desk, answer)`."""
    if rate not in _seated:
        _seated[rate] = copy_for(rating_at_desk, rate, {"rate": rate}) if IS_PLAIN else _compile_rating(rate, layouts)
    return _seated[rate]


# Compiling


def at_desk(rules, table, hand, desk):
    """Decide at a desk; a copy per policy has its `decide`."""
    return decide(rules, table, hand, desk.knobs, desk.memory, desk.choice)  # noqa: F821


def at_desk_as_integer(rules, table, hand, desk):
    """Decide at a desk, where `decide` answers with a flag or a short integer."""
    return int(decide(rules, table, hand, desk.knobs, desk.memory, desk.choice))  # noqa: F821


def rating_at_desk(rules, table, hand, desk, answer):
    """Rate an answer at a desk; a copy per policy has its `rate`."""
    return float(rate(rules, table, hand, desk.knobs, desk.memory, desk.choice, answer))  # noqa: F821


def _seat_plain(decide: Any) -> Any:
    return copy_for(at_desk, decide, {"decide": decide})


@collector_off()
def _seat_compiled(decide: Any, layouts: tuple[np.dtype[Any], ...]) -> Any:
    signature = tuple(from_dtype(layout) for layout in (*layouts, DESK))
    try:
        seated = _compile(at_desk, decide, signature)
    except Exception as problem:  # numba raises many unrelated classes for code it cannot compile
        raise NotCompilable(_first_lines(problem)) from problem
    answer = seated.overloads[signature].signature.return_type
    if answer == types.int64:
        return seated
    if not isinstance(answer, types.Integer | types.Boolean | types.IntEnumMember):
        raise NotCompilable(f"it returns {answer}, and an action is an integer")
    return _compile(at_desk_as_integer, decide, signature)


def _compile(template: Any, decide: Any, signature: tuple[Any, ...]) -> Any:
    """Compile a policy; a lean one that fails may only need memory of its own, which numba says in many ways."""
    is_lean = not decide.targetoptions["_nrt"]
    try:
        return _compile_with(template, decide, signature, allocates=not is_lean)
    except Exception:
        if not is_lean:
            raise
        return _compile_with(template, compiled(decide.py_func, forceinline=True), signature, allocates=True)


def _compile_with(template: Any, decide: Any, signature: tuple[Any, ...], *, allocates: bool) -> Any:
    seated = entry_point(copy_for(template, decide.py_func, {"decide": decide}), allocates=allocates)
    seated.compile(signature)
    return seated


def _compile_rating(rate: Any, layouts: tuple[np.dtype[Any], ...]) -> Any:
    template = copy_for(rating_at_desk, rate.py_func, {"rate": rate})
    seated = entry_point(template, allocates=rate.targetoptions["_nrt"])
    try:
        return compile_for(seated, (*layouts, DESK), types.int64)
    except Exception as problem:  # as above
        raise NotCompilable(_first_lines(problem)) from problem


@collector_off()
def compile_for(function: Any, layouts: tuple[np.dtype[Any], ...], *more: Any) -> Any:
    """Compile a function for records of these layouts."""
    function.compile((*(from_dtype(layout) for layout in layouts), *more))
    return function


def _first_lines(problem: Exception) -> str:
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    wanted = [line for line in lines if not line.startswith(("Failed in", "During:", "<source"))]
    return " ".join(wanted[:4])[:400] or type(problem).__name__


# Calling


@intrinsic
def _call(typing_context, address, rules, table, hand, desk):
    arguments = (rules, table, hand, desk)

    def generate(context, builder, signature, values):
        convention = context.call_conv
        kind = convention.get_function_type(types.int64, arguments)
        function = builder.inttoptr(values[0], kind.as_pointer())
        status, answer = convention.call_function(builder, function, types.int64, arguments, values[1:])
        with builder.if_then(status.is_error, likely=False):
            convention.return_status_propagate(builder, status)
        return answer

    return types.int64(address, *arguments), generate


def _call_plain(address, rules, table, hand, desk):
    return function_at(address)(rules, table, hand, desk)


call_policy = _call_plain if IS_PLAIN else _call
