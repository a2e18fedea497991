"""Correlations against scipy, and where there is none to speak of."""

import math

import numpy as np
import pytest
from scipy.stats import pearsonr

from analyzer.stats.paired import correlation


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
