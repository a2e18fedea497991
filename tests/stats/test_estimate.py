import math

import pytest

from analyzer.stats.estimate import Estimate, Significance, decimals, format_estimate, short_share


def make(value, low, high):
    return Estimate(value, low, high, 0.95, 100, "test")


@pytest.mark.parametrize(
    ("half_width", "places"), [(0.25, 1), (0.1, 1), (0.05, 2), (2.5, 0), (25.0, 0), (0.00098, 4), (1e-20, 12)]
)
def test_decimals_show_the_first_digit_of_the_half_width(half_width, places):
    assert decimals(half_width) == places


def test_formats_percent_and_fraction_with_digits_from_the_half_width():
    estimate = make(0.7312, 0.7288, 0.7336)
    assert format_estimate(estimate, percent=True) == "73.1 % [72.9, 73.4]"
    assert format_estimate(estimate) == "0.731 [0.729, 0.734]"


def test_a_short_share_has_the_half_width_instead_of_the_ends():
    assert short_share(make(0.7312, 0.7288, 0.7336)) == "73.1±0.2"
    assert short_share(make(0.05, 0.02, 0.08)) == "5±3"


def test_formats_missing_values_and_never_minus_zero():
    assert format_estimate(make(math.nan, 0.0, 1.0)) == "n/a [0.0, 1.0]"
    assert format_estimate(make(-0.001, -0.04, 0.04)) == "0.00 [-0.04, 0.04]"
    assert format_estimate(make(3.0, -math.inf, math.inf)) == "3 [-inf, inf]"


def test_half_width_exclusion_and_dictionary():
    estimate = make(0.5, 0.4, 0.6)
    assert estimate.half_width == pytest.approx(0.1)
    assert estimate.excludes(0.39)
    assert estimate.excludes(0.61)
    assert not estimate.excludes(0.6)
    assert estimate.as_dict() == {
        "value": 0.5,
        "low": 0.4,
        "high": 0.6,
        "level": 0.95,
        "n": 100,
        "method": "test",
    }
    assert Significance(0.1, 2.0, 5, "t").as_dict()["p_value"] == 0.1


def test_shifting_by_a_negative_factor_swaps_the_bounds():
    shifted = make(0.5, 0.4, 0.7).shifted(1.0, -2.0)
    assert (shifted.value, shifted.low, shifted.high) == pytest.approx((0.0, -0.4, 0.2))


@pytest.mark.parametrize("half_width", [-1.0, math.nan])
def test_refuses_a_half_width_that_is_none(half_width):
    with pytest.raises(ValueError, match=r"must lie in \[0, inf\] but got"):
        decimals(half_width)


def test_a_mark_of_few_wins_is_kept_and_one_sided_bounds_are_told():
    bound = Estimate(math.inf, 5.6, math.inf, 0.95, 1_000, "exact", is_sparse=True)
    assert bound.is_one_sided
    turned = bound.shifted(factor=-1.0)
    assert turned.is_sparse
    assert (turned.value, turned.low, turned.high) == (-math.inf, -math.inf, -5.6)
    assert format_estimate(bound) == "at least 5.60"
    assert format_estimate(turned) == "at most -5.60"
    assert not make(0.5, 0.4, 0.6).is_one_sided
    assert not make(3.0, -math.inf, math.inf).is_one_sided
