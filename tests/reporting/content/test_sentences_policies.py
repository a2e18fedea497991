from analyzer.reporting.sentences import contests, policies
from analyzer.stats.estimate import Estimate


def about(value, half=0.011, n=10_000):
    return Estimate(value, value - half, value + half, 0.95, n, "test")


def test_the_best_policy_of_a_team():
    one = policies.best_team(["even"], about(0.75), "base", 4)
    assert one == "Of 4 ways to play even wins most often: 75 % [74, 76] with base."
    assert "even and spare win most often and cannot be told apart" in policies.best_team(
        ["even", "spare"], about(0.75), "base", 4
    )
    assert policies.best_team(["a", "b"], about(0.75), "base", 2).startswith("No way to play can be told apart")
    assert "a, b, c and 3 more" in policies.best_team(list("abcdef"), about(0.75), "base", 8)


def test_the_margin_of_the_best_policy():
    assert "a is ahead of b, the next best, by 5 points [4, 6]" in policies.margin("a", "b", about(0.05), "base")
    assert "are too close" in policies.margin("a", "b", about(0.005, 0.01), "base")


def test_the_best_strategy_is_told_with_its_fair_share():
    text = policies.best_strategy(["planner"], about(0.52), 1 / 3, players=3, of=7)
    assert text == (
        "With three players planner is the best of 7 ways to play: it wins 52 % [51, 53] of the games where 33.3 % "
        "would be fair."
    )
    assert "apart as the best" in policies.best_strategy(["a", "b"], about(0.5), 0.5, players=2, of=7)
    assert "no way to play can be told apart" in policies.best_strategy(["a", "b"], about(0.5), 0.5, players=2, of=2)


def test_the_best_strategy_is_measured_against_the_field():
    worse = policies.best_strategy(["a"], about(0.3), 0.5, players=2, of=2, field="f")
    assert worse.startswith("With two players none of 2 ways to play comes up to the field, f: a does best")
    same = policies.best_strategy(["a"], about(0.505), 0.5, players=2, of=2, field="f")
    assert "none of 2 ways to play is better for certain than the field, f" in same
    better = policies.best_strategy(["a"], about(0.6), 0.5, players=2, of=2, field="f")
    assert "a is the best of 2 ways to play against f" in better


def test_the_weakest_strategy_is_weak_or_perhaps_not():
    assert policies.worst_strategy("dumper", about(0.1), 0.5, 2).startswith("The weakest")
    assert policies.worst_strategy("dumper", about(0.495), 0.5, 2).startswith("Even the weakest")


def test_a_statement_holds_with_some_policies():
    assert "holds with all 4 policies (3 of them for certain)" in policies.holds("x is hard", 4, 3, 4)
    assert "holds with both policies (for certain each time)" in policies.holds("x is hard", 2, 2, 2)
    assert "holds with 2 of 4 policies" in policies.holds("x is hard", 2, 1, 4)
    assert "holds with none of the 4 policies" in policies.holds("x is hard", 0, 0, 4)


def test_variations_of_one_policy_are_one_witness():
    """It said "holds with all 4 policies" of one policy with four ways to share the Start."""
    text = policies.holds("x is hard", 4, 4, 4, "spacing")
    assert text == (
        "“x is hard” holds with all 4 variations of spacing (for certain each time); as variations of one way to play "
        "they are one witness, not several."
    )
    assert "4 policies" not in text


def test_the_best_is_told_for_all_numbers_of_players_at_once():
    same = [policies.Best(2, "planner", about(0.7)), policies.Best(3, "planner", about(0.5), ("hoarder",))]
    text = policies.best_by_players(same, 7, "greedy (a greedy player)")
    assert text == (
        "Of 7 ways to play against greedy (a greedy player) planner wins most with every number of players: 70 % "
        "[69, 71] with two and 50 % [49, 51] with three players, where 50 and 33.3 % would be fair; with three hoarder "
        "cannot be told apart from it."
    )
    other = [policies.Best(2, "a", about(0.7)), policies.Best(3, "b", about(0.3))]
    text = policies.best_by_players(other, 7, "greedy")
    assert "these win most: a with two (70 % [69, 71]) and b with three (30 % [29, 31]) players" in text
    assert "with three that is no more than the field itself wins" in text


