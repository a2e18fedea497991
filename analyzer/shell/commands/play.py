"""Play games: `simulate`, `compare`, `replay`, `hindsight`."""

from pathlib import Path
from typing import Annotated, Any

import typer

import analyzer
from analyzer.errors import Interrupted
from analyzer.shell import options, output


def simulate(
    game: options.GameName,
    players: options.Players = None,
    variant: options.VariantName = None,
    sets: options.Sets = None,
    handicap: options.Handicaps = None,
    grant: options.Grants = None,
    remove: options.Removals = None,
    price: options.Prices = None,
    policy: options.PolicyName = None,
    games: options.GamesOrNone = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    backend: options.BackendName = "threads",
    scheduler: options.Scheduler = None,
    scheduler_file: options.SchedulerFile = None,
    until: Annotated[float | None, typer.Option(help="Stop as soon as the interval has this half-width.")] = None,
    freeze: options.Freeze = None,
    freeze_deal: options.FreezeDeal = None,
    freeze_seed: options.FreezeSeed = None,
    as_json: options.Json = False,
) -> None:
    """Play games of one variant with given policies, and estimate the win rate.

    Example: analyzer simulate tranquility --players 3 --variant poseidon --games 1e5
    """
    from analyzer.cells import make_cell
    from analyzer.games.chances import read_freeze
    from analyzer.play.faults import CutShort
    from analyzer.play.stopping import expectation
    from analyzer.shell.progress import play_cell
    from analyzer.shell.screens.screens import simulation_screen

    output.announce_compilation()
    frozen = read_freeze(freeze, freeze_deal, freeze_seed)
    changes = options.treated(sets, handicap, grant, remove, price)
    cell = make_cell(game, players=players, variant=variant, sets=changes, policy=policy, freeze=frozen)
    if until is not None:
        output.say(expectation(games, until))
    where = options.backend_of(backend, scheduler, scheduler_file)
    try:
        result = play_cell(cell, games=games, until=until, seed=seed, jobs=jobs, backend=where, say=output.say)
    except CutShort as problem:
        if as_json:
            output.show_document(problem.result.as_dict())
        raise
    if result.games:
        output.show(result.as_dict(), simulation_screen(result), as_json)
    result.raise_fault()
    if result.was_interrupted:
        raise Interrupted(
            f"interrupted after {result.games:,} of {result.asked:,} games; "
            "run it again to start over with the same deals"
        )


def compare(
    game: options.GameName,
    variants: Annotated[str | None, typer.Option(help="Variants a,b,… to compare.")] = None,
    policies: Annotated[str | None, typer.Option(help="Policies a,b,… to compare.")] = None,
    players: options.Players = None,
    variant: options.VariantName = None,
    sets: options.Sets = None,
    handicap: options.Handicaps = None,
    grant: options.Grants = None,
    remove: options.Removals = None,
    price: options.Prices = None,
    policy: Annotated[
        str | None, typer.Option(help="Who plays the variants; in competitive games, the opponent of the policies.")
    ] = None,
    games: options.Games = 100_000,
    until: Annotated[
        str | None, typer.Option(help="decided: stop when every pair is told apart, or is equal within --margin.")
    ] = None,
    margin: Annotated[
        float, typer.Option(help="With --until decided: the difference of win rates that counts as equal.")
    ] = 0.02,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    backend: options.BackendName = "threads",
    scheduler: options.Scheduler = None,
    scheduler_file: options.SchedulerFile = None,
    as_json: options.Json = False,
) -> None:
    """Compare variants, policies, or the values of one switch (--set switch=a,b,…) on the same deals.

    Example: analyzer compare tranquility --variants base,poseidon --players 3
    """
    from analyzer.shell.screens.runs import comparison_screen

    result = output.watched(
        analyzer.compare,
        game,
        variants=variants,
        policies=policies,
        players=players,
        variant=variant,
        sets=options.treated(sets, handicap, grant, remove, price),
        policy=policy,
        games=games,
        until=until,
        margin=margin,
        seed=seed,
        jobs=jobs,
        backend=options.backend_of(backend, scheduler, scheduler_file),
        say=output.say,
    )
    output.show(result.as_dict(), comparison_screen(result), as_json)
    if result.was_interrupted:
        raise Interrupted(f"interrupted after {result.games:,} of {games:,} common deals")


