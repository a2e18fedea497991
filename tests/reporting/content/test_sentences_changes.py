from types import SimpleNamespace

import pytest

from analyzer.reporting.document import Kind
from analyzer.reporting.topics import differences, modules
from analyzer.reporting.topics.differences import sentences as changes
from analyzer.reporting.wording import at_most, of_many
from analyzer.stats.deciding import Verdict
from analyzer.stats.effects import together
from analyzer.stats.estimate import Estimate


def about(value, half=0.011, n=10_000):
    return Estimate(value, value - half, value + half, 0.95, n, "test")


def test_how_many_readings_matter():
    assert changes.how_many("reading", 0, "the win rate", [14] * 37).startswith("None of the 37 readings changes")
    one = changes.how_many("reading", 1, "the win rate", [1] * 37)
    assert one == "1 of the 37 readings changes the win rate for certain."
    some = changes.how_many("reading", 5, "the win rate", [14] * 37)
    assert some.endswith(
        "in at least one of the 14 cases in which each was tried (a variant with a number of players)."
    )
    assert "14 games" not in some  # a game is one deal played: 140,000 of them were


def test_how_often_a_change_was_tried_is_true_of_each_of_them():
    """It said "the 14 cases in which they were tried" of readings that matter in two cases only."""
    some = changes.how_many("reading", 5, "the win rate", [2, 14, 6])
    assert "in at least one of the cases in which each was tried (2 to 14 of them; a case is a variant with" in some
    policies = changes.how_many(
        "reading", 5, "the win rate", [4, 4, 4], "a variant with a number of players and a policy"
    )
    assert policies.endswith("each was tried (a variant with a number of players and a policy).")


def test_what_is_no_reading_is_said_apart_with_what_it_is():
    """It counted `cost_rule = max`, which is for experiments only, and `early_loss`, of the simulator, as readings."""
    text = changes.no_readings({"for experiments only": 2, "of the simulator": 1, "against the rulebook": 3})
    assert text == (
        "6 settings that were tried alone are no readings: 2 for experiments only, 1 of the simulator and 3 against "
        "the rulebook."
    )
    assert changes.no_readings({"of the simulator": 1}).endswith("alone is no reading: it is of the simulator.")


def test_one_setting_and_all_settings_are_not_counted_like_some():
    """It said "1 of the 1 settings changes" and "4 of the 4 settings change"."""
    one = changes.how_many("setting", 1, "the win rate", [10])
    assert one == (
        "The setting that was tried changes the win rate for certain in at least one of the 10 cases in which it was "
        "tried (a variant with a number of players)."
    )
    assert changes.how_many("setting", 0, "the win rate", [1]).startswith("The setting that was tried does not change")
    assert changes.how_many("setting", 4, "the win rate", [1] * 4) == "All 4 settings change the win rate for certain."


def test_how_many_and_which_most_stand_in_one_sentence():
    text = changes.above_all("3 of the 4 readings change the win rate for certain.", "x = 1", "base", "−35 points")
    assert text == "3 of the 4 readings change the win rate for certain, most of all x = 1: −35 points in base."


def test_the_range_of_settings():
    low, high = ("a = 1", about(0.4)), ("a = 3", about(0.9))
    text = changes.setting_range("With one player", "the base game", ("a = 2", about(0.5)), low, high, 4)
    assert text == (
        "With one player 50 % [49, 51] of the games of the base game are won if a = 2; the other 4 settings take this "
        "from 40 % [39, 41] (a = 1) to 90 % [89, 91] (a = 3)."
    )
    two = changes.setting_range("With one player", "the base game", ("a = 2", about(0.5)), low, low, 1)
    assert two.endswith("are won if a = 2, and 40 % [39, 41] (a = 1).")


def test_the_largest_change_of_a_rate_has_its_sign():
    text = changes.most("reading", "cost_rule = max", "in base", about(-0.35), Kind.POINTS, "the win rate")
    assert text == "The reading that changes the win rate most is cost_rule = max: −35 points [−36, −34] in base."
    assert "may be chance" in changes.most("reading", "x", "in base", about(-0.35, 0.4), Kind.POINTS, "the win rate")


@pytest.mark.parametrize(
    ("value", "said"), [(3.0, "raises it by 3.0 [2.5, 3.5]"), (-3.0, "lowers it by 3.0 [2.5, 3.5]")]
)
def test_the_largest_change_of_a_score_goes_up_or_down(value, said):
    text = changes.most("variant", "raid", "compared with base", about(value, 0.5), Kind.NUMBER, "the winning score")
    assert text.endswith(f"{said} compared with base.")


def test_a_collapse_says_as_much_about_the_player_as_about_the_rule():
    """It named −94.5 points as what the reading does, of a player whose prices assume the printed rule."""
    text = changes.collapse(
        ["cost_rule = max"], "survival (a keeper of gaps)", "base with two players", about(0.95), about(0.02)
    )
    assert text.startswith(
        "Under cost_rule = max survival (a keeper of gaps) hardly ever wins any more (down from 95 % [94, 96] to 2 % "
        "[1, 3] in base with two players). Who plays here was made with the default readings in mind"
    )
    assert text.endswith("Such a collapse says as much about the player as about the rule.")
    two = changes.collapse(["a = 1", "b = 2"], "x", "base", about(0.95), about(0.02))
    assert two.startswith("Under a = 1 and b = 2 x hardly ever wins any more")
    assert "in base, where the fall is deepest)" in two


