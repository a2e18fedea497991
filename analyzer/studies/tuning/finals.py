"""The final of a tuning, and the validation of its winner: run directories on deals that the search never saw."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from analyzer.analysis.shares import Shares, difference_of_shares, share_of
from analyzer.errors import Interrupted
from analyzer.games.written import WrittenPolicy
from analyzer.play.control import BackendGiven, Control, OnGames
from analyzer.runs.experiment import run_cells
from analyzer.runs.specs.spec import Experiment
from analyzer.runs.stored.results import load_results
from analyzer.stats import Estimate, blends, estimate
from analyzer.stats.means import Moments, moments
from analyzer.studies.arenas import cells_in
from analyzer.studies.tuning.plan import TunePlan


@dataclass(frozen=True)
class RunOptions:
    """How the runs are played, and where they are kept."""

    folder: Path
    jobs: int | None = None
    backend: BackendGiven = "threads"
    control: Control | None = None
    watch: Callable[[str], OnGames] | None = None  # called with the name of every run that begins


@dataclass(frozen=True)
class Played:
    """A run: what every policy won in every case on each deal, and how many games it took."""

    values: dict[WrittenPolicy, list[Shares]]
    games: int


@dataclass(frozen=True)
class Round:
    """One round of the final: the rate of every case, for every finalist, on its deals."""

    deals: int
    games: int
    rates: dict[WrittenPolicy, tuple[float, ...]]


@dataclass(frozen=True)
class Final:
    """The rounds, and who won: all finalists of the last round have played every round."""

    rounds: tuple[Round, ...]
    winner: WrittenPolicy
    worth: dict[WrittenPolicy, float]  # over all rounds that a finalist has played


@dataclass(frozen=True)
class Validation:
    """The winner on yet other deals: its rates, and its difference to the start where it is another."""

    deals: int
    games: int
    seed: int
    rate: Estimate
    cases: tuple[Estimate, ...]
    moments: Moments  # of the blended rate
    start: Estimate | None = None
    difference: Estimate | None = None
    differences: tuple[Estimate, ...] = ()  # by case; they hold together
    odds: Estimate | None = None  # the difference on the scale of the objective, where that is the odds


def play_final(plan: TunePlan, finalists: Sequence[WrittenPolicy], options: RunOptions) -> Final:
    """Let finalists meet on fresh deals, round after round; the start stays to the end."""
    start, left, rounds = plan.space.start, list(finalists), []
    for number in range(plan.rounds):
        deals = plan.round_deals(len(left))
        played = _play(plan, left, f"final-{number + 1}", deals, options)
        rounds.append(Round(deals, played.games, {name: _rates(found) for name, found in played.values.items()}))
        worth = {name: _worth(plan, rounds, name) for name in left}
        if number < plan.rounds - 1:
            challengers = sorted((name for name in left if name != start), key=lambda name: -worth[name])
            left = [start, *challengers[: -(-len(challengers) // 2)]]
    winner = max(left, key=lambda name: worth[name])  # of equals the start, which is the first
    return Final(tuple(rounds), winner, {name: _worth(plan, rounds, name) for name in finalists})


def _rates(values: Sequence[Shares]) -> tuple[float, ...]:
    return tuple(float(case.low.mean()) for case in values)


def _worth(plan: TunePlan, rounds: Sequence[Round], name: WrittenPolicy) -> float:
    """Blend the rates over all rounds that a finalist has played."""
    played = [one for one in rounds if name in one.rates]
    deals = sum(one.deals for one in played)
    rates = np.average([one.rates[name] for one in played], axis=0, weights=[one.deals for one in played])
    return plan.worth(rates.tolist(), deals)


def validate(plan: TunePlan, winner: WrittenPolicy, options: RunOptions) -> Validation:
    """Play the winner and the start on deals that nobody has seen."""
    names = list(dict.fromkeys([plan.space.start, winner]))
    deals = plan.validation_deals(len(names))
    played = _play(plan, names, "validation", deals, options)
    own, seed, level = played.values[winner], plan.seed_of("validation"), plan.level
    blend = _blend(plan, own)
    rates = tuple(share_of(case, level) for case in own)
    measured = deals, played.games, seed, share_of(blend, level), rates, moments(blend.low)
    if len(names) == 1:
        return Validation(*measured)
    other, each = played.values[plan.space.start], estimate.bonferroni_level(level, len(own))
    odds = blends.log_odds_gap(_lows(own), _lows(other), plan.weights) if plan.objective == "odds" else None
    return Validation(
        *measured,
        start=share_of(_blend(plan, other)),
        difference=difference_of_shares(blend, _blend(plan, other), level),
        differences=tuple(difference_of_shares(a, b, each) for a, b in zip(own, other, strict=True)),
        odds=odds,
    )


def _lows(values: Sequence[Shares]) -> list[np.ndarray[tuple[int], np.dtype[np.float64]]]:
    return [case.low for case in values]


def _blend(plan: TunePlan, values: Sequence[Shares]) -> Shares:
    low, high = (np.tensordot(plan.weights, [getattr(case, side) for case in values], 1) for side in ("low", "high"))
    return Shares(np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0))  # rounding may leave 1 by a hair


def _play(plan: TunePlan, policies: Sequence[WrittenPolicy], stage: str, deals: int, options: RunOptions) -> Played:
    arena, folder = plan.arena, options.folder / stage
    experiment = Experiment(
        game=arena.game.name,
        question=f"tune {plan.space.policy}: {stage}",
        policies=tuple(policies),
        deals=deals,
        seed=plan.seed_of(stage),
        rows=False,
    )
    cells = [cell for policy in policies for cell in cells_in(arena.places(policy))]
    on_games = options.watch(stage) if options.watch is not None else None
    control, backend = options.control, options.backend
    run = run_cells(folder, experiment, cells, jobs=options.jobs, backend=backend, control=control, on_games=on_games)
    if run.was_interrupted:
        raise Interrupted("interrupted")
    results = load_results(folder)
    return Played({policy: arena.values(results, policy) for policy in policies}, run.games)
