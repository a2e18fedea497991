"""`analyzer replay`: one deal, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from analyzer.shell.options import GameName, Json, Players, PolicyName, Seed, Sets, VariantName
from analyzer.shell.output import announce_compilation, say, show


def replay(
    game: GameName,
    deal: Annotated[int, typer.Option(help="Number of the deal; with --pick, the first that is looked at.")] = 0,
    players: Players = None,
    variant: VariantName = None,
    sets: Sets = None,
    policy: PolicyName = None,
    seed: Seed = 0,
    pick: Annotated[
        str | None, typer.Option(metavar="KIND", help="Look for a game: lost, narrow, typical or fastest.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="POLICY", help="Play the deal with this one too, and show where they differ.")
    ] = None,
    first: Annotated[int | None, typer.Option("--from", metavar="STEP", help="Begin with this step.")] = None,
    brief: Annotated[bool, typer.Option("--brief", help="One line a step, without boards; with --json, no states.")] = (
        False
    ),
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page with the board, to step through.")] = (
        None
    ),
    as_json: Json = False,
) -> None:
    """Play one deal step by step, with the board and the reasons.

    Example: analyzer replay tranquility --players 3 --pick lost --html lost.html
    """
    from analyzer.cells import make_cell
    from analyzer.errors import BadInput
    from analyzer.play.replay import replay as play_again
    from analyzer.shell import replaying
    from analyzer.studies.picking import check_kind
    from analyzer.studies.picking import pick as pick_deal

    if brief and html is not None:
        raise BadInput("--brief is for the terminal and for --json; leave it out with --html")
    if html is not None:
        replaying.check_page_file(html)
    if first is not None and first < 1:
        raise BadInput(f"--from {first}: steps are counted from 1 on")
    if pick is not None:
        check_kind(pick)
    cell: dict[str, Any] = {"players": players, "variant": variant, "sets": sets or ()}
    announce_compilation()
    if pick is not None:
        picked = pick_deal(make_cell(game, policy=policy, **cell), pick, seed, deal)
        deal = picked.deal
        say(picked.words)
    policies = [policy] if against is None else [policy, against]
    stories = [play_again(game, deal=deal, policy=name, seed=seed, **cell) for name in policies]
    if html is None and not as_json and against is None:
        replaying.show_story(stories[0], first or 1, brief)
        return replaying.end_with_fault(stories)
    for story in stories:
        story.is_full, story.is_drawn = not brief and (as_json or html is not None), html is not None
    games = [list(story) for story in stories]
    if html is not None:
        replaying.write_page(stories, games, first, html)
        say(f"page: {html}")
    if as_json:
        show(replaying.document_of(stories, games, first or 1), None, as_json)
    elif html is not None:
        for story in stories:
            show(None, story.verdict, as_json)
    else:
        replaying.show_pair(stories, games, first or 1, brief)
    return replaying.end_with_fault(stories)
