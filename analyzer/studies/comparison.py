"""Several variants or policies on the same deals, compared in pairs."""

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from analyzer.analysis import comparisons, decisions, tables
from analyzer.analysis.shares import arm_scores, arm_shares, share_of, value_pairs
from analyzer.cells import PolicyGiven, make_cell, who_plays
from analyzer.errors import BadInput
from analyzer.games import written
from analyzer.games.interface import Game, Policy
from analyzer.games.treatments.written import Texts, treated
from analyzer.play import stopping
from analyzer.play.control import BackendGiven, Control, OnGames, Say
from analyzer.play.pools.choosing import opened
from analyzer.runs.deciding import rule_of
from analyzer.runs.runner import Plan, Runner
from analyzer.runs.specs.design import Design, PlannedCell, plan_cell
from analyzer.runs.specs.forecast import can_show
from analyzer.runs.specs.spec import DECIDED, Experiment
from analyzer.runs.stored.manifest import new_manifest
from analyzer.runs.stored.results import Results, load_results
from analyzer.stats import means
from analyzer.stats.deciding import LEAST_MARGIN, MARGIN, MOST_MARGIN, Verdict
from analyzer.studies.arenas import line_ups, only_one
from analyzer.studies.compared import LEVEL, Arm, Comparison, Difference

LineUp = tuple[written.WrittenPolicy, ...]  # one for all seats, or one per seat


def compare(
    game: str,
    *,
    variants: Sequence[str] | str | None = None,
    policies: Sequence[str | Policy] | str | None = None,
    players: int | None = None,
    variant: str | None = None,
    sets: written.Sets = (),
    policy: PolicyGiven = None,
    handicap: Texts = (),
    grant: Texts = (),
    remove: Texts = (),
    price: Texts = (),
    games: float = stopping.DEFAULT_GAMES,
    until: str | None = None,
    margin: float = MARGIN,
    seed: int = 0,
    jobs: int | None = None,
    backend: BackendGiven = "threads",
    control: Control | None = None,
    say: Say | None = None,
    on_games: OnGames | None = None,
) -> Comparison:
    """Compare variants, or policies, or the values of one switch, on the same deals.

    In a competitive game every policy sits at each seat in turn against `policy` (by default the recommended
    one) at the others, and is judged by its share of the wins.

    Parameters
    ----------
    game
        Name of a game.
    variants, policies
        What is compared: names (or policy objects) as a list or with commas between them.
    players, variant, policy
        What all arms share, as for `simulate`; `policy` is who plays the variants, or the opponent of the policies.
    sets
        What is set on top of the variants, as for `simulate`; one switch may have several values, which are then
        compared: `{"removed": [0, 4, 8]}` or `["removed=0,4,8"]`.
    handicap, grant, remove, price
        Treatments of all arms, as for `simulate`.
    games, seed, jobs, backend
        As for `simulate`; `games` counts the deals, which all arms share. With `until`: the most of them.
    until, margin
        `"decided"` stops as soon as every pair is told apart, or is equal within the margin (of win rates); arms all
        of whose pairs are decided are played no further. Teams only.
    control, say, on_games
        How to end it early, what receives remarks of a cluster, and what receives the progress.

    Returns
    -------
    Comparison
        With `arms`, `differences`, `as_dict()`.

    Examples
    --------
    >>> analyzer.compare("tranquility", variants=["base", "poseidon"], games=20_000)
    """
    games, opponent = stopping.check_games(games), who_plays(policy)
    asked = _read_question(
        variants,
        policies,
        variant,
        written.read_choices(treated(sets, handicap=handicap, grant=grant, remove=remove, price=price)),
    )
    arms = _plan_arms(game, asked, players, variant, opponent)
    first = next(iter(arms.values()))[0].cell
    stop = _stop(games, until, margin, first.is_competitive)
    experiment = Experiment(game=game, question=f"compare {asked.kind}", seed=stopping.check_seed(seed), **stop)
    with TemporaryDirectory(prefix="analyzer-") as folder:
        with opened(backend, stopping.check_jobs(jobs), control, say) as pool:
            plan = _plan(Path(folder), experiment, arms)
            if say is not None and until is None and not first.is_competitive:
                say(can_show(plan.manifest)[0])
            run = Runner(plan, pool, control or Control(), say if until else None, on_games).play()
        results = load_results(folder)
        played = int(results.cells["games"].min() if until is None else results.cells["games"].max())
        if not int(results.cells["games"].min()):
            raise KeyboardInterrupt
        found = _contest(results, arms) if first.is_competitive else _teams(results, arms)
    field = str(_field(first.game, opponent)) if first.is_competitive else None
    shared = (game, asked.kind, first.players, field, seed, played, run.seconds)
    rule = None if until is None else rule_of(run.manifest)
    return Comparison(*shared, *found, was_interrupted=run.was_interrupted, rule=rule)


def _stop(games: int, until: str | None, margin: float, is_contest: bool) -> dict[str, Any]:
    """Say how much is played: so many deals, or at most so many until all is decided."""
    if until is None:
        return {"deals": games}
    if until != DECIDED:
        raise BadInput(f"until = {until!r} is not known; allowed: {DECIDED!r}")
    if is_contest:
        raise BadInput(f"until {DECIDED}: works for teams only; give the number of deals with --games")
    if not isinstance(margin, Real) or not LEAST_MARGIN <= margin <= MOST_MARGIN:
        raise BadInput(f"margin = {margin!r} is out of range; allowed: {LEAST_MARGIN} to {MOST_MARGIN}")
    return {"until": DECIDED, "max_deals": games, "margin": float(margin), "rows": False}


