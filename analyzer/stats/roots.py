"""Find many roots at once."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.checks import FloatArray

STEPS = 60  # halves an interval of length 1 down to 1e-18, below the spacing of doubles near 1


def bisect(is_left: Callable[[FloatArray], NDArray[np.bool_]], left: FloatArray, right: FloatArray) -> FloatArray:
    """Find per entry the point where `is_left` changes from true to false between `left` and `right`."""
    left, right = np.array(left, dtype=np.float64), np.array(right, dtype=np.float64)
    for _ in range(STEPS):
        middle = 0.5 * (left + right)
        on_left = np.asarray(is_left(middle), dtype=bool)
        left = np.where(on_left, middle, left)
        right = np.where(on_left, right, middle)
    return 0.5 * (left + right)
