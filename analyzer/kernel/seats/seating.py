"""Policies in their seats: what a driver calls by address, and replays call from Python.

A policy is written as `decide(rules, table, hand, knobs, memory, choice)`. In its seat it takes the last three
from the seat's desk: as arrays they would go through memory at every decision, in twenty machine words, and four
records fit into registers (a twentieth of Tranquility's time).

A guarded policy is compiled with all indices and divisions checked; what it does wrong is raised. It is shown copies,
checked for changes after every decision. Where its code proves to write neither to table nor hand, it is shown these
themselves: copying is a third of the time of a fast policy.
"""

from typing import Any

import numpy as np
from numba import from_dtype, types
from numba.extending import intrinsic

from analyzer.kernel.compiler.callee import IS_PLAIN, collector_off, compiled, entry_point
from analyzer.kernel.compiler.proof import only_reads
from analyzer.kernel.compiler.templates import copy_for
from analyzer.kernel.faults import ChangedWhatItSaw
from analyzer.kernel.seats.addresses import address_of, function_at
from analyzer.kernel.seats.bench import DESK
from analyzer.kernel.seats.guard import guarded, guarded_allocating
from analyzer.kernel.seats.shown import copied, is_same, shown_at

_seated: dict[Any, Any] = {}


class NotCompilable(TypeError):
    """A policy that numba cannot compile, or that does not answer with an integer."""

    def __init__(self, problem: Exception | None = None, answer: str = "") -> None:
        super().__init__(f"it answers with {answer} instead of an integer" if answer else str(problem))
        self.problem, self.answer = problem, answer


def seat_policy(decide: Any, layouts: tuple[np.dtype[Any], ...], *, is_guarded: bool = False) -> Any:
    """Compile a policy for its seat, as `(rules, table, hand, desk)`; refuse what answers no integer."""
    return _seat(decide, (at_desk, at_reading_desk, at_guarded_desk), _seat_compiled, layouts, is_guarded)


def pointers(seated: list[Any]) -> Any:
    """Give the addresses of policies in their seats, as drivers take them."""
    return np.array([address_of(policy) for policy in seated], np.int64)


def seat_rating(rate: Any, layouts: tuple[np.dtype[Any], ...], *, is_guarded: bool = False) -> Any:
    """Compile what a policy thinks of an answer, as `(rules, table, hand, desk, answer)`."""
    templates = rating_at_desk, rating_at_reading_desk, rating_at_guarded_desk
    return _seat(rate, templates, _compile_rating, layouts, is_guarded)


def _seat(part: Any, templates: tuple[Any, Any, Any], compiler: Any, layouts: Any, is_guarded: bool) -> Any:
    if (part, is_guarded) not in _seated:
        free, reading, copying = templates
        if IS_PLAIN:
            seated = _seat_plain(copying if is_guarded else free, part)
        else:
            seated = compiler(reading if is_guarded else free, part, layouts)
            if is_guarded and not only_reads(seated, ("table", "hand")):
                seated = compiler(copying, part, layouts)
        _seated[part, is_guarded] = seated
    return _seated[part, is_guarded]


# Compiling


def at_desk(rules, table, hand, desk):
    """Decide at a desk; a copy per policy has its `decide`."""
    return decide(rules, table, hand, desk.knobs, desk.memory, desk.choice)  # noqa: F821


def at_reading_desk(rules, table, hand, desk):
    """Decide at a desk by the game's own table and hand; for code that provably writes to neither."""
    seen_rules, knobs = shown_at(desk.shown, rules), desk.knobs[: desk.turned]
    return decide(seen_rules, table, hand, knobs, desk.memory, desk.choice)  # noqa: F821


def at_guarded_desk(rules, table, hand, desk):
    """Decide at a desk by what is shown, and raise if any of it was changed."""
    seen_table, seen_hand = copied(table), copied(hand)
    seen_rules, knobs = shown_at(desk.shown, rules), desk.knobs[: desk.turned]
    answer = decide(seen_rules, seen_table, seen_hand, knobs, desk.memory, desk.choice)  # noqa: F821
    if not (is_same(seen_table, table) and is_same(seen_hand, hand)):
        raise ChangedWhatItSaw
    return answer


def as_integer(rules, table, hand, knobs, memory, choice):
    """Decide where `decide` answers with a flag or a short integer."""
    return int(decide(rules, table, hand, knobs, memory, choice))  # noqa: F821


