"""The dial of a group: known posteriors, predictions, priors, differences of groups."""

import numpy as np
import pytest
from scipy.stats import beta

from analyzer.stats.skill import posterior
from tools.covering import skill

PLACES = np.linspace(0.0, 1.0, 2001)
LINE = np.clip(PLACES, 1e-9, 1.0 - 1e-9)[None, None, :]  # a variant whose win rate is the dial itself


def fitted(wins, plays, prior="even", rates=LINE):
    likelihood = posterior.log_likelihood(rates, wins, plays)
    return posterior.posterior_of(PLACES, likelihood, posterior.prior_of(prior, PLACES), int(np.sum(plays)))


def test_the_posterior_of_a_straight_curve_is_the_beta_distribution():
    found, exact = fitted([7], [10]), beta(8, 4)
    assert found.mean == pytest.approx(exact.mean(), abs=1e-4)
    assert found.deviation == pytest.approx(exact.std(), abs=1e-4)
    dial = found.dial()
    assert dial.value == pytest.approx(exact.median(), abs=1e-3)
    assert exact.cdf(dial.high) - exact.cdf(dial.low) == pytest.approx(0.95, abs=2e-3)
    assert exact.pdf(dial.low) == pytest.approx(exact.pdf(dial.high), rel=0.1)  # the shortest one
    assert dial.n == 10


def test_intervals_reach_the_end_of_the_dial_where_every_game_is_won():
    dial = fitted([12], [12]).dial()
    assert dial.high == pytest.approx(1.0)
    assert dial.low == pytest.approx(beta(13, 1).ppf(0.05), abs=2e-3)


def test_the_narrower_interval_lies_in_the_wider():
    found = fitted([7], [10])
    wide, narrow = found.dial(0.95), found.dial(0.8)
    assert wide.low < narrow.low < narrow.value < narrow.high < wide.high


def test_without_plays_the_posterior_is_the_prior():
    assert fitted([0], [0]).chances == pytest.approx(posterior.prior_of("even", PLACES))
    assert fitted([0], [0], "low").mean == pytest.approx(1 / 3, abs=1e-3)
    assert fitted([0], [0], "high").mean == pytest.approx(2 / 3, abs=1e-3)
    assert fitted([0], [0], "middle").deviation == pytest.approx(np.sqrt(1 / 24), abs=1e-3)


def test_priors_matter_less_with_more_plays():
    spans = []
    for plays in (5, 50):
        likelihood = posterior.log_likelihood(LINE, [3 * plays // 5], [plays])
        values = [dial.value for dial in posterior.sensitivity(PLACES, likelihood, plays).values()]
        spans.append(max(values) - min(values))
    assert 0.0 < 4 * spans[1] < spans[0]


def test_a_prediction_follows_the_dial():
    found, squared = fitted([7], [10]), LINE[0] ** 2
    rate = found.predicted(squared)
    assert rate.value == pytest.approx(beta(8, 4).moment(2), abs=1e-4)
    chance = beta(8, 4).cdf(np.sqrt(rate.high)) - beta(8, 4).cdf(np.sqrt(rate.low))
    assert chance == pytest.approx(0.95, abs=3e-3)


def test_the_error_of_the_grid_is_part_of_a_prediction():
    rng = np.random.default_rng(2)
    sure, unsure = (np.clip(LINE[0] ** 2 * (1 + rng.normal(0, s, (200, 1))), 0, 1) for s in (0.001, 0.3))
    rates = np.repeat(LINE, 200, axis=1)
    found = fitted([70], [100], rates=rates)
    assert found.predicted(unsure).half_width > 1.5 * found.predicted(sure).half_width


def coarse(wins, plays):
    places = PLACES[::10]
    likelihood = posterior.log_likelihood(LINE[..., ::10], wins, plays)
    return posterior.posterior_of(places, likelihood, posterior.prior_of("even", places), int(np.sum(plays)))


def test_groups_are_told_apart():
    weak, strong = coarse([20], [100]), coarse([60], [100])
    gap, above = posterior.difference(strong, weak)
    assert gap.low > 0.25
    assert above > 0.999
    same, half = posterior.difference(weak, weak)
    assert same.value == pytest.approx(0.0, abs=2e-3)
    assert half == pytest.approx(0.5)


def test_a_coarse_grid_of_games_widens_the_dial():
    few, many = skill.World(games=60), skill.World(games=100_000)
    counts = [60, 40, 20], [80, 80, 80]
    assert few.fit(*counts).deviation > 1.1 * many.fit(*counts).deviation


def test_an_unknown_prior_is_refused():
    with pytest.raises(ValueError, match="even, low, high, middle"):
        posterior.prior_of("mine", PLACES)
