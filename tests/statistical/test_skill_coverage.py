"""Planted truth for the dial of a group: intervals hold, misfit is called where it is, advice saves plays."""

import math

import numpy as np
import pytest

from analyzer.stats.skill import drift
from tools.covering import skill, skill_scores

pytestmark = pytest.mark.statistical


@pytest.fixture(scope="module")
def world():
    return skill.World()


def check_held(world, plays, logs):
    error = math.sqrt(0.95 * 0.05 / logs)
    for name, share in skill.held(world, plays, logs, seed=100 + plays).items():
        assert share == pytest.approx(0.95, abs=4 * error), name


def test_intervals_hold_in_a_few_logs(world):
    check_held(world, 20, 200)


@pytest.mark.slow
@pytest.mark.parametrize("plays", [20, 60])
def test_intervals_hold(world, plays):
    check_held(world, plays, 2000)


@pytest.mark.slow
def test_a_grid_that_is_wrong_is_noticed():
    """The control: with the curves of other variants the intervals miss."""
    wrong = skill.World()
    wrong.rates = wrong.rates[[1, 2, 3, 4, 5, 0]]
    assert skill.held(wrong, 60, 500, seed=3)["dial"] < 0.8


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "logs"), [("honest", 2000), ("time", 500), ("variant", 500)])
def test_misfit_is_called_where_it_is(world, kind, logs):
    share = skill.called_misfit(world, 60, logs, seed=7, kind=kind)
    assert share <= 0.06 if kind == "honest" else share >= 0.8


@pytest.mark.slow
def test_misfit_is_not_called_too_often_in_short_logs(world):
    assert skill.called_misfit(world, 20, 2000, seed=8, kind="honest") <= 0.06


@pytest.mark.slow
def test_advice_saves_a_quarter_of_the_plays(world):
    advised, random = (
        np.mean([skill.plays_until(world, 0.2, seed, is_advised=by) for seed in range(300)]) for by in (True, False)
    )
    assert advised <= 0.75 * random


@pytest.mark.slow
def test_a_planted_drift_is_found_and_none_where_there_is_none(world):
    rng, cells = np.random.default_rng(5), np.arange(60) % len(skill.PLAYED)
    found = {
        rise: [
            drift.drift(world.places, world.played, skill.log_of(rng, np.linspace(a, a + rise, 60), cells), 1)
            for a in rng.uniform(0.2, 0.4, 300)
        ]
        for rise in (0.0, 0.5)
    }
    certain = {rise: np.mean([item.is_certain for item in items]) for rise, items in found.items()}
    assert certain[0.0] <= 0.05 + 4 * math.sqrt(0.05 * 0.95 / 300)
    assert certain[0.5] >= 0.8
    held = np.mean([not item.change.excludes(0.5) for item in found[0.5]])
    assert held >= 0.95 - 4 * math.sqrt(0.95 * 0.05 / 300)


@pytest.mark.slow
def test_the_dial_of_scores_holds_and_misfit_is_called_where_it_is():
    world = skill_scores.World()
    assert skill_scores.held(world, 60, 1000, 60) == pytest.approx(0.95, abs=4 * math.sqrt(0.95 * 0.05 / 1000))
    assert skill_scores.called_misfit(world, 60, 500, 7, "honest") <= 0.06
    for kind in ("time", "group"):
        assert skill_scores.called_misfit(world, 60, 100, 7, kind) >= 0.8


@pytest.mark.slow
def test_a_planted_drift_of_scores_is_found_and_none_where_there_is_none():
    world = skill_scores.World()
    still, rising = (skill_scores.drifting(world, 60, 300, 5, rise) for rise in (0.0, 0.5))
    assert still[0] <= 0.05 + 4 * math.sqrt(0.05 * 0.95 / 300)
    assert rising[0] >= 0.8
    assert min(still[1], rising[1]) >= 0.95 - 4 * math.sqrt(0.95 * 0.05 / 300)