def test_the_rest_is_bounded():
    assert changes.rest(0, 1.0, "points") == ""
    assert changes.rest(1, 0.8, "points") == "The other one changes it by at most ± 0.8 points, for certain."
    assert changes.rest(26, 10.0, "points").startswith("Each of the other 26 changes it by at most ± 10 points")


def test_a_module_is_the_largest_one_only_without_rivals():
    assert modules.module("storm", about(-0.4), 8, []).startswith(
        "On average over all that it was combined with, storm changes the win rate most of 8"
    )
    assert "makes the game harder" in modules.module("storm", about(-0.4), 8, [])
    assert "makes the game easier" in modules.module("wild", about(0.4), 8, [])
    assert "rocks and wild cannot be told apart" in modules.module("storm", about(-0.4), 8, ["rocks", "wild"])
    assert modules.module("storm", about(-0.4, 0.5), 8, []).startswith("No module changes")


def test_a_module_alone():
    certain = modules.alone("poseidon", about(-0.66), about(0.07), 8, [])
    assert certain == (
        "Of 8 modules added to the plain game poseidon changes the win rate most: −66 points [−67, −65], to 7 % [6, 8] "
        "of the games won."
    )
    assert "storm cannot be told apart from it" in modules.alone("poseidon", about(-0.66), about(0.07), 8, ["storm"])
    assert modules.alone("poseidon", about(-0.01, 0.02), about(0.7), 8, []).startswith("None of the 8 modules")


MIDDLE, FLOOR = (0.5, 0.4, 0.4, 0.3), (0.3, 0.04, 0.1, 0.03)  # win rates of the four cells of a pair


def test_a_pair_is_harder_or_easier_together_only_if_both_scales_say_so():
    easier = together(about(0.5), about(1.0, 0.2), MIDDLE)
    agreed = modules.interaction("a", "b", easier, ["easier", "harder", "open", "open"])
    assert agreed.startswith("2 of 4 pairs of modules differ from the sum of their parts for certain, in points and")
    sizes = "+50 points [+49, +51]; odds of winning +1.0 [+0.8, +1.2] steps"
    assert f"most of all, in points, a together with b: easier than the sum of both effects ({sizes})" in agreed
    harder = together(about(-0.2), about(-1.0, 0.2), MIDDLE)
    assert "a together with b: harder than the sum" in modules.interaction("a", "b", harder, ["harder", "open"])
    points_only = together(about(0.5), about(-1.0, 2.0), MIDDLE)
    assert modules.interaction("a", "b", points_only, ["open"]).startswith("No pair of modules differs")
    against = together(about(0.5), about(-1.0, 0.2), MIDDLE)
    said = modules.interaction("a", "b", against, ["scales differ", "open"])
    assert said.startswith("No pair of modules differs")
    assert "In one pair points and odds point in opposite directions." in said


def test_the_odds_come_first_where_points_hit_the_floor():
    easier = together(about(0.2), about(1.0, 0.2), FLOOR)
    said = modules.interaction("a", "b", easier, ["easier", "open"])
    assert "most of all, in the odds, a together" in said
    assert "(odds of winning +1.0 [+0.8, +1.2] steps; +20 points [+19, +21])" in said


def test_the_largest_of_many_stands_beside_what_is_left_of_it():
    """It printed −35 points of the largest of 37, which is too large on average."""
    raw, less = about(-0.35), about(-0.33)
    assert of_many(raw, less, 37, Kind.POINTS) == (
        "−35 points [−36, −34] (corrected for being the largest of 37: −33 points [−34, −32])"
    )
    assert of_many(raw, raw, 2, Kind.POINTS) == of_many(raw, None, 1, Kind.POINTS) == "−35 points [−36, −34]"


def test_where_nothing_was_found_it_is_said_how_little_that_can_be():
    """It said that nothing was found "by an amount that these deals could show", and not which amount that is."""
    said = at_most("Each", "the win rate", 2.84, "points")
    assert said == "Each changes the win rate by at most ± 2.8 points, for certain."
    assert changes.rest(20, 2.84, "points") == "Each of the other 20 changes it by at most ± 2.8 points, for certain."
    assert changes.rest(0, 2.84, "points") == ""


def test_what_a_run_decided_is_counted():
    counts = {Verdict.APART: 99, Verdict.EQUAL: 4, Verdict.OPEN: 2}
    assert changes.decided(counts, 0.02) == (
        "Of 105 pairs in question 99 are told apart and 4 are equal within ± 2 points, for certain; 2 are open."
    )
    assert changes.decided(counts | {Verdict.OPEN: 0}, 0.02).endswith("for certain; none are open.")
    one = {Verdict.APART: 0, Verdict.EQUAL: 1, Verdict.OPEN: 0}
    assert changes.decided(one, 0.03) == "The one pair in question is equal within ± 3 points, for certain."


def test_a_table_of_readings_that_several_policies_played_names_the_policy(monkeypatch):
    """Each reading stood there once for every policy, and nothing said which was whose."""
    row = {"players": 3, "policy": "spacing"}
    several_of_each = SimpleNamespace(players=(2, 3), policies=("spacing", "survival"))
    monkeypatch.setattr(differences.frames, "factors_of", lambda _results: several_of_each)
    monkeypatch.setattr(differences.naming, "policy_words", lambda _results, name: name)
    assert differences._varied(None, row) == ["three players", "spacing"]
    monkeypatch.setattr(several_of_each, "policies", ("spacing",))
    assert differences._varied(None, row) == ["three players"]
