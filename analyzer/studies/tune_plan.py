"""What a tuning is about, and how its budget is shared out between search, final and validation."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.catalog import load_game
from analyzer.errors import BadInput, unknown
from analyzer.games.written import Sets, write_changes
from analyzer.play.limits import check_games, check_range, check_seed
from analyzer.play.seeding import derived_seed
from analyzer.stats.blends import blended_log_odds, blended_rate
from analyzer.studies.arenas import Arena, make_arena
from analyzer.studies.evolution import default_population
from analyzer.studies.knob_space import KnobSpace, make_space
from analyzer.studies.names import listed

OBJECTIVES = ("rate", "odds")
DEFAULT_BUDGET = 1_000_000
SEARCH, FINAL = 0.6, 0.2  # of the budget; the rest validates
FEWEST_DEALS = 20  # of a candidate in a generation
FEWEST_GENERATIONS = 5
CHALLENGERS = 4  # in the final, besides the start


@dataclass(frozen=True)
class TunePlan:
    """Everything that decides the outcome of a tuning."""

    arena: Arena
    space: KnobSpace
    weights: tuple[float, ...]  # of the cases, together 1
    objective: str
    budget: int
    population: int
    generations: int
    seed: int
    command: str

    @property
    def search_deals(self) -> int:
        """Deals that every candidate of a generation is played on, in every cell; the start is always one of them."""
        trials = self.generations * (self.population + 1) + 1  # the middle of the search is tried at its end
        return max(1, int(SEARCH * self.budget) // (trials * self.arena.cells_each))

    @property
    def rounds(self) -> int:
        """Rounds of the final: each but the last drops half of the challengers."""
        return max(1, math.ceil(math.log2(CHALLENGERS)))

    def round_deals(self, finalists: int) -> int:
        """Deals of one round of the final."""
        return max(1, int(FINAL * self.budget / self.rounds) // (finalists * self.arena.cells_each))

    def validation_deals(self, finalists: int) -> int:
        """Deals of the validation."""
        return max(1, int((1.0 - SEARCH - FINAL) * self.budget) // (finalists * self.arena.cells_each))

    def seed_of(self, stage: str) -> int:
        """Give the root seed of a stage: no stage has a deal in common with another, or with what users play."""
        return derived_seed(self.seed, f"tune {stage}")

    def worth(self, rates: Sequence[float], deals: int) -> float:
        """Blend the rates of all cases into what is to be made large."""
        if self.objective == "odds":
            return blended_log_odds(rates, self.weights, deals)
        return blended_rate(rates, self.weights)


def make_plan(
    game: str,
    policy: str,
    *,
    variants: Sequence[str] | str | None,
    players: Sequence[int] | str | int | None,
    sets: Sets,
    field: Sequence[str] | str | None,
    weights: Sequence[float] | str | None,
    knobs: Sequence[str] | str | None,
    bounds: Mapping[str, tuple[float, float]] | str | None,
    step: float,
    objective: str,
    budget: int,
    population: int | None,
    generations: int | None,
    seed: int,
) -> TunePlan:
    """Read what is to be tuned, and refuse what makes no sense."""
    loaded = load_game(game)
    arena = make_arena(loaded, variants, players, sets, field)
    space = make_space(loaded, policy, knobs, bounds, step)
    if objective not in OBJECTIVES:
        raise unknown("objective", objective, OBJECTIVES)
    size = (
        default_population(len(space.knobs)) if population is None else check_range("population", population, 4, 1000)
    )
    most = int(SEARCH * check_games(budget)) // ((size + 1) * arena.cells_each * FEWEST_DEALS)
    _check_budget(budget, most, size, arena)
    wanted = 20 + 3 * len(space.knobs) if generations is None else check_range("generations", generations, 1, most)
    shares = read_weights(weights, arena)
    command = _command(arena, space, shares, objective, budget, size, min(wanted, most), check_seed(seed), step)
    return TunePlan(arena, space, shares, objective, budget, size, min(wanted, most), seed, command)


def _check_budget(budget: int, generations: int, population: int, arena: Arena) -> None:
    least = math.ceil(FEWEST_GENERATIONS * (population + 1) * arena.cells_each * FEWEST_DEALS / SEARCH)
    if generations < FEWEST_GENERATIONS:
        raise BadInput(
            f"budget = {budget} games is too small for {population} candidates in {arena.cells_each} cells each; "
            f"allowed: {least:,} or more"
        )


def read_weights(given: Sequence[float] | str | None, arena: Arena) -> tuple[float, ...]:
    """Read the weights of the cases, in their order; by default all count alike."""
    count = len(arena.cases)
    if given is None:
        return (1.0 / count,) * count
    try:
        values = [float(item) for item in (listed(given) if isinstance(given, str) else given)]
    except ValueError as problem:
        raise BadInput(f"--weights {given}: {problem}") from problem
    names = "; ".join(case.label for case in arena.cases)
    if len(values) != count or not all(0.0 <= x < math.inf for x in values) or not sum(values) > 0.0:
        raise BadInput(f"--weights {given}: give {count} numbers of 0 or more, not all 0, for: {names}")
    return tuple(value / sum(values) for value in values)


def _command(
    arena: Arena,
    space: KnobSpace,
    weights: Sequence[float],
    objective: str,
    budget: int,
    population: int,
    generations: int,
    seed: int,
    step: float,
) -> str:
    """Write the command that does the same again."""
    first = arena.cases[0].reference
    options: list[tuple[str, Any]] = [
        ("--variants", ",".join(dict.fromkeys(str(case.reference.variant) for case in arena.cases))),
        ("--players", ",".join(dict.fromkeys(str(case.players) for case in arena.cases))),
        *(("--set", text) for text in write_changes(first.changes)),
        *([("--field", ",".join(map(str, arena.fields)))] if arena.fields else []),
        *([("--weights", ",".join(map(repr, weights)))] if len(set(weights)) > 1 else []),
        ("--knobs", ",".join(knob.name for knob in space.knobs)),
        *([("--bounds", _bounds(space))] if _bounds(space) else []),
        ("--step", f"{step:g}"),
        ("--objective", objective),
        ("--budget", budget),
        ("--population", population),
        ("--generations", generations),
        ("--seed", seed),
    ]
    parts = [str(part) for option in options for part in option]
    return shlex.join(["analyzer", "tune", arena.game.name, str(space.start), *parts])


def _bounds(space: KnobSpace) -> str:
    limited = [knob for knob in space.knobs if math.isfinite(knob.low) or math.isfinite(knob.high)]
    ends = [["" if math.isinf(x) else repr(x) for x in (knob.low, knob.high)] for knob in limited]
    return ",".join(f"{knob.name}={low}:{high}" for knob, (low, high) in zip(limited, ends, strict=True))
