"""The positions of the game's own tests, for the tests of its policies."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from analyzer.catalog import policies_of
from analyzer.games.rumini import GAME

_FILE = Path(__file__).parents[2] / "games" / "rumini" / "conftest.py"
_NAME = "rumini_positions"


@pytest.fixture(scope="session")
def positions():
    """The module that makes positions."""
    spec = importlib.util.spec_from_file_location(_NAME, _FILE)
    sys.modules[_NAME] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[_NAME])
    return sys.modules[_NAME]


@pytest.fixture
def position(positions):
    return positions.Position


@pytest.fixture
def number(positions):
    return positions.card


@pytest.fixture
def ask():
    """Ask a policy, with knobs if need be, for its answer to the question at hand."""

    def answer(game: Any, name: str, **knobs: float) -> int:
        policy = policies_of("rumini")[name]
        desk = game.bench.desks[int(game.table.asked)]
        desk.knobs[: len(policy.knobs)] = list({**policy.knobs, **knobs}.values())
        decide = GAME.seated_policy(policy)
        found = int(decide(game.rules, game.table, game.asked_hand, desk))
        assert game.is_legal(found)
        return found

    return answer
