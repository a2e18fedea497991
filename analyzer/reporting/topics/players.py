"""Players × variants: how the win rate depends on the number of players."""

import pandas as pd

from analyzer.analysis import tables
from analyzer.reporting import charts, lists, naming
from analyzer.reporting.document import WIDTH, Column, Figure, Kind, Part, Prose, Section, Table, lines_high
from analyzer.reporting.topics.ladder.difficulty import say_players
from analyzer.reporting.wording import written
from analyzer.runs.stored.results import Results

PLACE = 30
NEEDS = ("varies_players",)
MOST_ROWS, LONG = 24, 30


def build(results: Results) -> Section | None:
    """Show win rates by number of players."""
    rates = tables.win_rates(results)
    if rates["players"].nunique() < 2:
        return None
    table = lists.named(results, rates)
    titles = [lists.line_name(results, cell) for cell in table["cell"]]
    parts: list[Part] = [Prose(text) for text in say_players(results)]
    parts += [_figure(results, table.assign(name=titles)), _table(table)]
    return Section("players", "Players × variants", tuple(parts))


def _figure(results: Results, table: pd.DataFrame) -> Figure:
    policy = lists.shown_cells(results).iloc[0]["policy"]
    own = table[table["policy"] == policy]
    order = lists.variant_order(results)
    own = own.assign(place=[order.index(name) if name in order else len(order) for name in own["variant"]])
    hardest = own.groupby("name", sort=False)["place"].min()
    names = list(hardest.sort_values(kind="stable").index)[:MOST_ROWS]
    counts = [int(count) for count in sorted(own["players"].unique())]
    own = own[own["name"].isin(names)]
    frame = pd.DataFrame(
        {
            "row": own["name"],
            "column": own["players"],
            "value": [rate.value for rate in own["win_rate"]],
            "text": [written(rate, Kind.PERCENT).value.removesuffix(" %") for rate in own["win_rate"]],
        }
    )
    dropped = f"The {MOST_ROWS} hardest of {len(hardest)}." if len(hardest) > MOST_ROWS else ""
    return Figure(
        name="players",
        title=naming.played_by(results, "Games won by number of players, in percent", str(policy)),
        alt=(
            f"Coloured fields: games won in percent, {len(names)} variants by {counts[0]} to {counts[-1]} players, "
            f"{names[0]} on top; the numbers are in the table below."
        ),
        draw=charts.draw_heat_map,
        frame=frame,
        options={"rows": names, "columns": counts, "xlabel": "number of players"},
        size=(min(WIDTH, 2.6 + 0.85 * len(counts)), lines_high(len(names))),
        note=naming.notes(dropped, naming.legend(names)),
    )


def _table(table: pd.DataFrame) -> Table:
    columns = (
        *lists.cell_columns(table),
        Column("games", "games", Kind.COUNT),
        Column("win_rate", "won", Kind.PERCENT),
    )
    title = "Win rates with their intervals"
    return lists.cell_table("win_rates", title, columns, table, lists.INTERVALS, folded=len(table) > LONG)
