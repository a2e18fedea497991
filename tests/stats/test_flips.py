"""What moves a number over many worlds, where it crosses zero, and in what share of worlds it lies inside."""

import numpy as np
import pytest
from scipy import stats

from analyzer.stats import Estimate
from analyzer.stats.influence.flips import Bounded, Plane, holding, swing

RUNS = 400
LEAST = 0.95 - 4 * np.sqrt(0.95 * 0.05 / RUNS)


def estimates(values, error):
    return [Estimate(v, v - 1.959964 * error, v + 1.959964 * error, 0.95, 100, "made up") for v in values]


def test_a_swing_is_the_slope_times_the_range():
    lots = np.random.default_rng(1)
    x = lots.uniform(2, 8, 50)
    y = 3 * x + lots.normal(0, 1, 50)
    line = stats.linregress(x, y)
    found = swing(x, y, 2.0, 8.0)
    assert found.value == pytest.approx(6 * line.slope)
    assert found.half_width == pytest.approx(6 * line.stderr * stats.t.ppf(0.975, 48))


def test_a_value_that_never_differs_says_nothing():
    found = swing([1.0, 1.0, 1.0], [1.0, 2.0, 3.0], 0.0, 2.0)
    assert (found.low, found.high) == (-np.inf, np.inf)


def test_the_crossing_covers_and_a_wrong_place_does_not():
    lots = np.random.default_rng(2)
    hits = wrong = 0
    for _ in range(RUNS):
        columns = lots.uniform(-5, 5, (40, 2))
        margins = 1.0 + 0.5 * columns[:, 0] + 0.3 * columns[:, 1] + lots.normal(0, 0.5, 40)
        found = Plane(columns, margins).crossing(0)
        hits += not found.excludes(-2.0)
        wrong += not found.excludes(-3.5)
    assert hits >= LEAST * RUNS
    assert wrong < LEAST * RUNS / 2


def test_a_plane_tells_a_place_as_least_squares_do():
    lots = np.random.default_rng(3)
    columns = lots.uniform(-1, 1, (30, 2))
    margins = columns @ np.array([1.0, -2.0]) + 0.3 + lots.normal(0, 0.1, 30)
    plane = Plane(columns, margins)
    design = np.column_stack([np.ones(30), columns])
    weights, rest, *_ = np.linalg.lstsq(design, margins, rcond=None)
    place = np.array([1.0, 0.0, 0.7])
    error = np.sqrt(rest[0] / 27 * place @ np.linalg.inv(design.T @ design) @ place)
    found = plane.at(1, 0.7)
    assert found.value == pytest.approx(place @ weights)
    assert found.half_width == pytest.approx(error * stats.t.ppf(0.975, 27))


def test_a_flat_number_crosses_nowhere():
    lots = np.random.default_rng(4)
    columns = lots.uniform(-1, 1, (30, 1))
    assert Plane(columns, 1.0 + lots.normal(0, 0.3, 30)).crossing(0) is None


def test_numbers_that_scatter_by_chance_alone_are_taken_for_one():
    values = np.random.default_rng(5).normal(0.55, 0.02, 60)
    alone = (values > 0.52).mean()
    together = Bounded.of(estimates(values, 0.02), 0.52, np.inf).chances()
    assert alone < 0.97
    assert together.min() > 0.97


@pytest.mark.slow
def test_the_share_of_worlds_covers():
    lots = np.random.default_rng(6)
    truth, hits, wrong = stats.norm.sf(0.5, 0.53, 0.03), 0, 0
    for _ in range(100):
        numbers = lots.normal(0.53, 0.03, 80)
        share, _chances = holding([Bounded.of(estimates(lots.normal(numbers, 0.02), 0.02), 0.5, np.inf)])
        hits += not share.excludes(truth)
        wrong += not share.excludes(truth - 0.25)
    assert hits >= 100 * (0.95 - 4 * np.sqrt(0.95 * 0.05 / 100))
    assert wrong < 20


def test_a_claim_of_two_numbers_holds_where_both_do():
    inside, outside = estimates([0.6, 0.6, 0.61], 0.001), estimates([0.6, 0.4, 0.6], 0.001)
    share, chances = holding([Bounded.of(found, 0.5, np.inf) for found in (inside, outside)])
    assert chances.round().tolist() == [1.0, 0.0, 1.0]
    assert share.value == pytest.approx(2 / 3, abs=1e-6)
    assert share.low < 2 / 3 < share.high
