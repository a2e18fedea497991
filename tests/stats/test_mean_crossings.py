"""Where a mean crosses a line: known answers, unknown games, and how often the interval holds."""

import math

import numpy as np
import pytest

from analyzer.stats.crossings import mean_crossing


def sample(mean, size=400, spread=1.0, seed=0):
    values = np.random.default_rng(seed).normal(size=size)
    return mean + spread * (values - values.mean()) / values.std()


def test_a_crossing_lies_where_the_straight_means_meet_the_line():
    samples = [sample(10.0, seed=1), sample(8.0, seed=2)]
    found = mean_crossing([3, 4], samples, samples, 9.5)
    assert found.where.value == pytest.approx(3.25)
    error = math.hypot(0.75, 0.25) / 20  # of a mean of means, independent deals
    assert found.where.half_width == pytest.approx(1.96 * error / 2, rel=0.2)


def test_a_curve_on_one_side_has_no_crossing():
    samples = [sample(10.0), sample(8.0)]
    found = mean_crossing([0, 1], samples, samples, 5.0)
    assert (found.where, found.times, found.is_open) == (None, 0, False)
    assert mean_crossing([0, 1], samples, samples, 7.99).is_open


def test_unknown_games_widen_it_on_both_sides():
    known = [sample(0.6, spread=0.1), sample(0.4, spread=0.1)]
    lows = [np.where(np.arange(400) < 40, 0.0, item) for item in known]
    highs = [np.where(np.arange(400) < 40, 1.0, item) for item in known]
    plain, wide = mean_crossing([0, 1], known, known, 0.5).where, mean_crossing([0, 1], lows, highs, 0.5).where
    assert wide.low < plain.low < plain.high < wide.high


def test_deals_without_a_value_are_left_out():
    gaps = [np.where(np.arange(400) % 2 == 0, sample(mean, seed=mean), np.nan) for mean in (10, 8)]
    kept = [item[~np.isnan(item)] for item in gaps]
    first, second = mean_crossing([0, 1], gaps, gaps, 9.0).where, mean_crossing([0, 1], kept, kept, 9.0).where
    assert first.value == pytest.approx(second.value)


@pytest.mark.statistical
def test_the_interval_holds_as_often_as_promised_on_common_deals():
    rng = np.random.default_rng(3)
    hits, control = [], []
    for _ in range(1000):
        deal = rng.normal(size=200)
        samples = [mean + deal[:n] + 1.5 * rng.normal(size=n) for mean, n in ((12, 50), (10, 200), (7.3, 200), (5, 50))]
        where = mean_crossing([0, 1, 2, 3], samples, samples, 8.0).where
        truth = 1 + 2 / 2.7
        hits.append(not where.excludes(truth))
        control.append(abs(where.value - truth) < 0.4 * where.half_width)
    assert abs(np.mean(hits) - 0.95) < 4 * 0.0069
    assert np.mean(control) < 0.7


def test_values_must_rise_one_for_each_sample():
    samples = [sample(1.0), sample(2.0)]
    with pytest.raises(ValueError, match="values must rise"):
        mean_crossing([1, 1], samples, samples, 1.5)
    with pytest.raises(ValueError, match="samples must lie"):
        mean_crossing([0, 1, 2], samples, samples, 1.5)
