import math

import numpy as np
import pytest
from scipy import stats
from scipy.stats import pearsonr
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

from analyzer.stats.means import mean_of
from analyzer.stats.paired import (
    Pairs,
    correlation,
    count_packed,
    count_pairs,
    mcnemar,
    permutation_test,
    saving,
    tango,
    tango_bounds,
)

CAVO = Pairs(59, 6, 16, 80)  # Cavo et al. 2012, in Fagerland, Lydersen, Laake 2017, chapter 8
BENTUR = Pairs(1, 1, 7, 12)  # Bentur et al. 2009, in Fagerland, Lydersen, Laake 2013


def test_tango_agrees_with_fagerland_lydersen_laake_2017():
    estimate = tango(CAVO)
    assert (round(estimate.value, 4), round(estimate.low, 4), round(estimate.high, 4)) == (
        -0.0621,
        -0.1240,
        -0.0054,
    )


def test_mcnemar_agrees_with_fagerland_lydersen_laake():
    assert round(mcnemar(CAVO, "mid-p").p_value, 6) == 0.034690  # 2017, chapter 8
    # 2013, section on the airway data: exact 0.070, mid-p 0.039, asymptotic 0.034
    assert round(mcnemar(BENTUR, "exact").p_value, 3) == 0.070
    assert round(mcnemar(BENTUR, "mid-p").p_value, 3) == 0.039
    assert round(mcnemar(BENTUR, "chi-square").p_value, 3) == 0.034


@pytest.mark.parametrize("pairs", [CAVO, BENTUR, Pairs(0, 3, 3, 0), Pairs(5000, 900, 800, 3300)])
def test_mcnemar_agrees_with_statsmodels(pairs):
    table = [[pairs.both, pairs.only_a], [pairs.only_b, pairs.neither]]
    exact = statsmodels_mcnemar(table, exact=True)
    assert mcnemar(pairs, "exact").p_value == pytest.approx(exact.pvalue, rel=1e-9)
    chi = statsmodels_mcnemar(table, exact=False, correction=False)
    assert mcnemar(pairs, "chi-square").p_value == pytest.approx(chi.pvalue, rel=1e-9)


def test_mcnemar_is_exact_only_when_discordant_deals_are_few():
    assert mcnemar(Pairs(0, 50, 50, 0)).method == "mcnemar exact"
    assert mcnemar(Pairs(0, 50, 51, 0)).method == "mcnemar chi-square"
    assert mcnemar(Pairs(10, 0, 0, 10)).p_value == 1.0


def test_tango_without_discordant_deals_has_its_closed_form():
    # score equation at only_a = only_b = 0: difference = z^2 / (n + z^2)
    z2 = stats.norm.ppf(0.975) ** 2
    estimate = tango(Pairs(30, 0, 0, 10))
    assert (estimate.low, estimate.high) == pytest.approx((-z2 / (40 + z2), z2 / (40 + z2)), abs=1e-12)


def test_tango_bounds_lie_on_the_score_test():
    # at each bound the score statistic with the constrained estimate (numerically maximised here) equals z
    from scipy.optimize import minimize_scalar

    b, c, n = 25, 11, 90
    for bound in (tango(Pairs(30, b, c, n - 30 - b - c)).low, tango(Pairs(30, b, c, n - 30 - b - c)).high):

        def minus_log_likelihood(q, bound=bound):
            return -(b * np.log(q + bound) + c * np.log(q) + (n - b - c) * np.log(1 - 2 * q - bound))

        interval = (max(1e-9, -bound + 1e-9), (1 - bound) / 2 - 1e-9)
        q = minimize_scalar(minus_log_likelihood, bounds=interval, options={"xatol": 1e-12}).x
        score = (b - c - n * bound) / math.sqrt(n * (2 * q + bound * (1 - bound)))
        assert abs(score) == pytest.approx(1.959964, abs=1e-5)


def test_tango_is_antisymmetric_and_stays_inside():
    low, high = tango_bounds([0, 9, 40, 40], [9, 0, 0, 3], 40, 0.95)
    swapped_low, swapped_high = tango_bounds([9, 0, 0, 3], [0, 9, 40, 40], 40, 0.95)
    assert low == pytest.approx(-swapped_high, abs=1e-12)
    assert high == pytest.approx(-swapped_low, abs=1e-12)
    assert (low >= -1).all()
    assert (high <= 1).all()
    assert high[2] == 1.0


