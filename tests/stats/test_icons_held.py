"""Whether icons hold among other players: by the order alone, not contradicted by chance, and resting on no outlier."""

import numpy as np
import pytest

from analyzer.stats.estimate import Estimate, bonferroni_level
from analyzer.stats.icons import OPEN, OTHER, SAME, Held, fits, hold, icons_at
from analyzer.stats.proportions import win_rate

CUTS = (0.8, 0.6)
RATES = {"a": 0.95, "b": 0.85, "c": 0.75, "d": 0.7, "e": 0.65, "f": 0.5, "g": 0.4, "h": 0.3}
ICONS = {name: icons_at(rate, CUTS) for name, rate in RATES.items()}


def about(rates, half=0.005):
    return {name: Estimate(x, x - half, x + half, 0.95, 1_000, "test") for name, x in rates.items()}


def verdicts(rates, half=0.005):
    return {name: held.verdict for name, held in hold(ICONS, about(rates, half)).items()}


def test_icons_are_those_of_the_cut_points():
    assert [icons_at(rate, CUTS) for rate in (0.9, 0.8, 0.79, 0.6, 0.59)] == [1, 1, 2, 2, 3]
    assert fits(2, about({"a": 0.7})["a"], CUTS) == Held(SAME, 2, 2)
    assert fits(2, about({"a": 0.601}, 0.01)["a"], CUTS) == Held(OPEN, 2, 3)
    assert fits(3, about({"a": 0.918})["a"], CUTS) == Held(OTHER, 1, 1)


@pytest.mark.parametrize("power", [0.2, 1.0, 6.0])
def test_other_players_may_win_more_or_fewer_games_of_everything(power):
    """The same win rates would have changed nearly every icon."""
    assert set(verdicts({name: rate**power for name, rate in RATES.items()}, 1e-4).values()) == {SAME}


def test_the_variant_that_moves_is_named_and_not_those_that_it_passes():
    found = hold(ICONS, about(RATES | {"c": 0.25}))
    assert found["c"] == Held(OTHER, 3, 3)
    assert {name: held.verdict for name, held in found.items() if name != "c"} == dict.fromkeys("abdefgh", SAME)


def test_two_that_change_places_are_both_named():
    found = hold(ICONS, about(RATES | {"e": 0.5, "f": 0.65}))
    assert (found["e"], found["f"]) == (Held(OTHER, 2, 3), Held(OTHER, 2, 3))
    assert found["a"].verdict == SAME


def test_few_games_leave_it_open():
    found = hold(ICONS, about(RATES, 0.06))
    assert (found["b"], found["c"]) == (Held(OPEN, 1, 2), Held(OPEN, 1, 2))
    assert {found[name].verdict for name in "aefgh"} == {SAME}


def test_what_one_other_variant_decides_is_not_certain():
    """Two variants above the cut hold the third one's place: without either of them nobody knows who moved."""
    found = hold(ICONS, about(RATES | {"a": 0.95, "b": 0.72, "c": 0.75, "d": 0.74}))
    assert found["b"].verdict == OTHER
    assert (found["c"].verdict, found["c"].rests_on) == (OPEN, "d")
    assert (found["d"].verdict, found["d"].rests_on) == (OPEN, "c")
    assert found["a"].verdict == found["g"].verdict == SAME


def contradicted(level, runs=300):
    """Count the runs that contradict an icon where all of them hold in truth, places close together."""
    rng, names = np.random.default_rng(25), list(RATES)
    true = np.array([0.66, 0.64, 0.62, 0.6, 0.58, 0.56, 0.54, 0.52])
    wins = rng.binomial(400, true, size=(runs, len(names)))
    rates = [{name: win_rate(int(k), 400, 0, level) for name, k in zip(names, row, strict=True)} for row in wins]
    return sum(any(held.verdict == OTHER for held in hold(ICONS, each).values()) for each in rates) / runs


def test_icons_that_hold_are_not_contradicted_by_chance():
    runs = 300
    bound = 0.05 + 4 * np.sqrt(0.05 * 0.95 / runs)
    assert contradicted(bonferroni_level(0.95, len(RATES)), runs) <= bound
    assert contradicted(0.05, runs) > bound  # control: the rates taken as they are
