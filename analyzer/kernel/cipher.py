"""ChaCha with 8 rounds (Bernstein 2008): what it gives under a key says nothing of the key, nor of another block.

Compiled, the four columns of a block are the lanes of a vector: twice as fast as number by number, and a game needs
two blocks.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from analyzer.kernel.compiler.callee import IS_PLAIN
from analyzer.kernel.random import MASK

KEY_WORDS = 8  # of 32 bits
_SIGMA = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)  # "expand 32-byte k"
_DOUBLE_ROUNDS = 4
_SIZE = 16  # words of a block
_COLUMNS = 4


# In plain Python


def _block_plain(key: Any, number: int, purpose: int) -> tuple[int, ...]:
    start = [*_SIGMA, *(int(word) for word in key), int(number), 0, int(purpose), 0]
    words = start.copy()
    for _ in range(_DOUBLE_ROUNDS):
        for turn in (0, 1):
            for column in range(_COLUMNS):
                _mix(words, *(4 * row + (column + turn * row) % _COLUMNS for row in range(4)))
    return tuple((word + first) & MASK for word, first in zip(words, start, strict=True))


def _mix(words: list[int], a: int, b: int, c: int, d: int) -> None:
    for one, other, places in ((a, d, 16), (c, b, 12), (a, d, 8), (c, b, 7)):
        partner = b if one == a else d
        words[one] = (words[one] + words[partner]) & MASK
        turned = words[other] ^ words[one]
        words[other] = (turned << places) & MASK | turned >> (32 - places)


# Compiled

_WORD, _LONG = ir.IntType(32), ir.IntType(64)
_ROW = ir.VectorType(_WORD, _COLUMNS)
_LONG_ROW = ir.VectorType(_LONG, _COLUMNS)


@intrinsic
def _block_compiled(typing_context, key, number, purpose):
    words = types.UniTuple(types.int64, _SIZE)

    def generate(context, builder, signature, values):
        start = [ir.Constant(_ROW, list(_SIGMA)), *_key_rows(context, builder, signature.args[0], values[0])]
        start.append(_row_of(builder, values[1:]))
        rows = start
        for _ in range(_DOUBLE_ROUNDS):
            rows = _turned_rows(builder, _mixed(builder, rows), -1)
            rows = _turned_rows(builder, _mixed(builder, rows), 1)
        return context.make_tuple(builder, words, list(_words_of(builder, rows, start)))

    return words(key, types.int64, types.int64), generate


def _key_rows(context, builder, kind, value):
    data = context.make_array(kind)(context, builder, value).data
    for first in (0, _COLUMNS):
        place = builder.bitcast(builder.gep(data, [_LONG(first)]), _LONG_ROW.as_pointer())
        yield builder.trunc(builder.load(place, align=8), _ROW)


def _row_of(builder, numbers):
    """Make the row of a block's address: its number, 0, its purpose, 0."""
    row = ir.Constant(_ROW, [0] * _COLUMNS)
    for place, number in zip((0, 2), numbers, strict=True):
        row = builder.insert_element(row, builder.trunc(number, _WORD), _WORD(place))
    return row


def _mixed(builder, rows):
    """Make a round: all four columns at once."""
    a, b, c, d = rows
    for places in ((16, 12), (8, 7)):
        a = builder.add(a, b)
        d = _rotated(builder, builder.xor(d, a), places[0])
        c = builder.add(c, d)
        b = _rotated(builder, builder.xor(b, c), places[1])
    return a, b, c, d


def _rotated(builder, row, places):
    left, right = (ir.Constant(_ROW, [number] * _COLUMNS) for number in (places, 32 - places))
    return builder.or_(builder.shl(row, left), builder.lshr(row, right))


def _turned_rows(builder, rows, way):
    """Turn the rows against each other: columns become diagonals, or diagonals columns."""
    for number, row in enumerate(rows):
        places = [(column - way * number) % _COLUMNS for column in range(_COLUMNS)]
        yield builder.shuffle_vector(row, row, ir.Constant(ir.VectorType(_WORD, _COLUMNS), places))


def _words_of(builder, rows, start):
    for row, first in zip(rows, start, strict=True):
        total = builder.zext(builder.add(row, first), _LONG_ROW)
        for column in range(_COLUMNS):
            yield builder.extract_element(total, _WORD(column))


block_of = _block_plain if IS_PLAIN else _block_compiled
"""`block_of(key, number, purpose)`: the 16 words of a block by its address, under a key of 8 words."""
