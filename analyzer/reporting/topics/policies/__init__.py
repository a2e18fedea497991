"""Policies: which way to play wins most, and with how many of them each headline holds."""

import pandas as pd

from analyzer.analysis import changes, frames, places, tables, tournaments
from analyzer.reporting import charts, lists, naming, spoken
from analyzer.reporting.document import WIDTH, Bullets, Column, Figure, Kind, Part, Section, Table, lines_high
from analyzer.reporting.topics.policies import ways
from analyzer.reporting.topics.policies.sentences import say_held, say_strategies, say_team_policies
from analyzer.runs.stored.results import Results

PLACE = 80
MOST_GROUPS = 6


def build(results: Results) -> Section | None:
    """Show the ladder of policies."""
    parts = [*_teams(results), *(_against(results) if frames.factors_of(results).is_competitive else [])]
    if not parts:
        return None
    return Section("policies", "Ways to play", tuple(parts))


def _teams(results: Results) -> list[Part]:
    figure = team_figure(results)
    if figure is None:
        return []
    sentences = [*say_team_policies(results), *say_held(results)]
    parts: list[Part] = [Bullets(tuple(sentences))] if sentences else []
    return [*parts, figure, _team_table(results, _shown(results)[1])]


def _shown(results: Results) -> tuple[pd.DataFrame, list[str]]:
    """Take the cells of the shown setting, with every policy and number of players; and the policies, best first."""
    rates, shown = tables.win_rates(results), lists.shown_cells(results).iloc[0]
    own = rates[rates["setting"] == shown["setting"]].sort_values("players", kind="stable")
    return own, list(places.ladder(results, "policy")["policy"]) or sorted(set(rates["policy"]))


def team_figure(results: Results) -> Figure | None:
    """Draw what a team wins with every way to play; None where there is one."""
    if tables.win_rates(results)["policy"].nunique() < 2:
        return None
    own, order = _shown(results)
    name = naming.cell_words(results, lists.shown_cells(results).iloc[0]["cell"])
    frame = _ordered(results, own, order, "win_rate").assign(icons="")
    groups = list(dict.fromkeys(naming.players_words(count) for count in own["players"]))[:MOST_GROUPS]
    first = ways.way_labels(results, order[:1])[0]
    return Figure(
        name="policies",
        title=ways.played_by_family(results, f"Games of {name} won by every way to play, best on top"),
        finding=_best(results, order),
        alt=f"Dots with intervals: games of {name} won in each of {len(order)} ways to play; first {first}.",
        draw=charts.draw_ladder,
        frame=frame[frame["group"].isin(groups)].reset_index(drop=True),
        options={"groups": groups},
        size=(WIDTH, lines_high(len(order), len(groups))),
        note=naming.notes("95 % intervals. All variants are in the table.", naming.legend([name])),
    )


def _best(results: Results, order: list[str]) -> str:
    """Say in a heading which way to play wins most over all variants and numbers of players."""
    names = changes.extreme_labels(results, "policy", hardest=False)
    best = spoken.listed(ways.way_labels(results, names))
    if not names or len(names) == len(order):
        return "No way to play can be told apart from the others"
    return spoken.begun(f"{best} {'wins' if len(names) == 1 else 'win'} most over all variants and numbers of players")


def _ordered(results: Results, own: pd.DataFrame, order: list[str], key: str) -> pd.DataFrame:
    """Write the estimates of policies as a figure draws them, the policies in the given order."""
    rows = sorted(own.to_dict("records"), key=lambda row: order.index(row["policy"]))
    groups = [naming.players_words(row["players"]) for row in rows]
    return pd.DataFrame(
        {
            "label": ways.way_labels(results, [row["policy"] for row in rows]),
            "group": groups,
            **lists.numbers(row[key] for row in rows),
        }
    )


def _team_table(results: Results, order: list[str]) -> Table:
    rates = tables.win_rates(results)
    frame = lists.named(results, rates, place=[order.index(policy) + 1 for policy in rates["policy"]])
    frame = frame.sort_values(["setting", "players", "place"], kind="stable").reset_index(drop=True)
    columns = (
        *lists.CELL_AND_POLICY,
        Column("place", "place over all", Kind.COUNT),
        Column("games", "games", Kind.COUNT),
        Column("win_rate", "won", Kind.PERCENT),
    )
    return lists.cell_table("policies", "Win rates of policies", columns, frame)


def _against(results: Results) -> list[Part]:
    table = tournaments.strategies(results)
    if table.empty:
        return []
    return [
        Bullets(tuple(say_strategies(results))),
        _field_figure(results, table),
        _strategy_table(results, table),
        _pairs(results),
    ]


def _field_figure(results: Results, table: pd.DataFrame) -> Figure:
    own, field = table[table["setting"] == table["setting"].iloc[0]], frames.factors_of(results).field
    means = own.assign(value=[share.value - fair for share, fair in zip(own["win_share"], own["fair"], strict=True)])
    order = list(means.groupby("policy")["value"].mean().sort_values(ascending=False).index)
    fair = {naming.players_words(row["players"]): row["fair"] for row in own.to_dict("records")}
    frame = _ordered(results, own, order, "win_share")
    return lists.shares_figure(
        "strategies",
        f"Games won by each way to play against {_field(results)}, best on top",
        f"Dots with intervals: win share of {len(order)} policies, {order[0]} on top, {order[-1]} at the bottom.",
        frame.assign(fair=[fair[group] for group in frame["group"]]),
        list(fair),
        naming.notes(
            "Each policy sat at every seat in turn, on the same deals; 95 % intervals. Shared wins count in parts.",
            f"All other seats are played by {field}: the fair share is what one more of it would win." if field else "",
        ),
    )


def _field(results: Results) -> str:
    field = frames.factors_of(results).field
    return "the others" if field is None else naming.policy_words(results, field)


def _strategy_table(results: Results, table: pd.DataFrame) -> Table:
    columns = (
        Column("players", "players", Kind.COUNT),
        Column("policy", "policy"),
        Column("seats", "seats", Kind.COUNT),
        Column("win_share", "games won", Kind.PERCENT),
        Column("fair", "fair share", Kind.PERCENT),
    )
    order = sorted(range(len(table)), key=lambda i: (table["players"].iloc[i], -table["win_share"].iloc[i].value))
    frame = table.iloc[order].reset_index(drop=True)
    return Table("strategies", f"Win shares against {_field(results)}", columns, frame, "95 % intervals.")


def _pairs(results: Results) -> Table:
    columns = (
        Column("players", "players", Kind.COUNT),
        Column("first", "policy"),
        Column("second", "minus"),
        Column("difference", "difference of win shares", Kind.POINTS),
    )
    note = f"On the same deals. {lists.TOGETHER}"
    return Table(
        "strategy_pairs", "Policies compared", columns, tournaments.strategy_differences(results), note, folded=True
    )
