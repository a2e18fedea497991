"""What Python raised in a file that a user wrote, told like every other mistake: line, text, problem, nearest name."""

import inspect
import re
import sys
import traceback
from collections.abc import Callable, Iterable
from typing import Any

from analyzer.errors import AnalyzerError, BadInput
from analyzer.games.policy_files.mistakes import nearest, told
from analyzer.kernel.compiler.sources import is_own_part

_LONGEST = 300  # letters of what an exception says
_AFTER_NAME = re.compile(r"\W")
_NAMED = re.compile(r"cannot import name '(\w+)'|unexpected keyword argument '(\w+)'|has no attribute '?(\w+)")


def told_raised(problem: BaseException) -> str:
    """Say what was raised, and in which line of a user's own; "" if none had a part in it."""
    file, line = _place_of(problem)
    return told(file, line, _words(problem)) if file else ""


def loaded(load: Callable[[], Any], whose: str) -> Any:
    """Load what a user wrote; whatever it raises is one message that begins with `whose` it is."""
    try:
        return load()
    except (Exception, SystemExit) as problem:
        place = told_raised(problem)
        if not place:
            raise
        what = told(*_place_of(problem), str(problem)) if isinstance(problem, AnalyzerError) else place
        raise BadInput(f"{whose} cannot be loaded: {what}") from problem


def _place_of(problem: BaseException) -> tuple[str, int]:
    if isinstance(problem, SyntaxError) and problem.filename:
        return problem.filename, problem.lineno or 0
    own = [frame for frame in traceback.extract_tb(problem.__traceback__) if is_own_part(frame.filename)]
    return (own[-1].filename, own[-1].lineno or 0) if own else ("", 0)


def _words(problem: BaseException) -> str:
    text = " ".join(str(problem).replace(".__init__()", "()").split())[:_LONGEST]
    if isinstance(problem, SyntaxError):
        return f"this is no Python: {problem.msg}"
    if isinstance(problem, ModuleNotFoundError):
        return f"there is no module {problem.name!r}."
    name = _wrong_name(problem)
    if isinstance(problem, NameError) and name:
        return f"there is no variable {name!r}{nearest(name, _known(problem))}"
    if isinstance(problem, ImportError) and name:
        return f"{problem.name} has no {name!r}{nearest(name, _known(problem))}"
    hint = nearest(name, _known(problem)) if name else "."
    return (f"{type(problem).__name__}: {text}" if text else type(problem).__name__) + hint.replace("..", ".")


def _wrong_name(problem: BaseException) -> str:
    found = _NAMED.search(str(problem))
    if found:
        return str(next(filter(None, found.groups())))
    return str(getattr(problem, "name", None) or "")


def _known(problem: BaseException) -> Iterable[str]:
    """List the names that may have been meant."""
    if isinstance(problem, ImportError):
        return vars(sys.modules.get(problem.name or "", sys))
    if isinstance(problem, AttributeError):
        layout = getattr(problem.obj, "dtype", None)
        return getattr(layout, "names", None) or dir(problem.obj)
    *_, (last, _) = traceback.walk_tb(problem.__traceback__)
    known = {**last.f_globals, **last.f_locals}
    if isinstance(problem, TypeError):  # an argument that a function does not have
        called = known.get(_AFTER_NAME.split(str(problem))[0])
        return inspect.signature(called).parameters if callable(called) else ()
    return known
