"""Fixtures of the Tranquility tests; test modules import nothing from each other."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def _load(name):
    key = f"tranquility_{name}"
    if key not in sys.modules:
        spec = importlib.util.spec_from_file_location(key, HERE / f"{name}.py")
        sys.modules[key] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[key])
    return sys.modules[key]


@pytest.fixture(scope="session")
def positions():
    """The module that makes positions."""
    return _load("positions")


@pytest.fixture(scope="session")
def position(positions):
    """Make a position at the beginning of a turn."""
    return positions.make_position


@pytest.fixture(scope="session")
def deal(positions):
    """Make a game that was just dealt."""
    return positions.Position


@pytest.fixture(scope="session")
def reference():
    """A second, independent implementation of the base game."""
    return _load("reference")
