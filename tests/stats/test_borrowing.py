"""Rates of few deals that borrow strength, and the largest of many shrunken: coverage, gain, and what is left alone."""

import numpy as np
import pytest
from scipy.special import ndtri

from analyzer.stats.borrowing import borrow, shrunken
from analyzer.stats.estimate import Estimate

FEW, MANY, RUNS = 400, 8_000, 400


def outcomes(lots, rates, shared):
    """Make up who wins which deal: the deal's luck has this share in everybody's."""
    luck = lots.standard_normal(MANY)
    own = lots.standard_normal((len(rates), MANY))
    return (np.sqrt(shared) * luck + np.sqrt(1 - shared) * own < ndtri(np.array(rates))[:, None]).astype(float)


def borrowed(lots, rates=(0.4, 0.38, 0.1), shared=0.7):
    few, *others = outcomes(lots, rates, shared)
    controls = np.array(others)
    return borrow(few[:FEW], controls[:, :FEW], controls.mean(axis=1), MANY), (few, controls)


@pytest.mark.statistical
@pytest.mark.parametrize("rates", [(0.4, 0.38, 0.1), (0.84, 0.82, 0.3), (0.5, 0.5, 0.5)])
def test_a_borrowed_rate_covers_the_truth_with_fewer_deals(rates):
    lots = np.random.default_rng(3)
    found = [borrowed(lots, rates)[0] for _ in range(RUNS)]
    limit = 4 * np.sqrt(0.05 * 0.95 / RUNS)
    assert np.mean([item.rate.low <= rates[0] <= item.rate.high for item in found]) > 0.95 - limit
    gain = np.mean([item.gain for item in found])
    spread = np.var([item.raw.value for item in found]) / np.var([item.rate.value for item in found])
    assert gain > 1.15
    assert gain == pytest.approx(spread, rel=4 * np.sqrt(4 / RUNS)), "the gain that is printed is the gain there is"
    short = [item.raw.half_width / 2.0 for item in found]
    off = [abs(item.rate.value - rates[0]) for item in found]
    assert np.mean(np.array(off) <= short) < 0.95 - limit, "the negative control: a gain of four is claimed"


@pytest.mark.statistical
def test_where_others_tell_nothing_nothing_is_gained():
    lots = np.random.default_rng(4)
    found = [borrowed(lots, shared=0.0)[0] for _ in range(100)]
    assert np.mean([item.gain for item in found]) < 1.02
    assert not np.mean([item.pays for item in found]) > 0.2


def test_few_deals_wins_or_losses_and_controls_that_never_vary_are_left_alone():
    lots = np.random.default_rng(5)
    _, (few, controls) = borrowed(lots)
    rates = controls.mean(axis=1)
    assert borrow(few[:40], controls[:, :40], rates, MANY) is None
    assert borrow(np.zeros(FEW), controls[:, :FEW], rates, MANY) is None
    assert borrow(few[:FEW], np.ones((2, FEW)), np.ones(2), MANY) is None
    alone = borrow(few[:FEW], controls[:1, :FEW], rates[:1], MANY)
    padded = borrow(few[:FEW], np.vstack([controls[:1, :FEW], np.ones(FEW)]), np.array([rates[0], 1.0]), MANY)
    assert alone.rate == padded.rate


def estimates(values, error):
    return [Estimate(value, value - 1.96 * error, value + 1.96 * error, 0.95, 100, "t") for value in values]


@pytest.mark.statistical
def test_the_largest_of_many_is_too_large_as_measured_and_not_once_it_is_shrunken():
    lots, off = np.random.default_rng(6), []
    for _ in range(1_000):
        truth = lots.normal(0.0, 1.0, 30)
        found = estimates(truth + lots.normal(0.0, 1.0, 30), 1.0)
        largest = int(np.argmax([item.value for item in found]))
        off.append((found[largest].value - truth[largest], shrunken(found)[largest].value - truth[largest]))
    raw, less = np.mean(off, axis=0)
    error = np.std(off, axis=0)[1] / np.sqrt(len(off))
    assert abs(less) < 4 * error + 0.05
    assert raw > 20 * error, "the negative control: the winner's curse"


def test_what_is_known_well_hardly_shrinks_and_what_differs_by_chance_alone_shrinks_to_the_mean():
    sharp = shrunken(estimates([0.0, 1.0, 5.0, 9.0], 0.01))
    assert [item.value for item in sharp] == pytest.approx([0.0, 1.0, 5.0, 9.0], abs=0.001)
    alike = shrunken(estimates([0.1, -0.1, 0.05, -0.05], 1.0))
    assert [item.value for item in alike] == pytest.approx([0.0] * 4, abs=0.01)
    two = estimates([1.0, 2.0], 0.5)
    assert shrunken(two) == two
    exact = [*estimates([1.0, 2.0, 4.0], 0.5), Estimate(0.0, 0.0, 0.0, 0.95, 9, "none differ")]
    assert shrunken(exact)[-1] == exact[-1]
