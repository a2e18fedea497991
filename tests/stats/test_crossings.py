"""Where a rate or a mean crosses a line, and monotone curves: known answers, and how often the intervals hold."""

import math

import numpy as np
import pytest

from analyzer.stats.crossings import crossing_of, mean_crossing, monotone_fit, reversals
from tools.covering.samples import separate


def test_a_crossing_lies_where_the_straight_log_odds_meet_the_line():
    found = crossing_of([0, 2, 4], separate([7_311, 5_000, 2_689], [10_000] * 3))
    assert found.times == 1
    assert found.where.value == pytest.approx(2.0)
    assert found.where.low == pytest.approx(2 - 2 * 0.04, abs=0.01)  # 0.0392 log odds at a slope of one half
    assert found.where.high == pytest.approx(2 + 2 * 0.04, abs=0.01)
    middle = crossing_of([0, 1], separate([7_311, 2_689], [10_000] * 2)).where
    assert middle.value == pytest.approx(0.5)


def test_more_games_make_the_interval_narrower():
    few, many = (crossing_of([0, 4, 8], separate([70 * k, 45 * k, 20 * k], [100 * k] * 3)).where for k in (1, 100))
    assert few.value == pytest.approx(many.value)
    assert few.half_width == pytest.approx(10 * many.half_width, rel=0.1)


def test_a_curve_that_rises_crosses_too():
    found = crossing_of([1, 2, 3], separate([1_000, 4_000, 8_000], [10_000] * 3))
    assert 2 < found.where.value < 3
    assert found.where.low > 2


def test_a_curve_on_one_side_has_no_crossing():
    found = crossing_of([0, 6, 12], separate([9_000, 8_000, 7_000], [10_000] * 3))
    assert (found.where, found.times, found.is_open) == (None, 0, False)
    near = crossing_of([0, 6, 12], separate([90, 80, 52], [100] * 3))
    assert near.where is None
    assert near.is_open  # 52 of 100 cannot be told from one half


def test_an_interval_without_an_end_is_one_sided():
    found = crossing_of([0, 6, 12], separate([80, 60, 48], [100] * 3)).where
    assert math.isinf(found.high)
    assert 0 < found.low < found.value < 12


def test_a_curve_that_crosses_often_says_so():
    found = crossing_of([0, 1, 2, 3], separate([8_000, 2_000, 8_000, 2_000], [10_000] * 4))
    assert found.times == 3
    assert 0 < found.where.low < 1
    assert 2 < found.where.high < 3


def test_a_cell_without_wins_is_no_obstacle():
    found = crossing_of([0, 1, 2], separate([700, 300, 0], [1_000] * 3)).where
    assert 0 < found.low < found.value < found.high < 1


@pytest.mark.parametrize("values", [[0, 0, 1], [2, 1, 0], [0, 1]])
def test_values_must_rise_one_for_each_cell(values):
    with pytest.raises(ValueError, match=r"must"):
        crossing_of(values, separate([7, 5, 2], [10, 10, 10]))


def sample(mean, size=400, spread=1.0, seed=0):
    values = np.random.default_rng(seed).normal(size=size)
    return mean + spread * (values - values.mean()) / values.std()


def test_a_crossing_lies_where_the_straight_means_meet_the_line():
    samples = [sample(10.0, seed=1), sample(8.0, seed=2)]
    found = mean_crossing([3, 4], samples, samples, 9.5)
    assert found.where.value == pytest.approx(3.25)
    error = math.hypot(0.75, 0.25) / 20  # of a mean of means, independent deals
    assert found.where.half_width == pytest.approx(1.96 * error / 2, rel=0.2)


def test_means_on_one_side_have_no_crossing():
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


def highest_of_lowest(means, weights):
    """Give the rising fit as the highest of the lowest means of stretches that hold a value (Barlow et al. 1972)."""
    size = len(means)

    def lowest(first, place):
        ends = range(place + 1, size + 1)
        return min(np.average(means[first:end], weights=weights[first:end]) for end in ends)

    return [max(lowest(first, place) for first in range(place + 1)) for place in range(size)]


