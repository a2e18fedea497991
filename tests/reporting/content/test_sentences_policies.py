from analyzer.reporting.topics.policies import sentences as policies
from analyzer.reporting.topics.seats import scores as contests
from analyzer.stats.estimate import Estimate


def about(value, half=0.011, n=10_000):
    return Estimate(value, value - half, value + half, 0.95, n, "test")


def test_the_best_policy_of_a_team():
    one = policies.best_team(["even"], about(0.75), "base", 4)
    assert one == "Of 4 ways to play even wins most often: 75 % [74, 76] with base."
    over = policies.best_team(["even"], about(0.75), "four players in the base game", 4, 12)
    assert over == (
        "Of 4 ways to play even wins most often over all 12 cases taken together (a variant with a number of players); "
        "it wins 75 % [74, 76] with four players in the base game."
    )  # it gave that rate as the reason, where the next best was too close to tell
    assert "even and spare win most often and cannot be told apart" in policies.best_team(
        ["even", "spare"], about(0.75), "base", 4
    )
    assert policies.best_team(["a", "b"], about(0.75), "base", 2).startswith("No way to play can be told apart")
    assert "a, b, c and 3 more" in policies.best_team(list("abcdef"), about(0.75), "base", 8)


def test_the_margin_of_the_best_policy():
    assert "a is ahead of b, the next best, by 5 points [4, 6]" in policies.margin("a", "b", about(0.05), "base")
    assert "are too close" in policies.margin("a", "b", about(0.005, 0.01), "base")


def best(share, players=2, name="a", half=0.011, wide=0.015, tied=()):
    """A share of a number of players with its own interval, and with the wider one among all policies."""
    return policies.Best(players, name, about(share, half), about(share, wide), tied)


def test_the_best_strategy_is_told_with_its_fair_share():
    text = policies.best_strategy(["planner"], best(0.52, 3), of=7)
    assert text == (
        "With three players planner is the best of 7 ways to play: it wins 52 % [51, 53] of the games where 33.3 % "
        "would be fair."
    )
    assert "apart as the best" in policies.best_strategy(["a", "b"], best(0.5), of=7)
    assert "no way to play can be told apart" in policies.best_strategy(["a", "b"], best(0.5), of=2)


def test_the_best_strategy_is_measured_against_the_field():
    worse = policies.best_strategy(["a"], best(0.3), of=2, field="f")
    assert worse.startswith("With two players none of 2 ways to play comes up to the field, f: a does best")
    same = policies.best_strategy(["a"], best(0.505), of=2, field="f")
    assert "none of 2 ways to play is better for certain than the field, f" in same
    better = policies.best_strategy(["a"], best(0.6), of=2, field="f")
    assert "a is the best of 2 ways to play against f" in better


def test_the_best_of_many_is_judged_by_an_interval_for_all_of_them():
    """Its own interval left the fair share out, but it was picked after looking at all the others."""
    text = policies.best_strategy(["a"], best(0.512, half=0.011, wide=0.02), of=8, field="f")
    assert "none of 8 ways to play is better for certain than the field" in text


def test_the_weakest_strategy_is_weak_or_perhaps_not():
    assert policies.worst_strategy("dumper", about(0.1), 2, is_below=True).startswith("The weakest")
    assert policies.worst_strategy("dumper", about(0.48), 2, is_below=False).startswith("Even the weakest")
    tied = policies.worst_strategy("dumper", about(0.1), 2, ["cautious"], is_below=True)
    assert tied == (
        "The weakest way to play with two players, dumper, wins 10 % [9, 11] of the games; cautious cannot be told "
        "apart from it."
    )


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
    same = [best(0.7, 2, "planner"), best(0.5, 3, "planner", tied=("hoarder",))]
    text = policies.best_by_players(same, 7, "greedy (a greedy player)")
    assert text == (
        "Of 7 ways to play, each alone against greedy (a greedy player), planner wins most with every number of "
        "players: 70 % [69, 71] with two and 50 % [49, 51] with three players, where 50 and 33.3 % would be fair; with "
        "three players hoarder cannot be told apart from it; with every number of players that is more than a fair "
        "share for certain."
    )
    both = [best(0.7, 2, tied=("b",)), best(0.7, 3, tied=("b",)), best(0.7, 4)]
    assert "; with two and three players b cannot be told apart from it;" in policies.best_by_players(both, 7, "f")
    other = [best(0.7, 2, "a"), best(0.3, 3, "b")]
    text = policies.best_by_players(other, 7, "greedy")
    assert "these win most: a with two (70 % [69, 71]) and b with three (30 % [29, 31]) players" in text


