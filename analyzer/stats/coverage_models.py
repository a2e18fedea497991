"""Measured coverage of what has no closed form, and the tables of docs/statistics.md.

Runs are simulated with a seed of their own per row, so that any row can be made again alone; few wins are enumerated.
Run `python -m analyzer.stats.coverage_models` to print the tables (about three minutes).
"""

import math
import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.checks import FloatArray, IntArray
from analyzer.stats.coverage import binomial_chances, likely_wins, table_header, table_row
from analyzer.stats.coverage_controls import bootstrap, half_win_contrast, redrawn_tau
from analyzer.stats.estimate import Estimate
from analyzer.stats.icons import icon_agreement
from analyzer.stats.joint import Packed, joint_counts
from analyzer.stats.outcomes import separate, settled
from analyzer.stats.places import place_variants
from analyzer.stats.rates import log_odds, logit_of, win_rate
from analyzer.stats.ratings import rate_winners
from analyzer.stats.ratings_by_deal import rate_by_deal, wins_by_deal
from analyzer.stats.special import ndtri
from analyzer.stats.survival import kaplan_meier

Shares = dict[str, float]

Z = float(ndtri(0.975))
EXPECTED_WINS = (0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 50.0)
PLACE_CASES: dict[str, tuple[tuple[float, ...], tuple[int, ...]]] = {
    "ample": ((0.5, 0.3, 0.1), (1_000, 1_000, 1_000)),
    "very different numbers of deals": ((0.5, 0.3, 0.1), (4_000, 1_000, 250)),
    "one cell of about 5 wins": ((0.5, 0.3, 0.005), (1_000, 1_000, 1_000)),
    "one cell of about 1 win": ((0.5, 0.3, 0.001), (1_000, 1_000, 1_000)),
    "all cells of about 3 wins": ((0.003, 0.003, 0.003), (1_000, 1_000, 1_000)),
    "one cell of about 2 losses": ((0.998, 0.9, 0.6), (1_000, 1_000, 1_000)),
}
HARDER = 0.4  # log odds by which the second variant is harder than the first
LUCK = 0.5  # share of the deal in the variance of what decides a game
ICONS = (1, 1, 1, 2, 2, 2, 3, 3)
SPACINGS = (0.3, 1.0, 3.0, 10.0)  # between neighbours on the scale, in standard errors of a place
SAMPLES, SURVIVORS = (30, 100, 1_000), (0.9, 0.5, 0.1, 0.05, 0.02)
RATED_DEALS = (30, 100, 300)
RUNS = 2_000


def few_wins(expected: float, n: int = 1_000) -> Shares:
    """Enumerate the coverage of a win rate, of its log odds, and of log odds with half a win added as a control."""
    p, k = expected / n, likely_wins(n, expected / n)
    chances, truth, shrunk = binomial_chances(k, n, p), logit_of(p), (k + 0.5) / (n + 1.0)
    normal = np.abs(np.log(shrunk / (1 - shrunk)) - truth) <= Z / np.sqrt(n * shrunk * (1 - shrunk))
    rates = _holding([win_rate(int(wins), n) for wins in k], p)
    odds = _holding([log_odds(int(wins), n) for wins in k], truth)
    return {name: float(chances[hit].sum()) for name, hit in (("rate", rates), ("odds", odds), ("control", normal))}


def places(case: str, runs: int = RUNS) -> Shares:
    """Simulate two variants with three numbers of players on common deals.

    Gives the coverage of a place and of a difference, that of the place with half a win added to each cell and a normal
    interval (control), and the share of one-sided places.
    """
    rates, deals = PLACE_CASES[case]
    harder = tuple(1.0 / (1.0 + math.exp(HARDER - logit_of(p))) for p in rates)
    truth = -sum(logit_of(p) for p in rates) / len(rates)
    rng = np.random.default_rng([len(case), runs])
    hits: dict[str, list[bool]] = {"place": [], "difference": [], "control": [], "one-sided": []}
    for _ in range(runs):
        joint = joint_counts(play_deals(rng, (*rates, *harder), deals * 2), deals * 2)
        found = place_variants(["a"] * 3 + ["b"] * 3, ["2", "3", "4"] * 2, settled(joint))
        place = found.place("a")
        old = half_win_contrast(np.array([-1, -1, -1, 0, 0, 0]) / 3, joint)
        hits["place"].append(not place.excludes(truth))
        hits["difference"].append(not found.difference("b", "a").excludes(HARDER))
        hits["control"].append(not old.excludes(truth))
        hits["one-sided"].append(place.is_one_sided)
    return {name: float(np.mean(found)) for name, found in hits.items()}


