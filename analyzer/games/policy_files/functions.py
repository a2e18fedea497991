"""What can be seen in the functions of a policy without compiling them, reported with its line.

The compiler would find most of it too, but late, elsewhere, or in its own words.
"""

import ast
import builtins
import dis
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from analyzer.errors import BadInput
from analyzer.games.policy_files.mistakes import nearest, told
from analyzer.kernel.compiler.sources import is_own_part
from analyzer.kernel.seats.guard import foreign_parts, functions_of

Call = tuple[Any, int]  # what is called, and in which line


Finding = tuple[int, str]  # line, what is wrong
_SHOWN = ("rules", "table", "hand", "knobs")
_NO_DICT = "compiled code cannot use a dict: use an array (np.array) indexed by a number, or if/elif."
_NOTHING = "it returns nothing here, but a number is needed (an action is an integer, a score any number)."
_LISTS = (ast.List, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.Set)


def check_functions(name: str, decide: Any, knobs: Sequence[str] = ()) -> None:
    """Reject a policy with a mistake in its own functions, or in those it calls from other user files."""
    for function in functions_of(decide):
        path = function.__code__.co_filename
        node = None if "rests_on" in function.__dict__ else _node_of(function)
        if node is None or not is_own_part(path):
            continue
        own = [*_in_answer(node), *_missing_knobs(function, node, knobs)] if function.__name__ == name else []
        for line, what in sorted([*_in_any(function, node), *own]):
            raise BadInput(f"policy {name!r} cannot be used: {told(path, line, what)}")


def check_rules(game: str, rules: Mapping[str, Any], answering: Collection[str]) -> None:
    """Reject a game with a mistake in its own rules; some of them must answer in every case."""
    for name, rule in rules.items():
        for function in functions_of(rule):
            path = function.__code__.co_filename
            node = _node_of(function) if is_own_part(path) else None
            if node is None:
                continue
            is_answer = name in answering and function is getattr(rule, "py_func", rule)
            own = _returns(node) if is_answer else ()
            for line, what in sorted([*_in_compiled(function, node), *own]):
                raise BadInput(f"game {game!r} cannot be played: {told(path, line, what)}")


@cache
def _tree_of(file: str) -> ast.Module:
    return ast.parse(Path(file).read_bytes())


def _node_of(function: FunctionType) -> ast.FunctionDef | None:
    """Find a function in its file; None where there is none, as in a notebook."""
    code = function.__code__
    if not Path(code.co_filename).is_file():
        return None
    for node in ast.walk(_tree_of(code.co_filename)):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            first = min([node.lineno, *(item.lineno for item in node.decorator_list)])
            if first == code.co_firstlineno:
                return node
    return None


# In every function


def _in_any(function: FunctionType, node: ast.FunctionDef) -> Iterator[Finding]:
    yield from _in_compiled(function, node)
    yield from ((_line_of(node, part), what) for part, what in foreign_parts(function))


def _in_compiled(function: FunctionType, node: ast.FunctionDef) -> Iterator[Finding]:
    yield from _unknown_names(function)
    lists = _names_of_lists(node)
    for inner in ast.walk(node):
        if isinstance(inner, ast.Dict | ast.DictComp) or _is_call(inner, "dict"):
            yield _line(inner), _NO_DICT
        elif (_is_call(inner, "min") or _is_call(inner, "max")) and _is_of_list(inner, lists):
            symbol = inner.func.id  # type: ignore[attr-defined]
            yield _line(inner), f"{symbol}() takes no list here: write {symbol}(a, b), or keep the best in a loop."


def _unknown_names(function: FunctionType) -> Iterator[Finding]:
    known = {*function.__globals__, *vars(builtins)}
    for code in _codes_in(function.__code__):
        line = code.co_firstlineno
        for step in dis.get_instructions(code):
            line = step.starts_line or line
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and step.argval not in known:
                near = nearest(step.argval, [*code.co_varnames, *function.__globals__])
                yield line, f"there is no variable {step.argval!r}{near}"


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes_in(constant)


def _line_of(node: ast.FunctionDef, name: str) -> int:
    uses = (inner.lineno for inner in ast.walk(node) if isinstance(inner, ast.Name) and inner.id == name)
    return next(uses, node.lineno)


def _line(node: ast.AST) -> int:
    return int(getattr(node, "lineno", 0))


