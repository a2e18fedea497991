"""The positions of the game's own tests, for the tests of its policies."""

from __future__ import annotations

import pytest

from tests.games.rumini.positions import Position, card


@pytest.fixture
def position():
    return Position


@pytest.fixture
def number():
    return card


@pytest.fixture
def ask():
    """Ask a policy, with knobs if need be, for its answer to the question at hand."""

    def answer(game: Position, name: str, **knobs: float) -> int:
        found = game.ask(name, **knobs)
        assert game.is_legal(found)
        return found

    return answer
