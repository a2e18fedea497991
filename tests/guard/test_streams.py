"""A seat's own stream says nothing of the deal, although its whole state lies open and runs backwards."""

import pytest

from analyzer.catalog import load_game
from analyzer.kernel.jit import blank
from analyzer.kernel.random import MASK, advance, next_u32
from analyzer.kernel.streams import open_streams
from analyzer.play.seeding import block_seeds

DEALS = 200
ROUNDS = 12  # of warming up, where streams share the words of their deal


def earlier(a, b, c, counter):
    """Run SFC32 backwards by one step: every word of the state is a one-to-one image of the words before."""
    counter = (counter - 1) & MASK
    before_b = a
    for _ in range(4):  # b ^ (b >> 9), undone
        before_b = a ^ (before_b >> 9)
    before_c = b * pow(9, -1, 2**32) & MASK
    out = (c - (before_c << 21 | before_c >> 11)) & MASK
    return (out - before_b - counter) & MASK, before_b, before_c, counter


def warmed_up(words):
    """Start a stream the old way: from the words of its deal, stirred."""
    state = (*(int(word) for word in words[:3]), 1)
    for _ in range(ROUNDS):
        _out, *state = (int(word) for word in advance(*state))
    return state


def guessed(choice, number, other):
    """Attack: run a seat's stream back to the words of the deal, and start another stream from them."""
    state = [int(word) for word in choice]
    for _ in range(ROUNDS):
        state = earlier(*state)
    a, b, c, _counter = state
    return warmed_up((a, b, c ^ number ^ other))


def test_the_attack_runs_a_stream_back():
    state = (11, 22, 33, 44)
    assert earlier(*(int(word) for word in advance(*state)[1:])) == state


def test_the_attack_finds_the_deal_where_streams_share_their_words():
    """Negative control: the attack is a real one."""
    for words in block_seeds(9, 0)[:DEALS]:
        own, deck = (warmed_up((words[0], words[1], words[2] ^ number)) for number in (1 << 16, 0))
        assert guessed(own, 1 << 16, 0) == deck


@pytest.mark.parametrize("seat", [0, 1])
def test_the_attack_finds_no_stream_of_a_deal(seat):
    bench = blank(load_game("tranquility").bench)
    for words in block_seeds(9, 0)[:DEALS]:
        open_streams(bench, 2, words)
        choice = bench.desks[seat].choice
        found = {tuple(stream[:3]) for stream in (*bench.chance, bench.desks[1 - seat].choice)}
        guesses = {tuple(guessed(choice, number, other)[:3]) for number in (0, 1, 1 << 16) for other in (0, 1, 2)}
        assert not guesses & {tuple(int(word) for word in state) for state in found}
        assert int(next_u32(bench.chance[0])) != int(next_u32(choice))
