"""Players × variants: how the win rate depends on the number of players."""

from __future__ import annotations

import pandas as pd

from analyzer.analysis.tables import win_rates
from analyzer.reporting.document import Column, Figure, Kind, Part, Prose, Section, Table
from analyzer.reporting.figures.heat_map import draw_heat_map
from analyzer.reporting.figures.sizes import WIDTH, lines_high
from analyzer.reporting.labels import legend, notes
from analyzer.reporting.names import played_by
from analyzer.reporting.parts.lists import INTERVALS, cell_columns, cell_table, named
from analyzer.reporting.sentences.difficulty import say_players
from analyzer.reporting.shown import shown_cells
from analyzer.reporting.wording import written
from analyzer.runs.results import Results

PLACE = 30
MOST_ROWS, LONG = 24, 30


def build(results: Results) -> Section | None:
    """Show win rates by number of players."""
    rates = win_rates(results)
    if rates["players"].nunique() < 2:
        return None
    table = named(results, rates)
    parts: list[Part] = [Prose(text) for text in say_players(results)]
    parts += [_figure(results, table), _table(table)]
    return Section("players", "Players × variants", tuple(parts))


def _figure(results: Results, table: pd.DataFrame) -> Figure:
    policy = shown_cells(results).iloc[0]["policy"]
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
        title=played_by(results, "Games won by number of players, in percent", str(policy)),
        alt=(
            f"Coloured fields: games won in percent, {len(names)} variants by {counts[0]} to {counts[-1]} players, "
            f"{names[0]} on top; the numbers are in the table below."
        ),
        draw=draw_heat_map,
        frame=frame,
        options={"rows": names, "columns": counts, "xlabel": "number of players"},
        size=(min(WIDTH, 2.6 + 0.85 * len(counts)), lines_high(len(names))),
        note=notes(dropped, legend(names)),
    )


def _table(table: pd.DataFrame) -> Table:
    columns = (*cell_columns(table), Column("games", "games", Kind.COUNT), Column("win_rate", "won", Kind.PERCENT))
    title = "Win rates with their intervals"
    return cell_table("win_rates", title, columns, table, INTERVALS, folded=len(table) > LONG)
