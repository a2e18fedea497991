"""What is said of the turn order, with numbers for every case."""

import pytest

from analyzer.reporting.topics.seats import turn_order
from analyzer.reporting.topics.seats.turn_order import Seated
from analyzer.stats.estimate import Estimate


def about(value, half=0.011, n=10_000):
    return Estimate(value, value - half, value + half, 0.95, n, "test")


def tables(*effects, half=0.011):
    words = ("two", "three", "four", "five", "six", "seven")
    return [Seated(f"{name} players", about(effect, half)) for name, effect in zip(words, effects, strict=False)]


def test_beginning_is_told_for_every_table_where_it_is_certain():
    """It named the table with four players alone, where the first of three wins more as well."""
    assert turn_order.beginning(tables(0.0, 0.05, 0.11)) == [
        "Beginning is an advantage at 2 of 3 tables where all play alike: with four players the first player wins 11 "
        "percentage points [10, 12] more often than the others on average; with three players 5 percentage points "
        "[4, 6] more often; at the other table it is worth at most ± 1.1 percentage points, for certain."
    ]


def test_the_largest_effect_comes_first_whatever_its_error():
    """It named −3 points before −5, because the error of −3 was smaller."""
    own = [Seated("two players", about(-0.05, 0.02)), Seated("three players", about(-0.03, 0.005))]
    (text,) = turn_order.beginning([*own, Seated("four players", about(0.0)), Seated("five players", about(0.0))])
    assert text.startswith("Beginning is a disadvantage at 2 of 4 tables where all play alike: with two players the ")
    assert text.index("5 percentage points [3, 7] less often") < text.index("3.0 percentage points [2.5, 3.5] less")
    assert text.endswith("at the other two tables it is worth at most ± 1.1 percentage points, for certain.")


def test_what_few_games_cannot_show_is_bounded_and_not_denied():
    """200 deals of experts "made no difference that these games could show": up to 14 points could not be ruled out."""
    few = [Seated("four players", about(0.2)), Seated("two players", about(0.03, 0.108))]
    (text,) = turn_order.beginning(few)
    assert text.endswith("at the other table it is worth at most ± 14 percentage points, for certain.")
    verdict = turn_order.beginning_verdict(few[1:], 0)
    assert verdict.endswith("beginning is worth at most ± 14 percentage points, for certain")
    many = turn_order.beginning([few[0], Seated("two players", about(0.003, 0.0061))])
    assert many[0].endswith("at most ± 1.0 percentage points, for certain.")  # rounded up, never below the interval
    assert "could show" not in text + verdict


def test_beginning_at_all_tables_at_one_and_at_many():
    everywhere = turn_order.beginning(tables(0.15, 0.03))
    assert everywhere[0].startswith(
        "Beginning is an advantage at both tables where all play alike: with two players the"
    )
    assert turn_order.beginning(tables(0.2)) == [
        "Beginning is an advantage: with two players the first player wins 20 percentage points [19, 21] more often "
        "than the others on average."
    ]
    many = turn_order.beginning(tables(0.02, 0.03, 0.04, 0.05, 0.06))
    assert (
        "at all 5 tables where all play alike, most of all with six players: there the first player wins 6" in many[0]
    )
    both = turn_order.beginning(tables(0.2, -0.2))
    assert [text.split(" at")[0] for text in both] == ["Beginning is an advantage", "Beginning is a disadvantage"]
    assert turn_order.beginning(tables(0.0, 0.0)) == []


def test_the_turn_order_is_never_fair_and_unfair_at_once():
    """It said "No seat has an advantage" above "Beginning is an advantage"."""
    assert turn_order.beginning_verdict(tables(0.17, half=0.05), 0) == "beginning is an advantage"
    assert turn_order.beginning_verdict(tables(-0.07, 0.0, half=0.05), 0) == (
        "beginning is a disadvantage at 1 of 2 tables (two players)"
    )
    assert turn_order.beginning_verdict(tables(0.0), 1) == "the turn order matters"
    assert turn_order.beginning_verdict(tables(0.0, 0.0), 1) == "the turn order matters at 1 of 2 tables"
    assert turn_order.beginning_verdict(tables(0.0), 0).startswith("no place in the turn order can be told")
    assert turn_order.beginning_verdict([], 0) == ""


def test_the_clause_names_the_tables():
    """It said "beginning is an advantage at some tables"."""
    text = turn_order.beginning_verdict(tables(0.0, 0.05, 0.11), 2)
    assert text == "beginning is an advantage at 2 of 3 tables (three players and four players)"
    assert turn_order.beginning_verdict(tables(0.05, 0.11), 0) == "beginning is an advantage at both tables"


def test_places_in_the_turn_order_are_equal_or_not():
    fair = turn_order.no_place("the first of two players", about(0.01, 0.03), 3)
    assert fair == (
        "No place in the turn order can be told from a fair one at any of the 3 tables where all play alike; furthest "
        "from a fair share is the first of two players: +1 percentage point [−2, +4], which may be chance."
    )
    unfair = turn_order.turn_order("the second of two players", about(0.05), 2, 3)
    assert unfair == (
        "The turn order matters at 2 of 3 tables where all play alike; furthest from a fair share is the second of two "
        "players: +5 percentage points [+4, +6]."
    )
    assert "of 1 table" not in turn_order.turn_order("the second of two players", about(0.05), 1, 1)


def test_what_the_headline_says_is_not_said_again():
    """The summary said twice that no place in the turn order has an advantage."""
    text = turn_order.no_place("the first of two players", about(0.01, 0.03), 3, is_told=True)
    assert text.startswith("Furthest from a fair share at any of the 3 tables where all play alike is the first of")
    assert "advantage" not in text


@pytest.mark.parametrize(
    ("written", "said"), [("+1 point [0, +2]", "+1 percentage point [0, +2]"), ("5 points", "5 percentage points")]
)
def test_points_of_a_share_are_no_points_of_a_score(written, said):
    assert turn_order.in_percentage(written) == said