def rating_at_desk(rules, table, hand, desk, answer):
    """Rate an answer at a desk; a copy per policy has its `rate`."""
    return float(rate(rules, table, hand, desk.knobs, desk.memory, desk.choice, answer))  # noqa: F821


def rating_at_reading_desk(rules, table, hand, desk, answer):
    """Rate an answer by the game's own table and hand; for code that provably writes to neither."""
    seen_rules, knobs = shown_at(desk.shown, rules), desk.knobs[: desk.turned]
    return float(rate(seen_rules, table, hand, knobs, desk.memory, desk.choice, answer))  # noqa: F821


def rating_at_guarded_desk(rules, table, hand, desk, answer):
    """Rate an answer by what is shown, and raise if any of it was changed."""
    seen_table, seen_hand = copied(table), copied(hand)
    seen_rules, knobs = shown_at(desk.shown, rules), desk.knobs[: desk.turned]
    worth = rate(seen_rules, seen_table, seen_hand, knobs, desk.memory, desk.choice, answer)  # noqa: F821
    if not (is_same(seen_table, table) and is_same(seen_hand, hand)):
        raise ChangedWhatItSaw
    return float(worth)


_SHOWN = {"shown_at": shown_at}
_COPIES = {**_SHOWN, "copied": copied, "is_same": is_same, "ChangedWhatItSaw": ChangedWhatItSaw}
_SCOPES: dict[Any, dict[str, Any]] = {  # what a template needs; nothing if it is not guarded
    at_desk: {},
    at_reading_desk: _SHOWN,
    at_guarded_desk: _COPIES,
    rating_at_desk: {},
    rating_at_reading_desk: _SHOWN,
    rating_at_guarded_desk: _COPIES,
}


def _seat_plain(template: Any, decide: Any) -> Any:
    name = "rate" if template in (rating_at_desk, rating_at_guarded_desk) else "decide"
    seated = copy_for(template, decide, {name: decide, **_SCOPES[template]})
    return np.errstate(divide="raise", invalid="raise")(seated) if _SCOPES[template] else seated


@collector_off()
def _seat_compiled(template: Any, decide: Any, layouts: tuple[np.dtype[Any], ...]) -> Any:
    signature = tuple(from_dtype(layout) for layout in (*layouts, DESK))
    try:
        seated = _compile(template, decide, signature)
    except Exception as problem:  # numba raises many unrelated classes for code it cannot compile
        raise NotCompilable(problem) from problem
    answer = seated.overloads[signature].signature.return_type
    if answer == types.int64:
        return seated
    if not isinstance(answer, types.Integer | types.Boolean | types.IntEnumMember):
        raise NotCompilable(answer=str(answer))
    return _compile(template, decide, signature, is_cast=True)


def _compile(template: Any, decide: Any, signature: tuple[Any, ...], *, is_cast: bool = False) -> Any:
    """Compile a policy; a lean one that fails may only need memory of its own, which numba says in many ways."""
    is_guarded = bool(_SCOPES[template])
    try:
        return _compile_with(template, guarded(decide) if is_guarded else decide, signature, is_cast)
    except Exception:
        if decide.targetoptions["_nrt"]:
            raise
        allocating = guarded_allocating(decide) if is_guarded else compiled(decide.py_func, forceinline=True)
        return _compile_with(template, allocating, signature, is_cast)


def _compile_with(template: Any, decide: Any, signature: tuple[Any, ...], is_cast: bool) -> Any:
    allocates = decide.targetoptions["_nrt"]
    part = decide
    if is_cast:
        cast = copy_for(as_integer, decide.py_func, {"decide": decide})
        part = compiled(cast, forceinline=True, allocates=allocates)
    scope = {"decide": part, **_SCOPES[template]}
    seated = entry_point(copy_for(template, decide.py_func, scope), allocates=allocates)
    seated.compile(signature)
    return seated


@collector_off()
def _compile_rating(template: Any, rate: Any, layouts: tuple[np.dtype[Any], ...]) -> Any:
    part = guarded(rate) if _SCOPES[template] else rate
    copy = copy_for(template, rate.py_func, {"rate": part, **_SCOPES[template]})
    try:
        return compile_for(entry_point(copy, allocates=part.targetoptions["_nrt"]), (*layouts, DESK), types.int64)
    except Exception as problem:  # as above
        raise NotCompilable(problem) from problem


def compile_for(function: Any, layouts: tuple[np.dtype[Any], ...], *more: Any) -> Any:
    """Compile a function for records of these layouts."""
    function.compile((*(from_dtype(layout) for layout in layouts), *more))
    return function


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