@pytest.mark.parametrize("trend", [1, -1])
def test_the_fit_is_the_highest_of_the_lowest_stretches(trend):
    rng = np.random.default_rng(4)
    for size in (1, 2, 5, 30):
        means, weights = rng.normal(size=size), rng.uniform(1, 9, size)
        expected = trend * np.array(highest_of_lowest(trend * means, weights))
        assert monotone_fit(means, weights, trend) == pytest.approx(expected, abs=1e-12)


def test_a_curve_that_is_monotone_stays_as_it_is():
    assert monotone_fit([0.9, 0.5, 0.5, 0.1], [3, 1, 1, 2], -1).tolist() == [0.9, 0.5, 0.5, 0.1]
    assert monotone_fit([0.9, 0.5], [3, 1], 1).tolist() == [0.8, 0.8]


def test_only_what_is_certain_speaks_against_a_trend():
    means = [0.9, 0.4, 0.5, 0.1]
    assert reversals(means, [0.01] * 4, -1) == [(1, 2)]
    assert reversals(means, [0.05] * 4, -1) == []
    assert reversals(means[:1], [0.01], -1) == []


@pytest.mark.statistical
def test_a_flat_curve_is_called_reversed_as_seldom_as_promised():
    rng = np.random.default_rng(7)
    runs = [bool(reversals(rng.normal(size=6), [1.0] * 6, 1)) for _ in range(2000)]
    assert np.mean(runs) < 0.05 + 4 * 0.0049
    tight = [bool(reversals(rng.normal(size=6), [0.4] * 6, 1)) for _ in range(200)]  # the control: errors too small
    assert np.mean(tight) > 0.3


def test_a_trend_is_up_or_down():
    with pytest.raises(ValueError, match="trend must be 1 or -1"):
        monotone_fit([1, 2], [1, 1], 0)


def test_a_curve_that_must_fall_closes_an_end_that_the_games_leave_open():
    """14 won 360 of 360 and 15 all of 1,440, but 14 alone cannot be told from 99 %: the interval had no lower end."""
    cells = [14, 15, 16, 17], separate([360, 1_440, 1_425, 324], [360, 1_440, 1_440, 360])
    alone, ruled = (crossing_of(*cells, 0.99, trend=trend).where for trend in (0, -1))
    assert alone.low == -math.inf
    assert (ruled.low, ruled.high, ruled.value) == (15.0, alone.high, alone.value)
    rising = crossing_of(*cells, 0.99, trend=1).where
    assert rising.low == -math.inf, "the negative control: on a rising curve 15 would say nothing of lower values"


def test_an_end_that_nothing_bounds_stays_open():
    few = crossing_of([1, 2], separate([11, 9], [20, 20]), trend=-1).where
    assert (few.low, few.high) == (-math.inf, math.inf)


@pytest.mark.statistical
def test_closed_ends_hold_as_often_as_promised():
    """Rates 0.999, 0.998, 0.994 and 0.9, a line at 99 %: one end is open in most runs, and is closed by the rules."""
    rng, rates, deals = np.random.default_rng(9), np.array([0.999, 0.998, 0.994, 0.9]), [300, 1_000, 1_000, 300]
    odds = np.log(rates / (1 - rates)) - math.log(99)
    truth = 2 + odds[2] / (odds[2] - odds[3])
    held = closed = 0
    for _ in range(80):
        cells = [0, 1, 2, 3], separate([int(k) for k in rng.binomial(deals, rates)], deals)
        alone, found = (crossing_of(*cells, 0.99, trend=trend).where for trend in (0, -1))
        if found is not None:
            held += not found.excludes(truth)
            closed += math.isinf(alone.low) and math.isfinite(found.low)
    assert held / 80 > 0.95 - 4 * math.sqrt(0.05 * 0.95 / 80)
    assert closed > 20
