"""Refuse arguments outside their interval, saying the interval and what was got."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


def check_level(level: float) -> None:
    """Require a confidence level strictly between 0 and 1."""
    if not 0.0 < level < 1.0:
        raise ValueError(f"level must lie in (0, 1) but got {level}")


def check_probability(name: str, value: float) -> None:
    """Require a probability strictly between 0 and 1."""
    if not 0.0 < value < 1.0:
        raise ValueError(f"{name} must lie in (0, 1) but got {value}")


def check_count(name: str, value: float, least: int = 0, most: float = np.inf) -> None:
    """Require a number of at least `least` and at most `most`."""
    if not least <= value <= most:
        raise ValueError(f"{name} must lie in [{least}, {most}] but got {value}")


def check_positive(name: str, value: float) -> None:
    """Require a finite number above 0."""
    if not 0.0 < value < np.inf:
        raise ValueError(f"{name} must lie in (0, inf) but got {value}")


def check_shape(name: str, values: NDArray[Any], shape: tuple[int, ...]) -> None:
    """Require an array of the given shape."""
    if values.shape != shape:
        raise ValueError(f"{name} must have shape {shape} but got {values.shape}")


def finite_vector(name: str, values: ArrayLike, least: int = 1) -> FloatArray:
    """Turn `values` into a finite float vector of at least `least` entries, or refuse."""
    vector = np.asarray(values, dtype=np.float64)
    if vector.ndim != 1 or vector.size < least or not np.isfinite(vector).all():
        raise ValueError(f"{name} must be a finite vector of length in [{least}, inf) but got {vector!r}")
    return vector


def count_vector(name: str, values: ArrayLike) -> IntArray:
    """Turn `values` into a vector of counts in [0, inf), or refuse."""
    vector = np.asarray(values)
    if vector.ndim != 1 or vector.size == 0:
        raise ValueError(f"{name} must be a vector of length in [1, inf) but got shape {vector.shape}")
    counts = vector.astype(np.int64)
    if (counts != vector).any() or (counts < 0).any():
        raise ValueError(f"{name} must hold whole numbers in [0, inf) but got {vector!r}")
    return counts