def test_less_than_a_fair_share_is_never_called_no_more_than_the_field():
    """It said of 42, 32 and 26 %: "with two, three and four that is no more than the field itself wins"."""
    shares = [best(0.42, 2), best(0.325, 3), best(0.258, 4)]
    text = policies.best_by_players(shares, 8, "schemer")
    assert text.endswith(
        "where 50, 33.3 and 25 % would be fair; with two players that is less than a fair share for certain; with "
        "three and four players that cannot be told from a fair share."
    )
    assert "no more than" not in text
    hopeless = policies.best_by_players([best(0.06, 2), best(0.03, 3), best(0.05, 4)], 8, "steward")
    assert hopeless.endswith("; with every number of players that is less than a fair share for certain.")
    part = policies.best_by_players(
        [best(0.06, 2), best(0.03, 3)], 8, "steward", "each number of players that was played"
    )
    assert part.endswith("; with each number of players that was played that is less than a fair share for certain.")
    assert "wins most with each number of players that was played: 6 %" in part
    mixed = policies.against_fair([best(0.6, 2), best(0.2, 3)], "every number of players")
    assert mixed == [
        "with three players that is less than a fair share for certain",
        "with two players that is more than a fair share for certain",
    ]


def test_how_many_changes_move_what():
    counts = {"the winning score": 3, "the number of turns": 2, "the win share of the first player": 0}
    assert contests.how_many_of_each("reading", counts, [1] * 24) == (
        "3 of 24 readings change the winning score for certain, 2 the number of turns and none the win share of the "
        "first player."
    )
    nothing = contests.how_many_of_each("reading", dict.fromkeys(counts, 0), [1] * 24)
    assert nothing.startswith("None of the 24 readings changes the winning score, the number of turns or the win share")
    one = contests.how_many_of_each("reading", {"the winning score": 1}, [1])
    assert one == "The reading tried changes the winning score for certain."
    some = contests.how_many_of_each("variant", {"the winning score": 6}, [3, 3, 3, 3, 3, 1])
    assert some == (
        "All 6 variants change the winning score for certain, in at least one of the cases in which each was tried "
        "(1 to 3 of them; a case is a variant with a number of players)."
    )


def test_scores_vary_or_are_always_the_same():
    """It said "With three players the winner has" of the casual players alone, where good ones played as well."""
    who = "three players who all play like balanced (a casual player)"
    text = contests.scores(about(61.0, 1.0), about(5.0, 0.5), about(30.0, 1.0), who)
    assert text == (
        "With three players who all play like balanced (a casual player) the winner has 61 [60, 62] points on average, "
        "5.0 [4.5, 5.5] more than the second; a game takes 30 [29, 31] turns."
    )
    assert "always has 5 points" in contests.scores(about(5.0, 0.0), about(2.0, 0.5), about(9.0, 1.0), "two players")


def margins(pairs):
    return [contests.Margin(name, margin, margin) for name, margin in pairs]


def test_margins_differ_or_not():
    apart = [("raid", about(5.0, 1.0)), ("base", about(9.0, 1.0)), ("advanced", about(13.0, 1.0))]
    assert contests.closest(margins(apart), "three players") == (
        "With three players games are closest in raid (5 [4, 6] points between first and second) and least close in "
        "advanced (13 [12, 14])."
    )
    assert "margins do not differ" in contests.closest(
        margins([("raid", about(5.0, 3.0)), ("base", about(9.0, 3.0))]), "x"
    )


def test_two_games_as_close_are_not_one_closest():
    level = [("raid", about(5.0, 1.0)), ("six", about(5.5, 1.0)), ("base", about(9.0, 1.0)), ("far", about(10.0, 1.0))]
    text = contests.closest(margins(level), "three players")
    assert "games are among the closest in raid" in text
    assert "and among the least close in far" in text


def test_a_margin_is_written_as_tables_do_and_judged_together_with_all_others():
    """One margin had two intervals in a report: one in the table, a wider one in the sentence."""
    wide = [
        contests.Margin("raid", about(5.0, 0.5), about(5.0, 3.0)),
        contests.Margin("base", about(9.0, 0.5), about(9.0, 3.0)),
    ]
    text = contests.closest(wide, "three players")
    assert "margins do not differ for certain: 5.0 [4.5, 5.5] points" in text


def test_what_changes_nothing_says_more_about_the_players():
    """A variant that no deal of these players ever felt was only a dash in a table."""
    text = contests.unchanged("variant", ["the Merchant variant"], "steward (a careful steward)")
    assert text == (
        "Not one deal is changed by the Merchant variant: these games never come to it, or steward (a careful steward) "
        "makes no use of it, as other players may."
    )
    assert contests.unchanged("reading", list("abcde"), "x").startswith("Not one deal is changed by 5 of the readings:")


def test_unusual_ends_are_named():
    text = contests.endings("played to the end", "cut off", about(0.76), "two players")
    assert text.endswith("With two players 76 % [75, 77] of them end otherwise: cut off.")


def test_who_begins_in_a_team():
    """It went by whether two intervals of 95 % overlap, for the two seats that differ most."""
    seats = "base", "seat 0", about(0.5), "seat 1", about(0.6), 2
    assert "matters to the team in base for certain" in contests.first_seat_of_team(*seats, is_certain=True)
    assert "no certain difference" in contests.first_seat_of_team(*seats, is_certain=False)
