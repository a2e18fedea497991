"""The figure of the turn order: how often whoever plays first, second, third wins, where all play alike."""

from __future__ import annotations

import pandas as pd

from analyzer.analysis.soundness import turn_order
from analyzer.reporting.document import Figure
from analyzer.reporting.labels import legend, notes, position_words
from analyzer.reporting.names import only_policy, played_by
from analyzer.reporting.parts.lists import INTERVALS, first_of, named_contests, numbers, shares_figure
from analyzer.runs.results import Results

MOST_LINES = 16


def turn_order_figure(results: Results, name: str) -> Figure | None:
    """Draw the win share of every place in the turn order, a line for each table; None without such tables."""
    order = turn_order(results)
    if order.empty:
        return None
    every = list(dict.fromkeys(order["cell"]))
    cells = every[:MOST_LINES]
    own = named_contests(results, order[order["cell"].isin(cells)])
    groups = [f"{position_words(place)} player" for place in own["position"]]
    shares = {"fair": 1.0 / own["players"], **numbers(own["win_share"])}
    frame = pd.DataFrame({"label": own["name"], "group": groups, **shares})
    lines = frame["label"].nunique()
    return shares_figure(
        name,
        played_by(results, "Games won by turn order, where all play alike", only_policy(own)),
        f"Dots with intervals: win share of every place in the turn order, {lines} lines; dotted marks show the fair "
        "share.",
        frame,
        list(dict.fromkeys(groups)),
        notes(INTERVALS, first_of(len(cells), len(every)), legend(frame["label"])),
    )
