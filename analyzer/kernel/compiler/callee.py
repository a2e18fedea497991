"""Compilation policy of the project: the one place that knows numba's options.

Every rule and policy is compiled with the same options: cached on disk, free of the GIL (blocks of games run
in threads), and with numpy's error model (no hidden division checks).
"""

import gc
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, update_wrapper
from typing import Any, TypeVar

import numba
from llvmlite import binding
from numba import types
from numba.core.registry import CPUDispatcher

from analyzer.kernel.compiler.code_store import CodeStore, cache_limit, mark_used
from analyzer.kernel.compiler.sources import are_files, cache_directory
from analyzer.kernel.compiler.templates import files_of
from analyzer.kernel.seats.sight import shown

F = TypeVar("F", bound=Callable[..., Any])

IS_PLAIN = bool(numba.config.DISABLE_JIT)
cache_limit()  # refused now rather than when the process ends
numba.config.LOOP_VECTORIZE = 0  # loops over hands are short: vector code for them is only larger
binding.set_option("analyzer", "-unroll-runtime=false")  # and so is unrolled code
callees: Counter[tuple[str, ...]] = Counter()  # how many there are, by their files
# the forms of a function would be mixed up in one folder
_CALLEES, _ENTRY_POINTS, _GUARDED, _GUARDED_ALLOCATING = "callees", "entry_points", "guarded", "guarded_allocating"
_GUARDED_ENTRIES = "guarded_entry_points"
_CHECKED: dict[str, Any] = {"boundscheck": True, "error_model": "python"}


@contextmanager
def collector_off() -> Iterator[None]:
    """Switch Python's garbage collector off: compiling makes millions of objects, and few that only it could free."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def compiled(function: F, *, forceinline: bool, allocates: bool = True) -> F:
    """Compile a function for other compiled functions; see kernel/lean.py for `allocates`."""
    if IS_PLAIN:
        return function
    options = _options(forceinline=forceinline, allocates=allocates)
    return Callee(function, options)  # type: ignore[return-value]


def guarded_callee(function: Any, model: Any, *, needs_memory: bool) -> Any:
    """Compile a function like a model, but with indices and divisions checked (see kernel/seats/guard.py)."""
    options = model.targetoptions | _CHECKED
    options["_nrt"] |= needs_memory
    return Callee(function, options, _GUARDED_ALLOCATING if needs_memory else _GUARDED)


def entry_point(function: Any, *, allocates: bool = True, is_guarded: bool = False) -> Any:
    """Compile a function that is called from Python or handed over as an address."""
    if IS_PLAIN:
        return function
    options = _options(forceinline=False, allocates=allocates) | (_CHECKED if is_guarded else {})
    return _cached(CPUDispatcher(function, targetoptions=options), _GUARDED_ENTRIES if is_guarded else _ENTRY_POINTS)


class Callee:
    """A compiled function as other compiled functions call it.

    Numba hears of it only when something that calls it is compiled: a process that finds its driver and its policies
    in the cache makes none of the hundreds of dispatchers, and looks for none of their files.
    """

    def __init__(self, function: Any, options: dict[str, Any], folder: str = _CALLEES) -> None:
        callees[files_of(function)] += 1
        self.py_func = function
        self.targetoptions = options
        self.folder = folder
        update_wrapper(self, function)

    @cached_property
    def dispatcher(self) -> Any:
        """The function as numba knows it."""
        return _cached(_CalleeDispatcher(self.py_func, self.targetoptions), self.folder)

    @property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self.dispatcher)

    def __call__(self, *arguments: Any) -> Any:
        """Call the function from Python."""
        return self.from_python(*map(shown, arguments))

    @cached_property
    def from_python(self) -> Any:
        """The same function for callers in Python."""
        is_guarded = self.targetoptions["boundscheck"] is True
        return entry_point(self.py_func, allocates=self.targetoptions["_nrt"], is_guarded=is_guarded)


class _CalleeDispatcher(CPUDispatcher):  # type: ignore[misc]
    """A dispatcher for two thirds of numba's usual effort.

    A constant argument is an integer like any other: numba would compile `worth(table, 3)` apart from
    `worth(table, item)`. And there are no wrappers for Python: most rules are never called from there. Where one
    is, as in tests and replays, an entry point is compiled for it then.
    """

    def __init__(self, function: Any, options: dict[str, Any]) -> None:
        bare = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(function, targetoptions={**options, **bare})

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Type a call, without regard to the values of constants."""
        named = {name: _without_value(kind) for name, kind in kws.items()}
        return super().get_call_template([_without_value(kind) for kind in args], named)


def _without_value(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return kind.dtype if isinstance(kind, types.IntEnumMember) else kind


def _options(*, forceinline: bool, allocates: bool) -> dict[str, Any]:
    return {
        "nopython": True,
        "nogil": True,
        "error_model": "numpy",
        "boundscheck": None,  # as NUMBA_BOUNDSCHECK says
        "forceinline": forceinline,
        "_nrt": allocates,
    }


def _cached(dispatcher: Any, folder: str) -> Any:
    files = files_of(dispatcher.py_func)
    if not are_files(*files):  # what the names in a cell of a notebook mean, no text tells
        return dispatcher
    home = cache_directory(*files)
    dispatcher._cache = CodeStore(dispatcher.py_func, home / folder)
    mark_used(home)
    return dispatcher
