"""Win shares deal by deal, some of them unknown: what the lower and the upper end of an estimate count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate
from analyzer.stats.means import mean_of
from analyzer.stats.proportions import win_share
from analyzer.stats.rates import method_of

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Shares:
    """Shares of one arm on every deal: with unknown games lost (`low`), and with them won (`high`).

    Any other value of a deal is known: `low` and `high` are the same.
    """

    low: Values
    high: Values

    @property
    def deals(self) -> int:
        """Count the deals."""
        return len(self.low)

    def first(self, deals: int) -> Shares:
        """Keep the first deals."""
        return Shares(self.low[:deals], self.high[:deals])


def seat_shares(results: Results, seated: Sequence[tuple[str, int]]) -> Shares:
    """Give per deal the mean share over some seats of some cells, on their common deals."""
    lows, highs = [], []
    for cell, seat in seated:
        outcomes = results.outcomes(cell)
        own, unknown = outcomes.shares[:, seat], outcomes.is_unknown
        lows.append(np.where(unknown, 0.0, own))
        highs.append(np.where(unknown, 1.0, own))
    deals = min(len(values) for values in lows)
    low, high = (np.mean([values[:deals] for values in side], axis=0) for side in (lows, highs))
    return Shares(low, high)


def share_of(shares: Shares, level: float = 0.95) -> Estimate:
    """Estimate the mean share; unknown games bound it from both sides, and its value is that of the known deals."""
    has_value = ~np.isnan(shares.low)
    lows, highs = shares.low[has_value], shares.high[has_value]
    low, high = (win_share(len(x), float(x.sum()), float(x @ x), level) for x in (lows, highs))
    known = lows[lows == highs]
    return _between(low, high, float(known.mean()) if known.size else np.nan, len(lows) - known.size)


def difference_of_shares(first: Shares, second: Shares, level: float = 0.95) -> Estimate:
    """Estimate the mean difference of two arms on their common deals likewise."""
    low, high = gaps(first, second)
    known = low[low == high]
    value = float(known.mean()) if known.size else np.nan
    return _between(mean_of(low, level), mean_of(high, level), value, len(low) - known.size)


def gaps(first: Shares, second: Shares) -> tuple[Values, Values]:
    """Give the differences on common deals, with unknown games against the first arm, and for it.

    Deals without a value, such as games that nobody won, are left out.
    """
    deals = min(first.deals, second.deals)
    a, b = first.first(deals), second.first(deals)
    low, high = a.low - b.high, a.high - b.low
    has_value = ~np.isnan(low)
    return low[has_value], high[has_value]


def _between(low: Estimate, high: Estimate, value: float, unknown: int) -> Estimate:
    if not unknown:
        return low
    return replace(low, value=value, high=high.high, method=method_of(low.method, unknown, few=False))
