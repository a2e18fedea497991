"""Fixtures of the Tranquility tests."""

from __future__ import annotations

import pytest

from tests.games.tranquility import positions as _positions
from tests.games.tranquility import reference as _reference


@pytest.fixture(scope="session")
def positions():
    """The module that makes positions."""
    return _positions


@pytest.fixture(scope="session")
def position():
    """Make a position at the beginning of a turn."""
    return _positions.make_position


@pytest.fixture(scope="session")
def deal():
    """Make a game that was just dealt."""
    return _positions.Position


@pytest.fixture(scope="session")
def reference():
    """A second, independent implementation of the base game."""
    return _reference
