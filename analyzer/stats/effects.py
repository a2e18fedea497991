"""Main effects and interactions of two-level factors (modules on or off), on common deals.

A design is a 0/1 array (cells, factors). Effects are contrasts of the cells' win rates; each builder averages
over the matched sets of cells that are present, so designs with gaps (all sums of two modules, say) work too.
An interaction is a difference of differences: what storm adds on top of removal minus what it adds alone.

Are two modules harder together than apart? Where the win rate is near 0 or 1 it cannot move further, so points say
"less than the sum" of any two strong modules: the floor speaks, not the modules. There the odds come first. A
verdict needs both scales.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.checks import FloatArray, IntArray, check_count
from analyzer.stats.estimate import Estimate

FLOOR = 0.05  # win rates closer than this to 0 or 1 leave no room for points

HARDER, EASIER, OPEN, SCALES_DIFFER = "harder", "easier", "open", "scales differ"


def main_effect(design: ArrayLike, factor: int) -> FloatArray:
    """Weigh the cells to get the mean change when `factor` is switched on and nothing else."""
    levels = _levels(design, factor)
    return _mean_contrast(levels, (factor,), _settings(levels, (factor,)))


def interaction(design: ArrayLike, first: int, second: int) -> FloatArray:
    """Weigh the cells to get how much `second` changes the effect of `first`, averaged over the others."""
    levels = _levels(design, first, second)
    return _mean_contrast(levels, (first, second), _settings(levels, (first, second)))


def added_effect(design: ArrayLike, factor: int, given: Iterable[int] = ()) -> FloatArray:
    """Weigh the cells to get what `factor` adds when exactly the factors `given` are on."""
    on = tuple(given)
    levels = _levels(design, factor, *on)
    rest = np.zeros(levels.shape[1], dtype=np.int64)
    rest[list(on)] = 1
    return _mean_contrast(levels, (factor,), [tuple(int(x) for x in rest)])


def common_backgrounds(design: ArrayLike, factors: Sequence[int]) -> list[tuple[int, ...]]:
    """List the settings without `factors` to which each of them was added alone: there their effects compare."""
    levels = _levels(design, *factors)
    present = {tuple(int(x) for x in row) for row in levels}
    plain = [row for row in sorted(present) if not any(row[factor] for factor in factors)]
    return [row for row in plain if all(_switched_on(row, factor) in present for factor in factors)]


def compared_effects(design: ArrayLike, factors: Sequence[int]) -> list[FloatArray]:
    """Weigh the cells to get what each factor adds on average over the backgrounds that all of them share.

    A main effect averages over whatever a factor was combined with, so the main effects of two factors may speak of
    different company; these speak of the same.
    """
    settings = common_backgrounds(design, factors)
    if not settings:
        raise ValueError(f"design must hold a setting to which each of the factors {tuple(factors)} was added alone")
    levels = _levels(design, *factors)
    return [_mean_contrast(levels, (factor,), settings) for factor in factors]


def compared_interactions(design: ArrayLike, pairs: Sequence[tuple[int, int]]) -> list[FloatArray]:
    """Weigh the cells to get the interaction of each pair on the backgrounds that all pairs share."""
    factors = sorted({factor for pair in pairs for factor in pair})
    levels = _levels(design, *factors)
    present = {tuple(int(x) for x in row) for row in levels}
    plain = [row for row in sorted(present) if not any(row[factor] for factor in factors)]
    shared = [row for row in plain if all(_has_corners(present, row, pair) for pair in pairs)]
    if not shared:
        raise ValueError(f"design must hold a setting on which all of {len(pairs)} pairs were played")
    return [_mean_contrast(levels, pair, shared) for pair in pairs]


def _mean_contrast(levels: IntArray, varied: tuple[int, ...], settings: list[tuple[int, ...]]) -> FloatArray:
    index = {tuple(int(x) for x in row): cell for cell, row in enumerate(levels)}
    weights, used = np.zeros(len(levels)), 0
    for setting in settings:
        corners = _corners(setting, varied)
        if all(cell in index for cell, _ in corners):
            used += 1
            for cell, sign in corners:
                weights[index[cell]] += sign
    if not used:
        raise ValueError(f"design must hold a matched set for factors {varied} but got {len(levels)} cells")
    return weights / used


def _has_corners(present: set[tuple[int, ...]], setting: tuple[int, ...], varied: tuple[int, ...]) -> bool:
    return all(cell in present for cell, _ in _corners(setting, varied))


def _switched_on(setting: tuple[int, ...], factor: int) -> tuple[int, ...]:
    return (*setting[:factor], 1, *setting[factor + 1 :])


def _corners(setting: tuple[int, ...], varied: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    corners = [(setting, 1)]
    for factor in varied:
        switched = [((*cell[:factor], on, *cell[factor + 1 :]), on, sign) for cell, sign in corners for on in (0, 1)]
        corners = [(cell, sign if on else -sign) for cell, on, sign in switched]
    return corners


def _settings(levels: IntArray, varied: tuple[int, ...]) -> list[tuple[int, ...]]:
    others = levels.copy()
    others[:, list(varied)] = 0
    return sorted({tuple(int(x) for x in row) for row in others})


def _levels(design: ArrayLike, *factors: int) -> IntArray:
    levels = np.asarray(design)
    if levels.ndim != 2 or not np.isin(levels, (0, 1)).all():
        raise ValueError(f"design must be (cells, factors) of values in [0, 1] but got shape {levels.shape}")
    for factor in factors:
        check_count("factor", factor, 0, levels.shape[1] - 1)
    if len(set(factors)) < len(factors):
        raise ValueError(f"factors must differ but got {factors}")
    if len({tuple(row) for row in levels.tolist()}) < len(levels):
        raise ValueError(f"design must hold each cell once but got {len(levels)} rows with repeats")
    return levels.astype(np.int64)


@dataclass(frozen=True, slots=True)
class Interaction:
    """Say whether two modules are harder or easier together than the sum of both, and which scale to show first."""

    word: str
    leading: str
    points: Estimate
    odds: Estimate


def together(points: Estimate, odds: Estimate, rates: Sequence[float]) -> Interaction:
    """Judge an interaction from its estimates on both scales and the win rates of the four cells.

    `rates` are those of neither module, the first, the second and both. `harder` and `easier` need both intervals on
    the same side of 0; `scales differ` means that they exclude 0 on opposite sides; all else is `open`.
    """
    signs = _sign(points), _sign(odds)
    word = {(-1, -1): HARDER, (1, 1): EASIER, (-1, 1): SCALES_DIFFER, (1, -1): SCALES_DIFFER}.get(signs, OPEN)
    return Interaction(word, "odds" if hits_floor(rates) else "points", points, odds)


def hits_floor(rates: Sequence[float]) -> bool:
    """Tell whether points have no room: a rate near 0 or 1, or a sum of both effects that lies there or beyond."""
    neither, first, second, _ = rates
    expected = first + second - neither
    return any(not FLOOR <= rate <= 1.0 - FLOOR for rate in (*rates, expected))


def largest(interactions: Sequence[Interaction]) -> int | None:
    """Find the pair with the largest interaction for certain on both scales, by its leading scale; None if none is.

    Pairs are ranked by odds as soon as one of them hits the floor: points of different rooms do not compare.
    """
    certain = [number for number, interaction in enumerate(interactions) if interaction.word in (HARDER, EASIER)]
    by_odds = any(interactions[number].leading == "odds" for number in certain)
    return max(certain, key=lambda number: _size(interactions[number], by_odds), default=None)


def _size(interaction: Interaction, by_odds: bool) -> float:
    return abs((interaction.odds if by_odds else interaction.points).value)


def _sign(estimate: Estimate) -> int:
    return (estimate.low > 0) - (estimate.high < 0)
