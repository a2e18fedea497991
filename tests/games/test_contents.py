"""What a game says of itself comes through its table of contents, and through nothing else."""

import ast
from dataclasses import fields
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import analyzer
from analyzer.catalog import game_names, load_game
from analyzer.games.contents import ALWAYS, PERHAPS
from analyzer.games.interface import Game

PACKAGE = Path(analyzer.__file__).parent
OUTSIDE = [
    path
    for path in PACKAGE.rglob("*.py")
    if not any(path.is_relative_to(PACKAGE / "games" / game) for game in game_names())
]


@pytest.mark.parametrize("game", game_names())
def test_every_entry_is_what_the_module_has(game):
    loaded = load_game(game)
    for table in (ALWAYS, PERHAPS):
        for module, names in table.items():
            place = f"{loaded.glossary.package}.{module}"
            if table is PERHAPS and find_spec(place) is None:
                continue
            part = import_module(place)
            assert all(
                getattr(loaded, entry) is getattr(part, name) for name, entry in names.items() if hasattr(part, name)
            )


def test_every_entry_is_a_field_of_a_game():
    known = {field.name for field in fields(Game)}
    assert [
        entry
        for table in (ALWAYS, PERHAPS)
        for names in table.values()
        for entry in names.values()
        if entry not in known
    ] == []


@pytest.mark.parametrize("game", game_names())
def test_our_games_have_all_that_a_game_may_have_for_a_replay(game):
    loaded = load_game(game)
    assert [
        name for name in ("legend", "draw", "target", "kind", "detail", "redeal") if getattr(loaded, name) is None
    ] == []


def test_nobody_else_imports_a_module_of_a_game():
    assert [(path.name, name) for path in OUTSIDE for name in imported(path) if is_inside_a_game(name)] == []


def test_the_check_sees_an_import_of_a_module_of_a_game():
    """The negative control."""
    assert is_inside_a_game("analyzer.games.rumini.drawing")
    assert not is_inside_a_game("analyzer.games.turns")


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)


def is_inside_a_game(module):
    return any(f"{module}.".startswith(f"analyzer.games.{game}.") for game in game_names())
