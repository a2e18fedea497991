import math

import numpy as np
import pytest
from scipy import stats

from analyzer.stats.means import NO_MOMENTS, Moments, mean, mean_of, moments, welch


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_agrees_with_scipy_one_sample_t(level):
    values = np.random.default_rng(1).gamma(2.0, 3.0, size=37)
    ours = mean_of(values, level)
    theirs = stats.ttest_1samp(values, 0.0).confidence_interval(level)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=1e-12)
    assert ours.value == pytest.approx(values.mean())


def test_agrees_with_the_extra_sleep_of_student_1908():
    # Student 1908, table of additional hours of sleep (Dextro): mean 0.75, s (with n - 1) 1.789
    dextro = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    summary = moments(dextro)
    assert round(summary.mean, 2) == 0.75
    assert round(math.sqrt(summary.variance), 3) == 1.789


def test_merged_blocks_equal_the_whole():
    turns = np.random.default_rng(3).integers(0, 200, size=10_000)
    blocks = [moments(block) for block in np.split(turns, 20)]
    assert sum(blocks, NO_MOMENTS) == moments(turns)


def test_whole_numbers_are_exact_where_floats_would_cancel():
    values = np.array([10**9, 10**9 + 1, 10**9 + 2])
    assert moments(values).variance == 1.0


def test_booleans_are_counted_as_numbers():
    assert moments(np.array([True, False, True])) == Moments(3, 2, 2)


def test_too_few_observations_have_no_bounds():
    assert math.isnan(mean(NO_MOMENTS).value)
    single = mean_of([4.0])
    assert (single.value, single.low, single.high) == (4.0, -math.inf, math.inf)
    assert mean_of([1, 1]).half_width == 0.0


def test_refuses_values_that_are_not_finite():
    with pytest.raises(ValueError, match="values must be a finite vector"):
        mean_of([1.0, math.nan])
    with pytest.raises(ValueError, match=r"level must lie in \(0, 1\) but got 1.0"):
        mean_of([1.0, 2.0], 1.0)


def test_welch_agrees_with_scipy():
    rng = np.random.default_rng(4)
    a, b = rng.normal(0.5, 1.0, 40), rng.normal(0.2, 3.0, 300)
    found, known = welch(moments(a), moments(b)), stats.ttest_ind(a, b, equal_var=False).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((known.low, known.high))
    assert found.n == 340


def test_one_value_says_nothing_about_a_difference():
    assert welch(moments([1.0]), moments([1.0, 2.0])).high == math.inf
