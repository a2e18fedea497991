import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, fisher_exact, hypergeom
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint, proportions_ztest

from analyzer.stats.proportions import (
    clopper_pearson,
    clopper_pearson_bounds,
    compare_proportions,
    fisher_mid_p,
    newcombe,
    pooled_score,
    wilson,
    wilson_bounds,
    win_share,
)
from tools.covering.exact import jeffreys_bounds

# Newcombe 1998a (Statistics in Medicine 17, 857-872), table I: methods 3 (Wilson) and 5 (Clopper-Pearson)
NEWCOMBE_1998A = [
    (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
    (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
    (0, 20, (0.0000, 0.1611), (0.0000, 0.1684)),
    (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
]

# Newcombe 1998b (Statistics in Medicine 17, 873-890), table II: method 10 (square-and-add Wilson)
NEWCOMBE_1998B = [
    (56, 70, 48, 80, 0.0524, 0.3339),
    (9, 10, 3, 10, 0.1705, 0.8090),
    (6, 7, 2, 7, 0.0582, 0.8062),
    (5, 56, 0, 29, -0.0381, 0.1926),
    (0, 10, 0, 20, -0.1611, 0.2775),
    (0, 10, 0, 10, -0.2775, 0.2775),
    (10, 10, 0, 20, 0.6791, 1.0),
    (10, 10, 0, 10, 0.6075, 1.0),
]


@pytest.mark.parametrize(("k", "n", "score", "exact"), NEWCOMBE_1998A)
def test_wilson_and_clopper_pearson_agree_with_newcombe_1998a(k, n, score, exact):
    first, second = wilson(k, n), clopper_pearson(k, n)
    assert (round(first.low, 4), round(first.high, 4)) == score
    assert (round(second.low, 4), round(second.high, 4)) == exact


@pytest.mark.parametrize(("k1", "n1", "k2", "n2", "low", "high"), NEWCOMBE_1998B)
def test_difference_agrees_with_newcombe_1998b(k1, n1, k2, n2, low, high):
    estimate = newcombe(k1, n1, k2, n2)
    assert (round(estimate.low, 4), round(estimate.high, 4)) == (low, high)
    assert estimate.value == pytest.approx(k1 / n1 - k2 / n2)


@pytest.mark.parametrize(("method", "name"), [(wilson, "wilson"), (clopper_pearson, "beta")])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
def test_agrees_with_statsmodels_everywhere(method, name, level):
    for n in (1, 7, 100, 12_345):
        for k in {0, 1, n // 3, n - 1, n}:
            ours = method(k, n, level)
            theirs = proportion_confint(k, n, 1 - level, method=name)
            assert (ours.low, ours.high) == pytest.approx(theirs, abs=1e-12)


def test_jeffreys_agrees_with_statsmodels_inside_and_keeps_the_ends():
    for k in range(1, 20):
        assert jeffreys_bounds(k, 20) == pytest.approx(proportion_confint(k, 20, method="jeffreys"), abs=1e-12)
    assert jeffreys_bounds(0, 20)[0] == 0.0
    assert jeffreys_bounds(20, 20)[1] == 1.0


def test_agrees_with_scipy_at_a_million_games():
    result = binomtest(731_234, 1_000_000)
    ci = result.proportion_ci(method="wilson")
    assert (wilson(731_234, 1_000_000).low, wilson(731_234, 1_000_000).high) == pytest.approx(ci, abs=1e-12)
    ci = result.proportion_ci(method="exact")
    ours = clopper_pearson(731_234, 1_000_000)
    assert (ours.low, ours.high) == pytest.approx(ci, abs=1e-12)


@pytest.mark.parametrize("method", [wilson, clopper_pearson])
def test_without_games_nothing_is_known(method):
    estimate = method(0, 0)
    assert math.isnan(estimate.value)
    assert jeffreys_bounds(0, 0) == (0.0, 1.0)
    assert (estimate.low, estimate.high, estimate.n) == (0.0, 1.0, 0)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.sampled_from([wilson_bounds, jeffreys_bounds, clopper_pearson_bounds]), st.integers(1, 5000), st.data())
def test_every_interval_holds_its_value_and_mirrors(bounds, n, data):
    k = data.draw(st.integers(0, n))
    (low, high), (mirrored_low, mirrored_high) = bounds(k, n), bounds(n - k, n)
    assert 0.0 <= low <= k / n <= high <= 1.0
    assert (low, high) == pytest.approx((1 - mirrored_high, 1 - mirrored_low), abs=1e-9)


def test_difference_agrees_with_statsmodels():
    ours = newcombe(333, 1000, 290, 900, 0.9)
    theirs = confint_proportions_2indep(333, 1000, 290, 900, method="newcomb", compare="diff", alpha=0.1)
    assert (ours.low, ours.high) == pytest.approx(theirs, abs=1e-12)
    assert newcombe(0, 0, 3, 5).low == -1.0


def test_whole_wins_give_wilson_and_shared_wins_a_shorter_interval():
    whole = win_share(400, 100, 100)
    assert (whole.low, whole.high) == pytest.approx((wilson(100, 400).low, wilson(100, 400).high), abs=1e-12)
    shared = win_share(400, 100, 50)  # 200 games of which each gives half a win
    assert shared.half_width < 0.75 * whole.half_width
    constant = win_share(400, 200, 100)  # always exactly half: variance 0, but not a width of 0
    assert 0.0 < constant.half_width < 0.01


def test_win_share_agrees_with_the_normal_interval_for_many_games():
    rng = np.random.default_rng(5)
    shares = rng.choice([0.0, 1 / 3, 0.5, 1.0], p=[0.6, 0.1, 0.1, 0.2], size=200_000)
    ours = win_share(shares.size, shares.sum(), (shares**2).sum())
    reach = 1.959964 * shares.std(ddof=1) / math.sqrt(shares.size)
    assert ours.half_width == pytest.approx(reach, rel=1e-3)
    assert ours.value == pytest.approx(shares.mean())


def test_arrays_of_counts_give_arrays_of_bounds():
    low, high = wilson_bounds(np.arange(11), 10)
    assert low.shape == high.shape == (11,)
    assert float(low[3]) == wilson(3, 10).low
    exact_low, exact_high = clopper_pearson_bounds(np.arange(1, 10), 10)
    assert (exact_low < low[1:10]).all()
    assert (exact_high > high[1:10]).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: wilson(5, 4), r"k must lie in \[0, n\] but got k=5, n=4"),
        (lambda: wilson(-1, 4), r"k must lie in \[0, n\]"),
        (lambda: wilson(1, 4, 95), r"level must lie in \(0, 1\) but got 95"),
        (lambda: win_share(4, 5, 5), r"total must lie in \[0, 4\] but got 5"),
        (lambda: win_share(4, 2, 3), r"squares must lie in \[1.0, 2\] but got 3"),
    ],
)
def test_refuses_bad_counts_and_levels(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("counts", [(8, 20, 3, 25), (0, 10, 5, 10), (1, 40, 1, 60), (30, 30, 20, 30)])
def test_mid_p_is_fishers_p_value_less_half_of_the_tied_tables(counts):
    k1, n1, k2, n2 = counts
    p = fisher_exact([[k1, n1 - k1], [k2, n2 - k2]]).pvalue
    law = hypergeom(n1 + n2, k1 + k2, n1)
    own = law.pmf(k1)
    tied = sum(law.pmf(k) for k in range(n1 + 1) if abs(law.pmf(k) - own) < 1e-9 * own)
    assert fisher_mid_p(*counts).p_value == pytest.approx(p - tied / 2, rel=1e-8)


def test_tea_tasting_of_fisher_1935():
    # Fisher 1935: three of four cups right, two-sided p 0.486; the tables with 1 and 3 tie (16/70 each)
    assert fisher_mid_p(3, 4, 1, 4).p_value == pytest.approx(0.4857 - 16 / 70, abs=1e-4)


def test_score_test_agrees_with_statsmodels():
    ours = pooled_score(512, 1000, 470, 990)
    z, p = proportions_ztest([512, 470], [1000, 990])
    assert (ours.statistic, ours.p_value) == pytest.approx((z, p), rel=1e-12)


def test_chooses_by_the_expected_counts():
    assert compare_proportions(3, 1000, 5, 1000).method == "fisher mid-p"
    assert compare_proportions(300, 1000, 350, 1000).method == "pooled score"
    assert compare_proportions(0, 1000, 0, 1000).p_value == pytest.approx(0.5)
    assert pooled_score(0, 10, 0, 10).p_value == 1.0


def test_refuses_more_wins_than_games():
    with pytest.raises(ValueError, match=r"k must lie in \[0, 5\] but got 6"):
        compare_proportions(6, 5, 1, 5)
