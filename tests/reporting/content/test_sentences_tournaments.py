"""What is said of a tournament changes with what came out."""

from analyzer.analysis.tournaments import Contest
from analyzer.reporting.topics.tournament import best_rated, circles, nobody_beats, unbeaten
from analyzer.stats.estimate import Estimate
from analyzer.stats.mixtures import Mixture


def near(value, half=0.01):
    return Estimate(value, value - half, value + half, 0.95, 1000, "t")


def said(**shares):
    """Say who is unbeaten, given the share of the first of `a_b` among the second."""
    found = {}
    for pair, share in shares.items():
        own, others = pair.split("_")
        found |= {(own, others): near(share), (others, own): near(1 - share)}
    return unbeaten(found, Contest("base", 2, ("a", "b", "c"), 1000, ()))


def test_who_beats_everybody_is_named():
    assert "a wins more than its fair share against each of the others" in said(a_b=0.6, a_c=0.55, b_c=0.5)


def test_who_is_beaten_by_nobody_is_named_where_none_beats_all():
    assert "a and b lose to none for certain" in said(a_b=0.505, a_c=0.6, b_c=0.6)
    assert "; a loses to none for certain" in said(a_b=0.505, a_c=0.6, b_c=0.4)


def test_in_a_circle_everybody_is_beaten():
    assert "every policy loses to another" in said(a_b=0.6, b_c=0.6, a_c=0.4)


def test_two_ratings_that_overlap_are_too_close():
    assert "follows with 5" in best_rated({"a": near(20, 5), "b": near(5, 5)}, 2)
    assert "too close for a first place" in best_rated({"a": near(20, 9), "b": near(5, 9)}, 2)


def test_circles_are_written_out_and_more_of_them_counted():
    assert circles([]) == []
    assert "a beats b beats c beats a." in circles([("a", "b", "c")])[0]
    assert "(2 more circles)" in circles([("a", "b", "c")] * 5)[0]


def test_a_mixture_of_one_is_that_one_alone():
    reply = near(0.5)
    alone = nobody_beats(("a", "b"), Mixture((near(1.0, 0), near(0.0, 0)), reply), 0.5)
    mixed = nobody_beats(("a", "b"), Mixture((near(0.3), near(0.7)), reply), 0.5)
    assert "is a alone" in alone
    assert "mixture: b 70" in mixed
    assert "a 30" in mixed
