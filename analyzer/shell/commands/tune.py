"""`analyzer tune`: the knobs of a policy that win most."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.shell.options import (
    BackendName,
    GameName,
    Jobs,
    Json,
    Scheduler,
    SchedulerFile,
    Seed,
    Sets,
    backend_of,
    read_count,
)
from analyzer.shell.output import announce_compilation, say, show


def tune(
    game: GameName,
    policy: Annotated[
        str, typer.Argument(metavar="POLICY", help="Policy to start from: name, name(knob=value) or file.py.")
    ],
    variants: Annotated[
        str | None, typer.Option("--variants", "--variant", help="Variants a,b,…; `all` for every one.")
    ] = None,
    players: Annotated[str | None, typer.Option(help="Numbers of players: 3 or 2,3.")] = None,
    sets: Sets = None,
    field: Annotated[
        str | None, typer.Option(help="Opponents a,b,… in competitive games; default: the recommended policy.")
    ] = None,
    weights: Annotated[
        str | None, typer.Option(help="Weights a,b,…: one for each variant and number of players.")
    ] = None,
    knobs: Annotated[str | None, typer.Option(help="Knobs a,b,… to tune; default: all.")] = None,
    bounds: Annotated[str | None, typer.Option(help="Limits: knob=low:high,…; either end may be omitted.")] = None,
    step: Annotated[float, typer.Option(help="First step, as a fraction of the knob (for a knob at 0: of 1).")] = 0.3,
    objective: Annotated[str, typer.Option(help="rate, or odds: hard variants count as much as easy ones.")] = "rate",
    budget: Annotated[int, typer.Option(help="Total number of games.", parser=read_count, metavar="GAMES")] = 1_000_000,
    population: Annotated[int | None, typer.Option(help="Candidates per generation.")] = None,
    generations: Annotated[int | None, typer.Option(help="Number of generations; they share the budget.")] = None,
    seed: Seed = 0,
    out: Annotated[Path | None, typer.Option(help="File for the knobs; default: inside the state folder.")] = None,
    state: Annotated[
        Path | None, typer.Option(help="Folder to save to and resume from; default: one in runs/.")
    ] = None,
    jobs: Jobs = None,
    backend: BackendName = "threads",
    scheduler: Scheduler = None,
    scheduler_file: SchedulerFile = None,
    as_json: Json = False,
) -> None:
    """Tune the knobs of a policy, validate the winner on fresh deals, and write a file for --policy.

    Example: analyzer tune tranquility spacing --players 3 --knobs cost --budget 1e5
    """
    from analyzer.shell.progress import tune_watched
    from analyzer.shell.study_screens import tuning_screen
    from analyzer.studies.tune import tune as search

    announce_compilation()
    result = tune_watched(
        search,
        game,
        policy,
        variants=variants,
        players=players,
        sets=sets or (),
        field=field,
        weights=weights,
        knobs=knobs,
        bounds=bounds,
        step=step,
        objective=objective,
        budget=budget,
        population=population,
        generations=generations,
        seed=seed,
        out=out,
        state=state,
        jobs=jobs,
        backend=backend_of(backend, scheduler, scheduler_file),
        say=say,
    )
    show(result.as_dict(), tuning_screen(result), as_json)
