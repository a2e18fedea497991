"""What stopping by width costs and how often its interval covers, and the tables of docs/statistics.md.

For one proportion all courses of a run are enumerated, block by block. Shares of seats, and differences between two
cells that stop each for itself, are simulated with fixed seeds. Run `python -m tools.covering.stopping` to
print the tables again.
"""

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.signal import fftconvolve

from analyzer.stats.estimate import IntArray
from analyzer.stats.paired import tango_bounds
from analyzer.stats.proportions import wilson
from analyzer.stats.sequences import MOST_GAMES, WidthRule, bernoulli_bounds
from tools.covering.exact import binomial_chances, likely_wins, table_header, table_row

TABLE_P = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 0.5, 0.999)
TABLE_WIDTHS = (0.02, 0.01, 0.005, 0.003, 0.002, 0.001)
SHARE_CASES = ((0.002, 0.002), (0.02, 0.0), (0.2, 0.1), (0.25, 0.0), (0.3, 0.4))  # P(whole win), P(half a win)
PAIR_CASES = ((0.02, 0.01), (0.05, 0.05), (0.3, 0.3), (0.5, 0.45), (0.9, 0.8))  # win rates of two cells
CORRELATION = 0.3  # of the two cells' outcomes on a deal
UNLIMITED = 10**9
NEGLIGIBLE = 1e-12
RUNS = 4_000


@dataclass(frozen=True, slots=True)
class Stopped:
    """Hold the share of runs whose interval at the stop covers, their mean games, and those of the fixed plan."""

    coverage: float
    games: float
    fixed: float
    block: int

    @property
    def cost(self) -> float:
        """Divide the games beyond one block by those of the fixed plan."""
        return max(self.games - self.block, 0.0) / self.fixed


def fixed_games(half_width: float, p: float = 0.5, level: float = 0.95) -> int:
    """Give the games at which Wilson's interval has `half_width`, if their number is fixed beforehand."""
    return _smallest(lambda n: wilson(p * n, n, level).half_width, half_width)


def every_look_games(half_width: float, p: float = 0.5, level: float = 0.95) -> int:
    """Give the games at which the interval that holds at every look has `half_width`, tuned for that number."""

    def half(n: int) -> float:
        low, high = bernoulli_bounds([p * n], [n], level, n)
        return float(high[0] - low[0]) / 2

    return _smallest(half, half_width)


def stopped(rule: WidthRule, p: float) -> Stopped:
    """Enumerate all courses of a run with win rate `p`."""
    games = _first_possible_stop(rule, p)
    wins, gains = likely_wins(games, p), likely_wins(rule.block, p)
    alive, step = binomial_chances(wins, games, p), binomial_chances(gains, rule.block, p)
    covered, cost = 0.0, 0.0
    while alive.sum() > NEGLIGIBLE:
        done = _is_stopped(wins, games, boundary(rule, games))
        low, high = rule.bounds(wins[done], games)
        covered += float(alive[done][(low <= p) & (p <= high)].sum())
        cost += games * float(alive[done].sum())
        alive, games = np.maximum(fftconvolve(np.where(done, 0.0, alive), step), 0.0), games + rule.block
        first, last = np.flatnonzero(alive >= alive.max() * NEGLIGIBLE)[[0, -1]]
        wins, alive = wins[0] + gains[0] + np.arange(first, last + 1), alive[first : last + 1]
    return Stopped(covered, cost, fixed_games(rule.half_width, p, rule.level), rule.block)


def hardest(points: int, seed: int, widths: tuple[float, float] = (0.001, 0.02)) -> tuple[Stopped, Stopped]:
    """Try random rates from 0.001 to 0.5 and half-widths: the run that covers least, and the one that costs most."""
    rng, found = np.random.default_rng(seed), []
    for _ in range(points):
        width, p = (math.exp(rng.uniform(*np.log(ends))) for ends in (widths, (0.001, 0.5)))
        found.append(stopped(WidthRule(width, UNLIMITED), p))
    return min(found, key=lambda run: run.coverage), max(found, key=lambda run: run.cost)


def stopped_shares(rule: WidthRule, p_whole: float, p_half: float, runs: int = RUNS) -> Stopped:
    """Simulate the share of a seat that wins alone with `p_whole` and shares a win of two with `p_half`."""
    rng = np.random.default_rng([round(1e6 * x) for x in (p_whole, p_half, rule.half_width)])
    share, covered, cost = p_whole + p_half / 2, 0, 0.0
    counts, games = np.zeros((runs, 3), dtype=np.int64), 0
    while len(counts):
        counts = counts + rng.multinomial(rule.block, [p_whole, p_half, 1 - p_whole - p_half], size=len(counts))
        games += rule.block
        low, high = rule.share_bounds(games, counts @ [1.0, 0.5, 0.0], counts @ [1.0, 0.25, 0.0])
        done = (high - low) / 2 <= rule.half_width
        covered += int(np.count_nonzero(done & (low <= share) & (share <= high)))
        cost, counts = cost + games * float(done.sum()), counts[~done]
    ratio = (p_whole + p_half / 4 - share**2) / (share - share**2)
    return Stopped(covered / runs, cost / runs, ratio * fixed_games(rule.half_width, share), rule.block)


