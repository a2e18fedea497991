"""What is said of levels of play, with numbers for every case."""

from analyzer.reporting.topics.levels import Range, deals_of, hardest_by_level, orders_by_level, rates_by_level
from analyzer.stats.proportions import wilson


def rate(wins):
    return wilson(wins, 1000)


def test_each_level_is_named_with_its_own_hardest_and_easiest_variant():
    """It gave casual players 10 % of Storm as the other end, where they win 6 % of Poseidon."""
    ranges = [
        Range("casual", "spacing", ("Poseidon", rate(64)), ("the base game", rate(730))),
        Range("good", "survival", ("Storm", rate(246)), ("the base game", rate(940))),
    ]
    assert rates_by_level("three players", ranges) == (
        "With three players casual players (spacing) win between 6 % [5, 8] of the games of Poseidon and 73 % [70, 76] "
        "of the base game; good players (survival) between 25 % [22, 27] of Storm and 94 % [92, 95] of the base game."
    )


def test_the_hardest_variant_is_one_or_depends_on_the_players():
    same = hardest_by_level({"casual": "Poseidon", "good": "Poseidon"})
    assert same == "At every level Poseidon has the highest estimate of difficulty."
    other = hardest_by_level({"casual": "Poseidon", "good": "Storm", "expert": "Storm"})
    assert "Poseidon for casual players and Storm for good and expert players" in other


def test_pairs_that_change_places_are_counted_and_shown():
    assert orders_by_level(15, 12, 0, []).endswith("none changes places for certain from one level to another.")
    text = orders_by_level(15, 11, 2, ["a is harder than b for casual players, easier for good ones"])
    assert "11 stand in the same order for certain at every level, and 2 change places for certain (1 shown)" in text


def test_deals_divide_by_the_weakest_level_that_wins_them():
    shares = {"casual": rate(60), "good": rate(320), "hindsight": rate(600), "nobody": rate(20)}
    text = deals_of("Poseidon with three players", shares, 1000, 20)
    assert text.startswith("Of 1\u202f000 deals of Poseidon with three players 6 % [5, 8] are won by casual players")
    assert "60 % [57, 63] only by a solver that knows every card" in text
    assert text.endswith("by nobody so far (20 of these are not proved lost).")
    assert "solver" not in deals_of("x", {"casual": rate(60), "nobody": rate(940)}, 1000, 0)
