from analyzer.reporting.sentences import contests, policies
from analyzer.stats.estimate import Estimate


def about(value, half=0.011, n=10_000):
    return Estimate(value, value - half, value + half, 0.95, n, "test")


def test_the_best_policy_of_a_team():
    one = policies.best_team(["even"], about(0.75), "base", 4)
    assert one == "Of 4 policies even wins most often: 75 % [74, 76] with base."
    assert "even and spare win most often and cannot be told apart" in policies.best_team(
        ["even", "spare"], about(0.75), "base", 4
    )
    assert policies.best_team(["a", "b"], about(0.75), "base", 2).startswith("No policy can be told apart")
    assert "a, b, c and 3 more" in policies.best_team(list("abcdef"), about(0.75), "base", 8)


def test_the_margin_of_the_best_policy():
    assert "is +5 points [+4, +6] ahead of b" in policies.margin("a", "b", about(0.05), "base")
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
    assert "holds with 2 of 4 policies" in policies.holds("x is hard", 2, 1, 4)
    assert "holds with none of the 4 policies" in policies.holds("x is hard", 0, 0, 4)


def test_places_in_the_turn_order_are_equal_or_not():
    fair = contests.turn_order(0.3, 0, about(0.01, 0.03), "two players", 0, 3)
    assert fair.startswith("No place in the turn order has an advantage")
    unfair = contests.turn_order(0.001, 1, about(0.05), "two players", 2, 3)
    assert unfair.startswith("The turn order matters in 2 of 3 tables")
    assert "whoever plays second with two players: +5 points [+4, +6]" in unfair


def test_beginning_is_worth_something_or_not():
    assert "is an advantage" in contests.first_player(about(0.2), "two players")
    assert "is a disadvantage" in contests.first_player(about(-0.2), "two players")
    assert "no certain advantage" in contests.first_player(about(0.0), "two players")


def test_scores_vary_or_are_always_the_same():
    text = contests.scores(about(61.0, 1.0), about(5.0, 0.5), about(30.0, 1.0), 3)
    assert text == (
        "With three players the winner has 61 [60, 62] points on average, 5.0 [4.5, 5.5] more than the second, after "
        "30 [29, 31] turns."
    )
    assert "always has 5 points" in contests.scores(about(5.0, 0.0), about(2.0, 0.5), about(9.0, 1.0), 3)


def test_margins_differ_or_not():
    assert contests.closest("raid", about(5.0, 1.0), "base", about(9.0, 1.0)).startswith("Games are closest in raid")
    assert contests.closest("raid", about(5.0, 3.0), "base", about(9.0, 3.0)).startswith("Margins do not differ")


def test_unusual_ends_are_named():
    text = contests.endings("played to the end", "cut off", about(0.76), "two players")
    assert text.endswith("with two players: cut off, 76 % [75, 77].")


def test_who_begins_in_a_team():
    assert "seems to matter" in contests.first_seat_of_team("base", "seat 0", about(0.5), "seat 1", about(0.6), 2)
    assert "no certain difference" in contests.first_seat_of_team(
        "base", "seat 0", about(0.5), "seat 1", about(0.51), 2
    )
