"""`analyzer replay`: one deal, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from analyzer.shell.options import GameName, Json, Players, PolicyName, Seed, Sets, VariantName
from analyzer.shell.output import announce_compilation, say


def replay(
    game: GameName,
    deal: Annotated[int, typer.Option(help="Number of the deal; with --pick, the first deal to search.")] = 0,
    players: Players = None,
    variant: VariantName = None,
    sets: Sets = None,
    policy: PolicyName = None,
    seed: Seed = 0,
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
    as_json: Json = False,
) -> None:
    """Play one deal step by step; show the board and the reasons for every answer.

    Example: analyzer replay tranquility --players 3 --pick lost --html lost.html
    """
    from analyzer.cells import make_cell
    from analyzer.play.replay import replay as play_again
    from analyzer.shell.replaying import Wanted
    from analyzer.studies.picking import check_kind
    from analyzer.studies.picking import pick as pick_deal

    wanted = Wanted(first, brief, chances, html, as_json)
    wanted.check()
    if pick is not None:
        check_kind(pick)
    cell: dict[str, Any] = {"players": players, "variant": variant, "sets": sets or ()}
    announce_compilation()
    if pick is not None:
        picked = pick_deal(make_cell(game, policy=policy, **cell), pick, seed, deal)
        deal = picked.deal
        say(picked.words)
    policies = [policy] if against is None else [policy, against]
    wanted.show([play_again(game, deal=deal, policy=name, seed=seed, **cell) for name in policies])
