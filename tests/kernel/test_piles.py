"""Cards in arrays and masks of hand slots, against Python's own itertools."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from analyzer.kernel.piles import count_bits, find, n_subsets, remove_slot, subset


@pytest.mark.parametrize(("n", "card", "slot"), [(4, 7, 1), (4, 9, 3), (3, 9, -1), (0, 5, -1), (4, 1, -1), (4, 5, 0)])
def test_find_returns_the_first_slot_or_minus_one(n, card, slot):
    assert find(np.array([5, 7, 7, 9], np.int8), n, card) == slot


@pytest.mark.parametrize("slot", range(4))
def test_remove_slot_closes_the_gap_and_keeps_the_order(slot):
    cards = np.array([5, 6, 7, 8, 99], np.int8)
    remove_slot(cards, 4, slot)
    assert cards[:3].tolist() == [card for card in (5, 6, 7, 8) if card != 5 + slot]
    assert cards[4] == 99


def test_count_bits():
    for mask in (0, 1, 2, 3, 0b1011, 0xFFFFFF, 0x80000000, 0xFFFFFFFF, *range(200)):
        assert count_bits(mask) == mask.bit_count()


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
