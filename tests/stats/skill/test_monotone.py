"""Curves that rise with skill: the nearest rising rates, intervals that hold, bands that hold together, crossings."""

import math

import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator
from scipy.optimize import isotonic_regression

from analyzer.stats.skill import monotone

SIGHTS = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.85, 1.0])
FINE = np.linspace(0.1, 1.0, 46)
GAMES = np.full(9, 2000)
RUNS = 120


def logistic(sight):
    return 1.0 / (1.0 + np.exp(-10.0 * (np.asarray(sight) - 0.6)))


def curve_of(wins, games=GAMES, **options):
    return monotone.monotone_curve(SIGHTS, wins, games, **options)


def test_the_nearest_rising_values_are_those_of_scipy():
    rng = np.random.default_rng(5)
    rates, weights = rng.random((60, 9)), rng.integers(1, 9, 9).astype(float)
    expected = [isotonic_regression(row, weights=weights).x for row in rates]
    assert monotone.rising(rates, weights) == pytest.approx(np.array(expected))


def test_the_middle_curve_is_a_known_cubic():
    heights = np.array([[0.0, 1.0, 1.5, 4.0, 4.0]])
    places, where = np.arange(5.0), np.linspace(1.0, 3.0, 21)  # scipy's ends have another rule
    found = monotone.heights_at(places, heights, monotone.slopes_of(places, heights, np.zeros((1, 5))), where)
    assert found[0] == pytest.approx(PchipInterpolator(places, heights[0])(where))


def test_every_drawn_curve_rises():
    curve = curve_of([3, 1, 40, 30, 900, 880, 1500, 1990, 2000])
    assert (np.diff(curve.draws(FINE), axis=1) >= -1e-12).all()
    assert (np.diff(curve.fit(FINE)) >= -1e-12).all()


def test_many_games_give_the_rates_themselves():
    games = np.full(9, 10**7)
    curve = curve_of(np.rint(games * logistic(SIGHTS)), games)
    assert curve.fit(FINE) == pytest.approx(logistic(FINE), abs=1e-3)


def held(truth, games, seed, runs=RUNS):
    """Give the shares of curves whose interval holds at every place, whose band holds, and whose crossing does."""
    rng, at, band, crossed = np.random.default_rng(seed), [], [], []
    for number in range(runs):
        curve = curve_of(rng.binomial(games, truth(SIGHTS)), np.full(9, games), seed=number, draws=1000)
        (low, high), (under, over) = curve.bounds(FINE), curve.band(FINE)
        at.append((low <= truth(FINE)) & (truth(FINE) <= high))
        band.append(((under <= truth(FINE)) & (truth(FINE) <= over)).all())
        where = curve.crossing()
        crossed.append(where.low <= 0.6 <= where.high)
    return np.mean(at, axis=0), np.mean(band), np.mean(crossed)


def test_intervals_bands_and_crossings_hold():
    error = math.sqrt(0.95 * 0.05 / RUNS)
    at, band, crossed = held(logistic, 2000, 11)
    assert at.min() >= 0.95 - 4 * error
    assert at.mean() <= 0.95 + 4 * error
    assert band == pytest.approx(0.95, abs=4 * error)
    assert crossed == pytest.approx(0.95, abs=4 * error)


def test_a_jump_between_two_places_is_a_case_that_it_misses():
    _, band, _ = held(lambda sight: np.where(np.asarray(sight) > 0.55, 0.7, 0.2), 2000, 12, 40)
    assert band < 0.5


def test_where_nobody_won_the_interval_begins_at_none_and_where_all_won_it_ends_at_all():
    low, high = curve_of([0, 0, 0, 300, 900, 1500, 1990, 2000, 2000]).bounds(SIGHTS)
    assert (low[:3] == 0.0).all()
    assert 0.0 < low[3]
    assert (high[-2:] == 1.0).all()
    assert high[:3] == pytest.approx(np.full(3, 0.001), abs=0.0008)


def test_a_crossing_outside_the_places_is_infinite():
    never = curve_of([0, 0, 0, 1, 1, 2, 3, 5, 80]).crossing()
    assert (never.value, never.low) == (math.inf, math.inf)
    always = curve_of([1500, 1600, 1700, 1800, 1900, 1950, 1990, 2000, 2000]).crossing()
    assert always.high == -math.inf
    near = curve_of([0, 0, 0, 10, 100, 200, 300, 600, 995]).crossing()
    assert near.low < 1.0
    assert near.high == math.inf


def test_a_crossing_lies_on_the_fit():
    curve = curve_of([0, 20, 60, 250, 600, 1000, 1400, 1800, 1950])
    where = curve.crossing(0.4)
    assert curve.fit([where.value])[0] == pytest.approx(0.4, abs=1e-3)
    assert where.low < where.value < where.high
    assert curve.crossing(0.4, 0.8).half_width < where.half_width


def test_the_same_counts_give_the_same_numbers():
    wins = [0, 20, 60, 250, 600, 1000, 1400, 1800, 1950]
    assert (curve_of(wins).draws(FINE) == curve_of(wins).draws(FINE)).all()
    assert (curve_of(wins).draws(FINE) != curve_of(wins, seed=1).draws(FINE)).any()


def test_unknown_games_widen_the_interval():
    wins = [0, 20, 60, 250, 600, 1000, 1400, 1600, 1700]
    known, open_ones = curve_of(wins), curve_of(wins, unknown=np.full(9, 200))
    assert open_ones.estimates([0.6])[0].half_width > 2 * known.estimates([0.6])[0].half_width


@pytest.mark.parametrize(
    ("places", "wins", "games", "words"),
    [
        ([0.1, 0.3, 0.2], [1, 2, 3], [9, 9, 9], "rise"),
        ([0.1, 0.2, 0.3], [1, 2, 10], [9, 9, 9], "games"),
        ([0.1, 0.2, 0.3], [1, 2], [9, 9, 9], "shape"),
        ([0.1, 0.2], [1, 2], [9, 9], "length"),
        ([0.1, 0.2, 0.3], [0, 0, 0], [0, 9, 9], "needs a game"),
    ],
)
def test_wrong_counts_are_refused(places, wins, games, words):
    with pytest.raises(ValueError, match=words):
        monotone.monotone_curve(places, wins, games)


def test_nothing_is_said_beyond_the_places():
    with pytest.raises(ValueError, match=r"\[0.1, 1\]"):
        curve_of(GAMES // 2).fit([0.05])
