"""What the tests of all games share: reading a specification and the names of the tests that answer it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

HERE = Path(__file__).parent


class Coverage:
    """The ids of one game's specification, and the names of its tests with the words of their parameters."""

    def __init__(self, game: str) -> None:
        self.text = (HERE.parents[1] / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
        trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted((HERE / game).glob("test_*.py"))]
        functions = [node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
        self.names = [name for function in functions if function.name.startswith("test_") for name in named(function)]

    def ids(self, pattern: str) -> list[str]:
        """Find the distinct ids of a pattern, in the order of the text."""
        return list(dict.fromkeys(re.findall(pattern, self.text)))

    def untested(self, ids: Iterable[str]) -> list[str]:
        """List the ids that no test is named after: `P-SEA-5` wants `p_sea_5`, not followed by another digit."""
        words = {name: re.compile(rf"(?:^|_){re.sub(r'[^a-z0-9]+', '_', name.lower())}(?![0-9])") for name in ids}
        return [name for name, word in words.items() if not any(word.search(test) for test in self.names)]


def named(function: ast.FunctionDef) -> list[str]:
    """Return the name of a test, and the name together with each text among its parameters."""
    marks = [mark for mark in function.decorator_list if "parametrize" in ast.unparse(mark)]
    leaves = [leaf for mark in marks for leaf in ast.walk(mark) if isinstance(leaf, ast.Constant)]
    texts = [re.sub(r"[^a-z0-9]+", "_", leaf.value.lower()) for leaf in leaves if isinstance(leaf.value, str)]
    name = spelled_out(function.name)
    return [name, *(f"{name}_{text}" for text in texts)]


def spelled_out(name: str) -> str:
    """Append what a name abbreviates: `i_event_01_to_03` names three clauses, `i_attack_02_10` two."""
    for head, numbers in re.findall(r"(?<![a-z0-9])((?:i_)?[a-z]+(?:_[a-z]+)*?)_(\d\d(?:_(?:to_)?\d\d)+)(?!\d)", name):
        found = [int(number) for number in re.findall(r"\d\d", numbers)]
        found = list(range(found[0], found[1] + 1)) if "_to_" in numbers else found
        head = head.removeprefix("test_")
        name += "".join(f"_{head}_{number:02d}" for number in found)
    return name


@pytest.fixture(scope="session")
def coverage():
    return Coverage
