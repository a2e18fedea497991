"""Simulated samples and cells, and the coverage of what has no closed form: the tables of docs/statistics.md.

Runs are simulated with a seed of their own per row, so that any row can be made again alone. Run
`python -m tools.covering.samples` to print the tables (about one minute).
"""

import math
import sys
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from analyzer.stats.estimate import Estimate, FloatArray, IntArray, check_count, check_shape
from analyzer.stats.joint import Joint, Outcomes, Packed
from analyzer.stats.means import histogram, kaplan_meier
from analyzer.stats.ratings import rate_by_deal, rate_winners, wins_by_deal
from tools.covering.exact import Shares, percent_row, table_header

Statistic = Callable[[FloatArray, FloatArray], float]

LUCK = 0.5  # share of the deal in the variance of what decides a game
SAMPLES, SURVIVORS = (30, 100, 1_000), (0.9, 0.5, 0.1, 0.05, 0.02)
RATED_DEALS = (30, 100, 300)


def play_deals(rng: np.random.Generator, rates: Sequence[float], deals: Sequence[int]) -> list[Packed]:
    """Play cells on common deals, each with its own number of them; the luck of the deal is shared by all cells."""
    luck = rng.normal(size=max(deals))
    parts = [math.sqrt(LUCK) * luck[:n] + math.sqrt(1 - LUCK) * rng.normal(size=n) for n in deals]
    return [np.packbits(part < ndtri(rate)) for part, rate in zip(parts, rates, strict=True)]


def independent_counts(wins: Sequence[int], n: Sequence[int]) -> Joint:
    """Describe cells that share no deals, from their wins and games."""
    games, won = np.diag(np.asarray(n, dtype=np.int64)), np.diag(np.asarray(wins, dtype=np.int64))
    check_shape("wins", won, games.shape)
    return Joint(games, won, won)


def settled(joint: Joint) -> Outcomes:
    """Take joint counts as they are: no game is unknown."""
    cells = np.arange(joint.n.size, dtype=np.int64)
    return Outcomes(joint, cells, np.zeros_like(cells))


def separate(wins: Sequence[int], n: Sequence[int], unknown: Sequence[int] | None = None) -> Outcomes:
    """Describe cells that share no deals from their wins, games and unknown games."""
    missing = np.zeros(len(n), dtype=np.int64) if unknown is None else np.asarray(unknown, dtype=np.int64)
    for won, games, lacking in zip(wins, n, missing, strict=True):
        check_count("unknown", int(lacking), 0, games - won)
    twice = np.flatnonzero(missing).tolist()
    won_too = [wins[cell] + int(missing[cell]) for cell in twice]
    joint = independent_counts([*wins, *won_too], [*n, *(n[cell] for cell in twice)])
    rows = np.arange(len(n), dtype=np.int64)
    rows[twice] = len(n) + np.arange(len(twice))
    return Outcomes(joint, rows, missing)


def bootstrap(
    sample: ArrayLike, statistic: Statistic, seed: int, level: float = 0.95, resamples: int = 2_000
) -> Estimate:
    """Estimate any `statistic(values, counts)` by the percentile bootstrap (Efron 1979), seeded."""
    data, rng = histogram(sample), np.random.default_rng(seed)
    drawn = rng.multinomial(data.n, data.counts / data.n, size=resamples)
    again = [statistic(data.values, counts) for counts in drawn]
    low, high = np.quantile(again, [0.5 - 0.5 * level, 0.5 + 0.5 * level])
    value = statistic(data.values, data.counts.astype(np.float64))
    return Estimate(float(value), float(low), float(high), level, data.n, "percentile bootstrap")


def bootstrapped(n: int, runs: int = 1_000) -> Shares:
    """Simulate skewed turns (geometric, mean 10): coverage of bootstrap intervals of mean, spread and median."""
    rng = np.random.default_rng([n, runs])
    questions = {"mean": (_mean, 10.0), "standard deviation": (_deviation, math.sqrt(90.0)), "median": (_median, 7.0)}
    hits: dict[str, list[bool]] = {name: [] for name in questions}
    for run in range(runs):
        turns = rng.geometric(0.1, n)
        for name, (statistic, truth) in questions.items():
            hits[name].append(not bootstrap(turns, statistic, run, resamples=400).excludes(truth))
    return {name: float(np.mean(found)) for name, found in hits.items()}


