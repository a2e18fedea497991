import pytest

from analyzer.reporting.sentences import difficulty
from analyzer.stats.estimate import Estimate
from analyzer.stats.icons import IconAgreement


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
    ("in_order", "reverse", "said"),
    [(48, 1, "agree well"), (35, 10, "only in part"), (20, 20, "say little"), (5, 40, "run against")],
)
def test_icons_agree_as_far_as_pairs_are_certain(in_order, reverse, said):
    share = Estimate(in_order / 50, in_order / 50, 1 - reverse / 50, 0.95, 50, "pairs in printed order")
    text = difficulty.agreement(IconAgreement(50, in_order, reverse, share, 0.462, 0.91))
    assert said in text
    assert f"of 50 pairs of variants with different icons {in_order} stand in the printed order for certain" in text
    assert "rank correlation 0.46, where 0.91 is the most that these icons can reach" in text
    assert "[" not in text  # 0.462 [0.462, 0.462] pretended to be exact


def test_disorders_are_counted_and_the_clearest_is_named():
    assert difficulty.disorder(0, "", None, "", None).startswith("No two variants")
    one = difficulty.disorder(1, "archway", 1, "triton", 2)
    assert one.startswith("One pair of variants carries")
    assert "archway (one icon) is harder than triton (two icons)" in one
    assert difficulty.disorder(6, "archway", 1, "triton", 2).startswith("Six pairs of variants carry")
    assert "no icon" in difficulty.disorder(1, "wild", None, "triton", 2)


def test_what_is_certain_in_some_cases_only_is_said_with_its_scope():
    partly = difficulty.disorder(0, "archway", 1, "triton", 2, where="two and three players", partly=2)
    assert partly.startswith(
        "No two variants carry icons that are out of order for certain in all cases, but two pairs"
    )
    assert partly.endswith("archway (one icon) is harder than triton (two icons) with two and three players.")
    both = difficulty.disorder(1, "archway", 1, "triton", 2, where="every number of players", partly=1)
    assert "in the wrong order for certain with every number of players" in both
    assert both.endswith("; one more in some cases only.")


def test_another_order_with_other_players_is_said():
    text = difficulty.other_order("storm", "wild", "one player", "four and five players", 3, 105)
    assert text.startswith("The order of variants depends on the number of players: three pairs change places")
    assert "storm is harder than wild with one player, and easier with four and five players." in text
    assert "one pair changes places" in difficulty.other_order("storm", "wild", "one player", "two players", 1, 105)
    assert "No two variants change places" in difficulty.same_order()
