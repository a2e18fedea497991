"""Where streams start: each from words of its own, of which no other stream says anything."""

import struct
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from analyzer.catalog import load_game
from analyzer.kernel import cipher, streams
from analyzer.kernel.jit import IS_PLAIN, blank
from analyzer.kernel.lean import rule
from analyzer.kernel.random import randbelow
from analyzer.kernel.streams import open_streams, seed_stream
from analyzer.play.seeding import block_seeds
from tests.kernel.test_random import is_uniform

# of the first authors' test vectors: key and address all zero
PUBLISHED = (
    "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
    "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
)
SEATS = 5


@rule
def made(key, number, purpose):
    """Make a block as the rules do."""
    return cipher.block_of(key, number, purpose)


def written(words):
    return b"".join(struct.pack("<I", int(word)) for word in words).hex()


def test_the_cipher_is_the_published_one():
    assert written(made(np.zeros(8, np.int64), 0, 0)) == PUBLISHED


@pytest.mark.skipif(IS_PLAIN, reason="compares with compiled code")
def test_compiled_and_plain_make_the_same_blocks():
    key = block_seeds(1, 0)[0]
    for address in ((0, 0), (3, 1), (1 << 20, 0), (2**32 - 1, 2**32 - 1)):
        assert made(key, *address) == cipher._block_plain(key, *address)


@rule
def made_at_once(key, number, purpose, other):
    """Make two blocks as the rules do."""
    return cipher.two_blocks_of(key, number, purpose, other)


def test_two_blocks_made_at_once_are_those_made_one_by_one():
    key = block_seeds(1, 0)[0]
    for number, purpose, other in ((0, 0, 1), (3, 1, 0), (2**32 - 1, 7, 2**32 - 1)):
        assert made_at_once(key, number, purpose, other) == made(key, number, purpose) + made(key, number, other)


def opened(key):
    """Open all streams of a deal; return them in one array, chance first."""
    bench = blank(load_game("tranquility").bench)
    open_streams(bench, SEATS, key)
    return np.concatenate([bench.chance, bench.desks["choice"][:SEATS]])


def test_no_two_streams_of_any_deal_share_a_word():
    words = np.concatenate([opened(key)[:, :3].ravel() for key in block_seeds(4, 0)[:20]])
    assert len(np.unique(words)) == len(words)


def test_a_stream_is_the_same_whoever_opens_it():
    key, stream = block_seeds(4, 0)[7], np.zeros(4, np.int64)
    for number in range(len(opened(key)) - SEATS):
        seed_stream(stream, key, number)
        assert (stream == opened(key)[number]).all()


def test_every_bit_of_the_key_changes_half_of_what_every_stream_starts_with():
    key = block_seeds(4, 0)[0]
    for word, bit in ((0, 0), (3, 31), (7, 16)):
        other = key.copy()
        other[word] ^= 1 << bit
        changed = opened(key)[:, :3] ^ opened(other)[:, :3]
        ones = sum(int(value).bit_count() for value in changed.ravel())
        assert abs(ones / (32 * changed.size) - 0.5) < 4.5 * 0.5 / (32 * changed.size) ** 0.5


def joint(deals, one, other):
    """Count the first dice of two streams together, over many deals."""
    counts = Counter()
    for key in block_seeds(4, 0)[:deals]:
        found = opened(key)
        counts[6 * int(randbelow(found[one], 6)) + int(randbelow(found[other], 6))] += 1
    return counts


@pytest.mark.statistical
@pytest.mark.parametrize(("one", "other"), [(0, 1), (0, -1), (-1, -2)])
def test_streams_of_one_deal_are_independent(one, other):
    assert is_uniform(joint(2000, one, other), 36)


def test_the_independence_check_rejects_a_stream_used_twice():
    counts = Counter()
    for key in block_seeds(4, 0)[:2000]:
        first = int(randbelow(opened(key)[1], 6))
        counts[6 * first + first] += 1
    assert not is_uniform(counts, 36)


@pytest.mark.statistical
def test_neighbouring_deals_are_independent():
    draws, stream = [], np.zeros(4, np.int64)
    for key in block_seeds(4, 0)[:3000]:
        seed_stream(stream, key, 0)
        draws.append(int(randbelow(stream, 6)))
    assert is_uniform(Counter(6 * first + second for first, second in pairwise(draws)), 36)


def test_streams_start_the_same_next_year():
    assert streams.VERSION == 2
    assert opened(block_seeds(0, 0)[0])[0].tolist() == [1615459366, 853051294, 2574099078, 1]
    assert opened(block_seeds(0, 0)[0])[-1].tolist() == [3318470064, 1060020802, 1426005240, 1]
