"""Players × variants: how the win rate depends on the number of players."""

from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import pandas as pd

from analyzer.analysis import tables
from analyzer.reporting import lists, naming, theme
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
    hardest = own.assign(value=[rate.value for rate in own["win_rate"]]).groupby("name", sort=False)["value"].mean()
    names = list(hardest.sort_values().index)[:MOST_ROWS]
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
        draw=draw_heat_map,
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


def draw_heat_map(axes: Any, frame: pd.DataFrame, *, rows: Sequence[str], columns: Sequence[int], xlabel: str) -> None:
    """Colour the fields of `frame` (row, column, value, text); what was not played stays empty."""
    colours = mpl.colormaps[theme.SEQUENTIAL]
    for field in frame.to_dict("records"):
        x, y = columns.index(field["column"]), rows.index(field["row"])
        colour = colours(field["value"])
        axes.add_patch(mpl.patches.Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor="white"))
        axes.text(x, y, field["text"], ha="center", va="center", color=theme.ink_on(colour), fontsize="small")
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xticks(range(len(columns)), labels=[str(column) for column in columns])
    axes.set_yticks(range(len(rows)), labels=list(rows))
    axes.set_xlabel(xlabel)
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
