"""Leaderboard: the policies in order, variant by variant; only where a run was made for it."""

from __future__ import annotations

from analyzer.reporting.document import Section
from analyzer.reporting.parts.leaderboards import leaderboard_table
from analyzer.runs.results import Results

PLACE = 78
NAME = "leaderboard"


def build(results: Results) -> Section | None:
    """Show the leaderboard if the spec asks for it: others have the policies in a section of their own."""
    if NAME not in results.manifest.experiment.sections:
        return None
    return Section(NAME, "Leaderboard", (leaderboard_table(results),))
