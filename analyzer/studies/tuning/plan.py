"""What a tuning is about: its knobs, the search over them (CMA-ES, Hansen 2016), and how its budget is shared out."""

import math
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cma
import numpy as np

from analyzer.catalog import load_game, policies_of
from analyzer.cells import make_seat
from analyzer.errors import BadInput, unknown
from analyzer.games.interface import Game
from analyzer.games.seating import Seat
from analyzer.games.written import Sets, WrittenPolicy, read_policy, write_changes
from analyzer.play import seeding, stopping
from analyzer.stats import blends
from analyzer.studies.arenas import Arena, listed, make_arena, read_weights

DIGITS = 4  # of a knob; more would promise what no search can tell apart
_BOUNDS = re.compile(r"\s*(\w+)\s*=\s*([^:\s]*)\s*:\s*([^:\s]*)\s*$")


@dataclass(frozen=True)
class Knob:
    """One knob: its start, the length of a step, and its bounds."""

    name: str
    start: float
    scale: float
    low: float = -math.inf
    high: float = math.inf

    def at(self, steps: float) -> float:
        """Turn the knob so many steps from its start."""
        rounded = float(f"{self.start + self.scale * steps:.{DIGITS}g}")
        return min(self.high, max(self.low, rounded))

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds in steps from the start."""
        return (self.low - self.start) / self.scale, (self.high - self.start) / self.scale


@dataclass(frozen=True)
class KnobSpace:
    """A policy, its knobs at the start, and those of them that may be turned."""

    policy: WrittenPolicy  # without knobs
    base: Mapping[str, float]
    defaults: Mapping[str, float]
    knobs: tuple[Knob, ...]

    @property
    def start(self) -> WrittenPolicy:
        """The policy as it is before the search."""
        return self.turned(self.base)

    def candidate(self, steps: Sequence[float]) -> WrittenPolicy:
        """Give the policy with every knob so many steps from its start."""
        turned = {knob.name: knob.at(float(by)) for knob, by in zip(self.knobs, steps, strict=True)}
        return self.turned({**self.base, **turned})

    def turned(self, knobs: Mapping[str, float]) -> WrittenPolicy:
        """Give the policy with the knobs that differ from its defaults."""
        own = {name: float(value) for name, value in knobs.items() if value != self.defaults[name]}
        return replace(self.policy, knobs=own)


def make_space(
    game: Game,
    policy: str,
    knobs: Sequence[str] | str | None = None,
    bounds: Mapping[str, tuple[float, float]] | str | None = None,
    step: float = 0.3,
) -> KnobSpace:
    """Read which knobs of a policy may be turned; a step is relative to the knob, and for a knob at 0 to 1."""
    if not 0.0 < step <= 10.0:
        raise BadInput(f"step = {step} is out of range; allowed: above 0, up to 10")
    written = read_policy(policy)
    seat = make_seat(game, written)
    if not seat.knobs:
        raise BadInput(f"policy {policy!r} has no knobs to tune")
    limits = read_bounds(seat, bounds)
    names = listed(knobs) or list(seat.knobs)
    for name in [*names, *limits]:
        if name not in seat.knobs:
            raise unknown(f"knob of policy {seat.policy.name!r}", name, seat.knobs)
    if len(set(names)) < len(names):
        raise BadInput(f"--knobs {','.join(names)}: give each knob once")
    chosen = tuple(_knob(seat, name, step, limits.get(name)) for name in names)
    return KnobSpace(_bare(game, seat, written), dict(seat.knobs), dict(seat.policy.knobs), chosen)


def _knob(seat: Seat, name: str, step: float, limits: tuple[float, float] | None) -> Knob:
    start = float(seat.knobs[name])
    low, high = limits or (-math.inf, math.inf)
    if not low <= start <= high or low >= high:
        raise BadInput(f"--bounds {name}={low:g}:{high:g}: the knob starts at {start:g}, which must lie between them")
    return Knob(name, start, step * (abs(start) or 1.0), low, high)


def _bare(game: Game, seat: Seat, written: WrittenPolicy) -> WrittenPolicy:
    """Give the policy without its knobs."""
    if policies_of(game.name).get(seat.policy.name) is seat.policy:
        return WrittenPolicy(seat.policy.name)
    if not written.file:
        raise BadInput(
            f"policy {str(written)!r} cannot be tuned: name a policy or a file, such as {game.recommended!r}"
        )
    return WrittenPolicy(written.name, written.file)


def read_bounds(seat: Seat, given: Mapping[str, tuple[float, float]] | str | None) -> dict[str, tuple[float, float]]:
    """Read bounds of knobs, `cost=0:2,near=:5`; an end that is left out is open."""
    if given is None or not isinstance(given, str):
        return dict(given or {})
    found = {}
    for item in listed(given):
        match = _BOUNDS.match(item)
        if match is None:
            raise BadInput(f"--bounds {item}: write knob=low:high, such as {next(iter(seat.knobs))}=0:2")
        name, low, high = match.groups()
        found[name] = (_end(item, low, -math.inf), _end(item, high, math.inf))
    return found


def _end(item: str, text: str, default: float) -> float:
    try:
        return float(text) if text else default
    except ValueError as problem:
        raise BadInput(f"--bounds {item}: {text!r} is not a number") from problem


Judge = Callable[[int, list[WrittenPolicy]], list[float]]  # (generation, candidates): what each is worth


@dataclass(frozen=True)
class Evolved:
    """Where a search ended: the middle of its candidates, and how far they still spread, in steps."""

    middle: tuple[float, ...]
    spread: tuple[float, ...]


def default_population(knobs: int) -> int:
    """Choose how many candidates a generation has: the rule of CMA-ES, and six at least."""
    return max(6, 4 + int(3 * math.log(knobs)))


def evolve(space: KnobSpace, seed: int, population: int, generations: int, judge: Judge) -> Evolved:
    """Search for so many generations."""
    draws = np.random.default_rng(seed)
    options = {
        "popsize": population,
        "randn": lambda *shape: draws.standard_normal(shape),
        "seed": math.nan,  # nothing is drawn from the global stream
        "bounds": _step_bounds(space),
        "verbose": -9,
        "verb_log": 0,
        **({"maxstd": math.inf} if len(space.knobs) == 1 else {}),  # see _widest
    }
    search = cma.CMAEvolutionStrategy(np.zeros(len(space.knobs)), min(1.0, _widest(space)), options)
    for generation in range(generations):
        asked = search.ask()
        values = judge(generation, [space.candidate(steps) for steps in asked])
        search.tell(asked, [-value for value in values])
        search.sigma *= min(1.0, _widest(space) / float(search.stds[0]))
    middle, spread = search.result.xfavorite, search.result.stds
    return Evolved(tuple(float(x) for x in middle), tuple(float(x) for x in spread))


def _widest(space: KnobSpace) -> float:
    """Hold the spread of a lone knob to a third of its bounds, as cma does for several and fails to do for one."""
    low, high = space.knobs[0].bounds
    return (high - low) / 3.0 if len(space.knobs) == 1 else math.inf


def _step_bounds(space: KnobSpace) -> list[list[float | None] | None]:
    ends = ([knob.bounds[side] for knob in space.knobs] for side in (0, 1))
    return [None if all(map(math.isinf, line)) else [None if math.isinf(x) else x for x in line] for line in ends]


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
    level: float = 0.95  # of the intervals of the validation

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
        return seeding.derived_seed(self.seed, f"tune {stage}")

    def worth(self, rates: Sequence[float], deals: int) -> float:
        """Blend the rates of all cases into what is to be made large."""
        if self.objective == "odds":
            return blends.blended_log_odds(rates, self.weights, deals)
        return blends.blended_rate(rates, self.weights)


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
        default_population(len(space.knobs))
        if population is None
        else stopping.check_range("population", population, 4, 1000)
    )
    most = int(SEARCH * stopping.check_games(budget)) // ((size + 1) * arena.cells_each * FEWEST_DEALS)
    _check_budget(budget, most, size, arena)
    wanted = (
        20 + 3 * len(space.knobs) if generations is None else stopping.check_range("generations", generations, 1, most)
    )
    shares = read_weights(weights, arena)
    command = _command(
        arena, space, shares, objective, budget, size, min(wanted, most), stopping.check_seed(seed), step
    )
    return TunePlan(arena, space, shares, objective, budget, size, min(wanted, most), seed, command)


def _check_budget(budget: int, generations: int, population: int, arena: Arena) -> None:
    least = math.ceil(FEWEST_GENERATIONS * (population + 1) * arena.cells_each * FEWEST_DEALS / SEARCH)
    if generations < FEWEST_GENERATIONS:
        raise BadInput(
            f"budget = {budget} games is too small for {population} candidates in {arena.cells_each} cells each; "
            f"allowed: {least:,} or more"
        )


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
