"""What a policy can read is listed from the code itself: every field of rules, table and hand, and none besides."""

from io import StringIO

import pytest
from rich.console import Console

from analyzer.catalog import game_names, load_game
from analyzer.games.listings import fields_document, fields_of
from analyzer.shell.screens.screens import fields_screen


@pytest.mark.parametrize("game", game_names())
def test_every_field_that_is_shown_is_listed(game):
    loaded = load_game(game)
    for owner, fields in fields_of(loaded).items():
        listed = {field.name for field in fields if "." not in field.name}
        assert listed == set(getattr(loaded, owner).names)


@pytest.mark.parametrize("game", game_names())
def test_what_is_hidden_is_not_listed(game):
    loaded = load_game(game)
    assert set(fields_of(loaded)) == {"table", "hand", "rules"}
    listed = {field.name for fields in fields_of(loaded).values() for field in fields}
    assert not listed & {"hidden", "tally", "hands"}


def test_a_field_has_the_meaning_that_stands_beside_it():
    table = {field.name: field for field in fields_of(load_game("tranquility"))["table"]}
    assert table["filled"].meaning == "cells that hold an Island"
    assert table["phase"].meaning == "the question: a code of Phase"
    assert table["held"].shape == (5,)


@pytest.mark.parametrize("game", game_names())
def test_no_field_is_without_meaning(game):
    listed = fields_of(load_game(game))
    assert [f"{owner}.{field.name}" for owner, fields in listed.items() for field in fields if not field.meaning] == []


@pytest.mark.parametrize("game", game_names())
def test_the_head_of_the_table_means_the_same_in_every_game(game):
    """Once another thing called `first` lent its comment to Rumini's table."""
    meanings = {field.name: field.meaning for field in fields_of(load_game(game))["table"]}
    assert meanings["first"] == "the seat that had the first turn"
    assert meanings["cause"] == "how the game ended; 0 while it goes on"


def test_a_field_of_a_record_inside_the_table_keeps_its_name_on_the_screen():
    fields = fields_of(load_game("portolano"))
    assert "table.ships[i].rum" in rendered(fields_screen("Portolano", fields))


def rendered(screen):
    console = Console(width=160, file=StringIO())
    console.print(screen)
    return console.file.getvalue()


def test_fields_of_records_inside_the_table_are_listed_by_path():
    names = {field.name for field in fields_of(load_game("portolano"))["table"]}
    assert {"ships", "ships[i].rum"} <= names


def test_a_switch_is_explained_by_its_summary():
    rules = {field.name: field for field in fields_of(load_game("tranquility"))["rules"]}
    assert rules["hand_limit"].meaning.startswith("switch: cards a hand is refilled to")


def test_the_command_lists_the_same(capsys, monkeypatch):
    import json
    import sys

    from analyzer.shell import cli

    monkeypatch.setattr(sys, "argv", ["analyzer", "fields", "rumini", "--json"])
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert caught.value.code == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(fields_document(load_game("rumini"))))
