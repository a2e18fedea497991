"""Levels of play: every game has them in one order, written as they are shown, each with what was measured of it."""

from __future__ import annotations

import re

import pytest

from analyzer.catalog import load_game
from analyzer.cells import read_seat
from analyzer.games.listings import game_document
from analyzer.games.written import LEVELS
from analyzer.reporting.naming import LEVELS as WORDS

GAMES = ("islebound", "portolano", "rumini", "tranquility")
ORDER = [level for level in LEVELS if level != "hindsight"]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_every_level_weakest_first(name):
    assert list(load_game(name).levels) == ORDER == list(WORDS)


@pytest.mark.parametrize("name", GAMES)
def test_a_level_is_written_as_its_policy_is_shown(name):
    """A report finds the level of a policy by this text."""
    game = load_game(name)
    for level, text in game.levels.items():
        assert read_seat(game, text).label == text
        assert (read_seat(game, level).level, read_seat(game, level).label) == (level, text)


@pytest.mark.parametrize("name", GAMES)
def test_what_was_measured_of_a_level_has_interval_and_n(name):
    figures = game_document(load_game(name), 1)["figures"]
    assert set(figures) <= set(ORDER)
    assert figures.keys() >= {"good", "strong"}
    for found in figures.values():
        assert re.search(r"^[\d.]+ (s|ms|µs)$", found["cost"])
        assert re.search(r"\d % \[\d[^]]*\].*n = \d", found["wins"])
