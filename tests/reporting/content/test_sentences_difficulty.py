import pytest

from analyzer.reporting.topics.ladder import difficulty
from analyzer.reporting.topics.ladder import difficulty as icons
from analyzer.stats.estimate import Estimate
from analyzer.stats.icons import IconAgreement


def about(value, half=0.011, n=10_000):
    return Estimate(value, value - half, value + half, 0.95, n, "test")


def test_a_win_rate_is_said_with_its_interval():
    text = difficulty.win_rate("base", about(0.5), "two players")
    assert text == "With two players 50 % [49, 51] of the games of base are won."
    assert text != difficulty.win_rate("base", about(0.6), "two players")


def test_the_hardest_and_the_easiest_stand_in_one_sentence():
    text = difficulty.span((["poseidon"], [about(0.07)]), (["wild"], [about(0.9)]), "three players", 15)
    assert text == (
        "Of 15 variants the hardest is poseidon with 7 % [6, 8] of the games won with three players; the easiest is "
        "wild with 90 % [89, 91]."
    )
    tied = difficulty.span((["a", "b"], [about(0.07), about(0.08)]), (["wild"], [about(0.9)]), "one player", 15)
    assert "the hardest are a with 7 % [6, 8] and b with 8 % [7, 9] of the games won" in tied
    assert "too close to tell apart; the easiest" in tied
    many = [about(0.1 * i) for i in range(1, 6)]
    assert "5 are too close to tell which is the hardest (10 % [9, 11] to 50 %" in difficulty.span(
        (list("abcde"), many), (["wild"], [about(0.9)]), "one player", 15
    )


@pytest.mark.parametrize(
    ("value", "half", "said"), [(-0.66, 0.02, "down to"), (0.2, 0.02, "up to"), (-0.01, 0.02, "None")]
)
def test_the_largest_change_is_certain_or_it_is_not(value, half, said):
    text = difficulty.largest_change("storm", "the plain game", "two players", about(value, half), about(0.1), 12)
    assert said in text
    assert ("can be told from chance" in text) == (said == "None")


def test_players_matter_or_do_not():
    ends = (1, about(0.5)), (5, about(0.74))
    text = difficulty.players_spread("the base game", *ends, True)
    assert text == (
        "The base game is won least often by one player (50 % [49, 51]) and most often by five players (74 % [73, 75])."
    )
    assert "hardest" not in text  # "With one player base is hardest" sounded as if no other variant were harder
    open_ = difficulty.players_spread("base", *ends, False, who="spacing (a careful placer)")
    assert open_.startswith("Played by spacing (a careful placer) the number of players makes no certain difference")


def test_numbers_of_players_that_are_level_are_named_and_so_is_who_plays():
    """It said "most often by four players (95.2 %)" where 94.4 to 94.6 % with two, three and five are as good."""
    ends = (1, about(0.673)), (4, about(0.952))
    text = difficulty.players_spread("the base game", *ends, True, ((), (2, 3, 5)), "survival (a good player)")
    assert text == (
        "Played by survival (a good player) the base game is won least often by one player (67 % [66, 68]) and most "
        "often by four players (95 % [94, 96]); two, three and five players cannot be told apart from four."
    )


@pytest.mark.parametrize(
    ("in_order", "reverse", "said"),
    [(48, 1, "agree well"), (35, 10, "only in part"), (20, 20, "say little"), (5, 40, "run against")],
)
def test_icons_agree_as_far_as_pairs_are_certain(in_order, reverse, said):
    share = Estimate(in_order / 50, in_order / 50, 1 - reverse / 50, 0.95, 50, "pairs in printed order")
    text = icons.agreement(IconAgreement(50, in_order, reverse, share, 0.462, 0.91))
    assert said in text
    assert f"of 50 pairs of variants with different icons {in_order} stand in the printed order for certain" in text
    assert "rank correlation 0.46, where 0.91 is the most that these icons can reach" in text
    whose = icons.agreement(
        IconAgreement(50, in_order, reverse, share, 0.462, 0.91), "the order measured with survival (a good player)"
    )
    assert f"{said}" in whose.partition(" the order measured with survival (a good player): of 50 pairs")[0]
    assert "[" not in text  # 0.462 [0.462, 0.462] pretended to be exact


def test_disorders_are_counted_and_the_clearest_is_named():
    assert icons.disorder(0, "", None, "", None).startswith("No two variants")
    one = icons.disorder(1, "archway", 1, "triton", 2)
    assert one.startswith("One pair of variants carries")
    assert "archway with one icon is harder than triton with two icons" in one
    assert icons.disorder(6, "archway", 1, "triton", 2).startswith("Six pairs of variants carry")
    assert "no icon" in icons.disorder(1, "wild", None, "triton", 2)


def test_what_is_certain_in_some_cases_only_is_said_with_its_scope():
    partly = icons.disorder(0, "archway", 1, "triton", 2, where="two and three players", partly=2)
    assert partly.startswith(
        "No two variants carry icons that are out of order for certain in all cases, but two pairs"
    )
    assert partly.endswith("archway with one icon is harder than triton with two icons, with two and three players.")
    both = icons.disorder(1, "archway", 1, "triton", 2, where="every number of players", partly=1)
    assert "in the wrong order for certain, with every number of players" in both
    assert both.endswith("; one more in some cases only.")


def test_another_order_with_other_players_is_said():
    text = difficulty.other_order("storm", "wild", "one player", "four and five players", 3, 105)
    assert text.startswith("The order of variants depends on the number of players: three pairs change places")
    assert "storm is harder than wild with one player, and easier with four and five players." in text
    assert "one pair changes places" in difficulty.other_order("storm", "wild", "one player", "two players", 1, 105)
    assert "No two variants change places" in difficulty.same_order()