def test_the_turn_order_is_never_fair_and_unfair_at_once():
    """It said "No seat has an advantage" above "Beginning is an advantage"."""
    assert contests.beginning_verdict([about(0.17, 0.05)], [0.2]) == "beginning is an advantage"
    assert contests.beginning_verdict([about(-0.07, 0.05), about(0.0)], [0.2, 0.9]) == (
        "beginning is a disadvantage at some tables"
    )
    assert contests.beginning_verdict([about(0.0)], [0.001]) == "the turn order matters"
    assert contests.beginning_verdict([about(0.0)], [0.4]).startswith("no place in the turn order has an advantage")
    assert contests.beginning_verdict([], []) == ""


def test_how_many_changes_move_what():
    counts = {"the winning score": 3, "the number of turns": 2, "the win share of the first player": 0}
    assert contests.how_many_of_each("reading", counts, 24, 1) == (
        "3 of 24 readings change the winning score for certain, 2 the number of turns and none the win share of the "
        "first player."
    )
    nothing = contests.how_many_of_each("reading", dict.fromkeys(counts, 0), 24, 1)
    assert nothing.startswith("None of the 24 readings changes the winning score, the number of turns or the win share")
    one = contests.how_many_of_each("reading", {"the winning score": 1}, 1, 1)
    assert one == "The reading tried changes the winning score for certain."
    assert contests.how_many_of_each("variant", {"the winning score": 6}, 6, 3).startswith("All 6 variants change")


def test_places_in_the_turn_order_are_equal_or_not():
    fair = contests.turn_order(0.3, 0, about(0.01, 0.03), "two players", 0, 3)
    assert fair.startswith("No place in the turn order has an advantage")
    unfair = contests.turn_order(0.001, 1, about(0.05), "two players", 2, 3)
    assert unfair.startswith("The turn order matters at 2 of 3 tables")
    assert "the second of two players: +5 points [+4, +6]" in unfair
    assert "of 1 table" not in contests.turn_order(0.001, 1, about(0.05), "two players", 1, 1)


def test_beginning_is_worth_something_or_not():
    assert contests.first_player(about(0.2), "two players") == (
        "Beginning is an advantage with two players: the first player wins 20 points [19, 21] more often than the "
        "others on average."
    )
    assert "is a disadvantage" in contests.first_player(about(-0.2), "two players")
    assert "no certain advantage" in contests.first_player(about(0.0), "two players")


def test_scores_vary_or_are_always_the_same():
    text = contests.scores(about(61.0, 1.0), about(5.0, 0.5), about(30.0, 1.0), 3)
    assert text == (
        "With three players the winner has 61 [60, 62] points on average, 5.0 [4.5, 5.5] more than the second; a game "
        "takes 30 [29, 31] turns."
    )
    assert "always has 5 points" in contests.scores(about(5.0, 0.0), about(2.0, 0.5), about(9.0, 1.0), 3)


def test_margins_differ_or_not():
    assert contests.closest("raid", about(5.0, 1.0), "base", about(9.0, 1.0)).startswith("Games are closest in raid")
    assert contests.closest("raid", about(5.0, 3.0), "base", about(9.0, 3.0)).startswith("Margins do not differ")


def test_unusual_ends_are_named():
    text = contests.endings("played to the end", "cut off", about(0.76), "two players")
    assert text.endswith("With two players 76 % [75, 77] of them end otherwise: cut off.")


def test_who_begins_in_a_team():
    assert "seems to matter" in contests.first_seat_of_team("base", "seat 0", about(0.5), "seat 1", about(0.6), 2)
    assert "no certain difference" in contests.first_seat_of_team(
        "base", "seat 0", about(0.5), "seat 1", about(0.51), 2
    )
