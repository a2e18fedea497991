"""Rates of what comes in clusters: known answers, and coverage where independence would not hold."""

import math

import numpy as np
import pytest

from analyzer.stats.proportions import clopper_pearson
from analyzer.stats.rates import clustered_rate


def test_many_clusters_of_one_trial_are_as_good_as_independent_trials():
    hits = np.array([1] * 30 + [0] * 70)
    found, exact = clustered_rate(hits, np.ones(100)), clopper_pearson(30, 100)
    assert found.value == 0.3
    assert found.low == pytest.approx(exact.low, abs=0.005)
    assert found.high == pytest.approx(exact.high, abs=0.005)


def test_hits_that_go_together_widen_the_interval():
    spread = clustered_rate([2] * 20, [10] * 20)
    together = clustered_rate([10] * 4 + [0] * 16, [10] * 20)
    assert spread.value == together.value == 0.2
    assert together.half_width > 2 * spread.half_width


def test_no_hit_still_has_an_upper_bound_and_no_trial_says_nothing():
    none = clustered_rate([0] * 10, [20] * 10)
    assert (none.value, none.low) == (0.0, 0.0)
    assert 0.0 < none.high < 0.05
    nothing = clustered_rate([0, 0], [0, 0])
    assert math.isnan(nothing.value)
    assert (nothing.low, nothing.high, nothing.n) == (0.0, 1.0, 0)


def test_more_hits_than_trials_are_refused():
    with pytest.raises(ValueError, match="hits must lie"):
        clustered_rate([3], [2])


@pytest.mark.statistical
@pytest.mark.parametrize("mean", [0.02, 0.1])
def test_the_interval_covers_at_its_level_and_the_independent_one_does_not(mean):
    """Chances vary from cluster to cluster as a beta distribution: hits of one cluster go together."""
    rng, repeats = np.random.default_rng(17), 1000
    covered = naive = 0
    for _ in range(repeats):
        trials = rng.integers(20, 60, 30)
        hits = rng.binomial(trials, rng.beta(0.3, 0.3 * (1 - mean) / mean, 30))
        covered += not clustered_rate(hits, trials).excludes(mean)
        naive += not clopper_pearson(int(hits.sum()), int(trials.sum())).excludes(mean)
    error = math.sqrt(0.05 * 0.95 / repeats)
    assert covered / repeats > 0.92 - 4 * error, "30 clusters that differ as much as these: not below 92 %"
    assert naive / repeats < covered / repeats - 4 * error, "the negative control"
