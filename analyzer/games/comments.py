"""What stands beside the fields and codes of a game: the comments of its sources, read as the meaning of things.

Only a comment after a field or a code, on the same line, describes it; one above it is a heading.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

from analyzer.games.interface import Game

_TYPE = re.compile(r"[iuf][1248]")  # the second part of a field, unless it is a record
IN_FUNCTIONS = ""  # the owner of fields that a function lists, which are always some of the rules

Meanings = dict[tuple[str, str], str]


def home_of(game: Game) -> Path:
    """Return the folder of a game's modules."""
    return Path(str(sys.modules[game.phases.__module__].__file__)).parent


def module_of(game: Game, name: str) -> ModuleType:
    """Return a module of a game by its name in the folder."""
    return sys.modules[f"{game.phases.__module__.rpartition('.')[0]}.{name}"]


@cache
def fields_in(file: Path) -> Meanings:
    """Collect the comments after the fields in a file, by the record that lists them and by name."""
    lines = _lines(file)
    return {(owner, name): _behind(lines, line) for owner, name, line in _fields(_tree(file))}


@cache
def codes_in(file: Path) -> Meanings:
    """Collect the comments after the codes in a file, by class ("" for the module) and name."""
    lines = _lines(file)
    return {(owner, name): _behind(lines, line) for owner, name, line in _codes(_tree(file))}


@cache
def series_in(file: Path) -> list[tuple[str, list[str]]]:
    """List the codes that are counted from 0 in one line (`A, B = range(2)`), with the comment above."""
    lines = _lines(file)
    found = []
    for node in _tree(file).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple) and _is_count(node.value):
            names = [part.id for part in node.targets[0].elts if isinstance(part, ast.Name)]
            found.append((lines[node.lineno - 2].removeprefix("#").strip(), names))
    return found


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def _behind(lines: list[str], line: int) -> str:
    return lines[line - 1].partition("  # ")[2].strip()


def _fields(tree: ast.Module) -> Iterator[tuple[str, str, int]]:
    for statement in tree.body:
        owner = _owner(statement)
        for node in ast.walk(statement):
            if isinstance(node, ast.Tuple) and len(node.elts) in (2, 3) and _is_layout(node.elts[1]):
                name = node.elts[0]
                if isinstance(name, ast.Constant) and isinstance(name.value, str):
                    yield owner, name.value, node.end_lineno or node.lineno


def _owner(statement: ast.stmt) -> str:
    target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
    return target.id if isinstance(target, ast.Name) else IN_FUNCTIONS


def _is_layout(node: ast.expr) -> bool:
    """Tell a field from any other pair that begins with a text."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and _TYPE.fullmatch(node.value) is not None
    return isinstance(node, ast.Name)


def _codes(tree: ast.Module) -> Iterator[tuple[str, str, int]]:
    for statement in tree.body:
        inside = statement.body if isinstance(statement, ast.ClassDef) else [statement]
        owner = statement.name if isinstance(statement, ast.ClassDef) else ""
        for node in inside:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                yield owner, node.targets[0].id, node.end_lineno or node.lineno


def _is_count(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"
