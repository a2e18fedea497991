"""Measured coverage of shares of variance, of ratings with games cut off, and of crossings of a curve that must fall.

Runs are simulated with a seed of their own per row. Run `python -m tools.covering.estimators` to print the tables of
docs/statistics.md (about a minute). Resampled deals, and games cut off counted as nobody's, are what reports did.
"""

import math
import sys

import numpy as np

from analyzer.stats.crossings import crossing_of
from analyzer.stats.estimate import FloatArray
from analyzer.stats.ratings import bounded_rating, rate_by_deal
from analyzer.stats.variance import components_of, variance_shares
from tools.covering.exact import Shares, percent_row, table_header
from tools.covering.samples import separate

# strengths of the policies, spread of the deals, and deals
CROSSED: dict[str, tuple[tuple[float, ...], float, int]] = {
    "2 equal policies, 100 deals": ((0.0, 0.0), 1.0, 100),
    "2 policies, 50 deals": ((0.0, 0.5), 1.0, 50),
    "2 policies, 400 deals": ((0.0, 0.5), 1.0, 400),
    "3 policies, little luck, 100 deals": ((0.0, 0.5, 1.0), 0.3, 100),
    "3 policies, much luck, 100 deals": ((0.0, 0.5, 1.0), 3.0, 100),
    "5 policies, 400 deals": ((0.0, 0.1, 0.2, 0.3, 0.4), 1.0, 400),
}
PARTS = ("policy", "deal", "rest")
CUT = (0.0, 0.05, 0.3)  # of the games that the first policy would have won
# win rates of four values and the deals of each; the line is 99 %
FALLING: dict[str, tuple[tuple[float, ...], tuple[int, ...]]] = {
    "few deals at the first value": ((0.999, 0.998, 0.994, 0.9), (300, 1_000, 1_000, 300)),
    "few deals at both ends": ((0.9995, 0.999, 0.97, 0.9), (150, 2_000, 2_000, 150)),
}
LINE = 0.99


def crossed(rng: np.random.Generator, case: str, deals: int) -> FloatArray:
    """Play some policies on common deals: (policies, deals)."""
    strengths, spread, _ = CROSSED[case]
    luck = spread * rng.normal(size=deals)
    return (np.array(strengths)[:, None] + luck + rng.normal(size=(len(strengths), deals)) > 0.5).astype(np.float64)


def shares_of_variance(case: str, runs: int = 1_000) -> Shares:
    """Count the intervals that hold the shares, and of resampled deals those that hold the share of the deal."""
    rng, names = np.random.default_rng([len(case), runs]), list(PARTS)
    truth = [share.value for share in variance_shares(crossed(rng, case, 1_000_000), ["policy"]).values()]
    truth[0] = 0.0 if len(set(CROSSED[case][0])) == 1 else truth[0]
    hits, resampled = np.zeros(3), np.zeros(3)
    for _ in range(runs):
        table = crossed(rng, case, CROSSED[case][2])
        found = variance_shares(table, ["policy"]).values()
        hits += [not share.excludes(value) for share, value in zip(found, truth, strict=True)]
        low, high = _resampled(table, rng)
        resampled += (low <= truth) & (truth <= high)
    held = dict(zip(names, hits / runs, strict=True))
    return held | {f"{name}, resampled": float(share) for name, share in zip(names, resampled / runs, strict=True)}


def _resampled(table: FloatArray, rng: np.random.Generator, resamples: int = 300) -> tuple[FloatArray, FloatArray]:
    """Bound the shares by percentiles of resampled deals."""
    rows, deals = table.T, table.shape[1]
    times = rng.multinomial(deals, np.full(deals, 1.0 / deals), size=resamples).astype(np.float64)
    sums = times @ rows, times @ (rows**2).sum(axis=1), times @ rows.mean(axis=1) ** 2, np.full(resamples, float(deals))
    kept = np.maximum(components_of(*sums, table.shape[:-1]), 0.0)
    low, high = np.quantile(kept / kept.sum(axis=1, keepdims=True), [0.025, 0.975], axis=0)
    return low, high


def cut_off_ratings(part: float, runs: int = 300, deals: int = 200) -> Shares:
    """Cut off some of the games that the first of two policies would win, and count the intervals of its rating."""
    rng, seatings = np.random.default_rng([int(100 * part), runs]), np.array([[0, 1], [1, 0]])
    truth, hits = math.log(0.6 / 0.4) / 2.0, np.zeros(2)
    games, deal = np.repeat(seatings, deals, axis=0), np.tile(np.arange(deals), 2)
    for _ in range(runs):
        won = rng.random((2, deals)) < 0.6
        is_cut = won & (rng.random((2, deals)) < part)
        shares = np.where(is_cut[:, :, None], 0.0, np.stack([won, ~won], axis=2))
        shares[1] = shares[1][:, ::-1]
        rated = rate_by_deal(games, shares.reshape(-1, 2), deal, 2, seed=1, resamples=100)
        found = bounded_rating(rated, seatings, shares.sum(axis=1), is_cut.sum(axis=1), 0)
        hits += [not found.excludes(truth), not rated.rating(0).excludes(truth)]
    return dict(zip(("rating", "control"), (hits / runs).tolist(), strict=True))


def falling_crossings(case: str, runs: int = 500) -> Shares:
    """Count the intervals that hold the crossing of a falling curve, those without an end, and those closed."""
    rates, deals = FALLING[case]
    odds = np.log(np.array(rates) / (1.0 - np.array(rates))) - math.log(LINE / (1.0 - LINE))
    last = int(np.flatnonzero(odds > 0.0)[-1])
    truth = last + odds[last] / (odds[last] - odds[last + 1])
    rng, counts = np.random.default_rng([len(case), runs]), np.zeros(4)
    for _ in range(runs):
        cells = list(range(len(rates))), separate(rng.binomial(deals, rates).tolist(), deals)
        alone, found = (crossing_of(*cells, LINE, trend=trend).where for trend in (0, -1))
        if alone is not None and found is not None:
            ends = [math.isinf(item.low) or math.isinf(item.high) for item in (alone, found)]
            counts += [not alone.excludes(truth), not found.excludes(truth), *ends]
    return dict(zip(("alone", "by the rules", "open", "still open"), (counts / runs).tolist(), strict=True))


def tables() -> list[str]:
    """Write the tables."""
    heads = [*PARTS, *(f"{name}, deals resampled (control)" for name in PARTS)]
    lines = [
        *table_header(["crossed games", *heads]),
        *(percent_row(case, shares_of_variance(case)) for case in CROSSED),
    ]
    lines += ["", *table_header(["wins cut off", "rating", "nobody's wins (control)"])]
    lines += [percent_row(f"{100 * part:.0f} %", cut_off_ratings(part)) for part in CUT]
    lines += ["", *table_header(["falling curve", "alone", "by the rules", "open alone", "open by the rules"])]
    return lines + [percent_row(case, falling_crossings(case)) for case in FALLING]


if __name__ == "__main__":
    sys.stdout.write("\n".join(tables()) + "\n")
