"""Exact coverage of the intervals, and the Markdown tables of docs/statistics.md.

Run `python -m tools.covering.exact` to print the tables again; all is enumerated, nothing simulated.
"""

import math
import sys
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaincinv, gammaln, ndtri, xlog1py, xlogy

from analyzer.stats.estimate import Estimate, FloatArray, IntArray
from analyzer.stats.paired import tango_bounds
from analyzer.stats.proportions import Bounds, clopper_pearson_bounds, log_odds, logit_of, wilson_bounds, win_rate
from analyzer.stats.sequences import bernoulli_bounds

BoundsAt = Callable[[ArrayLike, ArrayLike, float], Bounds]
Shares = dict[str, float]

TABLE_P = (0.001, 0.01, 0.05, 0.2, 0.5)
PAIRED_N = (20, 30, 50, 150)
PAIRED_GRID = np.arange(0.01, 0.9, 0.04)
TABLE_N = (10, 30, 100, 1_000, 10_000, 100_000)
EXPECTED_WINS = (0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 50.0)
GRID = np.arange(1, 1000) / 1000.0
NEGLIGIBLE = 1e-16
ROUNDING = 1e-12  # a bound that equals p up to rounding covers it


def wald_bounds(k: ArrayLike, n: ArrayLike, level: float = 0.95) -> Bounds:
    """Bound a proportion by z standard errors to each side: too narrow, kept as negative control."""
    wins, games = np.asarray(k, dtype=np.float64), np.asarray(n, dtype=np.float64)
    rate = wins / games
    reach = float(ndtri(0.5 + 0.5 * level)) * np.sqrt(rate * (1.0 - rate) / games)
    return rate - reach, rate + reach


def jeffreys_bounds(k: ArrayLike, n: ArrayLike, level: float = 0.95) -> Bounds:
    """Bound proportions by the Beta(k + 1/2, n - k + 1/2) quantiles; 0 and 1 are kept at the ends."""
    wins, games = np.asarray(k, dtype=np.float64), np.asarray(n, dtype=np.float64)
    tail = 0.5 * (1.0 - level)
    low = betaincinv(wins + 0.5, games - wins + 0.5, tail)
    high = betaincinv(wins + 0.5, games - wins + 0.5, 1.0 - tail)
    return np.where(wins == 0, 0.0, low), np.where(wins == games, 1.0, high)


def binomial_coverage(bounds_at: BoundsAt, n: int, p: Iterable[float], level: float = 0.95) -> FloatArray:
    """Give the exact chance that the interval from `n` games covers each win rate in `p`."""
    low, high = bounds_at(np.arange(n + 1), n, level)
    return np.array([_covered(low[k], high[k], x, binomial_chances(k, n, x)) for x in p for k in [likely_wins(n, x)]])


def paired_coverage(n: int, p_only_a: float, p_only_b: float, level: float = 0.95) -> float:
    """Give the exact chance that Tango's interval from `n` deals covers the difference."""
    return paired_coverages(n, [(p_only_a, p_only_b)], level)[0]


def paired_coverages(n: int, chances: Iterable[tuple[float, float]], level: float = 0.95) -> list[float]:
    """Give the same for many chances that only the first, or only the second arm wins a deal."""
    only_a, only_b = (grid.ravel() for grid in np.mgrid[0 : n + 1, 0 : n + 1])
    possible = only_a + only_b <= n
    a, b = only_a[possible], only_b[possible]
    same = n - a - b
    ways = gammaln(n + 1) - gammaln(a + 1) - gammaln(b + 1) - gammaln(same + 1)
    low, high = tango_bounds(a, b, n, level)
    return [
        _covered(low, high, p - q, np.exp(ways + xlogy(a, p) + xlogy(b, q) + xlogy(same, 1.0 - p - q)))
        for p, q in chances
    ]


def chance_of_ever_missing(bounds_at: BoundsAt, p: float, block: int, looks: int, level: float = 0.95) -> float:
    """Give the exact chance that an interval read after each of `looks` blocks ever excludes `p`."""
    step, alive = binomial_chances(np.arange(block + 1), block, p), np.ones(1)
    for look in range(1, looks + 1):
        alive = np.convolve(alive, step)
        k = np.flatnonzero(alive > NEGLIGIBLE)
        low, high = bounds_at(k, np.full(k.size, look * block), level)
        alive[k[(low > p + ROUNDING) | (high < p - ROUNDING)]] = 0.0
    return 1.0 - float(alive.sum())


def few_wins(expected: float, n: int = 1_000) -> Shares:
    """Enumerate the coverage of a win rate, of its log odds, and of log odds with half a win added as a control."""
    p, k = expected / n, likely_wins(n, expected / n)
    chances, truth, shrunk = binomial_chances(k, n, p), logit_of(p), (k + 0.5) / (n + 1.0)
    z = float(ndtri(0.975))
    normal = np.abs(np.log(shrunk / (1 - shrunk)) - truth) <= z / np.sqrt(n * shrunk * (1 - shrunk))
    rates = _holding([win_rate(int(wins), n) for wins in k], p)
    odds = _holding([log_odds(int(wins), n) for wins in k], truth)
    return {name: float(chances[hit].sum()) for name, hit in (("rate", rates), ("odds", odds), ("control", normal))}


