"""Sets as bit masks, against Python's own itertools."""

from itertools import combinations
from math import comb

import pytest

from analyzer.kernel.piles import count_bits, lowest_bit, n_subsets, nth_bit, subset

MASKS = (1, 2, 3, 0b1011, 0b101000, 0xFFFFFF, 0x80000000, 0xFFFFFFFF, *range(1, 200))


def test_count_bits():
    for mask in (0, *MASKS):
        assert count_bits(mask) == mask.bit_count()


def test_members_are_counted_from_the_lowest():
    for mask in MASKS:
        members = [place for place in range(32) if mask >> place & 1]
        assert lowest_bit(mask) == members[0]
        assert [nth_bit(mask, index) for index in range(len(members))] == members


def test_n_subsets_is_the_binomial_coefficient():
    for n in range(15):
        for size in range(-1, n + 2):
            assert n_subsets(n, size) == (comb(n, size) if size >= 0 else 0)


@pytest.mark.parametrize("mask", [0b1, 0b10110, 0b1111111, 0b100000000001])
def test_subset_lists_every_subset_once(mask):
    slots = [slot for slot in range(16) if mask >> slot & 1]
    for size in range(len(slots) + 1):
        found = [int(subset(mask, size, index)) for index in range(comb(len(slots), size))]
        assert sorted(found) == sorted(sum(1 << slot for slot in chosen) for chosen in combinations(slots, size))
