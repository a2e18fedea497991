"""Two arms on the same deals when some games have no outcome: bounds from both sides.

The lower end of the difference counts the first arm's unknown games as lost and the second's as won, the upper end the
other way round; each end is that of Tango's interval for the table so filled. Nothing is assumed about unknown games.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyzer.stats.estimate import Estimate, Significance
from analyzer.stats.joint import Joint, Outcomes, Packed, check_packed
from analyzer.stats.paired import Pairs, Saving, count_packed, mcnemar, saving, tango_many
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


def pairs_in(outcomes: Outcomes, first: int, second: int) -> BoundedPairs:
    """Count the same for two cells of joint outcomes, over the deals that both have played."""
    a, b, a_won, b_won = first, second, int(outcomes.if_won[first]), int(outcomes.if_won[second])
    joint = outcomes.joint
    deals, both = int(joint.deals[a, b]), joint.both
    known = Pairs(
        int(both[a, b]),
        int(joint.wins[a, b] - both[a, b_won]),
        int(joint.wins[b, a] - both[a_won, b]),
        int(deals - joint.wins[a_won, b_won] - joint.wins[b_won, a_won] + both[a_won, b_won]),
    )
    return BoundedPairs(known, _pairs(joint, a, b_won), _pairs(joint, a_won, b))


def _pairs(joint: Joint, i: int, j: int) -> Pairs:
    both, won_i, won_j = int(joint.both[i, j]), int(joint.wins[i, j]), int(joint.wins[j, i])
    return Pairs(both, won_i - both, won_j - both, int(joint.deals[i, j]) - won_i - won_j + both)


def tango_bounded(pairs: BoundedPairs, level: float = 0.95) -> Estimate:
    """Estimate `p_a - p_b` with unknown games; the value is that of the deals known for both arms."""
    return tango_bounded_many([pairs], level)[0]


def tango_bounded_many(tables: Sequence[BoundedPairs], level: float = 0.95) -> list[Estimate]:
    """Estimate `p_a - p_b` of many tables at once, in about the time of one."""
    lows = tango_many([table.lowest for table in tables], level)
    highs = tango_many([table.highest for table in tables], level) if any(t.unknown for t in tables) else lows
    return [_between(*parts) for parts in zip(tables, lows, highs, strict=True)]


def _between(pairs: BoundedPairs, low: Estimate, high: Estimate) -> Estimate:
    known = pairs.known
    value = (known.only_a - known.only_b) / known.n if known.n else math.nan
    return replace(low, value=value, high=high.high, method=method_of("tango", pairs.unknown, few=False))


def mcnemar_bounded(pairs: BoundedPairs, method: str = "auto") -> Significance:
    """Test that both arms win equally often; the p-value is the largest that any filling of unknown games gives."""
    ends = [mcnemar(pairs.lowest, method), mcnemar(pairs.highest, method)]
    worst = max(ends, key=lambda test: test.p_value)
    if _excess(pairs.lowest) <= 0 <= _excess(pairs.highest) and pairs.unknown:
        return Significance(1.0, 0.0, worst.n, worst.method)
    return worst


def saving_known(pairs: BoundedPairs) -> Saving:
    """Measure what pairing saved on the deals known for both arms; nan if there are none."""
    return saving(pairs.known) if pairs.known.n else Saving(math.nan, math.nan)


def _excess(pairs: Pairs) -> int:
    return pairs.only_a - pairs.only_b
