"""Copies of a function with other globals, for which numba keeps a cache of their own."""

from types import CodeType, FunctionType
from typing import Any


def copy_for(template: Any, function: Any, scope: dict[str, Any]) -> Any:
    """Copy a template with the globals `scope`, on behalf of a function of a game or a policy.

    The copy carries the file and the name of that function: numba caches by these, and a closure would be
    compiled again in every process. It rests on the files of the template and of all functions it is given, too.
    """
    function = _source_of(function)
    name = f"{template.__name__}_{function.__name__}"
    code = template.__code__.replace(
        co_filename=function.__code__.co_filename,
        co_name=name,
        co_qualname=name,
        co_firstlineno=function.__code__.co_firstlineno,
        co_linetable=_one_line(template.__code__),
    )
    copy = FunctionType(code, {**scope, "__name__": function.__module__}, name)
    copy.__module__ = function.__module__
    parts = (_source_of(part) for part in (template, *scope.values()))
    copy.__dict__["rests_on"] = {part.__code__.co_filename for part in parts if isinstance(part, FunctionType)}
    return copy


def files_of(function: Any) -> tuple[str, ...]:
    """List the source files of a function, its own first; a copy has several."""
    own = function.__code__.co_filename
    return (own, *sorted(getattr(function, "rests_on", set()) - {own}))


def _one_line(code: CodeType) -> bytes:
    """Say that all of a code stands in its first line: a template's own lines mean nothing in another file.

    An entry of the table (Objects/locations.md of CPython) is a byte for up to eight instructions without columns,
    and the step to the next line.
    """
    no_columns, step, at_once = 13, b"\0", 8
    units = len(code.co_code) // 2
    sizes = [min(at_once, units - first) for first in range(0, units, at_once)]
    return b"".join(bytes([0x80 | no_columns << 3 | size - 1]) + step for size in sizes)


def _source_of(function: Any) -> Any:
    return getattr(function, "py_func", function)
