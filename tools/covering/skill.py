"""Planted truth for the dial of a group: logs drawn from known curves, and how often what is said of them holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from analyzer.stats.skill import advice, checks, posterior
from analyzer.stats.skill.checks import Plays
from tools.covering.exact import percent_row, table_header

SIGHTS = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.85, 1.0])
EVEN = (0.35, 0.5, 0.62, 0.75, 0.9, 1.15)  # sights at which six made-up variants are even games; the last one nowhere
STEEP = (9.0, 12.0, 10.0, 8.0, 11.0, 7.0)
PLAYED = (0, 1, 2)  # variants that logs hold; the others are foretold


def true_rates(sights: float | np.ndarray) -> np.ndarray:
    """Give the true win rates of the made-up variants, of shape (variants, …)."""
    asked = np.asarray(sights, dtype=np.float64)
    return np.stack([0.97 / (1.0 + np.exp(-k * (asked - c))) for k, c in zip(STEEP, EVEN, strict=True)])


@dataclass
class World:
    """A grid of made-up games around the true curves, and what the fit makes of it."""

    games: int = 9600
    draws: int = 40
    step: float = 0.01
    seed: int = 1

    def __post_init__(self) -> None:
        """Play the grid."""
        rng = np.random.default_rng(self.seed)
        played = np.full((len(EVEN), len(SIGHTS)), self.games)
        wins = rng.binomial(played, true_rates(SIGHTS))
        self.places = posterior.places_of(SIGHTS, self.step)
        self.rates = posterior.drawn_rates(SIGHTS, wins, played, self.places, draws=self.draws, seed=self.seed)
        self.prior = posterior.prior_of("even", self.places)

    @cached_property
    def played(self) -> np.ndarray:
        """Give the curves of the variants that logs hold."""
        return self.rates[list(PLAYED)]

    def fit(self, wins: Sequence[int], plays: Sequence[int]) -> posterior.Posterior:
        """Weigh the sights by counts of the played variants."""
        likelihood = posterior.log_likelihood(self.played, wins, plays)
        return posterior.posterior_of(self.places, likelihood, self.prior, int(np.sum(plays)))


def log_of(rng: np.random.Generator, sights: np.ndarray, cells: np.ndarray) -> Plays:
    """Draw a log: one play a row, of such a variant and at such a sight."""
    chances = true_rates(sights)[cells, np.arange(len(cells))]
    ones, wins = np.ones(len(cells), dtype=np.int64), rng.binomial(1, chances)
    return Plays(cells, ones, wins, np.zeros_like(cells))


def honest_log(rng: np.random.Generator, plays: int, sight: float) -> Plays:
    """Draw a log of one group, its variants in random order."""
    return log_of(rng, np.full(plays, sight), rng.permutation(np.arange(plays) % len(PLAYED)))


def split_log(rng: np.random.Generator, plays: int, *, in_time: bool, low: float = 0.3, high: float = 0.9) -> Plays:
    """Draw a log of two groups: one after the other, or each with variants of its own."""
    cells = rng.permutation(np.arange(plays) % len(PLAYED))
    is_second = np.arange(plays) >= plays // 2 if in_time else cells >= rng.integers(1, len(PLAYED))
    first, second = (low, high) if rng.random() < 0.5 else (high, low)
    return log_of(rng, np.where(is_second, second, first), cells)


def held(world: World, plays: int, logs: int, seed: int, sight: float | None = None) -> dict[str, float]:
    """Count how often 95 % intervals hold: of the dial, and of the win rates of variants that were never played."""
    rng = np.random.default_rng(seed)
    kept: dict[str, list[bool]] = {"dial": [], **{f"variant {n}": [] for n in range(len(PLAYED), len(EVEN))}}
    for _ in range(logs):
        true = rng.uniform(SIGHTS[0], SIGHTS[-1]) if sight is None else sight
        found = world.fit(*honest_log(rng, plays, true).counts(len(PLAYED)))
        kept["dial"].append(not found.dial().excludes(true))
        for number in range(len(PLAYED), len(EVEN)):
            rate = found.predicted(world.rates[number])
            kept[f"variant {number}"].append(not rate.excludes(float(true_rates(true)[number])))
    return {name: float(np.mean(values)) for name, values in kept.items()}


def called_misfit(world: World, plays: int, logs: int, seed: int, kind: str, replicates: int = 199) -> float:
    """Give the share of logs that are called misfit: `honest` ones, or of two groups apart in `time` or `variant`."""
    rng = np.random.default_rng(seed)
    called = []
    for number in range(logs):
        if kind == "honest":
            log = honest_log(rng, plays, rng.uniform(SIGHTS[0], SIGHTS[-1]))
        else:
            log = split_log(rng, plays, in_time=kind == "time")
        found = world.fit(*log.counts(len(PLAYED)))
        called.append(checks.check(found, world.played, log, replicates=replicates, seed=number).is_misfit)
    return float(np.mean(called))


def plays_until(world: World, width: float, seed: int, *, is_advised: bool, most: int = 400) -> int:
    """Count the plays until the 95 % interval of the dial is so narrow, by advice or with variants at random."""
    rng = np.random.default_rng(seed)
    sight = rng.uniform(SIGHTS[0], SIGHTS[-1])
    middle, logs = world.rates.mean(axis=1), np.zeros(len(world.places))
    for plays in range(most):
        found = posterior.posterior_of(world.places, logs[None, :], world.prior, plays)
        dial = found.dial()
        if dial.high - dial.low <= width:
            return plays
        widths = advice.expected_widths(world.places, found.chances, middle)
        cell = int(np.argmin(widths)) if is_advised else int(rng.integers(len(EVEN)))
        is_won = rng.random() < true_rates(sight)[cell]
        logs = logs + np.log(middle[cell] if is_won else 1.0 - middle[cell])
    return most


def main() -> None:
    """Print the tables of docs/statistics.md (about four minutes)."""
    world = World()
    names = ["dial", *(f"variant {number}" for number in range(len(PLAYED), len(EVEN)))]
    print("\n".join(table_header(["logs", "plays", "dial", *(f"rate of never-played {n}" for n in names[1:])])))
    for plays in (20, 60):
        print(percent_row(f"2,000, dials from the prior | {plays}", held(world, plays, 2000, 100 + plays)), flush=True)
    for sight in (0.15, 0.3, 0.5, 0.7, 0.9, 1.0):
        print(percent_row(f"1,000, dial {sight} | 20", held(world, 20, 1000, 9, sight)), flush=True)
    print("\n".join(table_header(["log", "20 plays", "60 plays"])))
    for kind, logs in (("honest", 2000), ("time", 500), ("variant", 500)):
        called = {str(plays): called_misfit(world, plays, logs, 7, kind) for plays in (20, 60)}
        print(percent_row(f"{kind} ({logs} logs)", called), flush=True)
    until = [[plays_until(world, 0.2, seed, is_advised=by) for seed in range(300)] for by in (True, False)]
    print(f"plays until the interval is 0.2 wide: advised {np.mean(until[0]):.1f}, at random {np.mean(until[1]):.1f}")


if __name__ == "__main__":
    main()
