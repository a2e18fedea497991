"""What tables and figures of many sections have in common: named cells, their columns, estimates as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd

from analyzer.reporting.document import Column, Figure, Kind, Table
from analyzer.reporting.figures.effects import draw_effects
from analyzer.reporting.figures.shares import draw_shares
from analyzer.reporting.figures.sizes import WIDTH, lines_high
from analyzer.reporting.labels import contest_label, label, legend, notes
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate

INTERVALS = "95 % intervals."
CELL = (Column("name", "variant"), Column("players", "players", Kind.COUNT))
CELL_AND_POLICY = (*CELL, Column("policy", "policy"))
LONG = 20  # rows above which a table is folded, unless it says otherwise


def named(results: Results, table: pd.DataFrame, **columns: Any) -> pd.DataFrame:
    """Add the name of every cell of a table, and further columns."""
    names = [label(results, cell) for cell in table["cell"]]
    return table.assign(name=names, **columns).reset_index(drop=True)


def named_contests(results: Results, table: pd.DataFrame, **columns: Any) -> pd.DataFrame:
    """Add the name of every competitive cell of a table, and further columns."""
    names = [contest_label(results, row) for row in table.to_dict("records")]
    return table.assign(name=names, **columns).reset_index(drop=True)


def cell_columns(table: pd.DataFrame) -> tuple[Column, ...]:
    """List what names a cell: its policy only where the cells of a table have several."""
    return CELL_AND_POLICY if table["policy"].nunique() > 1 else CELL


def cell_table(
    name: str, title: str, columns: Sequence[Column], frame: pd.DataFrame, *texts: str, folded: bool | None = None
) -> Table:
    """Make a table of named cells: the dagger is explained below it, and a long one is folded."""
    is_folded = len(frame) > LONG if folded is None else folded
    return Table(name, title, tuple(columns), frame, notes(*texts, legend(frame["name"])), folded=is_folded)


def numbers(estimates: Iterable[Estimate]) -> dict[str, list[float]]:
    """Spread estimates over the columns that figures draw."""
    found = list(estimates)
    return {part: [getattr(item, part) for item in found] for part in ("value", "low", "high")}


def effects_figure(
    name: str, title: str, alt: str, frame: pd.DataFrame, xlabel: str, note: str, factor: float = 100.0
) -> Figure:
    """Make a figure of differences around zero; shares are drawn in points, anything else with factor 1."""
    groups = list(dict.fromkeys(frame["group"]))
    return Figure(
        name=name,
        title=title,
        alt=alt,
        draw=draw_effects,
        frame=frame,
        options={"xlabel": xlabel, "groups": groups, "factor": factor},
        size=(WIDTH, lines_high(frame["label"].nunique(), len(groups))),
        note=note,
    )


def shares_figure(name: str, title: str, alt: str, frame: pd.DataFrame, groups: Sequence[str], note: str) -> Figure:
    """Make a figure of win shares with their fair ones."""
    return Figure(
        name=name,
        title=title,
        alt=alt,
        draw=draw_shares,
        frame=frame,
        options={"xlabel": "games won, in percent (dotted: fair share)", "groups": list(groups)},
        size=(WIDTH, lines_high(frame["label"].nunique(), len(groups))),
        note=note,
    )


def first_of(shown: int, of: int) -> str:
    """Say that a figure shows only the first lines."""
    return f"The first {shown} of {of} lines; all are in the table." if shown < of else ""


def largest_of(shown: int, of: int, more: str = "") -> str:
    """Say that a figure shows only the largest lines."""
    return f"The {shown} largest of {of}{more}." if shown < of else ""
