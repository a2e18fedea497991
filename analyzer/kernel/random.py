"""Random streams: SFC32 (Doty-Humphrey) in rows of four integers, the same compiled and in plain Python.

All arithmetic is masked to 32 bits inside int64, so that plain Python gives the same numbers without overflow.
Chance and choice are separate streams: what a policy draws never shifts the cards, and tells it nothing of them
(`analyzer/kernel/streams.py` starts them).
"""

from analyzer.kernel.lean import rule
from analyzer.kernel.piles import place

MASK = 0xFFFFFFFF
STREAM_SIZE = 4


@rule
def advance(a, b, c, counter):
    """Make one step of SFC32: return the 32 bits drawn and the next state.

    The state comes and goes by value, so that a loop of draws keeps it in registers.
    """
    out = (a + b + counter) & MASK
    after_c = ((((c << 21) & MASK) | (c >> 11)) + out) & MASK
    return out, b ^ (b >> 9), (c + (c << 3)) & MASK, after_c, (counter + 1) & MASK


@rule
def draw_below(a, b, c, counter, n):
    """Draw uniformly from 0..n-1, for n up to 2**31; return the number and the next state.

    The upper half of a product (Lemire 2019), not a remainder: exact by rejection, and one draw falls at the
    same relative place for every n, so that a Start lies equally deep in piles of different sizes.
    """
    out, a, b, c, counter = advance(a, b, c, counter)
    product = out * n
    if (product & MASK) < n:
        biased = (MASK + 1) % n
        while (product & MASK) < biased:
            out, a, b, c, counter = advance(a, b, c, counter)
            product = out * n
    return product >> 32, a, b, c, counter


@rule
def next_u32(stream):
    """Draw an integer of 32 bits."""
    out, stream[0], stream[1], stream[2], stream[3] = advance(stream[0], stream[1], stream[2], stream[3])
    return out


@rule
def randbelow(stream, n):
    """Draw uniformly from 0..n-1, for n up to 2**31."""
    number, stream[0], stream[1], stream[2], stream[3] = draw_below(stream[0], stream[1], stream[2], stream[3], n)
    return number


@rule
def shuffle(stream, cards, n):
    """Shuffle the first n entries of an array in place."""
    a, b, c, counter = stream[0], stream[1], stream[2], stream[3]
    for last in range(n - 1, 0, -1):
        other, a, b, c, counter = draw_below(a, b, c, counter, last + 1)
        card = cards[last]
        cards[last] = cards[place(other)]
        cards[place(other)] = card
    stream[0], stream[1], stream[2], stream[3] = a, b, c, counter


@rule
def shuffle_numbers(stream, numbers, n):
    """Write 0 to n - 1 into an array in random order."""
    for number in range(n):
        numbers[number] = number
    shuffle(stream, numbers, n)
