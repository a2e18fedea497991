"""Plans of what is tried together, so that few trials reach every part of every range."""

import numpy as np
from scipy.stats import qmc

from analyzer.stats.estimate import FloatArray


def latin_hypercube(n: int, width: int, lots: np.random.Generator) -> FloatArray:
    """Draw n points with so many numbers from 0 to 1 each: of every number each n-th part of the range holds one."""
    return np.asarray(qmc.LatinHypercube(d=max(width, 1), rng=lots).random(n), np.float64)
