"""Which of several cells is the first to win a deal: how the deals divide between players who get better and better."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.stats.checks import IntArray
from analyzer.stats.estimate import Estimate
from analyzer.stats.joint import Packed, check_packed
from analyzer.stats.proportions import wilson


@dataclass(frozen=True)
class Firsts:
    """Hold how many of `deals` each cell won that none before it won (`first`), and which nobody won (`never`).

    `unknown` of those that nobody won have a game without an outcome: somebody might have won them.
    """

    deals: int
    first: IntArray
    never: int
    unknown: int

    def shares(self, level: float = 0.95) -> list[Estimate]:
        """Estimate the share of deals of every cell; last, of those that nobody won."""
        return [wilson(int(count), self.deals, level) for count in (*self.first, self.never)]


def first_wins(bits: Sequence[Packed], n: Sequence[int], unknown: Sequence[Packed]) -> Firsts:
    """Divide the deals that all cells have played; `bits` and `unknown` have one bit per deal, deal 0 first."""
    check_packed(bits, n)
    deals = min(n)
    rows = [np.unpackbits(row, count=deals).astype(bool) for row in bits]
    open_ones = np.ones(deals, dtype=bool)
    counts = []
    for row in rows:
        counts.append(int((row & open_ones).sum()))
        open_ones &= ~row
    cut = np.zeros(deals, dtype=bool)
    for mask in unknown:
        cut |= np.unpackbits(mask, count=deals).astype(bool)
    return Firsts(deals, np.array(counts, dtype=np.int64), int(open_ones.sum()), int((open_ones & cut).sum()))
