"""What the file of a policy may contain, looked at before it runs: what it imports and which names it uses.

A policy is compiled and sees copies, so it cannot reach the game; this check keeps out what would bypass that
(addresses, Python inside compiled code) or make its games differ between runs (clocks, its own random numbers, files).
"""

import ast
import os
from collections.abc import Iterator
from pathlib import Path

from analyzer.errors import BadInput
from analyzer.games.policy_files.mistakes import told

LONGEST = 80  # letters of a name that a message repeats
LIBRARIES = (
    "__future__", "collections", "dataclasses", "enum", "functools", "itertools", "math", "numpy", "operator", "typing",
)  # fmt: skip
KERNEL = ("bits", "jit", "lanes", "lean", "piles", "random", "spans")  # of analyzer.kernel: for games and policies
_NO_FILES = "a policy may not read files or ask for input: put numbers into the file itself, or make them knobs."
_NO_TRICKS = "this bypasses the limits on what a policy may see; read fields by name and arrays by index."
_NO_CHANGE = "a policy may not change what it imports: the rules are the same for everybody."
_NAMES = {
    **dict.fromkeys(("open", "input", "breakpoint"), _NO_FILES),
    **dict.fromkeys(
        ("exec", "eval", "compile", "__import__", "globals", "locals", "vars", "getattr", "setattr", "delattr"),
        _NO_TRICKS,
    ),
}
_ATTRIBUTES = {
    **dict.fromkeys(("ctypes", "ctypeslib", "modules", "os", "sys", "builtins"), _NO_TRICKS),
    "flat": "an array's .flat is not checked for its end; use the array itself.",
    "stride_tricks": _NO_TRICKS,
    "as_strided": _NO_TRICKS,
    "frombuffer": _NO_TRICKS,
    "load": _NO_FILES,
    "loadtxt": _NO_FILES,
    "genfromtxt": _NO_FILES,
    "fromfile": _NO_FILES,
    "memmap": _NO_FILES,
}
_LOTS = (
    "random numbers come from the seat's own stream, so that games can be repeated: "
    "randbelow(choice, n) from analyzer.kernel.random gives 0 to n-1."
)


def is_plain_python(file: Path) -> bool:
    """Tell whether a file holds a policy that is not compiled: such a file may use what it likes."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return False
    calls = [mark for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) for mark in node.decorator_list]
    keywords = [keyword for call in calls if isinstance(call, ast.Call) for keyword in call.keywords]
    return any(word.arg == "compiled" and getattr(word.value, "value", None) is False for word in keywords)


def check_source(file: Path, packages: tuple[str, ...]) -> None:
    """Refuse a file that uses what a policy may not; `packages` are those that games and policies lie in."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # told with its line when the file is run
    for line, what in _faults_in(tree, file.parent, packages):
        raise BadInput(told(str(file), line, what))


def _faults_in(tree: ast.Module, folder: Path, packages: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    yield from _changes_in(tree, _imported_names(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            modules = _modules_of(node)
        else:
            modules = []
        for module in modules:
            what = _fault_of_import(module, folder, packages)
            if what:
                yield int(getattr(node, "lineno", 0)), what
        what = _fault_of_name(node)
        if what:
            yield int(getattr(node, "lineno", 0)), what


def _imported_names(tree: ast.Module) -> set[str]:
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    return {(alias.asname or alias.name).partition(".")[0] for node in nodes for alias in node.names}


def _changes_in(tree: ast.AST, imported: set[str]) -> Iterator[tuple[int, str]]:
    """Find where something that was imported is changed: rules would be, for everybody."""
    waiting = [(tree, imported)]
    while waiting:
        node, names = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            names = names - {inner.arg for inner in ast.walk(node.args) if isinstance(inner, ast.arg)}
        is_write = isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load)
        if is_write and _root(node) in names:
            yield int(getattr(node, "lineno", 0)), _NO_CHANGE
        waiting += [(child, names) for child in ast.iter_child_nodes(node)]


def _root(node: ast.AST) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _modules_of(node: ast.ImportFrom) -> list[str]:
    """List what is imported; a name from a package may be a module of it."""
    module = node.module or ""
    is_package = module in ("analyzer", "analyzer.kernel", "numpy", "numpy.lib")
    return [f"{module}.{alias.name}" for alias in node.names] if is_package else [module]


def _fault_of_import(module: str, folder: Path, packages: tuple[str, ...]) -> str:
    top, *rest = module.split(".")
    if top == "random" or module.startswith("numpy.random"):
        return _LOTS
    if rest and rest[-1] in _ATTRIBUTES:
        return _ATTRIBUTES[rest[-1]]
    is_sibling = os.path.isfile(folder / f"{top}.py") or os.path.isdir(folder / top)  # no file, if it cannot be named
    is_ours = any(module == package or module.startswith(f"{package}.") for package in packages)
    is_kernel = module.startswith("analyzer.kernel.") and rest[1] in KERNEL
    if top in LIBRARIES or is_sibling or is_ours or is_kernel:
        return ""
    return (
        f"a policy may not import {module[:LONGEST]}. It may import {', '.join(LIBRARIES[1:])}, files beside it, "
        f"the game (analyzer.games), other policies (strategies) and analyzer.kernel.{{{', '.join(KERNEL)}}}."
    )


def _fault_of_name(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return _NAMES.get(node.id, "")
    if isinstance(node, ast.Attribute):
        if node.attr == "random" and isinstance(node.value, ast.Name) and node.value.id in ("np", "numpy"):
            return _LOTS
        is_dunder = node.attr.startswith("__")
        return _NO_TRICKS if is_dunder else _ATTRIBUTES.get(node.attr, "")
    return ""
