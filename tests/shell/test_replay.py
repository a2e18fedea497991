"""`analyzer replay`: what it shows, writes and refuses."""

import pytest

from analyzer.kernel.jit import IS_PLAIN

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="the command line is tested compiled")
GAME = ("replay", "tranquility", "--players", "3", "--policy", "spacing")


def lines(text):
    return [line for line in text.splitlines() if line.strip()]


def test_the_last_line_names_the_winner_and_why(analyzer):
    result = analyzer(*GAME, "--deal", "3")
    assert lines(result.out)[-1].startswith(("The team won in turn", "The team lost in turn"))


def test_every_code_of_the_board_has_a_legend(analyzer):
    result = analyzer(*GAME, "--variant", "storm+rocks+day-night+monsters-3")
    head = result.out.split("1. turn")[0]
    for words in (
        "S Start",
        "F Finish",
        "M Monster",
        "R before a row",
        "P before a row",
        "s the sun",
        "m the moon",
        "·",
    ):
        assert words in head
    assert "R before" not in analyzer(*GAME, "--brief").out


def test_brief_is_one_line_a_step(analyzer):
    steps = analyzer(*GAME, "--json", "--brief").document["steps"]
    shown = lines(analyzer(*GAME, "--brief").out)
    assert sum(" → " in line for line in shown) == len(steps)
    assert "cells filled;" not in " ".join(shown[:-2])


def test_from_begins_later(analyzer):
    result = analyzer(*GAME, "--from", "17", "--brief")
    assert lines(result.out)[0].startswith("17. turn")
    assert analyzer(*GAME, "--from", "17", "--json").document["steps"][0]["number"] == 17


OTHER = "spacing(cost=3)"  # compiled already


def test_against_shows_where_two_policies_differ(analyzer):
    asked = (*GAME, "--deal", "4", "--against", OTHER)
    both = analyzer(*asked, "--json").document
    first = both["first_difference"]
    assert first > 1
    assert [game["policies"][0] for game in both["games"]] == ["spacing", OTHER]
    shown = analyzer(*asked, "--brief").out
    assert f"The first {first - 1} steps are the same" in shown
    assert f"\n{first}. [spacing] turn" in shown
    assert f"\n{first}. [{OTHER}] turn" in shown
    assert f"\n{first - 1}. [" not in shown
    assert f"[{OTHER}] The team" in " ".join(lines(shown)[-2:])


def test_the_same_policy_plays_the_same_game(analyzer):
    assert "play the same game" in analyzer(*GAME, "--against", "spacing", "--brief").out


def test_pick_says_which_game_it_took(analyzer):
    result = analyzer(*GAME, "--pick", "lost", "--brief")
    assert "the first that was lost of the deals 0 to 399" in result.err
    assert lines(result.out)[-1].startswith("The team lost")


def test_a_page_is_written(analyzer, tmp_path):
    page = tmp_path / "page.html"
    result = analyzer(*GAME, "--html", page, "--from", "5")
    assert result.code == 0, result.err
    assert str(page) in result.err
    assert lines(result.out)[0].startswith("The team")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


WRONG = {
    "unknown kind": (("--pick", "narow"), "did you mean 'narrow'?"),
    "a step behind the end": (("--from", "9999"), "this game has steps 1 to"),
    "a step behind the end of a page": (("--from", "9999", "--html", "page.html"), "this game has steps"),
    "a step behind the end of two games": (("--from", "9999", "--against", OTHER), "this game has steps"),
    "step 0": (("--from", "0"), "steps count from 1"),
    "below a file": (("--html", "file/page.html"), "is a file, not a folder"),
    "in no folder": (("--html", "nowhere/page.html"), "does not exist"),
    "a folder": (("--html", "."), "name a file"),
    "a brief page": (("--html", "page.html", "--brief"), "omits what --html needs"),
    "brief chances": (("--chances", "50", "--brief"), "omits what --chances needs"),
    "too few samples": (("--chances", "3"), "chances = 3 is out of range"),
    "an unknown opponent": (("--against", "spacin", "--html", "page.html"), "did you mean 'spacing'?"),
    "an unknown option": (("--htm", "page.html"), "--html"),
}


@pytest.mark.parametrize(("arguments", "words"), WRONG.values(), ids=WRONG.keys())
def test_wrong_input_is_refused_and_nothing_is_written(analyzer, tmp_path, arguments, words):
    (tmp_path / "file").write_text("", encoding="utf-8")
    result = analyzer(*GAME, *arguments, cwd=tmp_path)
    assert result.code == 2, result.err
    assert words in " ".join(result.err.split())
    assert result.out == ""
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_the_help_has_an_example(analyzer):
    assert "Example: analyzer replay tranquility" in " ".join(analyzer("replay", "--help").out.split())
