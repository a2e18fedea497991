"""Random streams: uniform, independent, the same for ever. Every statistical check has a negative control."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from analyzer.kernel.jit import IS_PLAIN
from analyzer.kernel.random import next_u32, randbelow, shuffle, shuffle_numbers
from analyzer.kernel.streams import seed_stream
from analyzer.play.seeding import BLOCK, block_seeds, deal_seeds

DRAWS = 2000 if IS_PLAIN else 20_000


def stream_of(deal, number=0, root=1):
    stream = np.zeros(4, np.int64)
    seed_stream(stream, deal_seeds(root, deal)[0], number)
    return stream


def is_uniform(counts, n_values):
    """Chi-square within 4.5 standard deviations of its mean."""
    expected = sum(counts.values()) / n_values
    chi_square = sum((counts[value] - expected) ** 2 / expected for value in range(n_values))
    return set(counts) <= set(range(n_values)) and chi_square < n_values - 1 + 4.5 * (2 * (n_values - 1)) ** 0.5


def test_next_u32_follows_the_published_generator():
    """SFC32 written again with plain integers of 32 bits."""
    stream = stream_of(0)
    a, b, c, counter = (int(word) for word in stream)
    for _ in range(50):
        out = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        a, b, c = b ^ (b >> 9), (c + (c << 3)) % 2**32, (((c << 21) | (c >> 11)) + out) % 2**32
        assert next_u32(stream) == out


@pytest.mark.statistical
@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 13, 80, 85])
def test_randbelow_is_uniform(n):
    stream = stream_of(n)
    assert is_uniform(Counter(int(randbelow(stream, n)) for _ in range(DRAWS)), n)


@pytest.mark.statistical
def test_the_uniformity_check_rejects_a_biased_draw():
    """The negative control: six of eight values of three bits, the rest folded back."""
    stream = stream_of(0)
    assert not is_uniform(Counter(int(randbelow(stream, 8)) % 6 for _ in range(DRAWS)), 6)


def test_randbelow_is_exact_by_rejection():
    """For n = 3 * 2**29 a draw without rejection would hit two thirds of the numbers half as often again."""
    stream = stream_of(3)
    n = 3 << 29
    thirds = Counter(int(randbelow(stream, n)) % 3 for _ in range(DRAWS))
    assert is_uniform(thirds, 3)


def test_randbelow_one_is_zero():
    stream = stream_of(0)
    assert [int(randbelow(stream, 1)) for _ in range(5)] == [0] * 5


@pytest.mark.statistical
def test_every_order_of_a_shuffle_is_equally_likely():
    orders = {order: place for place, order in enumerate(permutations(range(4)))}
    counts, stream = Counter(), stream_of(0)
    for _ in range(DRAWS // 4):
        cards = np.arange(6)
        shuffle(stream, cards, 4)
        assert list(cards[4:]) == [4, 5]  # only the first n move
        counts[orders[tuple(int(card) for card in cards[:4])]] += 1
    assert is_uniform(counts, 24)


@pytest.mark.statistical
def test_shuffled_numbers_are_those_below_n_and_the_rest_stays():
    cards = np.full(8, -1, np.int64)
    shuffle_numbers(stream_of(3), cards, 6)
    by_hand = np.arange(6)
    shuffle(stream_of(3), by_hand, 6)
    assert cards.tolist() == [*by_hand.tolist(), -1, -1]


def test_the_shuffle_check_rejects_a_naive_shuffle():
    """The negative control: swapping every place with any place makes some orders more likely."""
    orders = {order: place for place, order in enumerate(permutations(range(4)))}
    counts, stream = Counter(), stream_of(0)
    for _ in range(DRAWS // 4):
        cards = list(range(4))
        for place in range(4):
            other = int(randbelow(stream, 4))
            cards[place], cards[other] = cards[other], cards[place]
        counts[orders[tuple(cards)]] += 1
    assert IS_PLAIN or not is_uniform(counts, 24)


def test_seeds_of_a_deal_do_not_depend_on_how_many_are_asked_for():
    whole = block_seeds(7, 3)
    assert (block_seeds(7, 3, 10) == whole[:10]).all()
    assert (deal_seeds(7, 3 * BLOCK + 9)[0] == whole[9]).all()
    assert (whole >= 0).all()
    assert (whole < 2**32).all()


def test_seeds_differ_by_root_and_block():
    assert (block_seeds(7, 0, 50) != block_seeds(8, 0, 50)).any()
    assert (block_seeds(7, 0, 50) != block_seeds(7, 1, 50)).any()
    assert len(np.unique(block_seeds(7, 0), axis=0)) == BLOCK


def test_seeds_are_the_same_next_year():
    stream = stream_of(0, root=0)
    assert [int(next_u32(stream)) for _ in range(3)] == [2468510661, 2543624853, 1753993521]
