"""What the command line shows: tables and lines for the terminal, built from results, nothing computed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from analyzer.stats import Estimate, format_estimate
from analyzer.stats.proportions import wilson

if TYPE_CHECKING:
    from analyzer.games.interface import Game, Policy
    from analyzer.games.listings import Field
    from analyzer.games.settings import Setting
    from analyzer.play.hindsight import Hindsight
    from analyzer.play.simulation import Simulation
    from analyzer.studies.conformance import Finding


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def plain_table(*columns: str, title: str | None = None) -> Table:
    """Make an empty table in the house style; columns that end in `#` hold numbers; with `!` nothing is broken."""
    table = Table(title=title, title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0))
    for column in columns:
        name = column.rstrip("#!")
        justify, marks = "right" if column.endswith("#") else "left", column.removeprefix(name)
        table.add_column(name, justify=justify, overflow="fold", no_wrap="!" in marks)  # type: ignore[arg-type]
    return table


def games_screen(games: list[tuple[Game, int]]) -> RenderableType:
    """List the games."""
    table = plain_table("game!", "players", "kind", "variants#", "policies#", "recommended policy!")
    for game, n_policies in games:
        kind = "competitive" if game.is_competitive else "cooperative"
        players = f"{game.seats.start}-{game.seats.stop - 1}"
        table.add_row(game.name, players, kind, str(len(game.variants)), str(n_policies), game.recommended)
    return table


def variants_screen(game: Game) -> RenderableType:
    """List the named variants and every switch."""
    lines: list[RenderableType] = [Text(f"{game.title}: variants (--variant name, or a sum a+b)", "bold")]
    for name, variant in game.variants.items():
        sets = ", ".join(f"{switch}={_value(value)}" for switch, value in variant.sets.items())
        icons = f"; printed difficulty {variant.icons}" if variant.icons is not None else ""
        lines += [
            Text.assemble((name, "cyan"), f"   [{sets}]" if sets else ""),
            Text(f"    {variant.summary}{icons}; {variant.clause}, {variant.source}", style="dim"),
        ]
    title = Text(f"{game.title}: switches (--set switch=value)", "bold")
    parts = (_switch_lines, _components_lines, _treatment_lines, _plausible_lines)
    return Group(*lines, "", title, *(line for part in parts for line in part(game)))


def _switch_lines(game: Game) -> list[RenderableType]:
    """List the switches: value and bounds in the first line, meaning and source in the second."""
    lines: list[RenderableType] = []
    for switch in game.switches:
        others = ", ".join(f"{_value(value)}: {source}" for value, source in switch.source_of)
        source = f"{switch.source} ({others})" if others else str(switch.source)
        head = Text.assemble((f"{switch.name} = {_value(switch.default)}", "cyan"), f"   [{switch.allowed}]")
        lines += [head, Text(f"    {switch.summary}; {switch.clause}, {source}", style="dim")]
    return lines


def _components_lines(game: Game) -> list[RenderableType]:
    if game.components is None:
        return []
    table = plain_table(
        "path", "source", title=f"{game.title}: component data {game.components.name!r} (--set path=value)"
    )
    for path, source in game.components.sources.items():
        table.add_row(escape(path), source)
    return ["", table]


def _treatment_lines(game: Game) -> list[RenderableType]:
    """List what a seat can begin with, and what can be taken out, given and priced."""
    lines: list[RenderableType] = []
    for one in game.resources:
        head = Text.assemble((one.name, "cyan"), f"   [{one.low:+d} to {one.high:+d}]")
        lines += [head, Text(f"    {one.summary}", style="dim")]
    tree = None if game.components is None else game.components.tree
    for kind in game.materials:
        told = {"removed": kind.removal, "given": kind.grant, "price": kind.price}
        lines += [Text(f"{kind.name}: {', '.join(kind.names(tree))}", "cyan")]
        lines += [Text(f"    {word}: {words}", style="dim") for word, words in told.items() if words]
    title = f"{game.title}: treatments (--handicap, --remove, --grant, --price; docs/treatments.md)"
    return ["", Text(title, "bold"), *lines] if lines else []


def _plausible_lines(game: Game) -> list[RenderableType]:
    """List what is assumed, with what it may be instead and why: `analyzer sensitivity` varies it."""
    from analyzer.games.ranges import plausible_values

    table = plain_table("name", "assumed!", "may be", "because", title=f"{game.title}: assumed values and readings")
    found = plausible_values(game.switches, game.components)
    for one in found:
        table.add_row(escape(one.name), escape(_value(one.default)), escape(one.told), escape(one.reason))
    return ["", table] if found else []


def policies_screen(game: Game, policies: dict[str, Policy]) -> RenderableType:
    """List the policies of a game."""
    table = plain_table("policy!", "what it does", "knobs", "traits", title=f"{game.title}: policies")
    for policy in policies.values():
        knobs = ", ".join(f"{name}={value:g}" for name, value in policy.knobs.items())
        table.add_row(policy.name, escape(policy.summary), knobs, ", ".join(sorted(policy.traits)))
    more = [_levels_table(game)] if game.levels else []
    more += [_kinds_table(game)] if game.strategies else []
    return Group(table, *(part for each in more for part in ("", each)))


def _kinds_table(game: Game) -> RenderableType:
    """List the kinds of answers that can be banned."""
    table = plain_table("kind", "what it is", title="Kinds of answers for banned(POLICY,KIND)")
    for kind, words in game.strategies.items():
        table.add_row(kind, escape(words))
    return table


def _levels_table(game: Game) -> RenderableType:
    """List the levels of play, with what was measured of them."""
    table = plain_table("level", "who plays", "CPU a seat and game", "wins", title="Levels of play")
    for level, policy_text in game.levels.items():
        found = game.figures.get(level)
        measured = (found.cost, found.wins) if found else ()
        table.add_row(level, *map(escape, (policy_text, *measured)))
    return table


def fields_screen(title: str, fields: dict[str, list[Field]]) -> RenderableType:
    """List what a policy can read."""
    parts: list[RenderableType] = []
    for owner, found in fields.items():
        table = plain_table("field", "size", "meaning", title=f"{title}: {owner}")
        for field in found:
            size = " × ".join(map(str, field.shape))
            table.add_row(escape(f"{owner}.{field.name}"), size, escape(field.meaning))
        parts += [table, ""]
    return Group(*parts[:-1])


def simulation_screen(result: Simulation) -> RenderableType:
    """Show one simulated cell."""
    document = result.as_dict()
    parts: list[RenderableType] = [_headline(result, document)]
    if document["seats"]:
        parts += [_seats_table(result, document), _turn_order_table(result)]
    parts += [_outcomes_table(result), _measures_table(document), _footer(result, document)]
    return Group(*[item for part in parts for item in (part, "")][:-1])


def _headline(result: Simulation, document: dict[str, Any]) -> RenderableType:
    cell = result.cell
    what = f"{cell.game.title}, variant {cell.setting.name}, {cell.players} players"
    who = " / ".join(dict.fromkeys(document["policies"]))
    frozen = "" if cell.reference.freeze is None else f"; frozen: {cell.reference.freeze}"
    text = Text.assemble((what, "bold"), f"; policy {who}{frozen}\n")
    if result.win_rate is not None:
        estimate = result.win_rate
        text.append(f"win rate {format_estimate(estimate, percent=True)}", style="bold green")
        text.append(f"  ({document['wins']:,} of {result.games:,} games; 95 % interval, {document['ci_method']})")
    else:
        text.append(f"{result.games:,} games")
    return text


def _seats_table(result: Simulation, document: dict[str, Any]) -> RenderableType:
    table = plain_table("seat#", "policy!", "win share#", "mean score#", title="Seats")
    for row in document["seats"]:
        share = format_estimate(result.win_shares[row["seat"]], percent=True)
        table.add_row(str(row["seat"]), escape(row["policy"]), share, f"{row['mean_score']:.2f}")
    return table


def _turn_order_table(result: Simulation) -> RenderableType:
    table = plain_table("plays#", "win share#", title="Turn order")
    for number, share in enumerate(result.turn_order, start=1):
        table.add_row(ordinal(number), format_estimate(share, percent=True))
    return table


def ordinal(number: int) -> str:
    """Write a place in the order: first, second, and so on."""
    return ORDINALS[number - 1] if number <= len(ORDINALS) else f"{number}th"


def _outcomes_table(result: Simulation) -> RenderableType:
    table = plain_table("outcome", "games#", "share [95 % interval]#", title="How the games ended")
    for cause, count in result.outcomes().items():
        words = result.cell.game.cause_words.get(cause, cause)
        table.add_row(words, f"{count:,}", format_estimate(wilson(count, result.games), percent=True))
    return table


def _measures_table(document: dict[str, Any]) -> RenderableType:
    table = plain_table("per game", "mean [95 % interval]#", title="Measures")
    for name, value in document["measures"].items():
        if value["mean"] == 0:
            continue  # a measure of a module that is not in play
        estimate = Estimate(value["mean"], value["ci_low"], value["ci_high"], 0.95, document["games"], "t")
        table.add_row(name.replace("_", " "), format_estimate(estimate))
    return table


def _footer(result: Simulation, document: dict[str, Any]) -> RenderableType:
    speed = document["games_per_second"] or 0.0
    lines = [
        f"seed {result.seed}, {result.games:,} games in {result.seconds:.1f} s ({speed:,.0f}/s, {result.jobs} jobs)",
        f"digest {document['digest'][:16]}, rules {result.cell.game.name}/{document['rules_version']}, "
        f"streams {document['streams_version']}",
        *_assumed_lines(result.cell.setting),
    ]
    return Text("\n".join(lines), style="dim")


def _assumed_lines(setting: Setting) -> list[str]:
    if not setting.assumed:
        return []
    shown = ", ".join(setting.assumed[:8])
    more = f" and {len(setting.assumed) - 8} more" if len(setting.assumed) > 8 else ""
    return [f"rests on assumed readings (no source states them): {shown}{more}"]


def speed_screen(rows: list[dict[str, Any]]) -> RenderableType:
    """Show games and decisions per second."""
    table = plain_table("game!", "policy!", "players#", "jobs#", "games/s#", "decisions/s#", "games per CPU-second#")
    for row in rows:
        table.add_row(
            row["game"],
            row["policy"],
            str(row["players"]),
            str(row["jobs"]),
            f"{row['games_per_second']:,.0f}",
            f"{row['decisions_per_second']:,.0f}",
            f"{row['games_per_cpu_second']:,.0f}",
        )
    return table


def overhead_screen(rows: list[dict[str, Any]]) -> RenderableType:
    """Show the throughput of a cluster against threads of this process, and how busy the workers of both were."""
    table = plain_table("game!", "policy!", "jobs#", "threads/s#", "busy#", "cluster/s#", "busy#", "share#")
    for row in rows:
        table.add_row(
            row["game"],
            row["policy"],
            str(row["jobs"]),
            f"{row['threads_games_per_second']:,.1f}",
            f"{100 * row['threads_busy']:.1f} %",
            f"{row['cluster_games_per_second']:,.1f}",
            f"{100 * row['cluster_busy']:.1f} %",
            f"{100 * row['share']:.1f} %",
        )
    return table


def findings_screen(findings: list[Finding]) -> RenderableType:
    """Show what an examination of a policy found."""
    table = plain_table("", "question")
    for item in findings:
        lines = escape(item.question) + (f"\n[red]{escape(item.problem)}[/red]" if item.problem else "")
        table.add_row("[green]ok[/green]" if item.is_good else "[red]no[/red]", lines)
    return table


def hindsight_screen(found: Hindsight) -> RenderableType:
    """Show how many deals were won, proved lost, or are unknown."""
    cell, estimate = found.cell, found.winnable
    table = plain_table("deals", "#", "share#")
    for outcome, words in (("won", "won in hindsight"), ("lost", "proved lost"), ("unknown", "unknown")):
        number = found.as_dict()[outcome]
        table.add_row(words, f"{number:,}", f"{100 * number / max(len(found.outcomes), 1):.1f} %")
    return Group(
        f"{cell.game.title}, variant {escape(cell.setting.name)}, {cell.players} players; up to {found.budget:,} games "
        f"per deal, starting from those of {escape(cell.seats[0].label)}",
        table,
        f"can be won: {100 * estimate.low:.1f} to {100 * estimate.high:.1f} % of all deals "
        f"(95 %, {len(found.outcomes):,} deals; for a team that knows every card, not for real players)",
    )


def _value(value: object) -> str:
    return str(value).lower()
