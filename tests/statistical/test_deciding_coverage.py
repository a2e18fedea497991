"""Runs that stop when all pairs are decided: false decisions of whole designs, and fewer games than today's design."""

import numpy as np
import pytest

from analyzer.stats.deciding import DecisionRule
from analyzer.stats.estimate import bonferroni_level
from analyzer.stats.sequences import WidthRule
from tools.covering.deciding import DESIGNS, LADDER, MOST, WIDTH, decided


def limit(runs, share=0.025):
    return share + 4 * np.sqrt(share * (1 - share) / runs)


def rule_of(rates, margin):
    return DecisionRule(len(rates) * (len(rates) - 1) // 2, MOST, margin)


@pytest.mark.slow
@pytest.mark.statistical
@pytest.mark.parametrize("name", DESIGNS)
def test_a_whole_design_decides_something_wrong_in_at_most_five_of_two_hundred_runs(name):
    rates, margin = DESIGNS[name]
    rule = rule_of(rates, margin)
    assert decided(rates, rule, rule.each, seed=2).false <= limit(1_000)
    if len(set(rates)) == 1:
        peeking = decided(rates, rule, bonferroni_level(0.95, 1), seed=2)
        assert peeking.false > limit(1_000), "the negative control: single intervals, looked at again and again"


@pytest.mark.statistical
def test_the_order_of_the_ladder_takes_fewer_games_than_the_widths_of_today():
    rule, fixed = rule_of(LADDER, 0.02), sum(WidthRule(WIDTH, MOST).foreseen_games(rate) for rate in LADDER)
    found = decided(LADDER, rule, rule.each, runs=20)
    assert found.share == 1.0
    assert found.false == 0.0
    assert found.deals < fixed
