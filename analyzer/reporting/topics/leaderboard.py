"""Leaderboard: the policies in order, variant by variant; only where a run was made for it."""

import pandas as pd

from analyzer.analysis import frames, leaderboards
from analyzer.reporting import markdown, naming
from analyzer.reporting.document import Column, Kind, Section, Table
from analyzer.runs.stored.results import Results

PLACE, NEEDS = 78, ("names_leaderboard",)


def build(results: Results) -> Section | None:
    """Show the leaderboard if the spec asks for it: others have the policies in a section of their own."""
    if not frames.factors_of(results).names_leaderboard:
        return None
    return Section("leaderboard", "Leaderboard", (leaderboard_table(results),))


def leaderboard_table(results: Results) -> Table:
    """List the policies of every case, best first."""
    table, factors = leaderboards.standings(results), frames.factors_of(results)
    names = {cell.setting: naming.variant_label(results, cell.variant) for cell in results.manifest.cells}
    daggers = [naming.DAGGER if names[setting].endswith(naming.DAGGER) else "" for setting in table["setting"]]
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
    field = frames.factors_of(results).field
    deals = int(results.cells["games"].min())
    return naming.notes(
        f"{deals:,} deals a variant, the same for all policies; 95 % intervals, and those of the differences hold "
        "together for all pairs of all cases.",
        f"In competitive games a policy sits at every seat in turn against {field}." if field else "",
        "Decisions per second on one core." if leaderboards.speeds_of(results) else "",
        naming.legend(settings),
    )


def leaderboard_markdown(results: Results) -> str:
    """Write the leaderboard as a Markdown table with its note."""
    table = leaderboard_table(results)
    return f"{markdown.table_grid(table)}\n\n{markdown.inline(table.note)}"
