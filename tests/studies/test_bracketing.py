"""The search for a crossing and what is played around it, on curves that are written down instead of played."""

import math
from itertools import pairwise

import numpy as np
import pytest

from analyzer.analysis.shares import Shares
from analyzer.studies.calibration.bracketing import FEWEST, search, settle
from analyzer.studies.samples import RATE

BUDGET = 20_000


class Drawn:
    """Games of a known win rate."""

    def __init__(self, rate, deals, rng):
        won = rng.random(deals) < rate
        self.deals, self.bits = deals, (np.packbits(won), np.packbits(np.zeros(deals, bool)))
        self.measures = {RATE: Shares(won.astype(float), won.astype(float))}


def found(curve, values, seed=0, line=0.5, budget=BUDGET):
    """Search and settle on a curve; give both, and the games of every value that was settled on."""
    rng = np.random.default_rng(seed)

    def play(value, deals):
        return Drawn(curve(value), deals, rng)

    bracket = search(values, RATE, line, budget, play)
    return bracket, settle(values, RATE, line, budget - bracket.games, bracket, play)


def logistic(middle, width):
    return lambda value: 1 / (1 + math.exp((value - middle) / width))


def test_a_coarse_dial_is_settled_at_neighbours():
    bracket, settled = found(logistic(7.4, 2.0), range(20))
    assert bracket.trend == -1
    assert [6, 7, 8, 9] == list(settled.samples)
    assert settled.samples[7].deals == settled.samples[8].deals == 4 * settled.samples[6].deals
    assert 7 < settled.crossing.where.value < 8
    assert settled.shown == {}


@pytest.mark.statistical
def test_a_fine_dial_is_settled_at_values_as_far_apart_as_the_games_can_tell():
    hits, steps = [], []
    for seed in range(25):
        _bracket, settled = found(logistic(500, 300), range(1001), seed)
        values = list(settled.samples)
        steps.append(max(b - a for a, b in pairwise(values)))
        hits.append(not settled.crossing.where.excludes(500))
        below, above = math.floor(settled.crossing.where.value), math.floor(settled.crossing.where.value) + 1
        assert {below, above} <= {*settled.samples, *settled.shown}, "both neighbours are shown"
    assert np.mean(hits) > 0.95 - 4 * math.sqrt(0.95 * 0.05 / 25)
    assert 5 < np.median(steps) < 300
    assert np.median([settled.crossing.where.half_width]) < 60


def test_far_values_get_few_games_and_near_ones_more():
    bracket, _settled = found(logistic(40.5, 3.0), range(80))
    assert bracket.samples[0].deals == bracket.samples[79].deals == FEWEST
    assert bracket.games <= 0.3 * BUDGET


def test_a_curve_that_goes_up_and_down_again_is_crossed_where_it_is():
    _bracket, settled = found(lambda value: 0.7 - 0.003 * (value - 20) ** 2, range(41))
    expected = 20 - math.sqrt(0.2 / 0.003), 20 + math.sqrt(0.2 / 0.003)
    assert min(abs(settled.crossing.where.value - place) for place in expected) < 1


@pytest.mark.parametrize(("line", "end"), [(0.95, 0), (0.05, 19)])
def test_a_line_out_of_reach_is_looked_for_at_the_right_end(line, end):
    _bracket, settled = found(lambda value: 0.8 - 0.02 * value, range(20), line=line)
    assert settled.crossing.where is None
    assert not settled.crossing.is_open
    assert settled.samples[end].deals > 0.3 * BUDGET


def test_a_flat_curve_on_the_line_stays_open():
    _bracket, settled = found(lambda value: 0.5, range(20))
    where = settled.crossing.where
    assert settled.crossing.is_open
    assert where is None or math.isinf(where.low) or math.isinf(where.high) or where.half_width > 1
