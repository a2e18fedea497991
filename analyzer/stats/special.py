"""Special functions, loaded when first called (scipy takes a third of a second, and few games need it), and roots."""

from collections.abc import Callable
from importlib import import_module
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.checks import FloatArray

STEPS = 60  # halves an interval of length 1 down to 1e-18, below the spacing of doubles near 1


def _function(name: str) -> Any:
    def call(*arguments: Any) -> Any:
        return getattr(import_module("scipy.special"), name)(*arguments)

    call.__name__ = name
    return call


bdtr = _function("bdtr")
betaincinv = _function("betaincinv")
betaln = _function("betaln")
chdtrc = _function("chdtrc")
gammaln = _function("gammaln")
lambertw = _function("lambertw")
ndtr = _function("ndtr")
ndtri = _function("ndtri")
stdtrit = _function("stdtrit")
xlog1py = _function("xlog1py")
xlogy = _function("xlogy")


def normal_quantile(chance: float) -> float:
    """Give the quantile of the standard normal distribution, without scipy."""
    return NormalDist().inv_cdf(chance)


def bisect(is_left: Callable[[FloatArray], NDArray[np.bool_]], left: FloatArray, right: FloatArray) -> FloatArray:
    """Find per entry the point where `is_left` changes from true to false between `left` and `right`."""
    # scipy's elementwise.find_root takes 1.6 times as long, and gives nan where an end is the root (Tango's of 5 in 5)
    left, right = np.array(left, dtype=np.float64), np.array(right, dtype=np.float64)
    for _ in range(STEPS):
        middle = 0.5 * (left + right)
        on_left = np.asarray(is_left(middle), dtype=bool)
        left = np.where(on_left, middle, left)
        right = np.where(on_left, right, middle)
    return 0.5 * (left + right)
