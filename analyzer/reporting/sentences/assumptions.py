"""Where rules and values come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analyzer.reporting.wording import several

WORDS = {
    "assumed": "assumed (no source says so)",
    "inferred": "inferred from other rules",
    "public": "from public texts",
    "rulebook": "from the rulebook",
}


def overview(counts: Mapping[str, int]) -> str:
    """Say how many readings rest on which kind of source."""
    total = sum(counts.values())
    parts = [f"{counts[source]} {words}" for source, words in WORDS.items() if counts.get(source)]
    if not total:
        return "No switch of the rules matters to these results."
    return f"The results rest on {total} readings and settings of the rules: {several(parts)}."


def sources(title: str, names: Sequence[str]) -> str:
    """Name the texts behind a game."""
    return f"Sources of {title}: {'; '.join(names)}."
