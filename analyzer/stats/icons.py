"""Printed icons against measured difficulty, and how many icons each variant should carry.

Icons have few values, so most variants share theirs with others. Pairs of equal icons say nothing about the order and
are left out: what is counted is the share of the pairs with different icons that are measured in the printed order.
Twice that share minus one is Somers' d (Somers 1962), which reaches 1 whatever the ties; Kendall's tau-b cannot, so it
comes with the largest value that these icons allow. Ranks jump: an interval from redrawn or resampled places is too
narrow or beside the truth where places are close, and has no width where they are not. Here each pair is decided or
not, all decisions being right together with the chance `level`; undecided pairs may stand either way. The bounds that
follow hold at `level` whatever the places are.

For icons of their own the variants are split into classes of neighbours so that places differ as little as possible
within a class: the least sum of squares, found among all splits (Fisher 1958). A cut point lies halfway between the
neighbours that it parts. How sure that is comes from drawing all places anew, together, from their joint distribution
(normal, with the correlations of common deals and the widths of the places' own intervals) and splitting each draw
afresh: the share of the draws in which a variant falls into its class. It speaks of the luck of the deals alone, not of
other policies.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from analyzer.stats.estimate import Estimate, FloatArray, IntArray, check_count, ndtri
from analyzer.stats.multiple import sidak_level
from analyzer.stats.places import Order, Places, orders_of

DRAWS = 2_000
SEED = 0  # of the draws: the same run gives the same report


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


def icon_agreement(
    icons: Mapping[str, int], places: Places, level: float = 0.95, *, each: float | None = None
) -> IconAgreement:
    """Compare printed icons with measured places; variants without an icon are left out (`each`: see `orders_of`)."""
    pairs = _printed_pairs(icons, [places])
    if not pairs:
        raise ValueError(f"icons must differ between at least 2 variants but got {sorted(set(icons.values()))}")
    alone = sidak_level(level, len(pairs)) if each is None else each
    gaps = [places.difference(harder, easier, alone) for easier, harder in pairs]
    in_order, reverse = sum(gap.low > 0 for gap in gaps), sum(gap.high < 0 for gap in gaps)
    score = sum((gap.value > 0) - (gap.value < 0) for gap in gaps)
    size = len(pairs)
    share = Estimate(
        0.5 + 0.5 * score / size, in_order / size, 1.0 - reverse / size, level, size, "pairs in printed order"
    )
    attainable = math.sqrt(size / math.comb(sum(v in icons for v in places.variants), 2))
    return IconAgreement(size, in_order, reverse, share, _tau_b(icons, places, score), attainable)


def reversals(
    icons: Mapping[str, int], places: Sequence[Places], level: float = 0.95, *, each: float | None = None
) -> list[Reversal]:
    """List the pairs that are reversed for certain somewhere, all claims over all contexts and policies at once."""
    found = orders_of(places, level, _printed_pairs(icons, places), each=each)
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


@dataclass(frozen=True)
class Classes:
    """Hold the class of every variant, 1 being the easiest, with the share of the draws that put it into each class."""

    cuts: tuple[Estimate, ...]
    icons: Mapping[str, int]
    shares: Mapping[str, tuple[float, ...]]

    def sureness(self, variant: str) -> float:
        """Give the share of the draws that put a variant into its class."""
        return self.shares[variant][self.icons[variant] - 1]

    def icons_at(self, difficulty: float) -> int:
        """Give the icons of a difficulty by the cut points."""
        return 1 + sum(difficulty > cut.value for cut in self.cuts)


def classify(places: Places, variants: Sequence[str], classes: int = 3) -> Classes:
    """Split variants into classes of difficulty."""
    check_count("classes", classes, 2, len(variants))
    centres, spreads = _normal(places, variants)
    own, cuts = _split(centres[None, :], classes)
    again, moved = _split(_draws(centres, spreads, places.correlations(variants)), classes)
    shares = [[float((again[:, i] == k).mean()) for k in range(1, classes + 1)] for i in range(len(variants))]
    games = int(places.outcomes.games.min())
    return Classes(
        tuple(_cut(float(cut), moved[:, k], games) for k, cut in enumerate(cuts[0])),
        {variant: int(own[0, i]) for i, variant in enumerate(variants)},
        {variant: tuple(shares[i]) for i, variant in enumerate(variants)},
    )


def fewest_changes(difficulty: Sequence[float], icons: Sequence[int], classes: int = 3) -> int:
    """Count the icons that even the kindest cut points would change: none if the icons follow the difficulty."""
    printed = [icon for _, icon in sorted(zip(difficulty, icons, strict=True))]
    least = len(printed)
    for breaks in combinations(range(len(printed) + 1), classes - 1):
        given = np.searchsorted(np.array(breaks), np.arange(len(printed)), side="right") + 1
        least = min(least, int((given != np.array(printed)).sum()))
    return least


def _normal(places: Places, variants: Sequence[str]) -> tuple[FloatArray, FloatArray]:
    """Take the places and their standard errors; of a place without an end the bound that it has."""
    found = [places.place(variant) for variant in variants]
    return np.array([_centre(place) for place in found]), np.array([_spread(place) for place in found])


def _centre(place: Estimate) -> float:
    if math.isfinite(place.value):
        return place.value
    return place.low if math.isfinite(place.low) else place.high if math.isfinite(place.high) else 0.0


def _spread(place: Estimate) -> float:
    reaches = [abs(place.value - end) for end in (place.low, place.high)]
    finite = [reach for reach in reaches if math.isfinite(reach)]
    return sum(finite) / len(finite) / float(ndtri(0.975)) if finite else 0.0


def _draws(centres: FloatArray, spreads: FloatArray, correlations: FloatArray) -> FloatArray:
    values, vectors = np.linalg.eigh(correlations)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    normal = np.random.default_rng(SEED).standard_normal((DRAWS, centres.size))
    return np.asarray(centres + spreads * (normal @ root.T))


def _split(places: FloatArray, classes: int) -> tuple[IntArray, FloatArray]:
    """Split every row into classes by the least sum of squares; classes per variant, and the cut points."""
    rows, size = places.shape
    order = np.argsort(places, axis=1, kind="stable")
    ranked = np.take_along_axis(places, order, axis=1)
    sums, squares = (np.pad(np.cumsum(part, axis=1), ((0, 0), (1, 0))) for part in (ranked, ranked**2))
    breaks = np.array(list(combinations(range(1, size), classes - 1)), dtype=np.int64)
    best, least = np.zeros(rows, dtype=np.int64), np.full(rows, np.inf)
    for number, inner in enumerate(breaks):
        edges = [0, *inner.tolist(), size]
        pieces = list(pairwise(edges))
        error = sum((squares[:, b] - squares[:, a]) - (sums[:, b] - sums[:, a]) ** 2 / (b - a) for a, b in pieces)
        better = np.asarray(error) < least
        best[better], least[better] = number, np.asarray(error)[better]
    chosen = breaks[best]
    cuts = 0.5 * (np.take_along_axis(ranked, chosen, axis=1) + np.take_along_axis(ranked, chosen - 1, axis=1))
    ranks = np.argsort(order, axis=1, kind="stable")
    icons = 1 + (ranks[:, :, None] >= chosen[:, None, :]).sum(axis=2)
    return icons.astype(np.int64), cuts


def _cut(value: float, drawn: FloatArray, games: int) -> Estimate:
    low, high = np.quantile(drawn, [0.025, 0.975])
    return Estimate(value, min(float(low), value), max(float(high), value), 0.95, games, "cut point, places drawn anew")