def test_without_deals_nothing_is_known():
    empty = tango(Pairs(0, 0, 0, 0))
    assert math.isnan(empty.value)
    assert (empty.low, empty.high) == (-1.0, 1.0)


def test_counting_from_booleans_and_from_bits_agree():
    rng = np.random.default_rng(7)
    a, b = rng.random(1003) < 0.4, rng.random(1003) < 0.6
    pairs = count_pairs(a, b)
    assert pairs == count_packed(np.packbits(a), np.packbits(b), 1003)
    assert pairs == Pairs(int((a & b).sum()), int((a & ~b).sum()), int((~a & b).sum()), int((~a & ~b).sum()))
    assert count_pairs(a[:500], b[:500]) + count_pairs(a[500:], b[500:]) == pairs


def test_saving_agrees_with_the_variances_of_the_arrays():
    rng = np.random.default_rng(8)
    luck = rng.normal(size=20_000)
    a, b = luck + rng.normal(size=20_000) > 0, luck + rng.normal(size=20_000) > 0.3
    ours = saving(count_pairs(a, b))
    paired = np.var(a.astype(float) - b)
    assert ours.factor == pytest.approx((np.var(a) + np.var(b)) / paired, rel=1e-9)
    assert ours.correlation == pytest.approx(np.corrcoef(a, b)[0, 1], rel=1e-9)
    assert ours.factor > 1.3


def test_saving_of_equal_and_of_constant_arms():
    assert saving(Pairs(5, 0, 0, 5)).factor == math.inf
    assert math.isnan(saving(Pairs(5, 0, 0, 0)).factor)
    assert math.isnan(saving(Pairs(5, 0, 0, 0)).correlation)
    assert math.isnan(saving(Pairs(0, 0, 0, 0)).factor)


def test_the_mean_of_differences_agrees_with_scipy():
    rng = np.random.default_rng(9)
    a, b = rng.integers(0, 50, 80), rng.integers(0, 50, 80)
    ours, theirs = mean_of(a - b), stats.ttest_rel(a, b).confidence_interval(0.95)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=1e-10)


def test_permutation_test_agrees_with_all_sign_flips_of_scipy():
    differences = np.array([3.0, 1.0, -2.0, 4.0, 1.0, 5.0, -1.0, 2.0, 0.0, 2.0])
    exact = stats.permutation_test((differences,), np.mean, permutation_type="samples", n_resamples=np.inf).pvalue
    ours = permutation_test(differences, seed=1, resamples=100_000)
    assert ours.p_value == pytest.approx(exact, abs=4 * math.sqrt(exact / 100_000))
    assert ours == permutation_test(differences, seed=1, resamples=100_000)


def test_permutation_test_takes_a_million_deals():
    differences = np.repeat([1.0, 0.0, -1.0], [101_000, 800_000, 99_000])
    assert permutation_test(differences, seed=2, resamples=999).p_value == 1 / 1000


def test_refuses_bad_input():
    with pytest.raises(ValueError, match=r"only_a must lie in \[0, inf\] but got -1"):
        Pairs(1, -1, 0, 0)
    with pytest.raises(ValueError, match=r"b must have shape \(3,\) but got \(2,\)"):
        count_pairs([1, 0, 1], [1, 0])
    with pytest.raises(ValueError, match="method must be one of auto"):
        mcnemar(CAVO, "wald")


def test_value_and_interval_are_those_of_scipy():
    rng = np.random.default_rng(1)
    a = rng.normal(size=300)
    b = 0.4 * a + rng.normal(size=300)
    found, expected = correlation(a, b), pearsonr(a, b)
    interval = expected.confidence_interval()
    assert found.value == pytest.approx(expected.statistic)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))


def test_what_never_varies_has_none():
    found = correlation(np.ones(9), np.arange(9.0))
    assert math.isnan(found.value)
    assert (found.low, found.high) == (-1.0, 1.0)
