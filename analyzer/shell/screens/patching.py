"""What `patch` shows on the terminal: the patches that do, each with its numbers on fresh deals."""

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from analyzer.shell.screens.screens import plain_table
from analyzer.studies.patching.judging import Patch, nearest
from analyzer.studies.patching.patch import NONE, Patching


def patch_screen(result: Patching) -> RenderableType:
    """Show the game as it is, and the patches that no other beats."""
    wants = "; ".join(map(str, result.wants))
    title = f"{result.game}, {result.variant}; {result.games:,} games, seed {result.seed}"
    patches = nearest(result.tried) if result.status == NONE else [one for one in result.patches if one.n_changes]
    foot = (
        f"{result.deals:,} fresh deals each; all intervals hold together at 95 %. Steps: how far numbers move, 1 for a "
        "reading. Fit: 0 in the middle of what is wanted, 1 at its end, more outside."
    )
    shown = _table([result.now, *patches])
    colour = "yellow" if result.status == NONE else "green"
    commands = [Text(f"see it: {one.command}", "dim") for one in patches[:1]]
    head = [Text(title, "bold"), Text(f"{result.words}.", colour), Text(f"wanted: {wants}")]
    return Group(*head, "", shown, Text(foot, "dim"), *commands)


def _table(patches: list[Patch]) -> Table:
    table = plain_table("change", "changes#", "steps#", "fit#", "what fits least", "")
    for one in patches:
        name = one.words if one.n_changes else "as it is"
        table.add_row(
            escape(name), f"{one.n_changes}", f"{one.size:g}", f"{one.fit:.2f}", escape(one.worst.words), one.verdict
        )
    return table
