"""`analyzer check`: the checks that every shipped policy passes, for your own policy."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.errors import PolicyFault
from analyzer.shell.options import Json
from analyzer.shell.output import announce_compilation, show


def check(
    policy: Annotated[str, typer.Argument(metavar="FILE", help="Policy file: mine.py or mine.py:name.")],
    games: Annotated[int, typer.Option(min=1, help="Games per check.")] = 300,
    as_json: Json = False,
) -> None:
    """Check a policy: legal everywhere, documented, blind to hidden cards, random only if it says so.

    Example: analyzer check mine.py --games 100
    """
    from analyzer.catalog import game_of_file
    from analyzer.games.written import read_policy
    from analyzer.shell.screens import findings_screen
    from analyzer.studies.conformance import examine

    announce_compilation()
    game = game_of_file(read_policy(policy))
    findings = list(examine(game, policy, games))
    document = [{"question": item.question, "good": item.is_good, "problem": item.problem} for item in findings]
    show({"game": game, "policy": policy, "findings": document}, findings_screen(findings), as_json)
    wrong = sum(not item.is_good for item in findings)
    if wrong:
        raise PolicyFault(f"{policy}: {wrong} of {len(findings)} checks failed")
