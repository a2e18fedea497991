"""Special functions that are loaded when first called: scipy takes a third of a second, and few games need it."""

from importlib import import_module
from statistics import NormalDist
from typing import Any


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
