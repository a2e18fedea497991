"""Fixtures of the policies' tests: the positions of the game's tests."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

_FILE = Path(__file__).parents[2] / "games" / "tranquility" / "positions.py"


@pytest.fixture(scope="session")
def positions():
    """The module that makes positions."""
    if "tranquility_positions" not in sys.modules:
        spec = importlib.util.spec_from_file_location("tranquility_positions", _FILE)
        sys.modules["tranquility_positions"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules["tranquility_positions"])
    return sys.modules["tranquility_positions"]


@pytest.fixture(scope="session")
def position(positions):
    """Make a position at the beginning of a turn."""
    return positions.make_position


@pytest.fixture(scope="session")
def choose(positions):
    """Ask a policy for its answer, in words."""

    def answer(game, policy):
        return game.name(positions.Sitting(game, policy).decide(game))

    return answer
