"""Rules are compiled once for all constants, and for Python only when Python calls them."""

from enum import IntEnum

import pytest

from analyzer.kernel.jit import IS_PLAIN, rule

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled in plain Python")


class Side(IntEnum):
    LEFT = 0
    RIGHT = 1


@rule
def _worth(item, side):
    return 10 * item + side


@rule
def _total(item):
    return _worth(1, Side.RIGHT) + _worth(2, 0) + _worth(item, Side.LEFT)


def test_constants_and_codes_share_one_compilation():
    assert _total(3) == 11 + 20 + 30
    assert len(_worth.overloads) == 1


def test_a_rule_called_from_python_gets_an_entry_point_of_its_own():
    assert _worth(4, 1) == 41
    assert len(_worth.from_python.overloads) == 1
