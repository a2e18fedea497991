"""Outcomes of cells on common deals, some of them unknown: what contrasts and places are made from."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.stats.checks import IntArray
from analyzer.stats.joint import Joint, Packed, check_packed, joint_counts


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
        return self.joint.n[: self.cells]

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
    return Outcomes(joint, _rows_if_won(len(n), twice), missing)


def _rows_if_won(cells: int, twice: list[int]) -> IntArray:
    rows = np.arange(cells, dtype=np.int64)
    rows[twice] = cells + np.arange(len(twice))
    return rows
