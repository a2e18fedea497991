"""What all tests share: who runs them, and how a further game is shown to the catalog."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from analyzer import catalog

ROOT = Path(__file__).parents[1]


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items):
    """Give all tests of a game to one worker, which compiles it once, and begin with the game that has most tests."""
    games = catalog.game_names()
    groups = {item: group_of(item, games) for item in items}
    for item, group in groups.items():
        item.add_marker(pytest.mark.xdist_group(group))
    answer = yield
    sizes = Counter(groups[item] for item in items if groups[item] in games)
    items.sort(key=lambda item: -sizes[groups[item]])  # all else stays as it came
    return answer


def group_of(item, games):
    """Name the game that a test is about, by its folder or its parameters, or else the folder it lies in."""
    values = item.callspec.params.values() if hasattr(item, "callspec") else ()
    named = [part for part in (*item.path.parent.parts, *values) if isinstance(part, str) and part in games]
    return named[-1] if named else item.path.relative_to(ROOT).parts[1]


@pytest.fixture
def further_games(monkeypatch):
    """Show the games of a further package to the catalog, in this process and in those that it starts."""

    def show(package, folder=ROOT):
        path = os.pathsep.join([str(folder), str(ROOT), os.environ.get("PYTHONPATH", "")])
        monkeypatch.setenv("PYTHONPATH", path)
        monkeypatch.syspath_prepend(str(folder))
        monkeypatch.setenv("ANALYZER_GAMES", package)
        forget()

    def forget():
        for found in (catalog.load_game, catalog.policies_of, catalog._games_in):
            found.cache_clear()

    yield show
    monkeypatch.undo()
    forget()


@pytest.fixture
def toy(further_games):
    """Show the toy game, of which everything is known: see tests/toy/truth.py."""
    further_games("tests.toy")
    return "toy"
