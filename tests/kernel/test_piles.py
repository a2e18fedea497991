"""Cards in arrays: finding and removing them."""

import numpy as np
import pytest

from analyzer.kernel.piles import find, remove_slot


@pytest.mark.parametrize(("n", "card", "slot"), [(4, 7, 1), (4, 9, 3), (3, 9, -1), (0, 5, -1), (4, 1, -1), (4, 5, 0)])
def test_find_returns_the_first_slot_or_minus_one(n, card, slot):
    assert find(np.array([5, 7, 7, 9], np.int8), n, card) == slot


@pytest.mark.parametrize("slot", range(4))
def test_remove_slot_closes_the_gap_and_keeps_the_order(slot):
    cards = np.array([5, 6, 7, 8, 99], np.int8)
    remove_slot(cards, 4, slot)
    assert cards[:3].tolist() == [card for card in (5, 6, 7, 8) if card != 5 + slot]
    assert cards[4] == 99
