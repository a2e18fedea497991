"""Compare and improve players: `tournament`, `leaderboard`, `tune`, `learn`."""

from pathlib import Path
from typing import Annotated

import typer

import analyzer
from analyzer.shell import options, output


def tournament(
    game: options.GameName,
    policies: Annotated[str | None, typer.Option(help="Policies a,b,…; default: all except random play.")] = None,
    gauntlet: Annotated[
        str | None, typer.Option(metavar="POLICY", help="Play only this policy against the others.")
    ] = None,
    players: options.Players = None,
    variant: options.VariantName = None,
    sets: options.Sets = None,
    games: Annotated[int, typer.Option(help="Deals per seating.", parser=options.read_count, metavar="N")] = 10_000,
    seed: options.Seed = 0,
    out: Annotated[Path | None, typer.Option(help="Run directory; default: one in runs/.")] = None,
    jobs: options.Jobs = None,
    backend: options.BackendName = "threads",
    scheduler: options.Scheduler = None,
    scheduler_file: options.SchedulerFile = None,
    as_json: options.Json = False,
) -> None:
    """Play policies against each other in every seating on the same deals; run it again to resume.

    Example: analyzer tournament rumini --policies planner,hoarder,flagger --games 1000
    """
    from analyzer.shell.screens.studies import tournament_screen

    result = output.watched(
        analyzer.tournament,
        game,
        policies=policies,
        gauntlet=gauntlet,
        players=players,
        variant=variant,
        sets=sets or (),
        games=games,
        seed=seed,
        out=out,
        jobs=jobs,
        backend=options.backend_of(backend, scheduler, scheduler_file),
        say=output.say,
    )
    output.show(result.as_dict(), tournament_screen(result), as_json)


def leaderboard(
    game: options.GameName,
    variants: Annotated[
        str | None, typer.Option("--variants", "--variant", help="Variants a,b,…; `all` for every one.")
    ] = None,
    players: Annotated[str | None, typer.Option(help="Numbers of players: 3 or 2,3.")] = None,
    sets: options.Sets = None,
    policies: Annotated[
        str | None, typer.Option(help="Policies a,b,… to rank; default: all except random play.")
    ] = None,
    field: Annotated[
        str | None, typer.Option(help="Opponent in competitive games; default: the recommended policy.")
    ] = None,
    games: Annotated[int, typer.Option(help="Deals per variant.", parser=options.read_count, metavar="N")] = 10_000,
    seed: options.Seed = 0,
    out: Annotated[Path | None, typer.Option(help="Run directory; default: one in runs/.")] = None,
    into: Annotated[
        Path | None, typer.Option(help="Also write the table into this file, between its leaderboard:GAME markers.")
    ] = None,
    jobs: options.Jobs = None,
    backend: options.BackendName = "threads",
    scheduler: options.Scheduler = None,
    scheduler_file: options.SchedulerFile = None,
    as_json: options.Json = False,
) -> None:
    """Play all policies on the same deals, variant by variant, and list them best first.

    Example: analyzer leaderboard tranquility --players 3 --games 2000
    """
    from analyzer.shell.screens.studies import leaderboard_screen

    if into is not None:
        from analyzer.shell.markers import check_markers

        check_markers(into, f"leaderboard:{game}")
    result = output.watched(
        analyzer.leaderboard,
        game,
        variants=variants,
        players=players,
        sets=sets or (),
        policies=policies,
        field=field,
        games=games,
        seed=seed,
        out=out,
        jobs=jobs,
        backend=options.backend_of(backend, scheduler, scheduler_file),
        say=output.say,
    )
    if into is not None:
        from analyzer.reporting.topics.leaderboard import leaderboard_markdown
        from analyzer.shell.markers import put_between

        put_between(into, f"leaderboard:{game}", leaderboard_markdown(result.results))
    output.show(result.as_dict(), leaderboard_screen(result), as_json)


def tune(
    game: options.GameName,
    policy: Annotated[
        str, typer.Argument(metavar="POLICY", help="Policy to start from: name, name(knob=value) or file.py.")
    ],
    variants: Annotated[
        str | None, typer.Option("--variants", "--variant", help="Variants a,b,…; `all` for every one.")
    ] = None,
    players: Annotated[str | None, typer.Option(help="Numbers of players: 3 or 2,3.")] = None,
    sets: options.Sets = None,
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
    budget: Annotated[
        int, typer.Option(help="Total number of games.", parser=options.read_count, metavar="GAMES")
    ] = 1_000_000,
    population: Annotated[int | None, typer.Option(help="Candidates per generation.")] = None,
    generations: Annotated[int | None, typer.Option(help="Number of generations; they share the budget.")] = None,
    seed: options.Seed = 0,
    out: Annotated[Path | None, typer.Option(help="File for the knobs; default: inside the state folder.")] = None,
    state: Annotated[
        Path | None, typer.Option(help="Folder to save to and resume from; default: one in runs/.")
    ] = None,
    jobs: options.Jobs = None,
    backend: options.BackendName = "threads",
    scheduler: options.Scheduler = None,
    scheduler_file: options.SchedulerFile = None,
    as_json: options.Json = False,
) -> None:
    """Tune the knobs of a policy, validate the winner on fresh deals, and write a file for --policy.

    Example: analyzer tune tranquility spacing --players 3 --knobs cost --budget 1e5
    """
    from analyzer.shell.progress import play_tuning
    from analyzer.shell.screens.studies import tuning_screen

    output.announce_compilation()
    result = play_tuning(
        analyzer.tune,
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
        backend=options.backend_of(backend, scheduler, scheduler_file),
        say=output.say,
    )
    output.show(result.as_dict(), tuning_screen(result), as_json)


def learn(
    game: options.GameName,
    policy: Annotated[str, typer.Argument(metavar="POLICY", help="Policy to start from: name or name(knob=value).")],
    variants: Annotated[
        str | None, typer.Option("--variants", "--variant", help="Variants a,b,…; `all` for every one.")
    ] = None,
    players: Annotated[str | None, typer.Option(help="Numbers of players: 3 or 2,3.")] = None,
    sets: options.Sets = None,
    weights: Annotated[
        str | None, typer.Option(help="Weights a,b,…: one for each variant and number of players.")
    ] = None,
    budget: Annotated[
        int, typer.Option(help="Total number of games.", parser=options.read_count, metavar="GAMES")
    ] = 2_000_000,
    seed: options.Seed = 0,
    out: Annotated[Path | None, typer.Option(help="File for the values; default: inside the state folder.")] = None,
    state: Annotated[
        Path | None, typer.Option(help="Folder to save to and resume from; default: one in runs/.")
    ] = None,
    jobs: options.Jobs = None,
    as_json: options.Json = False,
) -> None:
    """Train values of positions for a policy, validate them on fresh deals, and write a file for --policy.

    Example: analyzer learn tranquility survival --variants poseidon --players 3 --budget 1e5
    """
    from analyzer.shell.progress import play_learning
    from analyzer.shell.screens.studies import learning_screen

    output.announce_compilation()
    result = play_learning(
        analyzer.learn,
        game,
        policy,
        variants=variants,
        players=players,
        sets=sets or (),
        weights=weights,
        budget=budget,
        seed=seed,
        out=out,
        state=state,
        jobs=jobs,
    )
    output.show(result.as_dict(), learning_screen(result), as_json)
