"""`analyzer replay`: one deal, step by step."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.shell.options import GameName, Json, Players, PolicyName, Seed, Sets, VariantName
from analyzer.shell.output import announce_compilation, show, show_screen


def replay(
    game: GameName,
    deal: Annotated[int, typer.Option(help="Number of the deal.")] = 0,
    players: Players = None,
    variant: VariantName = None,
    sets: Sets = None,
    policy: PolicyName = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Play one deal step by step, with the board and the reasons.

    Example: analyzer replay tranquility --players 3 --deal 17
    """
    from analyzer.errors import PolicyFault
    from analyzer.play.replay import replay as play_again
    from analyzer.shell.screens import step_screen

    announce_compilation()
    story = play_again(game, deal=deal, players=players, variant=variant, sets=sets or (), policy=policy, seed=seed)
    steps = []
    for number, step in enumerate(story, start=1):
        steps.append(step.as_dict())
        if not as_json:
            show_screen(step_screen(step, number))
    document = {"game": game, "seed": seed, "deal": deal, "steps": steps, "ending": story.ending}
    document |= {"fault": story.fault, "place": story.place}
    show(document, f"{story.board}\n{story.ending}", as_json)
    if story.fault:
        raise PolicyFault(story.fault)
