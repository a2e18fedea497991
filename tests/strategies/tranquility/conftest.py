"""Fixtures of the policies' tests: the positions of the game's tests."""

from __future__ import annotations

import pytest

from tests.games.tranquility import positions as _positions


@pytest.fixture(scope="session")
def positions():
    """The module that makes positions."""
    return _positions


@pytest.fixture(scope="session")
def position():
    """Make a position at the beginning of a turn."""
    return _positions.make_position


@pytest.fixture(scope="session")
def choose():
    """Ask a policy for its answer, in words."""

    def answer(game, policy):
        return game.name(game.ask(policy))

    return answer
