"""Measured coverage of difficulty and what reports say about it: places, printed icons, crossings.

Runs are simulated with a seed of their own per row. Run `python -m tools.covering.places` to print the tables of
docs/statistics.md (about a minute and a half). The normal contrast and the redrawn ranks are what reports do not use.
"""

import math
import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import logit, ndtri

from analyzer.stats.crossings import crossing_of
from analyzer.stats.estimate import Estimate, FloatArray, check_shape
from analyzer.stats.icons import icon_agreement
from analyzer.stats.joint import Joint, joint_counts
from analyzer.stats.places import place_variants
from analyzer.stats.proportions import logit_of
from tools.covering.exact import Shares, percent_row, table_header
from tools.covering.samples import play_deals, separate, settled

PLACE_CASES: dict[str, tuple[tuple[float, ...], tuple[int, ...]]] = {
    "ample": ((0.5, 0.3, 0.1), (1_000, 1_000, 1_000)),
    "very different numbers of deals": ((0.5, 0.3, 0.1), (4_000, 1_000, 250)),
    "one cell of about 5 wins": ((0.5, 0.3, 0.005), (1_000, 1_000, 1_000)),
    "one cell of about 1 win": ((0.5, 0.3, 0.001), (1_000, 1_000, 1_000)),
    "all cells of about 3 wins": ((0.003, 0.003, 0.003), (1_000, 1_000, 1_000)),
    "one cell of about 2 losses": ((0.998, 0.9, 0.6), (1_000, 1_000, 1_000)),
}
HARDER = 0.4  # log odds by which the second variant is harder than the first
ICONS = (1, 1, 1, 2, 2, 2, 3, 3)
SPACINGS = (0.3, 1.0, 3.0, 10.0)  # between neighbours on the scale, in standard errors of a place
# log odds at the lowest value, their fall per value, and deals: seven values 0, 1, …, 6
SWEEPS: dict[str, tuple[float, float, int]] = {
    "steep, 1,000 deals": (2.2, 0.7, 1_000),
    "flat, 1,000 deals": (0.35, 0.1, 1_000),
    "flat, 10,000 deals": (0.35, 0.1, 10_000),
    "crossing on a value that was played": (1.5, 0.5, 1_000),
    "few wins at the end": (1.2, 1.2, 1_000),
}


def normal_contrast(weights: ArrayLike, joint: Joint, level: float = 0.95, scale: str = "probability") -> Estimate:
    """Estimate a weighted sum of win rates or of their logits, common deals taken into account.

    Normal interval from the covariance of the rates (delta method on the `logit` scale, with half a win and
    half a loss added to each cell, Haldane 1956). `n` is the number of deals of the smallest cell involved.
    """
    vector = np.asarray(weights, dtype=np.float64)
    check_shape("weights", vector, joint.n.shape)
    values, slopes = _on_scale(joint, scale)
    value = float(vector @ values)
    tangent = vector * slopes
    error = math.sqrt(max(float(tangent @ joint.covariance() @ tangent), 0.0))
    reach = float(ndtri(0.5 + 0.5 * level)) * error
    n = int(joint.n[vector != 0].min(initial=joint.n.max()))
    return Estimate(value, value - reach, value + reach, level, n, f"contrast of {scale}")


def redrawn_tau(
    printed: ArrayLike, measured: ArrayLike, covariance: ArrayLike, seed: int, level: float = 0.95, draws: int = 4_000
) -> Estimate:
    """Estimate Kendall's tau-b of printed ranks and measured places by ranking places redrawn from their errors."""
    icons, places = np.asarray(printed, dtype=np.float64), np.asarray(measured, dtype=np.float64)
    rng = np.random.default_rng(seed)
    redrawn = rng.multivariate_normal(places, np.asarray(covariance), size=draws, method="eigh")
    value = float(_tau_b(icons, places[None])[0])
    low, high = np.quantile(_tau_b(icons, redrawn), [0.5 - 0.5 * level, 0.5 + 0.5 * level])
    return Estimate(value, min(float(low), value), max(float(high), value), level, places.size, "tau-b, redrawn")


