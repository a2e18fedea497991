"""Filling a span writes the span and nothing beside it."""

import numpy as np
import pytest

from analyzer.kernel.jit import blank, record
from analyzer.kernel.lanes import fill_span
from analyzer.kernel.lean import rule

SHELF = record(("before", "i1", (3,)), ("places", "i1", (128,)), ("behind", "i1", (3,)))


@rule
def _fill(shelf, first, last, value):
    fill_span(shelf.places, first, last, value)


@pytest.mark.parametrize(
    ("first", "last"), [(0, 127), (0, 0), (127, 127), (5, 4), (1, 0), (17, 63), (64, 126), (31, 33)]
)
def test_a_span_is_filled_from_first_to_last(first, last):
    shelf = blank(SHELF)
    shelf.places[:] = wanted = np.arange(-64, 64)
    wanted[first : last + 1] = 77
    _fill(shelf, first, last, 77)
    assert (shelf.places == wanted).all()
    assert not shelf.before.any()
    assert not shelf.behind.any()
