"""Printed icons against measured difficulty, and whether an icon holds wherever it is asked for.

Icons have few values, so most variants share theirs with others. Pairs of equal icons say nothing about the order and
are left out: what is counted is the share of the pairs with different icons that are measured in the printed order.
Twice that share minus one is Somers' d (Somers 1962), which reaches 1 whatever the ties; Kendall's tau-b cannot, so it
comes with the largest value that these icons allow. Ranks jump: an interval from redrawn or resampled places is too
narrow or beside the truth where places are close, and has no width where they are not. Here each pair is decided or
not, all decisions being right together with the chance `level`; undecided pairs may stand either way. The bounds that
follow hold at `level` whatever the places are.

Which icon a variant should carry is read from fixed cut points, win rates of one policy with one number of players: no
other variant, and no scale, can move it. Other players win more or fewer games of every variant, so there the same win
rates would mean nothing. `hold` gives every cut point the benefit of the doubt instead: it lies where the fewest
variants stand on the wrong side for certain, and of such places where the most stand on the right one. Only the order
of the win rates matters. An icon is contradicted if even so it stands on the wrong side for certain. If all intervals
cover, that cannot happen where all icons hold in truth. It is the same if it is right for certain at all such places,
also when any one of the other variants is left out; everything else is open.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.estimate import Estimate, FloatArray, sidak_level
from analyzer.stats.places import Order, Places, orders_of


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


def fewest_changes(difficulty: Sequence[float], icons: Sequence[int], classes: int = 3) -> int:
    """Count the icons that even the kindest cut points would change: none if the icons follow the difficulty."""
    printed = [icon for _, icon in sorted(zip(difficulty, icons, strict=True))]
    least = len(printed)
    for breaks in combinations(range(len(printed) + 1), classes - 1):
        given = np.searchsorted(np.array(breaks), np.arange(len(printed)), side="right") + 1
        least = min(least, int((given != np.array(printed)).sum()))
    return least


def icons_at(rate: float, cuts: Sequence[float]) -> int:
    """Give the icons of a win rate: one above the first of the falling cut points, and one more below each."""
    return 1 + sum(rate < cut for cut in cuts)


SAME, OTHER, OPEN = "same", "other", "open"


@dataclass(frozen=True, slots=True)
class Held:
    """Say whether an icon holds where it was asked for, which numbers fit there, and on which variant that rests."""

    verdict: str  # SAME or OTHER for certain, or OPEN
    fewest: int
    most: int
    rests_on: str = ""  # a variant without which it would not be the same for certain


def fits(icons: int, rate: Estimate, cuts: Sequence[float]) -> Held:
    """See whether an icon holds by fixed cut points."""
    fewest, most = icons_at(rate.high, cuts), icons_at(rate.low, cuts)
    return Held(SAME if fewest == most == icons else OPEN if fewest <= icons <= most else OTHER, fewest, most)


def hold(icons: Mapping[str, int], rates: Mapping[str, Estimate]) -> dict[str, Held]:
    """See which icons hold among other players, by the cut points that contradict the fewest of them."""
    names = list(rates)
    printed = np.array([icons[name] for name in names])
    ends = np.array([[rates[name].low, rates[name].high] for name in names])
    everywhere = np.ones(len(names), dtype=bool)
    whole = _sides(printed, ends, everywhere)
    without = [_sides(printed, ends, everywhere & (np.arange(len(names)) != left)) for left in range(len(names))]
    return {name: _held(number, printed[number], whole, without, names) for number, name in enumerate(names)}


Side = tuple[bool, bool, bool]  # it may be easier than a cut point, it may be harder, and that is wrong for certain


def _sides(icons: NDArray[np.int64], ends: FloatArray, kept: NDArray[np.bool_]) -> list[list[Side]]:
    """Tell for every cut point on which side of it each variant may stand; the cut points rest on those kept."""
    edges = np.sort(ends[kept].ravel())
    where = np.concatenate([[edges[0] - 1.0], 0.5 * (edges[1:] + edges[:-1]), [edges[-1] + 1.0]])
    easier, harder = ends[None, :, 0] > where[:, None], ends[None, :, 1] < where[:, None]
    return [_at_cut(icons > cut, easier, harder, kept) for cut in range(1, int(icons.max()))]


def _at_cut(
    is_hard: NDArray[np.bool_], easier: NDArray[np.bool_], harder: NDArray[np.bool_], kept: NDArray[np.bool_]
) -> list[Side]:
    wrong, right = np.where(is_hard, easier, harder), np.where(is_hard, harder, easier)
    counts = list(zip(wrong[:, kept].sum(axis=1).tolist(), (-right[:, kept].sum(axis=1)).tolist(), strict=True))
    best = np.array([count == min(counts) for count in counts])
    may_be_easier, may_be_harder = ~harder[best].all(axis=0), ~easier[best].all(axis=0)
    parts = (may_be_easier.tolist(), may_be_harder.tolist(), wrong[best].any(axis=0).tolist())
    return list(zip(*parts, strict=True))


def _held(
    number: int, icons: int, whole: list[list[Side]], without: list[list[list[Side]]], names: Sequence[str]
) -> Held:
    own = [sides[number] for sides in whole]
    if any(is_wrong for _, _, is_wrong in own):
        return Held(OTHER, *_range(own))
    if _range(own) != (icons, icons):
        return Held(OPEN, *_range(own))
    for left, sides in enumerate(without):
        fewest, most = _range([cut[number] for cut in sides])
        if left != number and (fewest, most) != (icons, icons):
            return Held(OPEN, min(fewest, icons), max(most, icons), names[left])
    return Held(SAME, icons, icons)


def _range(sides: Sequence[Side]) -> tuple[int, int]:
    """Give the fewest and the most icons that the sides of all cut points allow."""
    fewest = sum(not may_be_easier for may_be_easier, _, _ in sides)
    return 1 + fewest, 1 + sum(may_be_harder for _, may_be_harder, _ in sides)
