"""`analyzer hindsight`: how many deals can be won at all."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.shell.options import GameName, Jobs, Json, Players, PolicyName, Seed, Sets, VariantName, read_count
from analyzer.shell.output import announce_compilation, show


def hindsight(
    game: GameName,
    players: Players = None,
    variant: VariantName = None,
    sets: Sets = None,
    policy: PolicyName = None,
    deals: Annotated[int, typer.Option(help="Deals to solve.", parser=read_count, metavar="N")] = 100,
    budget: Annotated[int, typer.Option(help="Games to try per deal.", parser=read_count, metavar="N")] = 20_000,
    seed: Seed = 0,
    jobs: Jobs = None,
    as_json: Json = False,
) -> None:
    """Bound the share of deals that a team could win if it knew every card, by trying many games per deal.

    Example: analyzer hindsight tranquility --players 3 --deals 20
    """
    from analyzer.play.hindsight import hindsight as solve
    from analyzer.shell.screens import hindsight_screen

    announce_compilation()
    found = solve(
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
    show(found.as_dict(), hindsight_screen(found), as_json)
