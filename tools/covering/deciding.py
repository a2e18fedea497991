"""How often runs that stop when all pairs are decided say something wrong, and what they cost.

Counts are made up: no games are played. Run `python -m tools.covering.deciding` to print the table of
docs/statistics.md again.
"""

import sys
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.deciding import DecisionRule
from analyzer.stats.estimate import bonferroni_level
from analyzer.stats.paired import tango_bounds
from analyzer.stats.sequences import WidthRule
from tools.covering.exact import table_header, table_row

RUNS, MOST, WIDTH = 1_000, 400_000, 0.005
LADDER = (0.26, 0.377, 0.352, 0.533, 0.463, 0.657, 0.67, 0.762, 0.748, 0.821, 0.844, 0.777, 0.942, 0.956, 0.997)
"""Win rates as good players have them in the variants of Tranquility."""
DESIGNS = {  # win rates of the arms, and the margin
    "fifteen equal arms": ((0.5,) * 15, 0.02),
    "fifteen equal arms, seldom lost": ((0.97,) * 15, 0.01),
    "five arms, neighbours as far apart as the margin": ((0.42, 0.44, 0.46, 0.48, 0.5), 0.02),
    "ladder of fifteen variants": (LADDER, 0.02),
    "ladder of fifteen variants, wider margin": (LADDER, 0.03),
}


@dataclass(frozen=True)
class Decided:
    """Hold the share of runs with a false decision, the mean share of decided pairs, and the deals of all arms."""

    false: float
    share: float
    deals: float


def decided(rates: tuple[float, ...], rule: DecisionRule, level: float, runs: int = RUNS, seed: int = 1) -> Decided:
    """Simulate runs of independent arms, each pair looked at until it is decided."""
    pairs = np.array(list(combinations(range(len(rates)), 2)))
    low, high = _intervals(np.array(rates), pairs, rule, level, runs, seed)
    is_apart = (low > 0) | (high < 0)
    is_equal = ~is_apart & (low > -rule.margin) & (high < rule.margin)
    gap = np.array([rates[a] - rates[b] for a, b in pairs])
    wrong = (low > 0) & (gap <= 0) | (high < 0) & (gap >= 0) | is_equal & (np.abs(gap) >= rule.margin - 1e-12)
    first = np.where((is_apart | is_equal).any(axis=1), (is_apart | is_equal).argmax(axis=1), -1)
    chosen = np.take_along_axis(wrong, np.maximum(first, 0)[:, None, :], axis=1)[:, 0, :] & (first >= 0)
    return Decided(float(chosen.any(axis=1).mean()), float((first >= 0).mean()), _deals(first, pairs, rule))


def _intervals(
    rates: NDArray[np.float64], pairs: NDArray[np.int64], rule: DecisionRule, level: float, runs: int, seed: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    lots, only = np.random.default_rng(seed), np.zeros((2, runs, len(rule.looks), len(pairs)))
    a, b = pairs.T
    for look, step in enumerate(np.diff([0, *rule.looks])):
        wins = lots.binomial(step, rates, (runs, len(rates)))
        both = lots.hypergeometric(wins[:, a], step - wins[:, a], wins[:, b])
        only[0, :, look], only[1, :, look] = wins[:, a] - both, wins[:, b] - both
    summed = only.cumsum(axis=2)
    return tango_bounds(summed[0], summed[1], np.array(rule.looks)[None, :, None], level)


def _deals(first: NDArray[np.int64], pairs: NDArray[np.int64], rule: DecisionRule) -> float:
    """Count the deals of all arms: each is played until all its pairs are decided."""
    looks = np.array(rule.looks)[first]  # -1 is the last one
    arms = [looks[:, (pairs == arm).any(axis=1)].max(axis=1) for arm in range(int(pairs.max()) + 1)]
    return float(np.sum(arms, axis=0).mean())


def decision_table() -> list[str]:
    """Tabulate false decisions in percent, with peeking as the control, decided pairs, and thousands of deals."""
    head = ["arms", "wrong", "ordinary intervals at every look (control)", "pairs decided", "deals", "by width"]
    lines = table_header(head)
    for name, (rates, margin) in DESIGNS.items():
        rule = DecisionRule(len(rates) * (len(rates) - 1) // 2, MOST, margin)
        own, peeking = (decided(rates, rule, level) for level in (rule.each, bonferroni_level(rule.level, rule.pairs)))
        shares = (f"{100 * share:.1f}" for share in (own.false, peeking.false, own.share))
        fixed = sum(WidthRule(WIDTH, MOST).foreseen_games(rate) for rate in rates)
        lines.append(table_row([name, *shares, f"{own.deals / 1000:,.0f}", f"{fixed / 1000:,.0f}"]))
    return lines


def main() -> None:
    """Print the table as Markdown."""
    sys.stdout.write("\n".join(decision_table()) + "\n")


if __name__ == "__main__":
    main()
