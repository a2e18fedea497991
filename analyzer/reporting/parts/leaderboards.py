"""The leaderboard as a table, for reports and for their overview."""

from __future__ import annotations

import pandas as pd

from analyzer.analysis.factors import factors_of
from analyzer.analysis.leaderboards import speeds_of, standings
from analyzer.reporting.document import Column, Kind, Table
from analyzer.reporting.labels import DAGGER, legend, notes, variant_label
from analyzer.reporting.markdown import inline, table_grid
from analyzer.runs.results import Results


def leaderboard_table(results: Results) -> Table:
    """List the policies of every case, best first."""
    table, factors = standings(results), factors_of(results)
    names = {cell.setting: variant_label(results, cell.variant) for cell in results.manifest.cells}
    daggers = [DAGGER if names[setting].endswith(DAGGER) else "" for setting in table["setting"]]
    frame = table.assign(setting=table["setting"] + pd.Series(daggers, index=table.index, dtype=str))
    columns = [
        *([Column("setting", "variant")] if frame["setting"].nunique() > 1 else []),
        *([Column("players", "players", Kind.COUNT)] if len(factors.players) > 1 else []),
        Column("place", "place", Kind.COUNT),
        Column("policy", "policy"),
        Column("rate", "games won", Kind.PERCENT),
        Column("ahead", "ahead of the next by", Kind.POINTS),
        *([Column("speed", "decisions per second", Kind.COUNT)] if frame["speed"].notna().any() else []),
    ]
    return Table("leaderboard", "Leaderboard", tuple(columns), frame, _note(results, list(frame["setting"])))


def _note(results: Results, settings: list[str]) -> str:
    field = factors_of(results).field
    deals = int(results.cells["games"].min())
    return notes(
        f"{deals:,} deals a variant, the same for all policies; 95 % intervals, and those of the differences hold "
        "together for all pairs of a variant.",
        f"In competitive games a policy sits at every seat in turn against {field}." if field else "",
        "Decisions per second on one core." if speeds_of(results) else "",
        legend(settings),
    )


def leaderboard_markdown(results: Results) -> str:
    """Write the leaderboard as a Markdown table with its note."""
    table = leaderboard_table(results)
    return f"{table_grid(table)}\n\n{inline(table.note)}"
