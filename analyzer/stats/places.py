"""Difficulty of variants: minus the mean log odds of winning over the numbers of players, all weighing the same.

A place does not depend on how many deals a cell was given (that only sets the width of its interval), nor on which
other factors a run varies: the cells of one scale have one policy and one setting of everything else. Cells are played
on common deals, which the intervals take into account. Variants are compared on the contexts (numbers of players)
that all of them have. 0 is an even chance; +1 multiplies the odds of losing by e.

Which of two variants is harder is asked in each context. All claims of one run are made together: each pair in each
context is compared at the Šidák level of their number, so that with the chance `level` not one of them is wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from analyzer.stats.effects import contrast_of
from analyzer.stats.estimate import Estimate, FloatArray, check_count, sidak_level
from analyzer.stats.joint import Outcomes

Scope = tuple[str, str]  # the name of the places, and the context
METHOD = ("logit", "mean of log odds")  # the scale of a place, and how it is called


@dataclass(frozen=True)
class Places:
    """Hold the cells of a scale: `cells[i, j]` is the cell of variant i in context j.

    `name` says what all cells have in common, such as the policy.
    """

    variants: tuple[str, ...]
    contexts: tuple[str, ...]
    cells: "np.ndarray[tuple[int, int], np.dtype[np.int64]]"
    outcomes: Outcomes
    name: str = ""

    def place(self, variant: str, level: float = 0.95, *, context: str | None = None) -> Estimate:
        """Estimate the difficulty of a variant, over all contexts or in one; one-sided without wins or losses."""
        return contrast_of(self._weights(variant, context), self.outcomes, level, *METHOD)

    def difference(self, first: str, second: str, level: float = 0.95, *, context: str | None = None) -> Estimate:
        """Estimate how much harder `first` is than `second`, over all contexts or in one."""
        weights = self._weights(first, context) - self._weights(second, context)
        return contrast_of(weights, self.outcomes, level, *METHOD)

    def ladder(self, level: float = 0.95) -> list[tuple[str, Estimate]]:
        """List the variants from easy to hard; one that never won comes last."""
        places = [(variant, self.place(variant, level)) for variant in self.variants]
        return sorted(places, key=lambda item: (item[1].value != item[1].value, item[1].value))

    def within(self, contexts: Sequence[str]) -> "Places":
        """Keep some contexts."""
        kept = [_index("context", self.contexts, context) for context in contexts]
        return replace(self, contexts=tuple(contexts), cells=self.cells[:, kept])

    def _weights(self, variant: str, context: str | None) -> FloatArray:
        row = self.cells[_index("variant", self.variants, variant)]
        chosen = row if context is None else row[[_index("context", self.contexts, context)]]
        weights = np.zeros(self.outcomes.cells)
        weights[chosen] = -1.0 / chosen.size
        return weights


def place_variants(variants: Sequence[str], contexts: Sequence[str], outcomes: Outcomes, name: str = "") -> Places:
    """Arrange cells by variant and context, keeping the contexts that all variants have.

    `variants` and `contexts` give the labels of each cell, in the order of `outcomes`.
    """
    check_count("variants", len(variants), outcomes.cells, outcomes.cells)
    check_count("contexts", len(contexts), outcomes.cells, outcomes.cells)
    found = {key: cell for cell, key in enumerate(zip(variants, contexts, strict=True))}
    if len(found) < outcomes.cells:
        raise ValueError(f"cells must have different variants or contexts but got {outcomes.cells - len(found)} twice")
    names = tuple(dict.fromkeys(variants))
    common = common_contexts(list(found))
    if not common:
        raise ValueError(f"variants must share a context but {', '.join(names)} have none in common")
    cells = np.array([[found[variant, context] for context in common] for variant in names], dtype=np.int64)
    return Places(names, common, cells, outcomes, name)


def common_contexts(cells: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """List the contexts that occur with every label, from pairs of label and context."""
    labels = dict.fromkeys(label for label, _ in cells)
    contexts = dict.fromkeys(context for _, context in cells)
    return tuple(context for context in contexts if all((label, context) in cells for label in labels))


def _index(name: str, labels: tuple[str, ...], label: str) -> int:
    if label not in labels:
        raise ValueError(f"{name} must be one of {', '.join(labels)} but got {label}")
    return labels.index(label)


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


def orders_of(
    places: Sequence[Places],
    level: float = 0.95,
    pairs: Sequence[Scope] | None = None,
    *,
    each: float | None = None,
) -> list[Order]:
    """Compare pairs of variants (all, unless given) in every context of every `places`, all claims at once.

    Give one `Places` per policy shown; variants that one of them lacks are left out. `each` is the level of a single
    claim; without it all of these hold together at `level`.
    """
    shared = [v for v in places[0].variants if all(v in other.variants for other in places)]
    chosen = list(combinations(shared, 2)) if pairs is None else [p for p in pairs if p[0] in shared and p[1] in shared]
    scopes = [(scale, context) for scale in places for context in scale.contexts]
    alone = sidak_level(level, max(len(chosen) * len(scopes), 1)) if each is None else each
    return [_order(first, second, scopes, alone) for first, second in chosen]


def _order(first: str, second: str, scopes: Sequence[tuple[Places, str]], level: float) -> Order:
    found: dict[int, list[Scope]] = {1: [], -1: [], 0: []}
    for scale, context in scopes:
        gap = scale.difference(first, second, level, context=context)
        found[(gap.low > 0) - (gap.high < 0)].append((scale.name, context))
    return Order(first, second, tuple(found[1]), tuple(found[-1]), tuple(found[0]))
