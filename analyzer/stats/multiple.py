"""Many comparisons at once: adjusted p-values and simultaneous levels."""

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.estimate import FloatArray, check_count, check_level, finite_vector


def holm(p_values: ArrayLike) -> FloatArray:
    """Adjust p-values to control the chance of any false rejection (Holm 1979)."""
    p = finite_vector("p_values", p_values)
    if (p < 0).any() or (p > 1).any():
        raise ValueError(f"p_values must lie in [0, 1] but got {p.min()} to {p.max()}")
    order = np.argsort(p, kind="stable")
    steps = p[order] * np.arange(p.size, 0, -1)
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted


def bonferroni_level(level: float, comparisons: int) -> float:
    """Give the level of each interval so that all hold together at `level`, under any dependence."""
    check_level(level)
    check_count("comparisons", comparisons, 1)
    return 1.0 - (1.0 - level) / comparisons


def sidak_level(level: float, comparisons: int) -> float:
    """Give the level of each interval so that all hold together at `level`, if independent (Šidák 1967).

    Also conservative for two-sided intervals of jointly normal estimates, hence for ladders on common deals.
    """
    check_level(level)
    check_count("comparisons", comparisons, 1)
    return float(level ** (1.0 / comparisons))
