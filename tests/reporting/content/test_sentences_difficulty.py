import pytest

from analyzer.reporting.sentences import difficulty
from analyzer.stats.estimate import Estimate


def about(value, half=0.011, n=10_000):
    return Estimate(value, value - half, value + half, 0.95, n, "test")


def test_a_win_rate_is_said_with_its_interval():
    text = difficulty.win_rate("base", about(0.5), "two players")
    assert text == "With two players the team wins 50 % [49, 51] of its games of base."
    assert text != difficulty.win_rate("base", about(0.6), "two players")


def test_one_variant_is_hardest_only_alone():
    alone = difficulty.extreme("hardest", ["poseidon"], [about(0.07)], "three players", 15)
    assert alone.startswith("The hardest of the 15 variants is poseidon: the team wins 7 % [6, 8]")
    tied = difficulty.extreme("hardest", ["poseidon", "storm"], [about(0.07), about(0.075)], "three players", 15)
    assert "cannot tell apart" in tied
    assert "poseidon (7 % [6, 8])" in tied
    assert "variants is poseidon" not in tied
    many = difficulty.extreme("easiest", list("abcdef"), [about(0.1 * i) for i in range(1, 7)], "one player", 8)
    assert "6 of 8 are too close (10 % [9, 11] to 60 % [59, 61]" in many


@pytest.mark.parametrize(
    ("value", "half", "said"), [(-0.66, 0.02, "down to"), (0.2, 0.02, "up to"), (-0.01, 0.02, "None")]
)
def test_the_largest_change_is_certain_or_it_is_not(value, half, said):
    text = difficulty.largest_change("storm", "the plain game", "two players", about(value, half), about(0.1), 12)
    assert said in text
    assert ("can be told from chance" in text) == (said == "None")


def test_players_matter_or_do_not():
    ends = (1, about(0.5)), (5, about(0.74))
    assert difficulty.players_spread("base", *ends, about(0.24)).startswith("With one player base is hardest (50 %")
    assert "no certain difference" in difficulty.players_spread("base", *ends, about(0.24, 0.3))


@pytest.mark.parametrize(
    ("value", "half", "said"),
    [(0.85, 0.1, "agree well"), (0.5, 0.2, "only in part"), (0.0, 0.2, "say little"), (-0.5, 0.2, "run against")],
)
def test_icons_agree_as_far_as_the_interval_says(value, half, said):
    assert said in difficulty.agreement(about(value, half), 12)


def test_disorders_are_counted_and_the_clearest_is_named():
    assert difficulty.disorder(0, "", None, "", None).startswith("No two variants")
    one = difficulty.disorder(1, "archway", 1, "triton", 2)
    assert one.startswith("One pair of variants carries")
    assert "archway (one icon) is harder than triton (two icons)" in one
    assert difficulty.disorder(6, "archway", 1, "triton", 2).startswith("Six pairs of variants carry")
    assert "no icon" in difficulty.disorder(1, "wild", None, "triton", 2)
