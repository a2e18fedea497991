"""The positions of the game's own tests, for the tests of its policies."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

_FILE = Path(__file__).parents[2] / "games" / "portolano" / "conftest.py"


@pytest.fixture(scope="session")
def position():
    spec = importlib.util.spec_from_file_location("portolano_positions", _FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Position
