"""Fixtures of the Islebound tests."""

from __future__ import annotations

import pytest

from analyzer.games.islebound.notation import town
from tests.games.islebound.positions import Position


@pytest.fixture
def position():
    return Position


@pytest.fixture
def calm():
    """A position with nothing in the way: poor neighbours, events and reputation elsewhere, an empty row."""

    def make(players=4, sets=(), seed=14):
        found = Position(players, tuple(sets), seed).no_events().row()
        return found.scatter().again()

    return make


@pytest.fixture
def ready(calm):
    """A neutral town, a rich visitor beside it, the standard crew."""

    def make(name, sets=(), **goods):
        game = calm(sets=sets)
        if game.table.owner[town(name)] >= 0:
            game.neutral(name)
        return game.goods(**{"coin": 7, **goods})

    return make
