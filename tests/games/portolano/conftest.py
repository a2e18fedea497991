"""Fixtures of the Portolano tests."""

from __future__ import annotations

import pytest

from analyzer.games.portolano.state import Way
from tests.games.portolano.positions import BLANK, QUIET, SURE, Position


@pytest.fixture(scope="session")
def position():
    return Position


@pytest.fixture(scope="session")
def settings():
    return {"quiet": QUIET, "sure": (*QUIET, *SURE), "blank": (*QUIET, *BLANK), "ways": Way}
