"""Planted truth for the dial of rivals: scores drawn around known means, and how often what is said of them holds."""

from functools import cached_property

import numpy as np

from analyzer.stats.skill import posterior, score_checks, scores
from analyzer.stats.skill.drift import moved
from analyzer.stats.skill.score_checks import Scored
from tools.covering.exact import percent_row, table_header
from tools.covering.skill import SIGHTS

RISES = (30.0, 15.0, -20.0)  # of the means of three made-up cells over the dial
SPREAD = 8.0  # of one play


class World:
    """A grid of made-up scores around the true means, and what the fit makes of it."""

    def __init__(self, games: int = 2400, draws: int = 40, step: float = 0.01, seed: int = 1) -> None:
        rng, self.places = np.random.default_rng(seed), posterior.places_of(SIGHTS, step)
        counts, spreads = np.full(len(SIGHTS), games), np.full(len(SIGHTS), SPREAD)
        self.curves = [
            scores.drawn_means(
                SIGHTS,
                50 + rise * SIGHTS + SPREAD * rng.standard_normal(len(SIGHTS)) / np.sqrt(games),
                spreads, counts, self.places, draws=draws, seed=number,
            )
            for number, rise in enumerate(RISES)
        ]  # fmt: skip

    @cached_property
    def prior(self) -> np.ndarray:
        """Give the even prior."""
        return posterior.prior_of("even", self.places)

    def log(self, rng: np.random.Generator, sights: np.ndarray, group: np.ndarray | None = None) -> Scored:
        """Draw a log: one play at each sight, its variants in random order."""
        cell = rng.permutation(np.arange(len(sights)) % len(RISES))
        values = 50 + np.array(RISES)[cell] * sights + SPREAD * rng.standard_normal(len(sights))
        return Scored(cell, np.zeros_like(cell) if group is None else group, [values], [self.curves])

    def fit(self, log: Scored) -> posterior.Posterior:
        """Weigh the sights by the scores of a log."""
        parts = [
            scores.score_likelihood(curve, log.values[0][log.cell == number])
            for number, curve in enumerate(self.curves)
        ]
        return posterior.posterior_of(self.places, np.asarray(sum(parts)), self.prior, len(log.cell))


def held(world: World, plays: int, logs: int, seed: int) -> float:
    """Count how often the 95 % interval of the dial holds."""
    rng, kept = np.random.default_rng(seed), []
    for true in rng.uniform(SIGHTS[0], SIGHTS[-1], logs):
        kept.append(not world.fit(world.log(rng, np.full(plays, true))).dial().excludes(true))
    return float(np.mean(kept))


def called_misfit(world: World, plays: int, logs: int, seed: int, kind: str, replicates: int = 199) -> float:
    """Give the share of logs that are called misfit: `honest`, or of sight 0.3 and 0.9, by `time` or by `group`."""
    rng, called = np.random.default_rng(seed), []
    second = np.arange(plays) >= plays // 2 if kind == "time" else np.arange(plays) % 2 == 1
    for number in range(logs):
        true = rng.uniform(SIGHTS[0], SIGHTS[-1])
        sights = np.full(plays, true) if kind == "honest" else np.where(second, 0.9, 0.3)
        log = world.log(rng, sights, second.astype(int) if kind == "group" else None)
        by = ("variant", "time", *(("group",) if kind == "group" else ()))
        found = score_checks.check(world.fit(log), log, by=by, replicates=replicates, seed=number)
        called.append(found.is_misfit)
    return float(np.mean(called))


def drifting(world: World, plays: int, logs: int, seed: int, rise: float) -> tuple[float, float]:
    """Give how often a dial that moves by so much is said to move, and how often the interval holds the change."""
    rng, certain, kept = np.random.default_rng(seed), [], []
    for first in rng.uniform(0.2, 0.4, logs):
        log = world.log(rng, np.linspace(first, first + rise, plays))
        found = moved(world.places, log.each(), np.ones(plays, dtype=np.int64))
        assert found is not None
        certain.append(found.is_certain)
        kept.append(not found.change.excludes(rise))
    return float(np.mean(certain)), float(np.mean(kept))


def main() -> None:
    """Print the table of docs/statistics.md (about two minutes)."""
    world = World()
    print("\n".join(table_header(["scores", "20 plays", "60 plays"])))
    print(percent_row("dial held (2000 logs)", {str(n): held(world, n, 2000, n) for n in (20, 60)}), flush=True)
    for kind, logs in (("honest", 1000), ("time", 300), ("group", 300)):
        called = {str(plays): called_misfit(world, plays, logs, 7, kind) for plays in (20, 60)}
        print(percent_row(f"misfit called: {kind} ({logs} logs)", called), flush=True)
    for rise in (0.0, 0.5):
        certain, kept = drifting(world, 60, 500, 5, rise)
        print(f"drift of {rise} over 60 plays (500 logs): said {100 * certain:.1f} %, held {100 * kept:.1f} %")


if __name__ == "__main__":
    main()
