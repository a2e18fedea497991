"""Fixtures of the Rumini tests."""

from __future__ import annotations

import pytest

from tests.games.rumini.positions import Position, card


@pytest.fixture
def position():
    """Make a position: `position(players, switch=value)`, with the cards arranged by `arrange`."""
    return Position


@pytest.fixture
def number():
    """Turn kind:device into a map card number."""
    return card
