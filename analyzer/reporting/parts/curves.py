"""The curve of a sweep as a figure."""

from __future__ import annotations

import math

import pandas as pd

from analyzer.analysis.sweeps import crossings, sweep, swept_switch
from analyzer.reporting.document import Figure
from analyzer.reporting.figures.curve import draw_curve
from analyzer.reporting.figures.sizes import WIDTH
from analyzer.reporting.labels import legend, notes
from analyzer.reporting.names import played_by
from analyzer.reporting.parts.lists import numbers
from analyzer.reporting.sentences.sweeps import curve_name, switch_title
from analyzer.runs.results import Results

MOST_CURVES = 6


def curve_figure(results: Results, name: str, players: int | None = None) -> Figure:
    """Draw the win rate over the values of the swept switch, with the value at which it crosses one half.

    With `players` only the curves of this number of them are drawn.
    """
    switch = swept_switch(results)
    assert switch is not None
    table = sweep(results)
    table = table if players is None else table[table["players"] == players].reset_index(drop=True)
    labels = [curve_name(results, row) for row in table.to_dict("records")]
    frame = pd.DataFrame({"label": labels, "x": table["value"], **numbers(table["win_rate"])})
    shown = list(dict.fromkeys(labels))[:MOST_CURVES]
    frame = frame[frame["label"].isin(shown)].reset_index(drop=True)
    where = "" if len(shown) > 1 else f", {shown[0]}"
    dropped = f"The first {len(shown)} of {len(set(labels))} curves." if len(shown) < len(set(labels)) else ""
    return Figure(
        name=name,
        title=played_by(results, f"Games won over {switch_title(results, switch)}{where}"),
        alt=(
            f"Curves with intervals: games won in percent over {switch} from {table['value'].min():g} to "
            f"{table['value'].max():g}, for: {', '.join(shown)}."
        ),
        draw=draw_curve,
        frame=frame,
        options={"xlabel": switch, "crossings": _marks(results, shown)},
        size=(WIDTH, 4.2),
        note=notes(
            "Bands are 95 % intervals. The bars on the 50 % line are the intervals of the crossings.",
            dropped,
            legend(shown),
        ),
    )


def _marks(results: Results, shown: list[str]) -> list[tuple[float, ...]]:
    """List the number of the curve, value, low and high of every crossing; ends without a number are not drawn."""
    marks = []
    for row in crossings(results).to_dict("records"):
        name, where = curve_name(results, row), row["where"]
        if where is not None and name in shown:
            ends = [end if math.isfinite(end) else where.value for end in (where.low, where.high)]
            marks.append((float(shown.index(name)), where.value, *ends))
    return marks