def replay(
    game: options.GameName,
    deal: Annotated[int, typer.Option(help="Number of the deal; with --pick, the first deal to search.")] = 0,
    players: options.Players = None,
    variant: options.VariantName = None,
    sets: options.Sets = None,
    handicap: options.Handicaps = None,
    grant: options.Grants = None,
    remove: options.Removals = None,
    price: options.Prices = None,
    policy: options.PolicyName = None,
    seed: options.Seed = 0,
    pick: Annotated[
        str | None, typer.Option(metavar="KIND", help="Find a game of this kind: lost, narrow, typical or fastest.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(metavar="POLICY", help="Also play the deal with this policy, and show where the games differ."),
    ] = None,
    first: Annotated[int | None, typer.Option("--from", metavar="STEP", help="First step to show.")] = None,
    brief: Annotated[bool, typer.Option("--brief", help="One line per step, no boards; with --json, no states.")] = (
        False
    ),
    chances: Annotated[
        int | None,
        typer.Option(metavar="N", help="Estimate the win chances at every step from N samples."),
    ] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write an HTML page to step through the game.")] = (
        None
    ),
    freeze: options.Freeze = None,
    freeze_deal: options.FreezeDeal = None,
    freeze_seed: options.FreezeSeed = None,
    as_json: options.Json = False,
) -> None:
    """Play one deal step by step; show the board and the reasons for every answer.

    Example: analyzer replay tranquility --players 3 --pick lost --html lost.html
    """
    from analyzer.cells import make_cell
    from analyzer.games.chances import read_freeze
    from analyzer.shell.screens.replay import Wanted
    from analyzer.studies.picking import check_kind
    from analyzer.studies.picking import pick as pick_deal

    wanted = Wanted(first, brief, chances, html, as_json)
    wanted.check()
    if pick is not None:
        check_kind(pick)
    changes = options.treated(sets, handicap, grant, remove, price)
    cell: dict[str, Any] = {"players": players, "variant": variant, "sets": changes}
    held: dict[str, Any] = {"freeze": freeze, "freeze_deal": freeze_deal, "freeze_seed": freeze_seed}
    output.announce_compilation()
    if pick is not None:
        frozen = read_freeze(freeze, freeze_deal, freeze_seed)
        picked = pick_deal(make_cell(game, policy=policy, freeze=frozen, **cell), pick, seed, deal)
        deal = picked.deal
        output.say(picked.words)
    policies = [policy] if against is None else [policy, against]
    wanted.show([analyzer.replay(game, deal=deal, policy=name, seed=seed, **cell, **held) for name in policies])


def hindsight(
    game: options.GameName,
    players: options.Players = None,
    variant: options.VariantName = None,
    sets: options.Sets = None,
    policy: options.PolicyName = None,
    deals: Annotated[int, typer.Option(help="Deals to solve.", parser=options.read_count, metavar="N")] = 100,
    budget: Annotated[
        int, typer.Option(help="Games to try per deal.", parser=options.read_count, metavar="N")
    ] = 20_000,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    as_json: options.Json = False,
) -> None:
    """Bound the share of deals that a team could win if it knew every card, by trying many games per deal.

    Example: analyzer hindsight tranquility --players 3 --deals 20
    """
    from analyzer.shell.screens.screens import hindsight_screen

    output.announce_compilation()
    found = analyzer.hindsight(
        game,
        players=players,
        variant=variant,
        sets=sets or (),
        policy=policy,
        deals=deals,
        budget=budget,
        seed=seed,
        jobs=jobs,
    )
    output.show(found.as_dict(), hindsight_screen(found), as_json)