def tuned_sequence(tuned_for: int) -> BoundsAt:
    """Give the bounds of the confidence sequence tuned for a number of games."""
    return lambda k, n, level: bernoulli_bounds(k, n, level, tuned_for)


METHODS: dict[str, BoundsAt] = {
    "Wilson": wilson_bounds,
    "Jeffreys": jeffreys_bounds,
    "Clopper-Pearson": clopper_pearson_bounds,
    "Wald (control)": wald_bounds,
}


def coverage_table() -> list[str]:
    """Tabulate the coverage in percent at nominal 95 %, per method, n and p."""
    lines = table_header(["n", "method", *(f"p = {p}" for p in TABLE_P), "lowest, at p"])
    for n in TABLE_N:
        for name, bounds_at in METHODS.items():
            at_p = binomial_coverage(bounds_at, n, TABLE_P)
            everywhere = binomial_coverage(bounds_at, n, GRID)
            worst = int(np.argmin(everywhere))
            lowest = f"{100 * everywhere[worst]:.1f}, {GRID[worst]:.3f}"
            lines.append(table_row([f"{n:,}", name, *(f"{100 * c:.1f}" for c in at_p), lowest]))
    return lines


def paired_table() -> list[str]:
    """Tabulate the coverage of Tango's interval in percent, per n, discordance and difference."""
    cases = [(0.02, 0.0), (0.1, 0.0), (0.1, 0.05), (0.4, 0.0), (0.4, 0.2)]
    lines = table_header(["n", *(f"discordant {q}, difference {d}" for q, d in cases), "lowest"])
    everywhere = [(p, q) for p in PAIRED_GRID for q in PAIRED_GRID if p + q < 1.0]
    for n in PAIRED_N:
        row = paired_coverages(n, [((q + d) / 2, (q - d) / 2) for q, d in cases])
        row.append(min(paired_coverages(n, everywhere)))
        lines.append(table_row([str(n), *(f"{100 * c:.1f}" for c in row)]))
    return lines


def sequence_table() -> list[str]:
    """Tabulate the chance in percent that an interval read after every block is ever wrong."""
    lines = table_header(["p", "sequence, 100 looks", "Wilson read 100 times", "Wilson read once"])
    for p in (0.01, 0.05, 0.2, 0.5):
        row = [
            chance_of_ever_missing(tuned_sequence(2_500), p, 50, 100),
            chance_of_ever_missing(wilson_bounds, p, 50, 100),
            1.0 - float(binomial_coverage(wilson_bounds, 5_000, [p])[0]),
        ]
        lines.append(table_row([str(p), *(f"{100 * c:.1f}" for c in row)]))
    return lines


def few_wins_table() -> list[str]:
    """Tabulate the coverage of one cell with few wins in 1,000 games."""
    lines = table_header(["expected wins", "win rate", "log odds", "log odds, half a win added (control)"])
    return lines + [percent_row(f"{wins:g}", few_wins(wins)) for wins in EXPECTED_WINS]


def main() -> None:
    """Print the tables as Markdown."""
    for table in (coverage_table, paired_table, sequence_table, few_wins_table):
        sys.stdout.write("\n".join(table()) + "\n\n")


def table_header(cells: list[str]) -> list[str]:
    """Write the first two lines of a Markdown table."""
    return [table_row(cells), table_row(["---"] * len(cells))]


def table_row(cells: list[str]) -> str:
    """Write one line of a Markdown table."""
    return f"| {' | '.join(cells)} |"


def percent_row(label: str, shares: Shares) -> str:
    """Write shares as a line of percents; a share of nothing is a dash."""
    return table_row([label, *("–" if math.isnan(share) else f"{100 * share:.1f}" for share in shares.values())])


def binomial_chances(k: IntArray, n: int, p: float) -> FloatArray:
    """Give the chances of `k` wins in `n` games."""
    logs = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1) + xlogy(k, p) + xlog1py(n - k, -p)
    return np.asarray(np.exp(logs))


def likely_wins(n: int, p: float) -> IntArray:
    """List the counts of wins that have any chance worth mentioning."""
    # beyond ten standard deviations and thirty wins lies less than 1e-16
    reach = 10.0 * math.sqrt(n * p * (1.0 - p)) + 30.0
    return np.arange(max(0, int(n * p - reach)), min(n, int(n * p + reach)) + 1)


def _covered(low: FloatArray, high: FloatArray, value: float, chances: FloatArray) -> float:
    return float(chances[(low <= value + ROUNDING) & (value - ROUNDING <= high)].sum())


def _holding(estimates: Sequence[Estimate], truth: float) -> NDArray[np.bool_]:
    return np.array([not estimate.excludes(truth) for estimate in estimates])


if __name__ == "__main__":
    main()
