"""Random streams: SFC32 (Doty-Humphrey) in rows of four integers, the same compiled and in plain Python.

All arithmetic is masked to 32 bits inside int64, so that plain Python gives the same numbers without overflow.
Chance and choice are separate streams: what a policy draws never shifts the cards.
"""

from __future__ import annotations

from analyzer.kernel.lean import rule

MASK = 0xFFFFFFFF
WORDS = 3  # seed words of one deal
STREAM_SIZE = 4
_CHOICE = 1 << 16  # stream numbers from here on belong to the seats
_WARM_UP = 12  # rounds until a stream no longer shows its seed


@rule
def next_u32(stream):
    """Draw an integer of 32 bits."""
    a, b, c, counter = stream[0], stream[1], stream[2], stream[3]
    out = (a + b + counter) & MASK
    stream[3] = (counter + 1) & MASK
    stream[0] = b ^ (b >> 9)
    stream[1] = (c + (c << 3)) & MASK
    stream[2] = ((((c << 21) & MASK) | (c >> 11)) + out) & MASK
    return out


@rule
def randbelow(stream, n):
    """Draw uniformly from 0..n-1, for n up to 2**31.

    The upper half of a product (Lemire 2019), not a remainder: exact by rejection, and one draw falls at the
    same relative place for every n, so that a Start lies equally deep in piles of different sizes.
    """
    product = next_u32(stream) * n
    if (product & MASK) < n:
        biased = (MASK + 1) % n
        while (product & MASK) < biased:
            product = next_u32(stream) * n
    return product >> 32


@rule
def shuffle(stream, cards, n):
    """Shuffle the first n entries of an array in place."""
    for last in range(n - 1, 0, -1):
        other = randbelow(stream, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


@rule
def seed_stream(stream, words, number):
    """Start stream `number` of the deal that has these seed words."""
    stream[0] = words[0]
    stream[1] = words[1]
    stream[2] = words[2] ^ number
    stream[3] = 1
    for _ in range(_WARM_UP):
        next_u32(stream)


@rule
def open_streams(bench, seats, words):
    """Start the chance streams and the seats' choice streams of a deal, and clear the seats' memories."""
    n_chance = len(bench.chance)
    for number in range(n_chance):
        seed_stream(bench.chance[number], words, number)
    for seat in range(seats):
        seed_stream(bench.desks[seat].choice, words, _CHOICE + seat)
        bench.desks[seat].memory[:] = 0
