"""Policies written in a notebook, or at a prompt: gathered from cells into a file, which then is like any other.

Whatever compiles, guards, replays and hands policies to other processes knows files, and a cell is none. Taken are the
policy's function and those that it calls, with their text; and what else they name, imports and constants, as it is
now. The file lies among the compiled code and is named after its content: a cell that is run again unchanged gives
the same file, and one that was changed another.
"""

import ast
import builtins
import dis
import enum
import hashlib
import linecache
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NoReturn

import numpy as np

from analyzer.errors import BadInput
from analyzer.games.constants import home_of, written
from analyzer.games.interface import Policy
from analyzer.games.knobs import Knobs
from analyzer.games.policy_files.mistakes import nearest, told
from analyzer.games.policy_files.shipping import is_users
from analyzer.kernel.compiler import code_store, places

_HEAD = '"""A policy gathered from the cells of a notebook."""'
_REMEDY = "put the policy into a file (begin its cell with %%writefile mine.py) and name that"


def is_in_notebook(policy: Policy) -> bool:
    """Tell whether a policy has no file."""
    return not Path(policy.file).is_file()


def write_down(policy: Policy) -> str:
    """Write a policy of a notebook into a file of its own, and return its path."""
    gathering = _Gathering(policy.name)
    gathering.add(policy.name, policy, _Use(policy.file, policy.line))
    text = "\n".join([*gathering.lines, ""])
    digest = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
    file = code_store.write_source(digest, f"{policy.name}.py", text)
    places.keep_parts(file, gathering.parts)
    return str(file)


@dataclass(frozen=True)
class _Use:
    """Where a name is used: in a cell or a file, and by which function."""

    file: str
    line: int
    space: dict[str, Any] = field(default_factory=dict, repr=False)  # all names that the function sees


@dataclass
class _Gathering:
    """A file in the making: its lines, and what the names in it mean."""

    policy: str
    lines: list[str] = field(default_factory=lambda: [_HEAD])
    parts: list[places.Part] = field(default_factory=list)
    names: dict[str, Any] = field(default_factory=dict)

    def add(self, name: str, value: Any, use: _Use) -> None:
        """Let a name mean in the file what it means in the notebook."""
        if name not in self.names:
            self.names[name] = value
            self._define(name, value, use)
        elif not _is_same(self.names[name], value):
            self._refuse(use, f"{name} means one thing here and another in a function that is called; rename one")

    def _define(self, name: str, value: Any, use: _Use) -> None:
        function = value.function if isinstance(value, Policy) else getattr(value, "py_func", value)
        statements = self._statements(name, value, use)
        if statements:
            self._write(statements, use.file, use.line, is_text=False)
        elif isinstance(function, FunctionType) and "rests_on" not in function.__dict__:
            self._take(name, function, value, use)
        else:
            self._refuse(use, f"{name} is {_kind_of(value)}, which cannot be taken out of a notebook; {_REMEDY}")

    def _statements(self, name: str, value: Any, use: _Use) -> list[str]:
        """Write what gives a name its value, if that is a constant or can be imported."""
        constant, home = written(value), home_of(value)
        if constant:
            return [f"{name} = {constant}"]
        if home:
            return [line.format(name=name) for line in home]
        if isinstance(value, ModuleType):
            self._refuse(use, f"{name} is a module of your own: write `from {value.__name__} import …`, or {_REMEDY}")
        return self._made_again(name, value, use)

    def _made_again(self, name: str, value: Any, use: _Use) -> list[str]:
        """Write what makes an array, codes or knobs once more, or finds the policy that something belongs to."""
        numbers = written(value.tolist()) if isinstance(value, np.ndarray) and value.dtype.kind in "biuf" else ""
        if numbers:
            self.add("numpy", np, use)
            return [f"{name} = numpy.array({numbers}, dtype={value.dtype.str!r})"]
        if isinstance(value, enum.EnumType) and issubclass(value, enum.IntEnum):
            self.add("enum", enum, use)
            codes = {code.name: int(code) for code in value}
            return [f"{name} = enum.IntEnum({value.__name__!r}, {codes!r})"]
        if isinstance(value, Knobs):
            self.add("Knobs", Knobs, use)
            return [f"{name} = Knobs(**{dict(value)!r})"]
        owners = [part for part in use.space.values() if isinstance(part, Policy) and part.decide is value]
        for owner in owners[:1]:
            self.add(owner.name, owner, use)
            return [f"{name} = {owner.name}.decide"]
        return []

    def _take(self, name: str, function: FunctionType, value: Any, use: _Use) -> None:
        """Take a function with its text, after all that it names."""
        own = function.__name__
        if name != own:  # it has another name here
            self.add(own, value, use)
            self._write([f"{name} = {own}"], use.file, use.line, is_text=False)
            return
        file = function.__code__.co_filename
        if Path(file).is_file() and not is_users(file):
            self._refuse(use, f"{name} is a function inside {file}, which cannot be taken out of there")
        text, node = self._text_of(function, use)
        space = function.__globals__
        for part, line in _names_of(function, node):
            if part != own and not part.startswith("__"):
                self._find(part, _Use(file, line, space))
        self._write(text, file, function.__code__.co_firstlineno, is_text=True)

    def _find(self, name: str, use: _Use) -> None:
        if name in use.space:
            self.add(name, use.space[name], use)
        elif not hasattr(builtins, name):
            self._refuse(use, f"there is no variable {name!r}{nearest(name, use.space)}")

    def _text_of(self, function: FunctionType, use: _Use) -> tuple[list[str], ast.FunctionDef]:
        code = function.__code__
        lines = linecache.getlines(code.co_filename, function.__globals__)
        if not lines:
            self._refuse(use, f"the text of {function.__name__}() is not known: this prompt keeps none; {_REMEDY}")
        node = _node_of("".join(lines), code)
        if node is None:
            what = f"{function.__name__} is not written with def, or its text has changed since: run its cell again"
            self._refuse(use, what)
        if code.co_freevars:
            what = f"it uses {code.co_freevars[0]} of the function around it: make that a constant of the cell"
            self._refuse(_Use(code.co_filename, node.lineno), what)
        return textwrap.dedent("".join(lines[code.co_firstlineno - 1 : node.end_lineno])).splitlines(), node

    def _write(self, lines: list[str], file: str, line: int, *, is_text: bool) -> None:
        """Append lines, and note whence: the lines of a text one by one, all others from the same."""
        source, first = places.name_of(file), len(self.lines) + 1
        numbered = [(first, first + len(lines) - 1, source, line)]
        self.parts += numbered if is_text else [(first + n, first + n, source, line) for n in range(len(lines))]
        self.lines += lines

    def _refuse(self, use: _Use, what: str) -> NoReturn:
        raise BadInput(f"policy {self.policy!r} cannot be used: {told(use.file, use.line, what)}")