def icons(spacing: float, runs: int = 500) -> Shares:
    """Simulate eight variants with icons in nearly the right order: coverage of the share of pairs in order.

    The control is Kendall's tau-b with the percentiles of redrawn places.
    """
    rng, n = np.random.default_rng([round(10 * spacing), runs]), 4_000
    step = spacing * math.sqrt(4.0 / n)
    true = step * (np.array([0, 1, 3, 2, 4, 6, 5, 7]) - 3.5)  # two pairs of different icons are reversed
    order, labels = _in_order(true), list("abcdefgh")
    truth = (order + 1) / 2
    hits: dict[str, list[float]] = {"share": [], "control": [], "decided": []}
    top = order * math.sqrt(_differing(ICONS) / math.comb(8, 2))
    for run in range(runs):
        wins = rng.binomial(n, 1 / (1 + np.exp(true)))
        found = icon_agreement(
            dict(zip(labels, ICONS, strict=True)), place_variants(labels, ["2"] * 8, separate(wins.tolist(), [n] * 8))
        )
        measured = np.log((n - wins) / wins)
        redrawn = redrawn_tau(ICONS, measured, np.diag(n / (wins * (n - wins))), run, draws=400)
        hits["share"].append(float(not _excludes(found.share, truth)))
        hits["control"].append(float(not _excludes(redrawn, top)))
        hits["decided"].append(1.0 - found.undecided / found.pairs)
    return {name: float(np.mean(found)) for name, found in hits.items()}


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


def survivors(n: int, runs: int = RUNS) -> Shares:
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


def few_wins_table() -> list[str]:
    """Tabulate the coverage of one cell with few wins in 1,000 games."""
    lines = table_header(["expected wins", "win rate", "log odds", "log odds, half a win added (control)"])
    return lines + [_percent_row(f"{wins:g}", few_wins(wins)) for wins in EXPECTED_WINS]


def place_table() -> list[str]:
    """Tabulate the coverage of difficulty."""
    lines = table_header(["cells", "place", "difference", "half a win added (control)", "one-sided places"])
    return lines + [_percent_row(case, places(case)) for case in PLACE_CASES]


def icon_table() -> list[str]:
    """Tabulate the coverage of the agreement with printed icons."""
    lines = table_header(["spacing, standard errors", "pairs in order", "redrawn tau-b (control)", "pairs decided"])
    return lines + [_percent_row(str(spacing), icons(spacing)) for spacing in SPACINGS]


def bootstrap_table() -> list[str]:
    """Tabulate the coverage of bootstrap intervals."""
    lines = table_header(["games", "mean", "standard deviation", "median"])
    return lines + [_percent_row(f"{n:,}", bootstrapped(n)) for n in SAMPLES]


def survival_table() -> list[str]:
    """Tabulate the coverage of survival curves."""
    lines = table_header(["games", *(f"{share:g} still going" for share in SURVIVORS)])
    return lines + [_percent_row(f"{n:,}", survivors(n)) for n in SAMPLES]


def rating_table() -> list[str]:
    """Tabulate the coverage of a difference of ratings."""
    lines = table_header(["deals", "deals resampled", "games taken as independent (control)"])
    return lines + [_percent_row(str(deals), ratings(deals)) for deals in RATED_DEALS]


def main() -> None:
    """Print the tables as Markdown."""
    for table in (few_wins_table, place_table, icon_table, bootstrap_table, survival_table, rating_table):
        sys.stdout.write("\n".join(table()) + "\n\n")


def play_deals(rng: np.random.Generator, rates: Sequence[float], deals: Sequence[int]) -> list[Packed]:
    """Play cells on common deals, each with its own number of them; the luck of the deal is shared by all cells."""
    luck = rng.normal(size=max(deals))
    parts = [math.sqrt(LUCK) * luck[:n] + math.sqrt(1 - LUCK) * rng.normal(size=n) for n in deals]
    return [np.packbits(part < ndtri(rate)) for part, rate in zip(parts, rates, strict=True)]


def _percent_row(label: str, shares: Shares) -> str:
    return table_row([label, *(f"{100 * share:.1f}" for share in shares.values())])


def _holding(estimates: Sequence[Estimate], truth: float) -> NDArray[np.bool_]:
    return np.array([not estimate.excludes(truth) for estimate in estimates])


def _excludes(estimate: Estimate, truth: float) -> bool:
    return estimate.excludes(truth) and min(abs(estimate.low - truth), abs(estimate.high - truth)) > 1e-9


def _differing(printed: Sequence[int]) -> int:
    return sum(a != b for i, a in enumerate(printed) for b in printed[:i])


def _in_order(true: FloatArray) -> float:
    signs = [np.sign((ICONS[i] - ICONS[j]) * (true[i] - true[j])) for i in range(8) for j in range(i)]
    return float(sum(signs)) / _differing(ICONS)


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
