"""Lanes compute in every lane what numpy computes, compiled and plain."""

import numpy as np
import pytest

from analyzer.kernel.jit import blank, record
from analyzer.kernel.lanes import (
    LANES,
    count_from,
    largest,
    least,
    look_up,
    most,
    numbers,
    pick,
    round_up,
    smallest,
    spread,
    take,
)
from analyzer.kernel.lean import rule

SHELF = record(("cards", "i1", (4 * LANES,)), ("places", "i1", (128,)), ("out", "f8", (4 * LANES,)))


@rule
def _lane_of(value, lane):
    """Return one lane: the only one that is not pushed below all others."""
    return largest(pick(0.5 - abs(count_from(0) - lane), value, -1e300))


@rule
def _write(out, value):
    for lane in range(LANES):
        out[lane] = _lane_of(value, float(lane))


@rule
def _take_and_look_up(shelf, first):
    _write(shelf.out, numbers(look_up(shelf.places, take(shelf.cards, first))))


@rule
def _calculate(shelf):
    one, other = numbers(take(shelf.cards, 0)), numbers(take(shelf.cards, LANES))
    _write(shelf.out, 2 - (one * other + 0.1) / (other - 0.25) - one * 3)


@rule
def _choose(shelf):
    one, other = numbers(take(shelf.cards, 0)), numbers(take(shelf.cards, LANES))
    _write(shelf.out, pick(one, least(one, other), most(other, 2.5)) + 100.0 * least(1.5, other))


@rule
def _shape(shelf):
    _write(shelf.out, round_up(abs(numbers(take(shelf.cards, 0)) / 4.0)) + spread(0.25) + count_from(7))


@rule
def _reduce(shelf):
    values = numbers(take(shelf.cards, 0))
    shelf.out[0] = largest(values)
    shelf.out[1] = smallest(values)


@pytest.fixture(params=range(5))
def shelf(request):
    shelf = blank(SHELF)
    draws = np.random.default_rng(request.param)
    shelf.cards[:] = draws.integers(-100, 100, shelf.cards.size)
    shelf.places[:] = draws.integers(-128, 128, shelf.places.size)
    return shelf


def halves(shelf):
    return shelf.cards[:LANES].astype(float), shelf.cards[LANES : 2 * LANES].astype(float)


@pytest.mark.parametrize("first", [0, LANES, 3, 3 * LANES])
def test_tables_are_read_at_each_place(shelf, first):
    shelf.cards[:] = np.abs(shelf.cards)
    _take_and_look_up(shelf, first)
    assert (shelf.out[:LANES] == shelf.places[shelf.cards[first : first + LANES]]).all()


def test_operators_round_as_numpy_does(shelf):
    one, other = halves(shelf)
    _calculate(shelf)
    assert (shelf.out[:LANES] == 2 - (one * other + 0.1) / (other - 0.25) - one * 3).all()


def test_picks_are_made_lane_by_lane(shelf):
    one, other = halves(shelf)
    _choose(shelf)
    wanted = np.where(one > 0, np.minimum(one, other), np.maximum(other, 2.5)) + 100.0 * np.minimum(1.5, other)
    assert (shelf.out[:LANES] == wanted).all()


def test_nothing_over_zero_is_not_picked(shelf):
    shelf.cards[:LANES] = 0
    shelf.cards[LANES : 2 * LANES] = -3
    _choose(shelf)
    assert (shelf.out[:LANES] == 2.5 - 300.0).all()


def test_signs_are_dropped_and_fractions_rounded_up(shelf):
    one, _ = halves(shelf)
    _shape(shelf)
    assert (shelf.out[:LANES] == np.ceil(np.abs(one / 4.0)) + 0.25 + 7 + np.arange(LANES)).all()


@pytest.mark.parametrize("lane", range(LANES))
def test_extremes_are_found_in_any_lane(shelf, lane):
    shelf.cards[lane] = 101
    shelf.cards[(lane + 1) % LANES] = -101
    _reduce(shelf)
    assert (shelf.out[0], shelf.out[1]) == (101, -101)
