"""Printed difficulty against measured difficulty: rank correlation and certain disorders."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from analyzer.stats.checks import FloatArray, check_count, check_level, check_shape, finite_vector
from analyzer.stats.estimate import Estimate
from analyzer.stats.multiple import sidak_level


@dataclass(frozen=True, slots=True)
class Disorder:
    """Name two labels whose printed order is reversed for certain, and by how much."""

    printed_easier: str
    printed_harder: str
    excess: Estimate


def kendall(
    printed: ArrayLike,
    measured: ArrayLike,
    covariance: ArrayLike,
    seed: int,
    level: float = 0.95,
    draws: int = 4_000,
) -> Estimate:
    """Estimate Kendall's tau-b between printed ranks and measured places.

    The interval repeats the ranking on places redrawn from their sampling error (normal, given covariance):
    it speaks of these labels, not of a population of labels.
    """
    icons, places, redrawn = _redraw(printed, measured, covariance, seed, draws)
    value = float(_tau_b(icons, places[None])[0])
    return _percentile("kendall tau-b", value, _tau_b(icons, redrawn), places.size, level)


def certain_disorders(
    labels: Sequence[str], printed: ArrayLike, measured: ArrayLike, covariance: ArrayLike, level: float = 0.95
) -> list[Disorder]:
    """List the pairs printed in one order but measured in the other, all at once certain at `level`.

    Each pair of unequal icons is compared at the Šidák level for the number of such pairs.
    """
    check_level(level)
    icons, places, errors = _inputs(printed, measured, covariance)
    check_count("labels", len(labels), places.size, places.size)
    easier, harder = np.nonzero(icons[:, None] < icons[None, :])
    if easier.size == 0:
        return []
    each = sidak_level(level, int(easier.size))
    excess = places[easier] - places[harder]
    variance = errors[easier, easier] + errors[harder, harder] - 2 * errors[easier, harder]
    reach = float(ndtri(0.5 + 0.5 * each)) * np.sqrt(np.maximum(variance, 0.0))
    return [
        Disorder(labels[easier[i]], labels[harder[i]], _around(excess[i], reach[i], level, places.size))
        for i in np.flatnonzero(excess > reach)
    ]


def _around(value: float, reach: float, level: float, n: int) -> Estimate:
    return Estimate(float(value), float(value - reach), float(value + reach), level, n, "simultaneous")


def _inputs(
    printed: ArrayLike, measured: ArrayLike, covariance: ArrayLike
) -> tuple[FloatArray, FloatArray, FloatArray]:
    icons, places = finite_vector("printed", printed, 2), finite_vector("measured", measured, 2)
    errors = np.asarray(covariance, dtype=np.float64)
    check_shape("measured", places, icons.shape)
    check_shape("covariance", errors, (places.size, places.size))
    return icons, places, errors


def _redraw(
    printed: ArrayLike, measured: ArrayLike, covariance: ArrayLike, seed: int, draws: int
) -> tuple[FloatArray, FloatArray, FloatArray]:
    icons, places, errors = _inputs(printed, measured, covariance)
    if np.ptp(icons) == 0:
        raise ValueError(f"printed must hold at least 2 different values but got only {icons[0]}")
    check_count("draws", draws, 100)
    rng = np.random.default_rng(seed)
    return icons, places, rng.multivariate_normal(places, errors, size=draws, method="eigh")


def _percentile(method: str, value: float, redrawn: FloatArray, n: int, level: float) -> Estimate:
    check_level(level)
    low, high = np.quantile(redrawn, [0.5 - 0.5 * level, 0.5 + 0.5 * level])
    return Estimate(value, min(float(low), value), max(float(high), value), level, n, f"{method}, redrawn")


def _tau_b(icons: FloatArray, places: FloatArray) -> FloatArray:
    upper = np.triu_indices(icons.size, 1)
    printed = np.sign(icons[:, None] - icons[None, :])[upper]
    measured = np.sign(places[:, upper[0]] - places[:, upper[1]])
    scale = np.sqrt((printed**2).sum() * (measured**2).sum(axis=1))
    return np.asarray(measured @ printed / np.maximum(scale, 1.0))
