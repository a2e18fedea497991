"""Printed icons against measured difficulty: how many pairs stand in the printed order, and which do not for certain.

Icons have few values, so most variants share theirs with others. Pairs of equal icons say nothing about the order and
are left out: what is counted is the share of the pairs with different icons that are measured in the printed order.
Twice that share minus one is Somers' d (Somers 1962), which reaches 1 whatever the ties; Kendall's tau-b cannot, so it
comes with the largest value that these icons allow.

Ranks jump: an interval from redrawn or resampled places is too narrow or beside the truth where places are close, and
has no width where they are not. Here each pair is decided or not, all decisions being right together with the chance
`level`; undecided pairs may stand either way. The bounds that follow hold at `level` whatever the places are.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from analyzer.stats.estimate import Estimate
from analyzer.stats.multiple import sidak_level
from analyzer.stats.orders import Order, orders_of
from analyzer.stats.places import Places


@dataclass(frozen=True, slots=True)
class IconAgreement:
    """Count the pairs of different icons that are in printed order or reversed for certain, or undecided.

    `share` is the share in printed order by the measured values, with the bounds that the certain pairs leave;
    `tau_b` is Kendall's coefficient of the measured values and `attainable` its maximum for these icons.
    """

    pairs: int
    in_order: int
    reversed: int
    share: Estimate
    tau_b: float
    attainable: float

    @property
    def undecided(self) -> int:
        """Count the pairs that may stand either way."""
        return self.pairs - self.in_order - self.reversed

    @property
    def somers(self) -> Estimate:
        """Give the same as a correlation: 1 if all pairs stand in printed order, -1 if all are reversed."""
        return self.share.shifted(-1.0, 2.0)


@dataclass(frozen=True, slots=True)
class Reversal:
    """Name two variants measured in the opposite of their printed order, and where that is certain."""

    printed_easier: str
    printed_harder: str
    order: Order

    @property
    def is_certain(self) -> bool:
        """Tell whether it holds for every number of players and policy shown; otherwise `order.harder` is its scope."""
        return not self.order.undecided and not self.order.easier


def icon_agreement(icons: Mapping[str, int], places: Places, level: float = 0.95) -> IconAgreement:
    """Compare printed icons with measured places; variants without an icon are left out."""
    pairs = _printed_pairs(icons, [places])
    if not pairs:
        raise ValueError(f"icons must differ between at least 2 variants but got {sorted(set(icons.values()))}")
    each = sidak_level(level, len(pairs))
    gaps = [places.difference(harder, easier, each) for easier, harder in pairs]
    in_order, reverse = sum(gap.low > 0 for gap in gaps), sum(gap.high < 0 for gap in gaps)
    score = sum((gap.value > 0) - (gap.value < 0) for gap in gaps)
    size = len(pairs)
    share = Estimate(
        0.5 + 0.5 * score / size, in_order / size, 1.0 - reverse / size, level, size, "pairs in printed order"
    )
    attainable = math.sqrt(size / math.comb(sum(v in icons for v in places.variants), 2))
    return IconAgreement(size, in_order, reverse, share, _tau_b(icons, places, score), attainable)


def reversals(icons: Mapping[str, int], places: Sequence[Places], level: float = 0.95) -> list[Reversal]:
    """List the pairs that are reversed for certain somewhere, all claims over all contexts and policies at once."""
    found = orders_of(places, level, _printed_pairs(icons, places))
    return [Reversal(order.first, order.second, order) for order in found if order.harder]


def _printed_pairs(icons: Mapping[str, int], places: Sequence[Places]) -> list[tuple[str, str]]:
    """List the pairs of different icons, the printed easier one first."""
    known = [v for v in places[0].variants if v in icons and all(v in other.variants for other in places)]
    return [(a, b) if icons[a] < icons[b] else (b, a) for a, b in combinations(known, 2) if icons[a] != icons[b]]


def _tau_b(icons: Mapping[str, int], places: Places, score: int) -> float:
    known = [v for v in places.variants if v in icons]
    values = {v: places.place(v).value for v in known}
    tied = sum(values[a] == values[b] for a, b in combinations(known, 2))
    printed = sum(icons[a] != icons[b] for a, b in combinations(known, 2))
    return score / math.sqrt(printed * max(math.comb(len(known), 2) - tied, 1))