def _plan(folder: Path, experiment: Experiment, arms: dict[str, list[PlannedCell]]) -> Plan:
    """Plan to play every cell of the arms once, side by side."""
    cells = {planned.id: planned for line in arms.values() for planned in line}
    design = Design(tuple(cells.values()), ())
    manifest = new_manifest(experiment, design, Path("compare"), "", quick=False, rows=False)
    return Plan(folder, experiment, design, manifest, is_side_by_side=True)


@dataclass(frozen=True)
class _Question:
    """What is compared, by its name: policies, variants, or values of a switch; and what all arms have set."""

    kind: str
    arms: dict[str, LineUp | written.WrittenVariant | written.Changes]
    changes: written.Changes


def _read_question(
    variants: Sequence[str] | str | None,
    policies: Sequence[str | Policy] | str | None,
    variant: str | None,
    choices: dict[str, list[written.Value]],
) -> _Question:
    """Find out what is compared: exactly one of variants, policies, and the values of one switch."""
    several = {name: values for name, values in choices.items() if len(values) > 1}
    given = [item for item in (variants, policies, *several) if item is not None]
    if len(given) != 1:
        raise BadInput("compare needs either --variants a,b,… or --policies a,b,… or one --set switch=a,b,…")
    if variants is not None and variant is not None:
        raise BadInput("--variant and --variants cannot be combined; --variant is for comparing policies")
    shared = {name: values[0] for name, values in choices.items() if name not in several}
    if several:
        name, values = several.popitem()
        _check_names(f"--set {name}=", list(map(written.write_value, values)))
        return _Question(name, {f"{name}={written.write_value(value)}": {name: value} for value in values}, shared)
    if variants is not None:
        texts = _listed(variants)
        _check_names("--variants ", texts)
        return _Question("variants", {text: written.read_variant(text) for text in texts}, shared)
    found = [who_plays(item) or (written.WrittenPolicy(),) for item in _listed(policies or ())]
    names = [",".join(map(str, line_up)) for line_up in found]
    _check_names("--policies ", names)
    return _Question("policies", dict(zip(names, found, strict=True)), shared)


def _listed(given: Sequence[Any] | str) -> list[Any]:
    return written.split_list(given) if isinstance(given, str) else list(given)


def _check_names(option: str, names: list[str]) -> None:
    if len(names) < 2 or len(set(names)) < len(names):
        raise BadInput(f"{option}{','.join(names)}: give two or more, each once")


def _plan_arms(
    game: str,
    asked: _Question,
    players: int | None,
    variant: str | None,
    policy: LineUp | None,
) -> dict[str, list[PlannedCell]]:
    """List for every arm the cells it is played in: one, or one per seat of a competitive game."""
    arms = {}
    for name, arm in asked.arms.items():
        chosen: dict[str, Any] = {"variant": variant, "sets": asked.changes, "policy": policy}
        if isinstance(arm, written.WrittenVariant):
            chosen["variant"] = arm
        elif isinstance(arm, tuple):
            chosen["policy"] = arm
        else:
            chosen["sets"] = written.changed(asked.changes, arm)
        cell = make_cell(game, players=players, **chosen)
        line = [cell.reference]
        if cell.is_competitive:
            if not isinstance(arm, tuple):
                raise BadInput(f"{name}: in a competitive game somebody always wins; compare its policies instead")
            line = line_ups(cell.reference, only_one(arm), _field(cell.game, policy))
        arms[name] = [plan_cell(cell.game, reference) for reference in line]
    return arms


def _field(game: Game, policies: LineUp | None) -> written.WrittenPolicy:
    """Give the opponent that sits at all other seats."""
    return written.read_policy(game.recommended) if policies is None else only_one(policies)


def _teams(results: Results, arms: dict[str, list[PlannedCell]]) -> tuple[tuple[Arm, ...], tuple[Difference, ...]]:
    rates = tables.win_rates(results).set_index("cell")
    digests = results.cells.set_index("cell")["digest"]
    found = []
    for label, (planned,) in arms.items():
        row = rates.loc[planned.id]
        found.append(Arm(label, int(row["games"]), digests[planned.id], row["win_rate"], wins=int(row["wins"])))
    outcomes = comparisons.joint_outcomes(results, tuple(planned.id for (planned,) in arms.values()))
    rows, cells = comparisons.pair_rows(list(arms), outcomes, LEVEL), {arm: line[0].id for arm, line in arms.items()}
    return tuple(found), tuple(Difference(**row | _decided(results, cells, row)) for row in rows)


def _decided(results: Results, cells: dict[str, str], row: dict[str, Any]) -> dict[str, Any]:
    """Give what was decided of a pair, with the interval that decided it; nothing if the number of deals was fixed."""
    if results.manifest.experiment.until != DECIDED:
        return {}
    decider = decisions.decider_of(results)
    couple = cells[row["first"]], cells[row["second"]]
    return {
        "difference": decider.differences.get(couple, row["difference"]),
        "verdict": decider.verdicts.get(couple, Verdict.OPEN),
    }


def _contest(results: Results, arms: dict[str, list[PlannedCell]]) -> tuple[tuple[Arm, ...], tuple[Difference, ...]]:
    digests = results.cells.set_index("cell")["digest"]
    ids = {label: [planned.id for planned in line] for label, line in arms.items()}
    shares = {label: arm_shares(results, line) for label, line in ids.items()}
    scores = {label: arm_scores(results, line) for label, line in ids.items()}
    found = []
    for label, line in ids.items():
        rate, score = share_of(shares[label]), means.mean_of(scores[label].low)
        found.append(Arm(label, rate.n, "".join(digests[cell] for cell in line), rate, score=score))
    score_rows = value_pairs(scores, LEVEL)
    pairs = zip(value_pairs(shares, LEVEL), score_rows, strict=True)
    return tuple(found), tuple(Difference(**row, score=other["difference"]) for row, other in pairs)
