"""Fewer cases in the short suite: the rest is marked slow and played by `make test-slow`."""

import pytest


def thinned(cases, every):
    """Keep every nth case in the short suite, beginning with the first."""
    return [
        pytest.param(*case, marks=[] if number % every == 0 else [pytest.mark.slow])
        for number, case in enumerate(cases)
    ]
