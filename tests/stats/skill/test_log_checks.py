"""Misfit, drift, advice, left-out variants and scores, each with a case in which nothing is to be found."""

import math

import numpy as np
import pytest
from scipy.stats import betabinom

from analyzer.stats.skill import advice, baseline, checks, drift, posterior, scores
from tools.covering import skill

CELLS = len(skill.PLAYED)


@pytest.fixture(scope="module")
def world():
    return skill.World()


def checked(world, log, by=(checks.CELL, checks.TIME)):
    return checks.check(world.fit(*log.counts(CELLS)), world.played, log, by=by)


def test_an_honest_log_fits(world):
    log = skill.honest_log(np.random.default_rng(4), 60, 0.5)
    found = checked(world, log)
    assert set(found.tests) == {"variant", "time"}
    assert not found.is_misfit
    assert found.culprits == []


@pytest.mark.parametrize("in_time", [True, False])
def test_two_groups_are_called_misfit_and_the_reason_named(world, in_time):
    log = skill.split_log(np.random.default_rng(3), 60, in_time=in_time)
    found = checked(world, log)
    assert found.is_misfit
    assert found.culprits[0] == ("time" if in_time else "variant")


def test_mixed_groups_cannot_be_seen(world):
    rng, cells = np.random.default_rng(8), np.arange(60) % CELLS
    called = [
        checked(world, skill.log_of(rng, rng.choice([0.4, 0.7], 60), rng.permutation(cells))).is_misfit
        for _ in range(12)
    ]
    assert np.mean(called) < 0.5


def test_marked_groups_are_seen(world):
    rng, group = np.random.default_rng(9), np.arange(60) % 2
    mixed = skill.log_of(rng, np.where(group == 0, 0.3, 0.9), np.arange(60) // 2 % CELLS)
    log = checks.Plays(mixed.cell, mixed.plays, mixed.wins, group)
    assert checked(world, log, by=(checks.GROUP,)).is_misfit
    alike = skill.log_of(rng, np.full(60, 0.6), np.arange(60) // 2 % CELLS)
    assert not checked(world, checks.Plays(alike.cell, alike.plays, alike.wins, group), by=(checks.GROUP,)).is_misfit


def test_counts_and_single_plays_are_checked_alike_by_variant(world):
    log = skill.split_log(np.random.default_rng(5), 60, in_time=False)
    wins, plays = log.counts(CELLS)
    counted = checks.Plays(np.arange(CELLS), plays, wins, np.zeros(CELLS, dtype=np.int64))
    one, other = (checked(world, item, by=(checks.CELL,)).tests["variant"].statistic for item in (log, counted))
    assert one == pytest.approx(other)


def test_rows_are_chosen(world):
    log = skill.honest_log(np.random.default_rng(4), 60, 0.5)
    assert log.chosen(log.cell == 0).total == int((log.cell == 0).sum())


def test_wins_are_foretold_as_the_beta_binomial_where_the_curve_is_straight():
    places = np.linspace(0.0, 1.0, 4001)
    rates = np.clip(places, 1e-9, 1 - 1e-9)[None, :]
    likelihood = posterior.log_likelihood(rates[None], [3], [5])
    found = posterior.posterior_of(places, likelihood, posterior.prior_of("even", places), 5)
    assert checks.foretold(found, rates, 8) == pytest.approx(betabinom(8, 4, 3).pmf(np.arange(9)), abs=1e-4)


def test_a_planted_drift_is_found(world):
    rng, cells = np.random.default_rng(6), np.arange(90) % CELLS
    found = drift.drift(world.places, world.played, skill.log_of(rng, np.linspace(0.2, 0.9, 90), cells), 1)
    assert found.is_certain
    assert not found.change.excludes(0.7)
    assert found.even_after.low < 38 < found.even_after.high  # sight 0.5 is passed at play 38
    still = drift.drift(world.places, world.played, skill.log_of(rng, np.full(90, 0.5), cells), 1)
    assert not still.is_certain
    assert still.even_after is None


def test_drift_needs_thirty_plays(world):
    assert drift.drift(world.places, world.played, skill.honest_log(np.random.default_rng(1), 29, 0.5), 0) is None


def test_the_variant_near_an_even_game_narrows_the_dial_most(world):
    found = world.fit([14, 10, 3], [20, 20, 20])
    told = advice.advice(found, world.rates.mean(axis=1), 5)
    rates = [found.expected(rates) for rates in world.rates]
    assert 0.2 < rates[told.best] < 0.8
    assert told.widths[told.best] < told.now
    assert told.widths.argmax() in (4, 5)  # never won, so nothing is learned


def test_more_plays_narrow_it_more(world):
    found, middle = world.fit([14, 10, 3], [20, 20, 20]), world.rates.mean(axis=1)
    widths = [advice.expected_widths(world.places, found.chances, middle, plays)[1] for plays in (1, 5, 20)]
    assert widths == sorted(widths, reverse=True)
    needed = advice.plays_to_halve(found, middle[1])
    assert advice.expected_widths(world.places, found.chances, middle[1:2], needed)[0] <= 2 * found.deviation
    flat = np.full_like(middle[1], 0.5)
    assert advice.plays_to_halve(found, flat) is None


def test_a_left_out_variant_is_foretold_better_by_the_dial_than_by_counting(world):
    wins, plays = np.array([19, 10, 2]), np.array([20, 20, 20])
    found = baseline.left_out(world.places, world.played, wins, plays, world.prior, np.arange(3))
    assert [item.wins for item in found] == [19, 10, 2]
    assert baseline.gain(found).value > 0.5
    strange = baseline.left_out(world.places, world.played, wins[::-1], plays, world.prior, np.arange(3))
    assert baseline.gain(strange).value < 0.0
    assert min(item.p_value for item in strange) < 0.01


def test_one_variant_alone_has_nothing_to_be_foretold_from(world):
    plays, parts = np.array([20, 5, 0]), np.zeros(3, dtype=np.int64)
    assert baseline.left_out(world.places, world.played, plays // 2, plays, world.prior, parts) == []
    assert baseline.gain([]) is None


def scored(slope, plays, seed=3):
    rng = np.random.default_rng(seed)
    games = np.full(9, 5000)
    curve = scores.drawn_means(skill.SIGHTS, 50 + slope * skill.SIGHTS, np.full(9, 8.0), games, PLACES)
    return curve, scores.score_likelihood(curve, rng.normal(50 + slope * 0.6, 8.0, plays))


PLACES = posterior.places_of(skill.SIGHTS)


def test_scores_tell_the_dial_where_they_rise_with_it():
    curve, likelihood = scored(30.0, 40)
    dial = posterior.posterior_of(PLACES, likelihood, posterior.prior_of("even", PLACES), 40).dial()
    assert dial.low < 0.6 < dial.high
    assert dial.half_width < 0.15
    assert not scores.is_too_flat([curve.contrast], [40])


def test_flat_scores_say_so():
    curve, _ = scored(1.0, 40)
    assert scores.is_too_flat([curve.contrast], [40])
    assert scores.plays_needed([curve.contrast]) == pytest.approx((2 / (0.9 / 8)) ** 2, rel=0.5)
    assert math.isinf(scores.plays_needed([0.0]))
