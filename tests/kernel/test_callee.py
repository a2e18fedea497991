"""Rules are compiled once for all constants, and for Python only when Python calls them."""

from enum import IntEnum

import pytest
from numba import typeof, types

from analyzer.kernel.jit import IS_PLAIN, rule

only_compiled = pytest.mark.skipif(IS_PLAIN, reason="counts compilations, and plain Python has none")


class Side(IntEnum):
    LEFT = 0
    RIGHT = 1


@rule
def _worth(item, side):
    return 10 * item + side


@rule
def _total(item):
    return _worth(1, Side.RIGHT) + _worth(2, 0) + _worth(item, Side.LEFT)


def test_constants_and_codes_do_not_change_the_result():
    assert _total(3) == 11 + 20 + 30


@only_compiled
def test_constants_and_codes_share_one_compilation():
    for item in (types.int64, types.literal(1), types.literal(2)):  # typed anew: a cached caller needs no callee
        for side in (types.int64, types.literal(0), typeof(Side.LEFT)):
            _worth.dispatcher.get_call_template((item, side), {})
    assert len(_worth.dispatcher.overloads) == 1


@only_compiled
def test_a_rule_called_from_python_gets_an_entry_point_of_its_own():
    assert _worth(4, 1) == 41
    assert len(_worth.from_python.overloads) == 1
