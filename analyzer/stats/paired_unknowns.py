"""Two arms on the same deals when some games have no outcome: bounds from both sides.

The lower end of the difference counts the first arm's unknown games as lost and the second's as won, the upper end the
other way round; each end is that of Tango's interval for the table so filled. Nothing is assumed about unknown games.
"""

import math
from dataclasses import dataclass

import numpy as np

from analyzer.stats.estimate import Estimate, Significance
from analyzer.stats.joint import Packed, check_packed
from analyzer.stats.paired import Pairs, count_packed, mcnemar, tango
from analyzer.stats.rates import method_of


@dataclass(frozen=True, slots=True)
class BoundedPairs:
    """Hold the counts of the deals known for both arms, and of all deals filled against and for the first arm."""

    known: Pairs
    lowest: Pairs
    highest: Pairs

    @property
    def unknown(self) -> int:
        """Count the deals on which at least one arm has no outcome."""
        return self.lowest.n - self.known.n


def count_bounded(a: Packed, b: Packed, unknown_a: Packed, unknown_b: Packed, n: int) -> BoundedPairs:
    """Count outcomes of two packed bit vectors over `n` deals, with a bit for every unknown game of each arm."""
    check_packed([a, b, unknown_a, unknown_b], [n] * 4)
    if (a & unknown_a).any() or (b & unknown_b).any():
        raise ValueError("unknown must not mark games that were won")
    known = ~(unknown_a | unknown_b)
    filled = count_packed(a & known, b & known, n)
    missing = int(np.bitwise_count(unknown_a | unknown_b).sum())
    certain = Pairs(filled.both, filled.only_a, filled.only_b, filled.neither - missing)
    return BoundedPairs(certain, count_packed(a, b | unknown_b, n), count_packed(a | unknown_a, b, n))


def tango_bounded(pairs: BoundedPairs, level: float = 0.95) -> Estimate:
    """Estimate `p_a - p_b` with unknown games; the value is that of the deals known for both arms."""
    low, high = tango(pairs.lowest, level), tango(pairs.highest, level)
    known = pairs.known
    value = (known.only_a - known.only_b) / known.n if known.n else math.nan
    return Estimate(value, low.low, high.high, level, pairs.lowest.n, method_of("tango", pairs.unknown, few=False))


def mcnemar_bounded(pairs: BoundedPairs, method: str = "auto") -> Significance:
    """Test that both arms win equally often; the p-value is the largest that any filling of unknown games gives."""
    ends = [mcnemar(pairs.lowest, method), mcnemar(pairs.highest, method)]
    worst = max(ends, key=lambda test: test.p_value)
    if _excess(pairs.lowest) <= 0 <= _excess(pairs.highest) and pairs.unknown:
        return Significance(1.0, 0.0, worst.n, worst.method)
    return worst


def _excess(pairs: Pairs) -> int:
    return pairs.only_a - pairs.only_b
