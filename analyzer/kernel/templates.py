"""Copies of a function with other globals, for which numba keeps a cache of their own."""

from __future__ import annotations

from types import FunctionType
from typing import Any


def copy_for(template: Any, function: Any, scope: dict[str, Any]) -> Any:
    """Copy a template with the globals `scope`, on behalf of a policy function.

    The copy carries the file and the name of that function: numba caches by these, and a closure would be
    compiled anew in every process.
    """
    name = f"{template.__name__}_{function.__name__}"
    code = template.__code__.replace(
        co_filename=function.__code__.co_filename,
        co_name=name,
        co_qualname=name,
        co_firstlineno=function.__code__.co_firstlineno,
    )
    copy = FunctionType(code, {**scope, "__name__": function.__module__}, name)
    copy.__module__ = function.__module__
    return copy
