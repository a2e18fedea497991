"""Policies: which way to play wins most, and with how many of them each headline holds."""

from __future__ import annotations

import pandas as pd

from analyzer.analysis.comparisons import ladder
from analyzer.analysis.factors import factors_of
from analyzer.analysis.strategies import strategies, strategy_differences
from analyzer.analysis.tables import win_rates
from analyzer.reporting.answers.players import held_statements, say_strategies, say_team_policies
from analyzer.reporting.answers.teams import shown_cells
from analyzer.reporting.document import Bullets, Column, Figure, Kind, Part, Section, Table
from analyzer.reporting.figures.sizes import WIDTH, lines_high
from analyzer.reporting.labels import label, legend, notes, players_words
from analyzer.runs.results import Results

MOST_GROUPS = 6


def build(results: Results) -> Section | None:
    """Show the ladder of policies."""
    parts = [*_teams(results), *_against(results)]
    if not parts:
        return None
    return Section("policies", "Policies", (*parts, _list(results)))


def _teams(results: Results) -> list[Part]:
    rates = win_rates(results)
    if rates["policy"].nunique() < 2:
        return []
    table = ladder(results, "policy")
    shown = shown_cells(results).iloc[0]
    own = rates[rates["setting"] == shown["setting"]].sort_values("players", kind="stable")
    order = list(table["policy"]) or sorted(set(own["policy"]))
    groups = list(dict.fromkeys(players_words(count) for count in own["players"]))[:MOST_GROUPS]
    rows = [
        {"label": row["policy"], "group": players_words(row["players"]), "icons": ""}
        | {part: getattr(row["win_rate"], part) for part in ("value", "low", "high")}
        for row in sorted(own.to_dict("records"), key=lambda row: order.index(row["policy"]))
        if players_words(row["players"]) in groups
    ]
    sentences = [*say_team_policies(results), *held_statements(results)]
    parts: list[Part] = [Bullets(tuple(sentences))] if sentences else []
    name = label(results, shown["cell"])
    parts.append(
        Figure(
            name="policies",
            title=f"Win rate of every policy in {name}, best on top",
            alt=f"Dots with intervals: games of {name} won by each of {len(order)} policies; {order[0]} is on top.",
            draw="ladder",
            frame=pd.DataFrame(rows),
            options={"groups": groups},
            size=(WIDTH, lines_high(len(order), len(groups))),
            note=notes("95 % intervals. All variants are in the table.", legend([name])),
        )
    )
    return [*parts, _team_table(results, rates, order)]


def _team_table(results: Results, rates: pd.DataFrame, order: list[str]) -> Table:
    named = rates.assign(
        name=[label(results, cell) for cell in rates["cell"]],
        place=[order.index(policy) + 1 for policy in rates["policy"]],
    )
    named = named.sort_values(["setting", "players", "place"], kind="stable").reset_index(drop=True)
    columns = (
        Column("name", "variant"),
        Column("players", "players", Kind.COUNT),
        Column("policy", "policy"),
        Column("place", "place over all", Kind.COUNT),
        Column("games", "games", Kind.COUNT),
        Column("win_rate", "won", Kind.PERCENT),
    )
    return Table("policies", "Win rates of policies", columns, named, legend(named["name"]), folded=len(named) > 20)


def _against(results: Results) -> list[Part]:
    table = strategies(results)
    if table.empty:
        return []
    first, field = table["setting"].iloc[0], factors_of(results).field
    own = table[table["setting"] == first]
    groups = list(dict.fromkeys(players_words(count) for count in own["players"]))
    means = own.assign(value=[share.value - fair for share, fair in zip(own["win_share"], own["fair"], strict=True)])
    order = list(means.groupby("policy")["value"].mean().sort_values(ascending=False).index)
    rows = [
        {"label": row["policy"], "group": players_words(row["players"]), "fair": row["fair"]}
        | {part: getattr(row["win_share"], part) for part in ("value", "low", "high")}
        for row in sorted(own.to_dict("records"), key=lambda row: order.index(row["policy"]))
    ]
    figure = Figure(
        name="strategies",
        title="Games won by each way to play against the field, best on top",
        alt=f"Dots with intervals: win share of {len(order)} policies, {order[0]} on top, {order[-1]} at the bottom.",
        draw="shares",
        frame=pd.DataFrame(rows),
        options={"xlabel": "games won, in percent (dotted: fair share)", "groups": groups},
        size=(WIDTH, lines_high(len(order), len(groups))),
        note=notes(
            "Each policy sat at every seat in turn, on the same deals; 95 % intervals. Shared wins count in parts.",
            f"All other seats are played by {field}, whose own share is the fair one." if field is not None else "",
        ),
    )
    return [Bullets(tuple(say_strategies(results))), figure, _strategy_table(table), _pairs(results)]


def _strategy_table(table: pd.DataFrame) -> Table:
    columns = (
        Column("players", "players", Kind.COUNT),
        Column("policy", "policy"),
        Column("seats", "seats", Kind.COUNT),
        Column("win_share", "games won", Kind.PERCENT),
        Column("fair", "fair share", Kind.PERCENT),
    )
    order = sorted(range(len(table)), key=lambda i: (table["players"].iloc[i], -table["win_share"].iloc[i].value))
    frame = table.iloc[order].reset_index(drop=True)
    return Table("strategies", "Win shares of policies against the field", columns, frame, "95 % intervals.")


def _pairs(results: Results) -> Table:
    columns = (
        Column("players", "players", Kind.COUNT),
        Column("first", "policy"),
        Column("second", "minus"),
        Column("difference", "difference of win shares", Kind.POINTS),
    )
    note = "On the same deals; per number of players all intervals hold together at 95 % (Bonferroni)."
    return Table("strategy_pairs", "Policies compared", columns, strategy_differences(results), note, folded=True)


def _list(results: Results) -> Table:
    rows = [
        {"name": item["name"], "summary": item["summary"], "traits": ", ".join(item["traits"])}
        for item in results.manifest["policies"]
    ]
    columns = (Column("name", "policy"), Column("summary", "how it plays"), Column("traits", "traits"))
    return Table("policy_list", "The policies", columns, pd.DataFrame(rows))
