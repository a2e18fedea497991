"""A sweep: the win rate over the values of one switch, and where it crosses one half."""

from __future__ import annotations

from analyzer.analysis.sweeps import crossings, sweep, swept_switch
from analyzer.reporting.document import Bullets, Column, Kind, Part, Section, Table
from analyzer.reporting.names import played_by
from analyzer.reporting.parts.curves import curve_figure
from analyzer.reporting.parts.lists import INTERVALS
from analyzer.reporting.sentences.sweeps import curve_name, say_crossings
from analyzer.runs.results import Results

PLACE = 15
HOW = (
    "Between the values that were played the log odds are taken as straight; a value lies in the interval if the win "
    "rate there cannot be told from 50 %. 95 % intervals; – : the curve does not cross 50 %."
)


def build(results: Results) -> Section | None:
    """Show the curve of a swept switch."""
    switch = swept_switch(results)
    if switch is None or crossings(results).empty:
        return None
    parts: list[Part] = [Bullets(tuple(say_crossings(results))), curve_figure(results, "curve")]
    parts += [_crossing_table(results, switch), _value_table(results, switch)]
    return Section("sweep", f"Sweep of {switch}", tuple(parts))


def _crossing_table(results: Results, switch: str) -> Table:
    table = crossings(results)
    frame = table.assign(name=[curve_name(results, row) for row in table.to_dict("records")])
    columns = (
        Column("name", "curve"),
        Column("where", f"{switch} at 50 %", Kind.NUMBER),
        Column("first", "won at the lowest value", Kind.PERCENT),
        Column("last", "won at the highest value", Kind.PERCENT),
    )
    title = played_by(results, f"Value of {switch} at which half of the games are won")
    return Table("crossings", title, columns, frame.drop(columns="values"), HOW)


def _value_table(results: Results, switch: str) -> Table:
    table = sweep(results)
    frame = table.assign(name=[curve_name(results, row) for row in table.to_dict("records")])
    columns = (
        Column("name", "curve"),
        Column("value", switch, Kind.COUNT),
        Column("games", "games", Kind.COUNT),
        Column("win_rate", "won", Kind.PERCENT),
    )
    return Table("sweep", f"Win rate at every value of {switch}", columns, frame, INTERVALS, folded=len(frame) > 20)