def places(case: str, runs: int = 2_000) -> Shares:
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
        old = normal_contrast(np.array([-1, -1, -1, 0, 0, 0]) / 3, joint, scale="logit")
        hits["place"].append(not place.excludes(truth))
        hits["difference"].append(not found.difference("b", "a").excludes(HARDER))
        hits["control"].append(not old.excludes(truth))
        hits["one-sided"].append(place.is_one_sided)
    return {name: float(np.mean(found)) for name, found in hits.items()}


def printed_icons(spacing: float, runs: int = 500) -> Shares:
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


def crossings(case: str, runs: int = 500) -> Shares:
    """Simulate a sweep on common deals: coverage of its crossing, and with every game counted twice (control)."""
    start, fall, deals = SWEEPS[case]
    values = [float(number) for number in range(7)]
    rates = [1.0 / (1.0 + math.exp(fall * value - start)) for value in values]
    rng, n = np.random.default_rng([len(case), runs]), (deals,) * 7
    hits: dict[str, list[bool]] = {"crossing": [], "control": [], "open": []}
    for _ in range(runs):
        joint = joint_counts(play_deals(rng, rates, n), n)
        twice = Joint(2 * joint.deals, 2 * joint.wins, 2 * joint.both)
        ours, naive = (crossing_of(values, settled(counts)).where for counts in (joint, twice))
        hits["crossing"].append(ours is not None and not ours.excludes(start / fall))
        hits["control"].append(naive is not None and not naive.excludes(start / fall))
        hits["open"].append(ours is None or math.isinf(ours.half_width))
    return {name: float(np.mean(found)) for name, found in hits.items()}


def place_table() -> list[str]:
    """Tabulate the coverage of difficulty."""
    lines = table_header(["cells", "place", "difference", "half a win added (control)", "one-sided places"])
    return lines + [percent_row(case, places(case)) for case in PLACE_CASES]


def icon_table() -> list[str]:
    """Tabulate the coverage of the agreement with printed icons."""
    lines = table_header(["spacing, standard errors", "pairs in order", "redrawn tau-b (control)", "pairs decided"])
    return lines + [percent_row(str(spacing), printed_icons(spacing)) for spacing in SPACINGS]


def crossing_table() -> list[str]:
    """Tabulate the coverage of crossings."""
    lines = table_header(["sweep", "crossing", "every game twice (control)", "no end on some side"])
    return lines + [percent_row(case, crossings(case)) for case in SWEEPS]


def main() -> None:
    """Print the tables as Markdown."""
    for table in (place_table, icon_table, crossing_table):
        sys.stdout.write("\n".join(table()) + "\n\n")


def _on_scale(joint: Joint, scale: str) -> tuple[FloatArray, FloatArray]:
    if scale == "probability":
        return joint.rates, np.ones(joint.n.size)
    if scale != "logit":
        raise ValueError(f"scale must be one of probability, logit but got {scale}")
    shrunk = (np.diagonal(joint.wins) + 0.5) / (joint.n + 1.0)
    return np.asarray(logit(shrunk)), 1.0 / (shrunk * (1.0 - shrunk))


def _tau_b(icons: FloatArray, places: FloatArray) -> FloatArray:
    upper = np.triu_indices(icons.size, 1)
    printed = np.sign(icons[:, None] - icons[None, :])[upper]
    measured = np.sign(places[:, upper[0]] - places[:, upper[1]])
    scale = np.sqrt((printed**2).sum() * (measured**2).sum(axis=1))
    return np.asarray(measured @ printed / np.maximum(scale, 1.0))


def _excludes(estimate: Estimate, truth: float) -> bool:
    return estimate.excludes(truth) and min(abs(estimate.low - truth), abs(estimate.high - truth)) > 1e-9


def _differing(printed: Sequence[int]) -> int:
    return sum(a != b for i, a in enumerate(printed) for b in printed[:i])


def _in_order(true: FloatArray) -> float:
    signs = [np.sign((ICONS[i] - ICONS[j]) * (true[i] - true[j])) for i in range(8) for j in range(i)]
    return float(sum(signs)) / _differing(ICONS)


if __name__ == "__main__":
    main()