def stopped_difference(rule: WidthRule, p_a: float, p_b: float, runs: int = RUNS) -> float:
    """Simulate two cells on common deals that stop each for itself: the coverage of Tango's interval.

    The interval takes the deals that both have played when the first of them stops.
    """
    rng = np.random.default_rng([round(1e6 * x) for x in (p_a, p_b, rule.half_width)])
    both = p_a * p_b + CORRELATION * math.sqrt(p_a * (1 - p_a) * p_b * (1 - p_b))
    chances = [both, p_a - both, p_b - both, 1 - p_a - p_b + both]
    counts, games, covered = np.zeros((runs, 4), dtype=np.int64), 0, 0
    while len(counts):
        counts, games = counts + rng.multinomial(rule.block, chances, size=len(counts)), games + rule.block
        won = counts[:, :1] + counts[:, 1:3]
        done = _is_stopped(won, games, boundary(rule, games)).any(axis=1)
        low, high = tango_bounds(counts[done, 1], counts[done, 2], games, rule.level)
        covered += int(np.count_nonzero((low <= p_a - p_b) & (p_a - p_b <= high)))
        counts = counts[~done]
    return covered / runs


def boundary(rule: WidthRule, games: int) -> int:
    """Give the most wins, up to half of the games, with which the rule stops; -1 if it does with none."""
    low, high = -1, games // 2 + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if rule.is_done(middle, games) else (low, middle)
    return low


def stopping_table() -> list[str]:
    """Tabulate coverage in percent, and the cost beyond one block as a multiple of the fixed plan."""
    lines = table_header(["half-width", *(f"p = {p}" for p in TABLE_P)])
    for width in TABLE_WIDTHS:
        found = [stopped(WidthRule(width, UNLIMITED), p) for p in TABLE_P]
        lines.append(table_row([str(width), *(f"{100 * x.coverage:.1f} ({x.cost:.2f})" for x in found)]))
    return lines


def share_table() -> list[str]:
    """Tabulate the same for shares of seats."""
    lines = table_header(["half-width", *(f"alone {p}, shared {q}" for p, q in SHARE_CASES)])
    for width in (0.01, 0.005, 0.002):
        found = [stopped_shares(WidthRule(width, UNLIMITED), p, q) for p, q in SHARE_CASES]
        lines.append(table_row([str(width), *(f"{100 * x.coverage:.1f} ({x.cost:.2f})" for x in found)]))
    return lines


def difference_table() -> list[str]:
    """Tabulate how often, in percent, Tango's interval of two cells that stopped by width is wrong."""
    lines = table_header(["half-width", *(f"{a} and {b}" for a, b in PAIR_CASES)])
    for width in (0.01, 0.005, 0.002):
        missed = [1.0 - stopped_difference(WidthRule(width, UNLIMITED), a, b) for a, b in PAIR_CASES]
        lines.append(table_row([str(width), *(f"{100 * x:.1f}" for x in missed)]))
    return lines


def main() -> None:
    """Print the tables as Markdown."""
    for table in (stopping_table, share_table, difference_table):
        sys.stdout.write("\n".join(table()) + "\n\n")
    least, most = hardest(1_000, seed=1)
    sys.stdout.write(f"1,000 random runs: {100 * least.coverage:.2f} % at the least, {most.cost:.2f} at the most\n")


def _smallest(half_width_at: Callable[[int], float], wanted: float) -> int:
    low, high = 0, 1
    while half_width_at(high) > wanted:
        low, high = high, 2 * high
        if high > MOST_GAMES:
            raise ValueError(f"half_width must be reachable within {MOST_GAMES} games but got {wanted}")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if half_width_at(middle) > wanted else (low, middle)
    return high


def _is_stopped(wins: IntArray, games: int, edge: int) -> NDArray[np.bool_]:
    return (wins <= edge) | (wins >= games - edge)


def _first_possible_stop(rule: WidthRule, p: float) -> int:
    # nearly all courses lie within ten standard deviations, and the boundary only widens from block to block
    low, high = 0, -(-rule.foreseen_games(p) // rule.block)
    while high - low > 1:
        middle = (low + high) // 2
        games = middle * rule.block
        likely = likely_wins(games, p)
        low, high = (low, middle) if _is_stopped(likely, games, boundary(rule, games)).any() else (middle, high)
    return high * rule.block


if __name__ == "__main__":
    main()
