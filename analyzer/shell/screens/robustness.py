"""What the terminal shows of luck by source."""

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from analyzer.shell.screens.screens import plain_table
from analyzer.stats import format_estimate
from analyzer.studies import luck


def luck_screen(result: luck.Luck) -> RenderableType:
    """Show who decides: a table for every level, and one for each two levels mixed."""
    title = f"{result.title}, {result.variant}, {result.players} players: what decides who wins"
    parts: list[RenderableType] = [Text(title, "bold"), Text(result.words, "green")]
    for table in result.tables:
        parts += ["", _sources(table)]
    foot = (
        "By itself: the share of the variance of winning that a source alone explains. In all: what would be lost "
        "without it. 95 % intervals."
    )
    commands = [Text(f"see it: {command}", "dim") for command in result.commands]
    return Group(*parts, "", Text(foot, "dim"), *commands)


def _sources(table: luck.Table) -> Table:
    unknown = f", {table.unknown:,} cut off" if table.unknown else ""
    title = f"{escape(table.title)} ({table.deals:,} deals, {table.games:,} games{unknown})"
    shown = plain_table(title, "by itself#", "in all#")
    for source in table.sources:
        shown.add_row(source.words, *(format_estimate(share, percent=True) for share in (source.first, source.total)))
    shown.add_row("their interplay", format_estimate(table.interplay, percent=True), "")
    return shown
