"""What is said of levels of play, with numbers for every case."""

from analyzer.reporting.topics.levels import Range, Turn, hardest_by_level, orders_by_level, rates_by_level, turns_of
from analyzer.reporting.topics.levels.deals import deals_of
from analyzer.stats.places import Order
from analyzer.stats.proportions import wilson


def rate(wins):
    return wilson(wins, 1000)


def test_each_level_is_named_with_its_own_hardest_and_easiest_variant():
    """It gave casual players 10 % of Storm as the other end, where they win 6 % of Poseidon."""
    ranges = [
        Range("casual", ("Poseidon", rate(64)), ("the base game", rate(730))),
        Range("good", ("Storm", rate(246)), ("the base game", rate(940))),
    ]
    assert rates_by_level("three players", ranges) == (
        "With three players casual players win between 6 % [5, 8] of the games of Poseidon and 73 % [70, 76] "
        "of the base game; good players between 25 % [22, 27] of Storm and 94 % [92, 95] of the base game."
    )


def test_a_run_of_one_variant_is_told_without_two_ends():
    """It said "between 72.8 % of the base game and 72.8 % of the base game"."""
    ranges = [
        Range("casual", ("the base game", rate(728)), ("the base game", rate(728))),
        Range("good", ("the base game", rate(940)), ("the base game", rate(940))),
    ]
    assert rates_by_level("three players", ranges) == (
        "With three players casual players win 73 % [70, 75] of the games of the base game; good players "
        "94 % [92, 95] of the base game."
    )


def test_the_hardest_variant_is_one_or_depends_on_the_players():
    same = hardest_by_level("three players", {"casual": "Poseidon", "good": "Poseidon"})
    assert same == "With three players Poseidon has the highest estimate of difficulty at every level."
    other = hardest_by_level("three players", {"casual": "Poseidon", "good": "Storm", "expert": "Storm"})
    assert "Poseidon for casual players and Storm for good and expert players" in other


def test_pairs_that_change_places_are_counted_and_shown_with_the_numbers_of_players_they_hold_for():
    """It said "of 105 pairs 74 stand in the same order for certain at every level", which held for three players."""
    none = orders_by_level("three players", 15, 12, 0, [])
    assert none.startswith("With three players 12 of 15 pairs of variants stand in the same order for certain at every")
    assert none.endswith("none changes places for certain from one level to another.")
    text = orders_by_level("three players", 15, 11, 2, ["a is harder than b for casual players, easier for good ones"])
    assert "stand in the same order for certain at every level, and 2 change places for certain (1 shown)" in text
    assert "with each of these numbers" in orders_by_level("one to three players", 15, 11, 0, [], contexts=3)


def test_two_variants_are_one_pair():
    """It said "of 1 pairs of variants 1 stand"."""
    assert orders_by_level("two players", 1, 1, 0, []) == (
        "With two players the two variants stand in the same order for certain at every level."
    )
    changed = orders_by_level("two players", 1, 0, 1, ["a is harder than b for casual players, easier for good ones"])
    assert changed.endswith("do not stand in the same order for certain at every level; a is harder than b for casual "
                            "players, easier for good ones.")  # fmt: skip
    assert orders_by_level("two players", 3, 1, 1, ["x"]).startswith("With two players 1 of 3 pairs of variants stands")


def test_levels_contradict_each_other_with_one_number_of_players_only():
    """It said "harder for good players, easier for casual and good ones": one player beside two and three."""
    mixed = Order("galateia", "monsters-3", (("good", "1"),), (("casual", "2"), ("good", "2"), ("good", "3")), ())
    assert turns_of(mixed) == []
    real = Order("a", "b", (("good", "2"), ("good", "3")), (("casual", "2"), ("casual", "3"), ("casual", "1")), ())
    assert turns_of(real) == [Turn(("good",), ("casual",), (2, 3))]


def test_each_level_has_its_own_rate_and_two_are_compared_deal_by_deal():
    """5 + 26 + 23 of 100 deals "won by" casual, good and expert players made 54 %, where experts win 40 %."""
    won = {"casual": rate(64), "good": rate(377), "expert": wilson(160, 400), "hindsight": wilson(100, 100)}
    steps = [
        {"weaker": "casual", "stronger": "good", "deals": 24_576, "gained": rate(340), "lost": rate(27)},
        {"weaker": "good", "stronger": "expert", "deals": 400, "gained": rate(150), "lost": rate(130)},
        {"weaker": "expert", "stronger": "hindsight", "deals": 100, "gained": rate(600), "lost": rate(1)},
    ]
    assert deals_of("Poseidon with three players", won, steps) == (
        "Casual players win 6 % [5, 8] of the games of Poseidon with three players, good players 38 % [35, 41], expert "
        "players 40 % [35, 45] and a solver that knows every card 100 % [96, 100], each by itself; deal by deal, good "
        "players alone win 34 % [31, 37] of 24\u202f576 deals, and casual players alone 3 % [2, 4]; expert players "
        "alone win 15 % [13, 17] of 400 deals, and good players alone 13 % [11, 15]."
    )
    assert "more by" not in deals_of("x", {"casual": rate(60)}, steps[:1])
