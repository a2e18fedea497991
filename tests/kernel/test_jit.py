"""Record layouts read the same compiled and in plain Python, and what would not is refused."""

import numpy as np
import pytest

from analyzer.kernel.jit import IS_PLAIN, LayoutError, blank, record, row, rule


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


def test_row_keeps_its_bytes_in_both_modes_and_has_no_gap():
    layout = row(("cause", "i2"), ("deal", "i8"), ("share", "f8", (2,)), ("turns", "i4"))
    assert layout.names == ("deal", "share", "turns", "cause")
    assert [layout.fields[name][1] for name in layout.names] == [0, 8, 24, 28]
    assert layout.itemsize == 30


@rule
def _fill(rows):
    for place in range(len(rows)):
        out = rows[place]
        out.deal, out.cause = place, -place
        for seat in range(2):
            out.share[seat] = place + seat / 2


def test_rows_of_an_odd_size_are_written_as_they_are_read():
    layout = row(("deal", "i8"), ("share", "f8", (2,)), ("cause", "i2"))
    rows = np.zeros(5, layout).view(np.recarray)
    _fill(np.asarray(rows) if not IS_PLAIN else rows)
    assert rows["deal"].tolist() == [0, 1, 2, 3, 4]
    assert rows["cause"].tolist() == [0, -1, -2, -3, -4]
    assert rows["share"].tolist() == [[place, place + 0.5] for place in range(5)]


def test_records_copy_by_assignment():
    layout = record(("turn", "i8"), ("cards", "i1", (3,)))
    states = np.zeros(2, layout)
    states[0].cards[1] = 5
    states[1] = states[0]
    states[0].cards[1] = 6
    assert states[1].cards.tolist() == [0, 5, 0]
