"""What is said of a tournament changes with what came out."""

import numpy as np

from analyzer.analysis.tournaments import Contest
from analyzer.reporting.topics.tournament import best_rated, circles, nobody_beats, unbeaten
from analyzer.stats.estimate import Estimate
from analyzer.stats.mixtures import Mixture, mixture_by_deal


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
    """Seen at 95 % each the two are apart; with all claims of the report they are not."""
    apart, wide = {"a": near(20, 5), "b": near(5, 5)}, {"a": near(20, 9), "b": near(5, 9)}
    assert "follows with 5" in best_rated(apart, apart)
    assert "too close for a first place" in best_rated(apart, wide)


def test_circles_are_written_out_and_more_of_them_counted():
    assert circles([]) == []
    assert "a beats b beats c beats a." in circles([("a", "b", "c")])[0]
    assert "(2 more circles)" in circles([("a", "b", "c")] * 5)[0]


def test_a_mixture_of_one_is_that_one_alone():
    reply = near(0.5)
    beaten, level = ({("b", "a"): near(share), ("a", "b"): near(1 - share)} for share in (0.4, 0.495))
    whole, mixed = Mixture((near(1.0, 0), near(0.0, 0)), reply), Mixture((near(0.3), near(0.7)), reply)
    assert "is a alone" in nobody_beats(("a", "b"), whole, 0.5, beaten)
    assert "alone" not in nobody_beats(("a", "b"), whole, 0.5, level), "b may win as much as a"
    text = nobody_beats(("a", "b"), mixed, 0.5, level)
    assert "mixture: b 70" in text
    assert "a 30" in text


def test_of_equal_policies_none_is_said_to_be_the_field_that_nobody_beats():
    """Three equal policies: it said "The field that no newcomer beats is a alone", with weights of ±0.000."""
    found = mixture_by_deal(np.full((40, 3, 3), 0.5), np.ones(40), seed=1, resamples=100)
    assert [(weight.low, weight.high) for weight in found.weights] == [(0.0, 1.0)] * 3
    shares = {(one, other): near(0.5, 0) for one in "abc" for other in "abc" if one != other}
    text = nobody_beats(("a", "b", "c"), found, 0.5, shares)
    assert text.startswith("Which field no newcomer beats cannot be told")
    assert "alone" not in text
