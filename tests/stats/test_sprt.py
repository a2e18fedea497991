import numpy as np
import pytest

from analyzer.stats.sprt import Sprt


def test_lines_agree_with_the_nist_handbook():
    # NIST/SEMATECH e-Handbook 6.2.6: p1 = 0.01, p2 = 0.10, alpha = 0.05, beta = 0.10
    # accept below -0.939 + 0.0397 n defectives, reject above 1.205 + 0.0397 n
    test = Sprt(0.01, 0.10, 0.05, 0.10)
    per_win = test.log_ratio(1, 1) - test.log_ratio(0, 1)
    assert round(test.lower / per_win, 3) == -0.939
    assert round(test.upper / per_win, 3) == 1.205
    assert round(-test.log_ratio(0, 1) / per_win, 4) == 0.0397


def test_decides_on_the_right_side():
    test = Sprt(0.45, 0.55)
    assert test.decide(0, 0) == "continue"
    assert test.decide(600, 1000) == "p1"
    assert test.decide(400, 1000) == "p0"
    assert test.decide(500, 1000) == "continue"


def run(test, p, rng, paths=3_000, longest=3_000):
    wins = np.cumsum(rng.random((paths, longest)) < p, axis=1)
    n = np.arange(1, longest + 1)
    ratio = wins * test.log_ratio(1, 1) + (n - wins) * test.log_ratio(0, 1)
    out = (ratio <= test.lower) | (ratio >= test.upper)
    assert out.any(axis=1).all()
    first = np.argmax(out, axis=1)
    return ratio[np.arange(paths), first] >= test.upper, first + 1


@pytest.mark.parametrize("p", [0.40, 0.45, 0.50])
def test_errors_and_lengths_agree_with_wald(p):
    test = Sprt(0.40, 0.50)
    accepted, length = run(test, p, np.random.default_rng(11))
    # overshoot makes real tests a little longer and safer than Wald's approximation
    expected = test.expected_games(p)
    assert expected * 0.97 < length.mean() < expected * 1.12
    wrong = accepted.mean() if p == 0.40 else 1 - accepted.mean()
    if p != 0.45:
        assert wrong < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 3_000)


def test_expected_games_are_continuous_where_the_drift_vanishes():
    test = Sprt(0.40, 0.50)
    flat = next(
        p for p in np.linspace(0.4, 0.5, 100_001) if test.log_ratio(1, 1) * p + test.log_ratio(0, 1) * (1 - p) > 0
    )
    near = [test.expected_games(flat + d) for d in (-1e-4, 0.0, 1e-4)]
    assert max(near) == pytest.approx(min(near), rel=1e-2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0.5, 0.4), r"p1 must lie in \(0.5, 1\) but got 0.4"),
        ((0.0, 0.4), r"p0 must lie in \(0, 1\) but got 0.0"),
        ((0.1, 0.4, 0.6, 0.6), r"alpha \+ beta must lie in \(0, 1\) but got 1.2"),
    ],
)
def test_refuses_bad_hypotheses(arguments, message):
    with pytest.raises(ValueError, match=message):
        Sprt(*arguments)
