"""How often cells won the same deals: the sufficient statistic of comparisons on common deals.

Outcomes may be unknown: contrasts and places are made from counts in which these games are lost, and won.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.estimate import FloatArray, IntArray, check_shape

Packed = NDArray[np.uint8]
FEW = 50  # cells up to which pairs are counted one by one: bits take an eighth of the room
_ROOM = 2**22  # outcomes that are unpacked at once


@dataclass(frozen=True)
class Joint:
    """Hold counts over the deals that two cells have in common; all arrays are (cells, cells).

    `deals[i, j]` is the number of common deals, `wins[i, j]` how many of them cell i won and `both[i, j]`
    how many both won. The diagonals hold the games and wins of each cell alone. Cells without common
    deals have zeros off the diagonal.
    """

    deals: IntArray
    wins: IntArray
    both: IntArray

    @property
    def n(self) -> IntArray:
        """Give the number of games of each cell."""
        return np.diagonal(self.deals)

    @property
    def rates(self) -> FloatArray:
        """Give the win rate of each cell."""
        return np.diagonal(self.wins) / np.diagonal(self.deals)

    def scatter(self, rates: FloatArray) -> FloatArray:
        """Sum over deals the products of residuals from `rates`, as (cells, cells)."""
        across = self.wins * rates[None, :]
        return self.both - across - across.T + self.deals * np.outer(rates, rates)

    def covariance(self) -> FloatArray:
        """Estimate the covariance of the win rates, common deals included."""
        n = self.n
        return self.scatter(self.rates) / np.outer(n, n) * _bessel(n)


def joint_counts(bits: Sequence[Packed], n: Sequence[int], groups: Sequence[int] | None = None) -> Joint:
    """Count common wins from packed outcomes (`np.packbits` order, deal 0 first).

    `n` gives the deals played per cell; cells of one group share the deals 0 to min(n) - 1, cells of
    different groups share none. Without `groups` all cells share their deals.
    """
    check_packed(bits, n)
    size = len(bits)
    same = np.zeros(size, dtype=np.int64) if groups is None else np.asarray(groups)
    check_shape("groups", same, (size,))
    if len(set(same.tolist())) == len(set(n)) == 1 and size > FEW:
        return _counts_at_once(bits, n[0])
    counts = np.zeros((3, size, size), dtype=np.int64)
    for i in range(size):
        for j in range(i, size):
            if same[i] == same[j]:
                counts[:, i, j], counts[:, j, i] = _count_pair(bits[i], bits[j], min(n[i], n[j]))
    return Joint(*counts)


def _counts_at_once(bits: Sequence[Packed], deals: int) -> Joint:
    """Count common wins of many cells that played the same deals, as products of matrices."""
    size = len(bits)
    both = np.zeros((size, size), dtype=np.int64)
    step = max(8, _ROOM // size // 8 * 8)
    for first in range(0, deals, step):
        rows = np.stack([row[first // 8 : (first + step) // 8] for row in bits])
        won = np.unpackbits(rows, axis=1, count=min(step, deals - first)).astype(np.float32)
        both += np.rint(won @ won.T).astype(np.int64)  # exact: a product counts fewer than 2 ** 24
    wins = np.broadcast_to(np.diagonal(both)[:, None], both.shape)
    return Joint(np.broadcast_to(np.int64(deals), both.shape), wins, both)


def check_packed(bits: Sequence[Packed], n: Sequence[int]) -> None:
    """Require one byte per eight deals and nothing set behind the last deal."""
    if len(bits) != len(n) or len(bits) == 0:
        raise ValueError(f"bits and n must have one length in [1, inf) but got {len(bits)} and {len(n)}")
    for row, deals in zip(bits, n, strict=True):
        check_shape("bits", row, ((deals + 7) // 8,))
        if deals % 8 and row[-1] & (0xFF >> deals % 8):
            raise ValueError(f"bits behind deal {deals} must be 0 but got {row[-1]:08b} in the last byte")


def _count_pair(a: Packed, b: Packed, deals: int) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    size = (deals + 7) // 8
    first, second = a[:size].copy(), b[:size].copy()
    if deals % 8:
        first[-1] &= 0xFF & ~(0xFF >> deals % 8)
        second[-1] &= 0xFF & ~(0xFF >> deals % 8)
    sets = (first & second, first, second)
    both, won_a, won_b = (int(np.bitwise_count(bits).sum(dtype=np.int64)) for bits in sets)
    return (deals, won_a, both), (deals, won_b, both)


def _bessel(n: IntArray) -> FloatArray:
    # n / (n - 1) per cell, geometric mean between cells, so that the matrix stays positive
    factor = np.sqrt(n / np.maximum(n - 1, 1))
    return np.outer(factor, factor)


@dataclass(frozen=True)
class Outcomes:
    """Hold joint counts in which every cell appears with its unknown games lost, and once more with them won.

    The first `cells` rows of `joint` are the cells with all unknown games lost; `if_won` names per cell the row in
    which they are won, which is the same row if nothing is unknown.
    """

    joint: Joint
    if_won: IntArray
    unknown: IntArray

    @property
    def cells(self) -> int:
        """Count the cells."""
        return int(self.if_won.size)

    @property
    def games(self) -> IntArray:
        """Give the games of each cell, unknown ones included."""
        return np.diagonal(self.joint.deals)[: self.cells]

    @property
    def wins(self) -> IntArray:
        """Give the games that each cell is known to have won."""
        return np.diagonal(self.joint.wins)[: self.cells]


def outcomes_of(
    bits: Sequence[Packed],
    n: Sequence[int],
    unknown: Sequence[Packed] | None = None,
    groups: Sequence[int] | None = None,
) -> Outcomes:
    """Count common wins from packed outcomes; `unknown` has a bit for every game without an outcome.

    `n` and `groups` are those of `joint_counts`: cells of one group share the deals 0 to min(n) - 1.
    """
    masks = [np.zeros_like(row) for row in bits] if unknown is None else list(unknown)
    check_packed(masks, n)
    if any((won & mask).any() for won, mask in zip(bits, masks, strict=True)):
        raise ValueError("unknown must not mark games that were won")
    missing = np.array([int(np.bitwise_count(mask).sum()) for mask in masks], dtype=np.int64)
    twice = np.flatnonzero(missing).tolist()
    filled = [*bits, *(bits[cell] | masks[cell] for cell in twice)]
    same = [0] * len(n) if groups is None else list(groups)
    joint = joint_counts(filled, [*n, *(n[cell] for cell in twice)], [*same, *(same[cell] for cell in twice)])
    rows = np.arange(len(n), dtype=np.int64)
    rows[twice] = len(n) + np.arange(len(twice))
    return Outcomes(joint, rows, missing)
