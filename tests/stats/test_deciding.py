"""When pairs are told apart or equal: planned looks, what an interval decides, what it costs, and false decisions."""

from itertools import pairwise

import numpy as np
import pytest

from analyzer.stats.deciding import DecisionRule, Verdict, expected_deals
from analyzer.stats.estimate import Estimate
from analyzer.stats.paired import BoundedPairs, Pairs, tango_bounds
from analyzer.stats.proportions import smallest_difference

RUNS = 1_000


def looked(differing, gap, rule, runs, seed):
    """Make up the deals that only one of two arms wins, run by run and look by look."""
    lots, steps = np.random.default_rng(seed), np.diff([0, *rule.looks])
    only = [0.5 * (differing + gap), 0.5 * (differing - gap)]
    counts = np.stack([lots.multinomial(step, [*only, 1 - differing], runs)[:, :2] for step in steps], axis=1)
    return np.cumsum(counts, axis=1)


def decisions(counts, rule, level):
    """Tell for every run whether its pair was ever told apart first, and whether it was called equal first."""
    low, high = tango_bounds(counts[..., 0], counts[..., 1], np.array(rule.looks), level)
    is_apart = (low > 0) | (high < 0)
    is_equal = ~is_apart & (low > -rule.margin) & (high < rule.margin)
    first = np.where((is_apart | is_equal).any(axis=1), (is_apart | is_equal).argmax(axis=1), -1)
    runs = np.arange(len(first))
    return (first >= 0) & is_apart[runs, first], (first >= 0) & is_equal[runs, first]


def test_looks_are_planned_beforehand_in_whole_blocks_and_grow_by_half():
    looks = DecisionRule(105, 400_000).looks
    assert [deals // 4096 for deals in looks[:8]] == [1, 2, 3, 4, 6, 9, 13, 19]
    assert looks[-1] == 400_000
    assert all(later >= 1.2 * earlier for earlier, later in pairwise(looks))
    assert DecisionRule(1, 400).looks == (400,)
    assert DecisionRule(1, 4096).looks == (4096,)


def test_the_error_is_split_over_all_pairs_and_all_looks():
    rule = DecisionRule(105, 400_000)
    assert rule.each == pytest.approx(1 - 0.025 / (105 * len(rule.looks)))
    assert DecisionRule(1, 4096).each == pytest.approx(0.975)


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.01, 0.3, "apart"),
        (-0.3, -0.001, "apart"),
        (-0.019, 0.019, "equal"),
        (-0.02, 0.01, "open"),
        (-0.1, 0.1, "open"),
    ],
)
def test_an_interval_tells_apart_or_equal_or_leaves_it_open(low, high, verdict):
    found = DecisionRule(3, 4096, margin=0.02).verdict(Estimate((low + high) / 2, low, high, 0.99, 100, "tango"))
    assert found == Verdict(verdict)


def test_games_without_an_outcome_keep_a_pair_open():
    rule, known = DecisionRule(1, 4096, margin=0.02), Pairs(2000, 20, 20, 1900)
    assert rule.verdict(rule.differences([BoundedPairs(known, known, known)])[0]) is Verdict.EQUAL
    lowest, highest = Pairs(2000, 20, 176, 1900), Pairs(2000, 176, 20, 1900)
    assert rule.verdict(rule.differences([BoundedPairs(known, lowest, highest)])[0]) is Verdict.OPEN


@pytest.mark.parametrize(("margin", "n"), [(-1, 1), (0.0, 1), (0.02, 0)])
def test_a_rule_that_makes_no_sense_is_refused(margin, n):
    with pytest.raises(ValueError, match="must"):
        DecisionRule(n, 4096, margin)


@pytest.mark.statistical
@pytest.mark.parametrize("differing", [0.02, 0.4])
def test_equal_arms_are_told_apart_as_seldom_as_promised_however_often_one_looks(differing):
    rule = DecisionRule(1, 400_000, margin=0.002)  # too narrow to stop early
    counts = looked(differing, 0.0, rule, RUNS, seed=5)
    limit = 0.025 + 4 * np.sqrt(0.025 * 0.975 / RUNS)
    assert decisions(counts, rule, rule.each)[0].mean() <= limit
    peeking = decisions(counts, rule, 0.975)[0].mean()
    assert peeking > limit, "the negative control: an ordinary interval, looked at again and again"


@pytest.mark.statistical
def test_arms_that_differ_by_the_margin_are_called_equal_as_seldom_as_promised():
    rule = DecisionRule(1, 400_000, margin=0.02)
    counts = looked(0.4, 0.02, rule, RUNS, seed=6)
    limit = 0.025 + 4 * np.sqrt(0.025 * 0.975 / RUNS)
    assert decisions(counts, rule, rule.each)[1].mean() <= limit
    unfair = decisions(counts, rule, 0.5)[1].mean()
    assert unfair > limit, "the negative control: intervals that are too short"


@pytest.mark.statistical
def test_pairs_that_differ_or_are_equal_are_decided_rightly():
    rule = DecisionRule(10, 400_000, margin=0.02)
    assert decisions(looked(0.4, 0.05, rule, 200, seed=7), rule, rule.each)[0].all()
    assert decisions(looked(0.1, 0.0, rule, 200, seed=8), rule, rule.each)[1].mean() > 0.95


@pytest.mark.statistical
def test_a_forecast_is_what_is_played_on_average():
    rule, rates = DecisionRule(3, 400_000), {"a": 0.5, "b": 0.45, "c": 0.2}
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    said = expected_deals(rule, pairs, {name: (round(1024 * rate), 1024) for name, rate in rates.items()})
    played = []
    for seed in range(40):
        won = {name: np.random.default_rng([seed, k]).random(60_000) < p for k, (name, p) in enumerate(rates.items())}
        played.append(_stopped(rule, won["a"], won["b"]))
    assert said["a"] == said["b"] > said["c"] == rule.looks[0]
    assert 0.5 * np.mean(played) < said["a"] < 2.5 * np.mean(played), "a pilot of 1,024 games knows rates to 3 points"
    assert not 0.5 * np.mean(played) < rule.most < 2.5 * np.mean(played), (
        "the negative control: the most that it can be"
    )


def _stopped(rule, a, b):
    counts = [(int((a & ~b)[:deals].sum()), int((b & ~a)[:deals].sum())) for deals in rule.looks if deals <= len(a)]
    low, high = tango_bounds(*np.array(counts).T, np.array(rule.looks[: len(counts)]), rule.each)
    return rule.looks[int(((low > 0) | (high < 0)).argmax())]


def test_what_a_number_of_deals_can_show():
    assert smallest_difference(200) == pytest.approx(0.14, abs=0.0005)
    assert smallest_difference(20_000) == pytest.approx(0.014, abs=0.0005)
    assert smallest_difference(200, comparisons=105) > 0.2
    assert smallest_difference(1) == 1.0


@pytest.mark.statistical
def test_a_difference_that_deals_can_show_is_found_four_times_in_five():
    gap, n, runs = smallest_difference(1_000), 1_000, 4_000
    lots = np.random.default_rng(9)
    for size, expected in ((gap, 0.8), (0.5 * gap, 0.29)):
        a, b = 0.5 + 0.5 * size, 0.5 - 0.5 * size
        only = a * (1 - b), b * (1 - a)
        counts = lots.multinomial(n, [*only, 1 - sum(only)], runs)
        low, _high = tango_bounds(counts[:, 0], counts[:, 1], n, 0.95)
        assert abs((low > 0).mean() - expected) < 4 * np.sqrt(0.25 / runs) + 0.02