def _is_same(one: Any, other: Any) -> bool:
    return one is other or written(one) == written(other) != ""


def _kind_of(value: Any) -> str:
    size = f" of {value.size:,} numbers" if isinstance(value, np.ndarray) else ""
    return f"an object ({type(value).__name__}{size})"


# The text of a function


def _node_of(text: str, code: CodeType) -> ast.FunctionDef | None:
    """Find a function in the text of its cell; None if what stands there is something else."""
    try:
        tree = compile(text, code.co_filename, "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        whole = compile(tree, code.co_filename, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    except (SyntaxError, ValueError):
        return None
    if not any(_is_alike(part, code) for part in _codes_in(whole)):
        return None
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == code.co_name)
    return next((node for node in nodes if _first_line(node) == code.co_firstlineno), None)


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(mark.lineno for mark in node.decorator_list)])


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes_in(constant)


def _is_alike(one: CodeType, other: CodeType) -> bool:
    return one.co_firstlineno == other.co_firstlineno and _essence(one) == _essence(other)


def _essence(code: CodeType) -> tuple[Any, ...]:
    inside = (_essence(part) if isinstance(part, CodeType) else repr(part) for part in code.co_consts)
    return code.co_name, code.co_code, code.co_names, code.co_varnames, *inside


def _names_of(function: FunctionType, node: ast.FunctionDef) -> Iterator[tuple[str, int]]:
    """List the names that a function takes from around it, with their lines: in its decorators, head and body."""
    defaults = [part for part in (*node.args.defaults, *node.args.kw_defaults) if part is not None]
    arguments = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    notes = [part for part in (*(argument.annotation for argument in arguments), node.returns) if part is not None]
    for part in (*node.decorator_list, *defaults, *notes):
        yield from ((inner.id, inner.lineno) for inner in ast.walk(part) if isinstance(inner, ast.Name))
    for code in _codes_in(function.__code__):
        line = code.co_firstlineno
        for step in dis.get_instructions(code):
            line = step.starts_line or line
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                yield str(step.argval), line
