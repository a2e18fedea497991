"""Who sits at a seat, as a user writes it: look-ahead, knobs from a file, levels; and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer import cells
from analyzer.catalog import load_game
from analyzer.cells import make_cell, read_seat
from analyzer.errors import BadInput
from analyzer.games.seating import SETTINGS, foresees, settings_of
from analyzer.games.tranquility import GAME
from analyzer.games.written import read_policies

KNOBS = """policy = "spacing"
game = "tranquility"

[knobs]
cost = 0.3
room = 2
"""


@pytest.fixture
def tuned(tmp_path):
    file = tmp_path / "tuned.toml"
    file.write_text(KNOBS, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "text",
    [
        "search(spacing,samples=400)",
        "search(spacing(cost=0.7),samples=100,options=4)",
        "search(random_legal,samples=7,advantage=0.01,caution=1.5,questions=ACTION|SPLIT)",
        "spacing(cost=0.123456789)",
    ],
)
def test_a_label_is_read_again_as_the_same_seat(text):
    assert read_seat(GAME, text).label == text
    assert read_seat(GAME, read_seat(GAME, text).label).identity == read_seat(GAME, text).identity


def test_a_game_has_defaults_of_its_own_and_margins_are_for_rivals():
    rivals = load_game("portolano")
    assert settings_of(rivals, read_seat(rivals, "navigator")) == {
        **SETTINGS,
        "margin": 8,
        "others": 0,
        "caution": 1,
    }
    assert read_seat(rivals, "search(navigator,margin=8)").label == "search(navigator,samples=400)"
    before = "search(navigator,samples=200,caution=2,margin=0)"
    assert read_seat(rivals, before).label == before
    assert read_seat(rivals, before).identity != read_seat(rivals, "search(navigator,samples=200)").identity
    assert "margin" not in read_seat(GAME, "search(spacing)").knobs
    with pytest.raises(BadInput, match="unknown knob of policy 'search' 'margin'"):
        read_seat(GAME, "search(spacing,margin=8)")


def test_a_budget_for_other_questions_needs_questions_that_are_named():
    rivals = load_game("portolano")
    label = "search(navigator,samples=200,others=20,questions=CARDS)"
    assert read_seat(rivals, label).label == label
    with pytest.raises(BadInput, match="others = 20: name the questions that get `samples`, too"):
        read_seat(rivals, "search(navigator,others=20)")
    with pytest.raises(BadInput, match="others = 1.5; allowed: a whole number 0 to"):
        read_seat(rivals, "search(navigator,others=1.5,questions=CARDS)")


def test_values_judge_samples_only_where_the_game_says_at_which_questions():
    """Elsewhere the policy plays them to the end by its values, and the settings are those of any policy."""
    rivals = load_game("islebound")
    around_values, around_none = (read_seat(rivals, f"search({name})") for name in ("trained", "steward"))
    assert around_values.knobs == around_none.knobs
    assert (foresees(rivals, around_values.player), foresees(GAME, read_seat(GAME, "trained"))) == (False, True)
    assert {"turns", "prior"} <= set(read_seat(GAME, "search(trained)").knobs)


def test_spaces_and_defaults_change_nothing():
    seat = read_seat(GAME, "search( spacing( cost = 0.7 ) , options=8 )")
    assert seat.label == "search(spacing(cost=0.7),samples=400)"
    assert seat.policy.traits == {"look-ahead", "random"}
    assert seat.player.knobs["cost"] == 0.7


def test_seats_that_play_differently_have_different_identities():
    texts = ("spacing", "search(spacing)", "search(spacing,questions=ACTION)", "search(spacing(cost=0.7))")
    assert len({str(read_seat(GAME, text).identity) for text in texts}) == 4


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("search(search(spacing))", "cannot be wrapped around another"),
        ("search()", r"name the policy .* search\(survival"),
        ("search(samples=3)", "name the policy"),
        ("search(spacing", "not closed"),
        ("search(spacin)", "did you mean 'spacing'"),
        ("search(spacing,sample=3)", "did you mean 'samples'"),
        ("search(spacing,samples=0)", "samples = 0; allowed: a whole number 1 to"),
        ("search(spacing,samples=1.5)", "whole number"),
        ("search(spacing,options=65)", "options = 65; allowed: a whole number 2 to 64"),
        ("search(spacing,advantage=-1)", "advantage = -1"),
        ("search(spacing,questions=ACTON)", "did you mean 'ACTION'"),
        ("expert", "unknown level of tranquility 'expert'"),
        ("spacing@missing.toml", "missing.toml: No such file"),
    ],
)
def test_what_is_wrong_is_said(text, words, monkeypatch):
    with pytest.raises(BadInput, match=words):
        read_seat(replace(GAME, levels={}), text)


def test_a_game_without_redeal_is_not_searched():
    with pytest.raises(BadInput, match="redeal"):
        read_seat(replace(GAME, redeal=None), "search(spacing)")


def test_knobs_come_from_a_file_and_are_changed_on_top(tuned):
    seat = read_seat(GAME, f"spacing@{tuned}(room=3)")
    assert (seat.knobs["cost"], seat.knobs["room"]) == (0.3, 3)
    assert seat.knobs["patience"] == seat.policy.knobs["patience"]
    assert seat.label == f"spacing@{tuned}(room=3)"
    assert read_seat(GAME, f"search(spacing@{tuned},samples=5)").player.knobs["cost"] == 0.3
    assert make_cell("tranquility", players=2, policy=f"spacing@{tuned},spacing").seats[0].knobs["cost"] == 0.3


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("cost", "cots", "unknown knob of policy 'spacing' 'cots'; did you mean 'cost'"),
        ("0.3", '"0.3"', "not a finite number"),
        ("0.3", "nan", "not a finite number"),
        ("[knobs]", "[nobs]", r"no table \[knobs\]"),
        ('"spacing"', '"other"', "for policy 'other', not for 'spacing'"),
        ('"tranquility"', '"rumini"', "for game 'rumini'"),
        ("room = 2", "room = ", "not valid TOML"),
    ],
)
def test_what_is_wrong_with_a_file_of_knobs_is_said(tuned, before, after, words):
    tuned.write_text(KNOBS.replace(before, after), encoding="utf-8")
    with pytest.raises(BadInput, match=words):
        read_seat(GAME, f"spacing@{tuned}")


def test_a_level_stands_for_its_policy():
    game = replace(GAME, levels={"good": "spacing(cost=0.7)", "expert": "search(spacing,samples=50)"})
    good, expert = cells.make_seats(game, read_policies("good,expert"), 2)
    assert (good.level, good.label) == ("good", "spacing(cost=0.7)")
    assert (expert.level, expert.label) == ("expert", "search(spacing,samples=50)")
    with pytest.raises(BadInput, match="stands for spacing"):
        read_seat(game, "good(cost=1)")
    with pytest.raises(BadInput, match=r"unknown level .* Known: good, expert"):
        read_seat(game, "casual")
