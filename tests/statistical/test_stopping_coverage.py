"""Stopping by width: does the interval at the stop cover, and what does it cost? All courses are enumerated."""

import math

import numpy as np
import pytest

from analyzer.stats.proportions import wilson_bounds
from analyzer.stats.sequences import WidthRule
from tools.covering.stopping import (
    TABLE_P,
    TABLE_WIDTHS,
    UNLIMITED,
    boundary,
    every_look_games,
    fixed_games,
    hardest,
    stopped,
    stopped_difference,
    stopped_shares,
)

LEVEL, SIGMAS, MOST = 0.95, 4.5, 1.15
# where runs were found that stop after one block or another depending on their luck
DELICATE = [(0.0563, 0.00143), (0.3363, 0.0154), (0.0907, 0.0064), (0.1926, 0.0044), (0.0043, 0.0013)]
DELICATE += [(0.0588, 0.0068), (0.0207, 0.0039), (0.0477, 0.0061)]


class Naive(WidthRule):
    """Stop when Wilson's 95 % interval is narrow, and report it as it is."""

    def bounds(self, wins, games):
        return wilson_bounds(wins, games, self.level)


def band(runs, level=LEVEL):
    return SIGMAS * math.sqrt(level * (1 - level) / runs)


@pytest.mark.parametrize("width", TABLE_WIDTHS)
def test_the_stop_covers_95_percent_at_the_price_of_the_fixed_plan(width):
    for p in TABLE_P:
        run = stopped(WidthRule(width, UNLIMITED), p)
        assert run.coverage >= LEVEL
        assert run.games <= MOST * run.fixed + run.block


@pytest.mark.parametrize(("p", "width"), DELICATE)
def test_the_stop_covers_where_luck_decides_when_it_comes(p, width):
    for rate in (p, 1 - p):
        run = stopped(WidthRule(width, UNLIMITED), rate)
        assert run.coverage >= LEVEL
        assert run.cost <= MOST


def test_the_stop_covers_for_random_rates_and_widths():
    least, most = hardest(60, seed=2)
    assert least.coverage >= LEVEL
    assert most.cost <= MOST


def test_control_an_ordinary_interval_at_the_stop_is_rejected():
    coverage = [stopped(Naive(width, UNLIMITED), p).coverage for p, width in DELICATE]
    assert min(coverage) < 0.937


def test_control_the_interval_valid_at_every_look_costs_twice_as_much():
    assert every_look_games(0.005) > 2.2 * fixed_games(0.005)
    assert stopped(WidthRule(0.005, UNLIMITED), 0.5).games < 1.15 * fixed_games(0.005) + 4096


@pytest.mark.parametrize(("p", "width"), [(0.02, 0.003), (0.0015, 0.001), (0.35, 0.008)])
def test_enumeration_agrees_with_simulation(p, width):
    rule, runs, exact = WidthRule(width, UNLIMITED), 20_000, stopped(WidthRule(width, UNLIMITED), p)
    rng, wins, games = np.random.default_rng(3), np.zeros(20_000, dtype=np.int64), 0
    covered, cost = 0, 0.0
    while wins.size:
        wins, games = wins + rng.binomial(rule.block, p, wins.size), games + rule.block
        edge = boundary(rule, games)
        done = (wins <= edge) | (wins >= games - edge)
        low, high = rule.bounds(wins[done], games)
        covered, cost = covered + int(((low <= p) & (p <= high)).sum()), cost + games * int(done.sum())
        wins = wins[~done]
    assert abs(covered / runs - exact.coverage) <= band(runs, exact.coverage)
    assert cost / runs == pytest.approx(exact.games, rel=0.02)


@pytest.mark.parametrize(
    ("whole", "shared", "width"), [(0.002, 0.002, 0.002), (0.2, 0.1, 0.005), (0.25, 0.0, 0.01), (0.3, 0.4, 0.005)]
)
def test_shares_of_seats_cover_at_the_stop(whole, shared, width):
    run = stopped_shares(WidthRule(width, UNLIMITED), whole, shared, runs=2_000)
    assert run.coverage >= LEVEL - band(2_000)
    assert run.games <= MOST * run.fixed + run.block


def test_control_shares_at_a_lower_level_are_rejected():
    run = stopped_shares(WidthRule(0.005, UNLIMITED, level=0.88), 0.2, 0.1, runs=2_000)
    assert run.coverage < LEVEL - band(2_000)


@pytest.mark.parametrize(("p_a", "p_b"), [(0.05, 0.05), (0.5, 0.45)])
def test_differences_of_cells_that_stop_for_themselves_are_wrong_in_about_5_percent(p_a, p_b):
    wrong = 1 - stopped_difference(WidthRule(0.005, UNLIMITED), p_a, p_b, runs=4_000)
    assert wrong <= 0.06 + band(4_000)
    careless = 1 - stopped_difference(WidthRule(0.005, UNLIMITED, level=0.8), p_a, p_b, runs=4_000)
    assert careless > 0.06 + band(4_000)  # control: an 80 % interval
