"""ChaCha with 8 rounds (Bernstein 2008): what it gives under a key says nothing of the key, nor of another block.

Compiled, the four columns of a block are the lanes of a vector: twice as fast as number by number. A game needs two
blocks, and makes both at once, in vectors of eight lanes.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from analyzer.kernel.compiler.callee import IS_PLAIN
from analyzer.kernel.random import MASK

KEY_WORDS = 8  # of 32 bits
SIZE = 16  # words of a block
_SIGMA = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)  # "expand 32-byte k"
_DOUBLE_ROUNDS = 4
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


def _two_blocks_plain(key: Any, number: int, purpose: int, other: int) -> tuple[int, ...]:
    return _block_plain(key, number, purpose) + _block_plain(key, number, other)


def _mix(words: list[int], a: int, b: int, c: int, d: int) -> None:
    for one, other, places in ((a, d, 16), (c, b, 12), (a, d, 8), (c, b, 7)):
        partner = b if one == a else d
        words[one] = (words[one] + words[partner]) & MASK
        turned = words[other] ^ words[one]
        words[other] = (turned << places) & MASK | turned >> (32 - places)


# Compiled

_WORD, _LONG = ir.IntType(32), ir.IntType(64)
_LONG_ROW = ir.VectorType(_LONG, _COLUMNS)


@intrinsic
def _block_compiled(typing_context, key, number, purpose):
    return _words(1)(key, types.int64, types.int64), _generate


@intrinsic
def _two_blocks_compiled(typing_context, key, number, purpose, other):
    return _words(2)(key, types.int64, types.int64, types.int64), _generate


def _words(blocks):
    return types.UniTuple(types.int64, SIZE * blocks)


def _generate(context, builder, signature, values):
    """Make blocks of one number: the lanes of one beside those of the other."""
    key, number, *purposes = values
    start = [_sigma(len(purposes)), *_key_rows(context, builder, signature.args[0], key, len(purposes))]
    start.append(_row_of(builder, number, purposes))
    rows = start
    for _ in range(_DOUBLE_ROUNDS):
        rows = _turned_rows(builder, _mixed(builder, rows), -1)
        rows = _turned_rows(builder, _mixed(builder, rows), 1)
    return context.make_tuple(builder, signature.return_type, list(_words_of(builder, rows, start)))


def _row(numbers):
    return ir.Constant(ir.VectorType(_WORD, len(numbers)), numbers)


def _sigma(blocks):
    return _row(list(_SIGMA) * blocks)


def _key_rows(context, builder, kind, value, blocks):
    data = context.make_array(kind)(context, builder, value).data
    for first in (0, _COLUMNS):
        place = builder.bitcast(builder.gep(data, [_LONG(first)]), _LONG_ROW.as_pointer())
        row = builder.trunc(builder.load(place, align=8), ir.VectorType(_WORD, _COLUMNS))
        yield builder.shuffle_vector(row, row, _row(list(range(_COLUMNS)) * blocks))


def _row_of(builder, number, purposes):
    """Make the row of the addresses of blocks: number, 0, purpose, 0."""
    row = _row([0] * (_COLUMNS * len(purposes)))
    for block, purpose in enumerate(purposes):
        for place, word in ((0, number), (2, purpose)):
            row = builder.insert_element(row, builder.trunc(word, _WORD), _WORD(_COLUMNS * block + place))
    return row


def _mixed(builder, rows):
    """Make a round: all columns at once."""
    a, b, c, d = rows
    for places in ((16, 12), (8, 7)):
        a = builder.add(a, b)
        d = _rotated(builder, builder.xor(d, a), places[0])
        c = builder.add(c, d)
        b = _rotated(builder, builder.xor(b, c), places[1])
    return a, b, c, d


def _rotated(builder, row, places):
    left, right = (_row([number] * row.type.count) for number in (places, 32 - places))
    return builder.or_(builder.shl(row, left), builder.lshr(row, right))


def _turned_rows(builder, rows, way):
    """Turn the rows of each block against each other: columns become diagonals, or diagonals columns."""
    for number, row in enumerate(rows):
        lanes = [divmod(lane, _COLUMNS) for lane in range(row.type.count)]
        places = [_COLUMNS * block + (column - way * number) % _COLUMNS for block, column in lanes]
        yield builder.shuffle_vector(row, row, _row(places))


def _words_of(builder, rows, start):
    """List the words of the first block, then those of the next."""
    totals = [builder.add(row, first) for row, first in zip(rows, start, strict=True)]
    for block in range(totals[0].type.count // _COLUMNS):
        for total in totals:
            for lane in range(_COLUMNS * block, _COLUMNS * (block + 1)):
                yield builder.zext(builder.extract_element(total, _WORD(lane)), _LONG)


block_of = _block_plain if IS_PLAIN else _block_compiled
"""`block_of(key, number, purpose)`: the 16 words of a block by its address, under a key of 8 words."""
two_blocks_of = _two_blocks_plain if IS_PLAIN else _two_blocks_compiled
"""`two_blocks_of(key, number, purpose, other)`: the words of two blocks that differ in purpose, one after the other."""
