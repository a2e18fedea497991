"""`analyzer compare`: variants or policies on the same deals."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.errors import Interrupted
from analyzer.shell.options import (
    BackendName,
    GameName,
    Games,
    Jobs,
    Json,
    Players,
    Scheduler,
    SchedulerFile,
    Seed,
    Sets,
    VariantName,
    backend_of,
)
from analyzer.shell.output import announce_compilation, say, show


def compare(
    game: GameName,
    variants: Annotated[str | None, typer.Option(help="Variants a,b,… to compare.")] = None,
    policies: Annotated[str | None, typer.Option(help="Policies a,b,… to compare.")] = None,
    players: Players = None,
    variant: VariantName = None,
    sets: Sets = None,
    policy: Annotated[
        str | None, typer.Option(help="Who plays the variants; in competitive games, the opponent of the policies.")
    ] = None,
    games: Games = 100_000,
    seed: Seed = 0,
    jobs: Jobs = None,
    backend: BackendName = "threads",
    scheduler: Scheduler = None,
    scheduler_file: SchedulerFile = None,
    as_json: Json = False,
) -> None:
    """Compare variants, policies, or the values of one switch (--set switch=a,b,…) on the same deals.

    Example: analyzer compare tranquility --variants base,poseidon --players 3
    """
    from analyzer.shell.progress import compare_watched
    from analyzer.shell.run_screens import comparison_screen

    announce_compilation()
    result = compare_watched(
        game,
        variants=variants,
        policies=policies,
        players=players,
        variant=variant,
        sets=sets or (),
        policy=policy,
        games=games,
        seed=seed,
        jobs=jobs,
        backend=backend_of(backend, scheduler, scheduler_file),
        say=say,
    )
    show(result.as_dict(), comparison_screen(result), as_json)
    if result.was_interrupted:
        raise Interrupted(f"interrupted after {result.games:,} of {games:,} common deals")
