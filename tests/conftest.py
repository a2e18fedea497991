"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from analyzer import catalog

ROOT = Path(__file__).parents[1]


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
