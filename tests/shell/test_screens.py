"""What the terminal shows at 80 columns: names stay whole, errors are sentences."""

import io
import sys

import pytest

from analyzer.catalog import game_names, policies_of
from analyzer.errors import unknown
from analyzer.shell.progress import show_compilation


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


def test_names_of_games_and_policies_are_not_broken(analyzer):
    shown = analyzer("games").out
    assert max(map(len, shown.splitlines())) <= 80
    assert all(name in shown for name in ("schemer", "recommended policy", "tranquility"))


@pytest.mark.parametrize("game", game_names())
def test_the_list_of_policies_keeps_names_whole(analyzer, game):
    shown = analyzer("policies", game).out
    assert [name for name in policies_of(game) if name not in shown] == []


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("spacin", "unknown policy 'spacin'; did you mean 'spacing'? Known: spacing, other."),
        ("chess", "unknown policy 'chess'. Known: spacing, other."),
    ],
)
def test_an_unknown_name_is_told_in_whole_sentences(given, told):
    assert str(unknown("policy", given, ["spacing", "other"])) == told


def test_a_value_that_is_not_among_the_choices_is_told_plainly(analyzer):
    result = analyzer("cache", "nowhere")
    assert (result.code, result.out) == (2, "")
    assert result.err == "analyzer: Invalid value for 'path|clear': 'nowhere' is not one of 'path', 'clear'.\n"


def test_a_label_is_accepted_by_the_command_line(analyzer):
    arguments = ("simulate", "tranquility", "--variant", "base[removed=4]", "--games", "10", "--json")
    document = analyzer(*arguments).document
    assert (document["variant"], document["rules"]["removed"]) == ("base[removed=4]", 4)


def test_compilation_has_one_line_that_is_wiped(monkeypatch):
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    show_compilation("not on the screen: a bar has the line")
    assert written.getvalue() == ""
    monkeypatch.setattr(sys, "__stderr__", written)
    show_compilation("x" * 200)
    show_compilation("")
    assert written.getvalue() == f"\r{'x' * 79}\x1b[K\r\x1b[K"
