"""Where the streams of a deal start: a cipher over the address of the stream, under the key of the deal.

A policy sees the whole state of its own stream, and SFC32 runs backwards as easily as forwards. So no two streams
share a word: each starts from words of its own, which `analyzer/kernel/cipher.py` makes of the deal's key and the
stream's address. Whoever learns of one stream from others would have broken the cipher. No policy sees the key.

Some streams of a game may be those of another deal: its row of words is then longer, and holds the other key and, as
bits, which streams that key starts.
"""

from typing import NamedTuple

from analyzer.kernel.cipher import KEY_WORDS, SIZE, block_of, two_blocks_of
from analyzer.kernel.lean import phase, rule

VERSION = 2  # of the way from a root seed to the numbers drawn: another version deals other cards
WORDS = KEY_WORDS  # of 32 bits, the key of one deal
MIXED_WORDS = (
    2 * WORDS + 2
)  # two keys, then a bit for each chance stream, and for each choice stream, of the other deal

_STATE = 3  # words that a stream starts with; its counter starts at 1
_PER_BLOCK = 5  # streams that start from one block of 16 words
_CHANCE, _CHOICE = 0, 1  # what streams are for: one word of a block's address


class Held(NamedTuple):
    """Which streams come from another deal, and from which: the last two words of a long row, and where its key is."""

    chance: int  # a bit for each stream of chance
    choice: int  # a bit for each seat
    deal: int | None = None  # in every game; None: the deal of the same number
    seed: int | None = None  # whose deal it is; None: of the same seed


@rule
def seed_stream(stream, words, number):
    """Start a stream of chance by its number, of the deal that has this key."""
    start_from(stream, block_of(words, number // _PER_BLOCK, _CHANCE), number % _PER_BLOCK * _STATE)


@rule
def open_streams(bench, seats, words):
    """Start the chance streams and the seats' choice streams of a deal, and clear the seats' memories."""
    open_some_streams(bench, len(bench.chance), seats, words)


@rule
def open_some_streams(bench, n_chance, seats, words):
    """Do the same with the first chance streams alone, where a variant needs no others."""
    for first in range(0, max(n_chance, seats), _PER_BLOCK):
        blocks = two_blocks_of(words, first // _PER_BLOCK, _CHANCE, _CHOICE)
        for number in range(first, min(n_chance, first + _PER_BLOCK)):
            start_from(bench.chance[number], blocks, (number - first) * _STATE)
        for seat in range(first, min(seats, first + _PER_BLOCK)):
            start_from(bench.desks[seat].choice, blocks, SIZE + (seat - first) * _STATE)
            bench.desks[seat].memory[:] = 0
    if len(words) > WORDS:
        take_from_other(bench, n_chance, seats, words)


@phase
def take_from_other(bench, n_chance, seats, words):
    """Start those streams anew that come from another deal."""
    other = words[WORDS : 2 * WORDS]
    for number in range(n_chance):
        if words[2 * WORDS] >> number & 1:
            seed_stream(bench.chance[number], other, number)
    for seat in range(seats):
        if words[2 * WORDS + 1] >> seat & 1:
            blocks = two_blocks_of(other, seat // _PER_BLOCK, _CHANCE, _CHOICE)
            start_from(bench.desks[seat].choice, blocks, SIZE + seat % _PER_BLOCK * _STATE)


@rule
def start_from(stream, words, first):
    """Start a stream from the words of blocks, from one of them on."""
    stream[0], stream[1], stream[2], stream[3] = words[first], words[first + 1], words[first + 2], 1
