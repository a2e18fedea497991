"""How values are written: rounded by their error, with interval, sign, unit and grouping."""

import math

import numpy as np
import pandas as pd
import pytest

from analyzer.reporting.document import Kind
from analyzer.reporting.wording import count, is_missing, plain, several, text, write, written
from analyzer.stats.estimate import Estimate, Significance


def estimate(value, low, high, n=1000):
    return Estimate(value, low, high, 0.95, n, "wilson")


@pytest.mark.parametrize(
    ("value", "kind", "words"),
    [
        (estimate(0.07, 0.068, 0.072), Kind.PERCENT, "7.0 % [6.8, 7.2]"),
        (estimate(0.5, 0.2, 0.8), Kind.PERCENT, "50 % [20, 80]"),
        (estimate(0.0702, 0.0700, 0.0704), Kind.PERCENT, "7.02 % [7.00, 7.04]"),
        (estimate(-0.66, -0.663, -0.657), Kind.POINTS, "−66.0 points [−66.3, −65.7]"),
        (estimate(0.021, -0.001, 0.043), Kind.POINTS, "+2 points [0, +4]"),
        (estimate(-0.0101, -0.021, 0.001), Kind.POINTS, "−1 point [−2, 0]"),
        (estimate(0.010, 0.008, 0.012), Kind.POINTS, "+1.0 points [+0.8, +1.2]"),
        (estimate(41.0, 38.2, 43.8), Kind.CHANGE, "+41 [+38, +44]"),
        (estimate(-1.3, -1.7, -0.9), Kind.CHANGE, "−1.3 [−1.7, −0.9]"),
        (estimate(12.345, 12.3, 12.39), Kind.NUMBER, "12.35 [12.30, 12.39]"),
        (estimate(-1234.5, -1300.0, -1169.0), Kind.NUMBER, "−1\u202f234 [−1\u202f300, −1\u202f169]"),
        (estimate(0.3, -math.inf, math.inf), Kind.NUMBER, "0 [−∞, ∞]"),
        (estimate(0.25, math.nan, math.nan), Kind.PERCENT, "25.0 %"),
        (estimate(math.inf, 6.2149, math.inf), Kind.NUMBER, "at least 6.21"),
        (estimate(-math.inf, -math.inf, -1.5), Kind.NUMBER, "at most −1.50"),
        (estimate(math.inf, -math.inf, math.inf), Kind.NUMBER, "–"),
        (estimate(3.14, 2.94, math.inf), Kind.NUMBER, "3.1 [2.9, ∞]"),
        (0.125, Kind.PERCENT, "12.5 %"),
        (-0.125, Kind.POINTS, "−12.5 points"),
        (0.1, Kind.POINTS, "+10.0 points"),
        (-0.00001, Kind.POINTS, "0.0 points"),
        (1234567, Kind.COUNT, "1\u202f234\u202f567"),
        (12.0, Kind.COUNT, "12"),
        (0.12345, Kind.NUMBER, "0.123"),
        (-12345.6, Kind.NUMBER, "−12\u202f346"),
        (0.00001234, Kind.NUMBER, "1e−05"),
        (0.00099, Kind.P_VALUE, "< 0.001"),
        (0.0234, Kind.P_VALUE, "0.023"),
        (1.0, Kind.P_VALUE, "> 0.999"),
        (Significance(0.5, 1.0, 10, "mcnemar"), Kind.P_VALUE, "0.500"),
        ("poseidon", Kind.TEXT, "poseidon"),
        ("too few", Kind.PERCENT, "too few"),
        (3.0, Kind.TEXT, "3"),
        (np.True_, Kind.TEXT, "yes"),
        (np.float32(0.5), Kind.PERCENT, "50.0 %"),
        (("a", 2), Kind.TEXT, "a, 2"),
    ],
)
def test_a_value_is_written(value, kind, words):
    assert write(value, kind) == words


@pytest.mark.parametrize("value", [None, math.nan, pd.NA, np.float64("nan"), estimate(math.nan, 0.0, 1.0)])
@pytest.mark.parametrize("kind", Kind)
def test_nothing_is_a_dash(value, kind):
    assert is_missing(value)
    assert write(value, kind) == "–"


def test_value_and_interval_come_apart():
    assert written(estimate(0.07, 0.068, 0.072), Kind.PERCENT) == ("7.0 %", "[6.8, 7.2]")
    assert written(7, Kind.COUNT) == ("7", "")


def test_names_are_joined_as_in_a_sentence():
    assert [several(list("abc")[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert several(["a", "b"], "or") == "a or b"


def test_small_words():
    assert (count(-1000), text(False), text([]), plain(estimate(0.5, 0.4, 0.6))) == ("−1\u202f000", "no", "–", 0.5)
