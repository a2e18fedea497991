"""What the terminal shows of luck by source, and of claims in plausible worlds."""

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from analyzer.shell.screens.screens import plain_table
from analyzer.stats import format_estimate
from analyzer.studies import luck_found
from analyzer.studies.sensitivity.sensitivity import NOTHING_ASSUMED, Sensitivity
from analyzer.studies.sensitivity.stamping import Stamping
from analyzer.studies.sensitivity.stamps import FLIPS, STABLE, Stamp


def luck_screen(result: luck_found.Luck) -> RenderableType:
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


def _sources(table: luck_found.Table) -> Table:
    unknown = f", {table.unknown:,} cut off" if table.unknown else ""
    title = f"{escape(table.title)} ({table.deals:,} deals, {table.games:,} games{unknown})"
    shown = plain_table(title, "by itself#", "in all#")
    for source in table.sources:
        shown.add_row(source.words, *(format_estimate(share, percent=True) for share in (source.first, source.total)))
    shown.add_row("their interplay", format_estimate(table.interplay, percent=True), "")
    return shown


def sensitivity_screen(result: Sensitivity) -> RenderableType:
    """Show the stamp of every claim, what moves it most, and where it flips."""
    parts: list[RenderableType] = [Text(f"{result.game}: claims in {result.worlds} plausible worlds", "bold")]
    for stamp in result.stamps:
        parts += ["", *_stamp(stamp)]
    parts += [Text(f"{claim.id}: {claim.says} This {NOTHING_ASSUMED}.", "green") for claim in result.unassumed]
    foot = (
        "Each world draws all that is assumed anew, from the ranges of `analyzer variants`. A world counts by what all "
        "of them together tell; for certain: all worlds hold together at 95 %."
    )
    return Group(*parts, "", Text(foot, "dim"))


def _stamp(stamp: Stamp) -> list[RenderableType]:
    colour = {STABLE: "green", FLIPS: "red"}.get(stamp.verdict, "yellow")
    games = f"{stamp.deals:,} deals of each cell in each world; {len(stamp.worlds.varied)} values vary"
    stay = f", {len(stamp.worlds.held)} stay" if stamp.worlds.held else ""
    drawn = f", {stamp.worlds.rejected} worlds drawn again" if stamp.worlds.rejected else ""
    lines: list[RenderableType] = [
        Text.assemble((f"{stamp.claim.id}: ", "bold"), stamp.claim.says),
        Text(f"{stamp.verdict}: {stamp.words}", colour),
        Text(f"{games}{stay}{drawn}; told apart from about {_effect(stamp)} on", "dim"),
    ]
    outside = stamp.outside
    if outside:
        lines += [_movers(stamp), Text(f"see world {outside[0].world}: {outside[0].command}", "dim")]
    return lines


def _effect(stamp: Stamp) -> str:
    effect = stamp.smallest_effect
    return f"{100.0 * effect:.2g} points" if stamp.in_points else f"{effect:.2g}"


def _movers(stamp: Stamp) -> Table:
    table = plain_table("what moves it most", "may be", "moves it by#", "flips")
    for mover in stamp.movers[:5]:
        table.add_row(escape(mover.name), escape(mover.told), stamp.moved(mover), escape(mover.words))
    return table


def stamps_screen(result: Stamping) -> RenderableType:
    """Show every stamp, and what is still to be done."""
    table = plain_table("claim", "stamp", "")
    for name, stamp in result.stamped.items():
        table.add_row(escape(name), escape(str(stamp["words"])), str(stamp["verdict"]))
    due = plain_table("no stamp yet", "games#", "seconds of one core#")
    for one in result.due:
        cost = result.forecast.get(one.claim.id)
        due.add_row(escape(one.claim.id), f"{one.games:,}", "" if cost is None else f"{cost:,.0f}")
    parts: list[RenderableType] = [Text(f"{result.words}.", "bold")]
    parts += ["", table] if result.stamped else []
    parts += ["", due] if result.due else []
    return Group(*parts)
