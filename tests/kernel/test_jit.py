"""Record layouts read the same compiled and in plain Python, and what would not is refused."""

import numpy as np
import pytest

from analyzer.kernel.jit import LayoutError, blank, record, row, rule


@pytest.mark.parametrize(
    "name", ["round", "size", "item", "take", "data", "min", "max", "sum", "sort", "copy", "flags"]
)
def test_record_refuses_names_that_numpy_has(name):
    with pytest.raises(LayoutError, match=name):
        record(("turn", "i8"), (name, "i8"))


def test_record_fields_are_attributes_also_when_nested():
    hand = record(("held", "i1"), ("cards", "i1", (3,)))
    state = blank(record(("turn", "i8"), ("hands", hand, (2,))))
    state.hands[1].cards[2] = 7
    state.turn = 3
    assert (int(state.turn), state.hands[1].cards.tolist(), state.hands[0].cards.tolist()) == (3, [0, 0, 7], [0, 0, 0])


@rule
def _add_up(state):
    state.total = state.small + state.small
    state.small += 100
    return state.total


def test_small_integers_are_added_without_overflow():
    state = blank(record(("total", "i8"), ("small", "i1")))
    state.small = 100
    assert _add_up(state) == 200
    assert int(state.total) == 200


def test_row_keeps_its_bytes_in_both_modes():
    assert row(("deal", "i8"), ("cause", "i2")).itemsize == 16


def test_records_copy_by_assignment():
    layout = record(("turn", "i8"), ("cards", "i1", (3,)))
    states = np.zeros(2, layout)
    states[0].cards[1] = 5
    states[1] = states[0]
    states[0].cards[1] = 6
    assert states[1].cards.tolist() == [0, 5, 0]