def survivors(n: int, runs: int = 2_000) -> Shares:
    """Simulate geometric games cut off at random: coverage of the curve where so many are still going."""
    rng = np.random.default_rng([n, runs])
    turns = {share: round(math.log(share) / math.log(0.98)) for share in SURVIVORS}
    hits: dict[str, list[bool]] = {str(share): [] for share in SURVIVORS}
    for _ in range(runs):
        end, cut = rng.geometric(0.02, n), rng.integers(1, 250, n)
        size = 1 + max(*turns.values(), int(np.minimum(end, cut).max()))
        ended, censored = (np.bincount(x, minlength=size) for x in (end[end <= cut], cut[end > cut]))
        curve = kaplan_meier(ended, censored)
        for share, turn in turns.items():
            hits[str(share)].append(not curve.at(turn).excludes(0.98**turn))
    return {name: float(np.mean(found)) for name, found in hits.items()}


def ratings(deals: int, runs: int = 500) -> Shares:
    """Simulate deals that suit one of three policies: coverage by resampled deals, and by single games (control)."""
    rng, truth = np.random.default_rng([deals, runs]), _true_ratings()
    hits: dict[str, list[bool]] = {"by deal": [], "control": []}
    for run in range(runs):
        who, won, deal = _tournament(rng, deals)
        matches, table = wins_by_deal(who, won, deal)
        ours, naive = rate_by_deal(who, won, deal, 3, run), rate_winners(matches, table.sum(axis=0), 3)
        hits["by deal"].append(not ours.difference(0, 1).excludes(truth[0] - truth[1]))
        hits["control"].append(not naive.difference(0, 1).excludes(truth[0] - truth[1]))
    return {name: float(np.mean(found)) for name, found in hits.items()}


def bootstrap_table() -> list[str]:
    """Tabulate the coverage of bootstrap intervals."""
    lines = table_header(["games", "mean", "standard deviation", "median"])
    return lines + [percent_row(f"{n:,}", bootstrapped(n)) for n in SAMPLES]


def survival_table() -> list[str]:
    """Tabulate the coverage of survival curves."""
    lines = table_header(["games", *(f"{share:g} still going" for share in SURVIVORS)])
    return lines + [percent_row(f"{n:,}", survivors(n)) for n in SAMPLES]


def rating_table() -> list[str]:
    """Tabulate the coverage of a difference of ratings."""
    lines = table_header(["deals", "deals resampled", "games taken as independent (control)"])
    return lines + [percent_row(str(deals), ratings(deals)) for deals in RATED_DEALS]


def main() -> None:
    """Print the tables as Markdown."""
    for table in (bootstrap_table, survival_table, rating_table):
        sys.stdout.write("\n".join(table()) + "\n\n")


def _mean(values: FloatArray, counts: FloatArray) -> float:
    return float(values @ counts / counts.sum())


def _deviation(values: FloatArray, counts: FloatArray) -> float:
    return math.sqrt(max(float((values - _mean(values, counts)) ** 2 @ counts) / float(counts.sum() - 1), 0.0))


def _median(values: FloatArray, counts: FloatArray) -> float:
    return float(values[np.searchsorted(np.cumsum(counts), counts.sum() / 2)])


def _tournament(rng: np.random.Generator, deals: int) -> tuple[IntArray, FloatArray, IntArray]:
    """Let three policies play every pair on every deal, in both seats; a deal helps or hurts a policy throughout."""
    matches = np.array([(a, b) for a in range(3) for b in range(3) if a != b])
    strength = np.array([0.5, 0.0, -0.5]) + rng.normal(size=(deals, 3))
    who, deal = np.tile(matches, (deals, 1)), np.repeat(np.arange(deals), len(matches))
    score = strength[deal[:, None], who] + np.array([0.2, 0.0]) + rng.gumbel(size=who.shape)
    return who, (score == score.max(axis=1, keepdims=True)).astype(np.float64), deal


def _true_ratings() -> FloatArray:
    who, won, deal = _tournament(np.random.default_rng(0), 200_000)
    matches, table = wins_by_deal(who, won, np.zeros_like(deal))
    return rate_winners(matches, table.sum(axis=0), 3).values


if __name__ == "__main__":
    main()
