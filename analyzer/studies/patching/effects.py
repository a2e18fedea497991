"""What single changes do, and what is foretold of several together: their effects added up.

Between two values of a number that were played the effect is taken as a straight line. What is foretold only says what
is worth playing: every patch that is named was played.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.games.written import Changes
from analyzer.studies.patching.observing import Quantity, Scene
from analyzer.studies.patching.offers import Offer

MOST_VALUES = 33  # of one offer that are foretold
FORETOLD, EACH = 60, (4, 12)  # patches in all, and of the same offers at least and at most
MAYBE = 0.75  # foretold to lie so far outside, in halves of what is allowed, a patch may do all the same


@dataclass(frozen=True)
class Single:
    """One value of an offer."""

    offer: Offer
    value: Any

    @property
    def changes(self) -> Changes:
        """Write it as changes."""
        return {self.offer.name: self.value}


@dataclass(frozen=True)
class Foretold:
    """A patch that may be played: its changes, its steps, and how far it should lie outside."""

    changes: Changes
    size: float
    loss: float


@dataclass(frozen=True)
class Effects:
    """What every single change does to every number."""

    scene: Scene
    quantities: tuple[Quantity, ...]
    start: Any  # the numbers as the game is now
    moved: dict[str, list[tuple[Single, Any]]]  # by offer: its values and how far each moves the numbers

    def gains(self) -> list[str]:
        """Order the offers by how much they mend of the number that they mend most."""
        gaps = self._gaps(self.start[None, :])[0]
        best = {
            name: float(max((gaps - self._gaps((self.start + far)[None, :])[0]).max() for _, far in values))
            for name, values in self.moved.items()
        }
        return sorted((name for name in best if best[name] > 0.0), key=lambda name: -best[name])

    def _gaps(self, numbers: Any) -> Any:
        """Give how far numbers lie outside, by patch and quantity."""
        return np.maximum(self._outside(numbers), 0.0)

    def _outside(self, numbers: Any) -> Any:
        """Give the same, where what lies inside is below 0: -1 is the middle."""
        ends = [one.ends(self.scene.tables[one.table].players) for one in self.quantities]
        low, high = np.array(ends).T
        return np.maximum(low - numbers, numbers - high) / np.array([one.want.scale for one in self.quantities])

    def combined(self, names: Sequence[str], n_changes: int) -> Iterator[Foretold]:
        """Foretell patches of so many changes: for each group of offers the best, and the smallest that may do."""
        grids = {name: self._grid(self.moved[name]) for name in names}
        groups = list(itertools.combinations(names, n_changes))
        each = int(np.clip(FORETOLD // max(len(groups), 1), *EACH))
        for group in groups:
            yield from self._of_group([grids[name] for name in group], each)

    def _of_group(self, grids: list[list[tuple[Single, Any, float]]], n: int) -> list[Foretold]:
        """Choose of all values of some offers: the best, and the smallest of those that do, surely or just about."""
        outside, size = self._foretold(grids)
        loss, tight = np.maximum(outside, 0.0).sum(axis=-1), outside.max(axis=-1)
        chosen = [int(np.argmin(loss + 1e-3 * size))]
        for most in np.linspace(float(tight.min()), MAYBE, n):
            does = np.flatnonzero(tight.ravel() <= most)
            chosen += [int(does[np.argmin(size.ravel()[does])])] if len(does) else []
        return [self._written(grids, place, loss, size) for place in dict.fromkeys(chosen)]

    def _written(self, grids: list[list[tuple[Single, Any, float]]], place: int, loss: Any, size: Any) -> Foretold:
        at = np.unravel_index(place, loss.shape)
        singles = [grid[number][0] for grid, number in zip(grids, at, strict=True)]
        changes = {one.offer.name: one.value for one in singles}
        return Foretold(changes, float(size[at]), float(loss[at]))

    def _foretold(self, grids: list[list[tuple[Single, Any, float]]]) -> tuple[Any, Any]:
        """Add effects and steps up, for all values of some offers."""
        numbers, size = self.start, np.zeros(())
        for grid in grids:
            numbers = numbers[..., None, :] + np.stack([far for _, far, _ in grid])
            size = size[..., None] + np.array([steps for _, _, steps in grid])
        return self._outside(numbers), size

    def _grid(self, values: Sequence[tuple[Single, Any]]) -> list[tuple[Single, Any, float]]:
        """List the values of an offer with their effects; of a number also those between the values played."""
        offer = values[0][0].offer
        played = [(single, far, offer.size(single.value)) for single, far in values]
        if not offer.is_number or offer.is_listed:
            return played
        known = {offer.number(single.value): far for single, far in values} | {0.0: np.zeros(len(self.quantities))}
        steps = np.array(sorted(known))
        table = np.stack([known[step] for step in steps])
        whole = np.arange(int(steps[0]), int(steps[-1]) + 1)
        chosen = whole[:: max(1, len(whole) // MOST_VALUES)]
        every = sorted({*chosen.tolist(), *steps.astype(int).tolist()} - {0})
        return [
            (
                Single(offer, offer.value(step)),
                np.array([np.interp(step, steps, column) for column in table.T]),
                float(abs(step)),
            )
            for step in every
        ]


def effects_of(scene: Scene, quantities: Sequence[Quantity], start: Any, seen: Sequence[tuple[Single, Any]]) -> Effects:
    """Gather what single changes did."""
    moved: dict[str, list[tuple[Single, Any]]] = {}
    for single, numbers in seen:
        moved.setdefault(single.offer.name, []).append((single, numbers - start))
    return Effects(scene, tuple(quantities), start, moved)
