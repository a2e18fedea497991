"""The positions of the game's own tests, for the tests of its policies."""

from __future__ import annotations

import pytest

from tests.games.portolano.positions import Position


@pytest.fixture(scope="session")
def position():
    return Position
