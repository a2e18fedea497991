"""Which of two variants is harder, in each context, and whether the order is the same in all of them.

All claims of one run are made together: each pair in each context is compared at the Šidák level of their number, so
that with the chance `level` not one of them is wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from analyzer.stats.multiple import sidak_level
from analyzer.stats.places import Places

Scope = tuple[str, str]  # the name of the places, and the context


@dataclass(frozen=True, slots=True)
class Order:
    """Say in which contexts `first` is harder for certain, easier for certain, or neither."""

    first: str
    second: str
    harder: tuple[Scope, ...]
    easier: tuple[Scope, ...]
    undecided: tuple[Scope, ...]

    @property
    def changes(self) -> bool:
        """Tell whether the order is one way in some context and the other way in another, for certain."""
        return bool(self.harder and self.easier)

    @property
    def is_certain(self) -> bool:
        """Tell whether the order is the same in all contexts for certain."""
        return not self.undecided and not self.changes

    def turned(self) -> "Order":
        """Say the same with the variants exchanged."""
        return Order(self.second, self.first, self.easier, self.harder, self.undecided)


def orders_of(places: Sequence[Places], level: float = 0.95, pairs: Sequence[Scope] | None = None) -> list[Order]:
    """Compare pairs of variants (all, unless given) in every context of every `places`, all claims at once.

    Give one `Places` per policy shown; variants that one of them lacks are left out.
    """
    shared = [v for v in places[0].variants if all(v in other.variants for other in places)]
    chosen = list(combinations(shared, 2)) if pairs is None else [p for p in pairs if p[0] in shared and p[1] in shared]
    scopes = [(scale, context) for scale in places for context in scale.contexts]
    each = sidak_level(level, max(len(chosen) * len(scopes), 1))
    return [_order(first, second, scopes, each) for first, second in chosen]


def _order(first: str, second: str, scopes: Sequence[tuple[Places, str]], level: float) -> Order:
    found: dict[int, list[Scope]] = {1: [], -1: [], 0: []}
    for scale, context in scopes:
        gap = scale.difference_in(first, second, context, level)
        found[(gap.low > 0) - (gap.high < 0)].append((scale.name, context))
    return Order(first, second, tuple(found[1]), tuple(found[-1]), tuple(found[0]))
