"""What a policy can read is listed from the code itself: every field of rules, table and hand, and none besides."""

import pytest

from analyzer.catalog import game_names, load_game
from analyzer.games.fields import fields_document, fields_of


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
    assert table["phase"].meaning == "the question"
    assert table["held"].shape == (5,)


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