def _is_call(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _names_of_lists(node: ast.FunctionDef) -> set[str]:
    return {
        target.id
        for inner in ast.walk(node)
        if isinstance(inner, ast.Assign) and isinstance(inner.value, _LISTS)
        for target in inner.targets
        if isinstance(target, ast.Name)
    }


def _is_of_list(node: Any, lists: set[str]) -> bool:
    if len(node.args) != 1:
        return False
    (given,) = node.args
    return isinstance(given, _LISTS) or (isinstance(given, ast.Name) and given.id in lists)


# In the function that answers


def _in_answer(node: ast.FunctionDef) -> Iterator[Finding]:
    yield from _writes(node)
    yield from _returns(node)


def _returns(node: ast.FunctionDef) -> Iterator[Finding]:
    """Find where a function ends without a number."""
    returns = [inner for inner in ast.walk(node) if isinstance(inner, ast.Return)]
    for inner in returns:
        if isinstance(inner.value, ast.JoinedStr) or isinstance(getattr(inner.value, "value", None), str):
            yield inner.lineno, "it returns text, but a number is needed."
        elif inner.value is None or getattr(inner.value, "value", 0) is None:
            yield inner.lineno, _NOTHING
    if not any(inner.value is not None for inner in returns):
        yield node.lineno, "it never returns anything: end it with `return` and a number (an action is an integer)."
    elif not _ends(node.body):
        last = node.body[-1]
        yield last.lineno, "after this the function ends without `return`: return an answer in every other case."


def _ends(body: list[ast.stmt]) -> bool:
    """Tell whether a function cannot continue after these statements."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _ends(last.body) and _ends(last.orelse)
    if isinstance(last, ast.While):
        is_endless = isinstance(last.test, ast.Constant) and bool(last.test.value)
        return is_endless and not any(isinstance(inner, ast.Break) for inner in ast.walk(last))
    if isinstance(last, ast.Match):
        return False
    return isinstance(last, ast.Return | ast.Raise)


def _writes(node: ast.FunctionDef) -> Iterator[Finding]:
    """Find assignments to what the function is shown, also by another name for a part of it."""
    shown = {item.arg for item in node.args.args if item.arg in _SHOWN}
    shown -= {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)}
    names = {name: name for name in shown}
    for inner in ast.walk(node):
        if isinstance(inner, ast.Assign) and len(inner.targets) == 1 and isinstance(inner.targets[0], ast.Name):
            root = _root(inner.value)
            if root in names:
                names[inner.targets[0].id] = names[root]
    for inner in ast.walk(node):
        is_write = isinstance(inner, ast.Attribute | ast.Subscript) and isinstance(inner.ctx, ast.Store | ast.Del)
        root = _root(inner) if is_write else ""
        if root in names:
            yield _line(inner), refusal(names[root])


def _missing_knobs(function: FunctionType, node: ast.FunctionDef, knobs: Sequence[str]) -> Iterator[Finding]:
    """Find knobs that are read by a place, a number or a constant of the file, where the policy has none."""
    known = {name: value for name, value in function.__globals__.items() if name not in function.__code__.co_varnames}
    has = f"it has {len(knobs)} ({', '.join(knobs)}), and the first is knobs[0]." if knobs else "it has none."
    for inner in ast.walk(node):
        if isinstance(inner, ast.Subscript) and isinstance(inner.value, ast.Name) and inner.value.id == "knobs":
            place = known.get(inner.slice.id) if isinstance(inner.slice, ast.Name) else _whole(inner.slice)
            if isinstance(place, int) and not -len(knobs) <= place < len(knobs):
                yield _line(inner), f"the policy has no knobs[{place}]: {has}"


def _whole(node: ast.AST) -> int | None:
    """Read a whole number that is written out; -1 is one, too."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        positive = _whole(node.operand)
        return None if positive is None else -positive
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else None


def refusal(shown: str) -> str:
    """Say that something may only be read."""
    return f"this changes the {shown}, which a policy may only read. Keep notes in memory (64 integers)."


def _root(node: ast.AST) -> str:
    """Name the variable that an expression of fields and indices begins with."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def check_recursion(name: str, decide: Any) -> None:
    """Refuse a policy with a function of its own that calls itself, at any depth."""
    _follow(name, _function(decide), {})


def _follow(name: str, function: FunctionType, seen: dict[FunctionType, bool]) -> None:
    seen[function] = True  # it is under way
    for called, line in _calls_of(function):
        if seen.get(called):
            raise BadInput(f"policy {name!r} cannot be used: {_words(function, called, line)}")
        if called not in seen:
            _follow(name, called, seen)
    seen[function] = False


def _words(function: FunctionType, called: FunctionType, line: int) -> str:
    how = "itself" if called is function else "a function that leads back here"
    what = f"{called.__name__}() calls {how}: compiled code has no room for that, so write a loop."
    return told(function.__code__.co_filename, line, what)


def _calls_of(function: FunctionType) -> Iterator[tuple[FunctionType, int]]:
    """List the functions of users' files that a function refers to, with the lines."""
    for value, line in _values_of(function):
        called = _function(value)
        if isinstance(called, FunctionType) and is_own_part(called.__code__.co_filename):
            yield called, line


def _values_of(function: FunctionType) -> Iterator[Call]:
    """List what a function refers to by its global names, also as `module.name`."""
    free = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=False))
    line, before = function.__code__.co_firstlineno, None
    for step in dis.get_instructions(function.__code__):
        line = step.starts_line or line
        value = None
        if step.opname == "LOAD_GLOBAL":
            value = function.__globals__.get(step.argval)
        elif step.opname == "LOAD_DEREF" and step.argval in free:
            value = free[step.argval].cell_contents
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and isinstance(before, ModuleType):
            value = getattr(before, step.argval, None)
        yield value, line
        before = value


def _function(value: Any) -> Any:
    return getattr(value, "py_func", value)
