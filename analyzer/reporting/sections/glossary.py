"""Glossary: what the names of this report mean: variants, settings, players, measures and terms."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analyzer.analysis.factors import factors_of
from analyzer.analysis.places import ladder
from analyzer.analysis.words import glossary_measures
from analyzer.reporting.document import Column, Part, Section, Table
from analyzer.reporting.labels import legend, variant_label
from analyzer.reporting.names import policy_title, variant_words
from analyzer.reporting.sentences import glossary
from analyzer.runs.results import Results

PLACE = 97


def build(results: Results) -> Section:
    """List what the names in the report mean."""
    tables = [_variants(results), _settings(results), _policies(results), _measures(results), _terms(results)]
    parts: tuple[Part, ...] = tuple(table for table in tables if table is not None)
    return Section("glossary", "Glossary", parts)


def _variants(results: Results) -> Table:
    used = dict.fromkeys(part for cell in results.manifest.cells for part in cell.parts)
    known = {item.name: item.summary for item in results.manifest.game.variants}
    rows = [
        {
            "name": variant_label(results, name),
            "title": variant_words(results, name),
            "summary": known.get(name, ""),
        }
        for name in used
    ]
    columns = (Column("name", "name in commands"), Column("title", "called"), Column("summary", "what it is"))
    frame = pd.DataFrame(rows)
    return Table("words_variants", "Variants", columns, frame, legend(frame["title"]), folded=len(rows) > 20)


def _settings(results: Results) -> Table | None:
    """Explain the switches that the run set on top of its variants."""
    used = {name for cell in results.manifest.cells for name in cell.changes}
    rows: list[dict[str, Any]] = [
        {
            "name": item.name,
            "summary": item.summary,
            "default": _plain(item.default),
            "allowed": item.allowed,
        }
        for item in results.manifest.game.switches
        if item.name in used
    ]
    if not rows:
        return None
    columns = (
        Column("name", "setting"),
        Column("summary", "what it decides"),
        Column("default", "by default"),
        Column("allowed", "may be"),
    )
    return Table("words_settings", "Settings", columns, pd.DataFrame(rows), folded=len(rows) > 10)


def _plain(value: Any) -> str:
    """Write a value as a spec does."""
    return str(value).lower() if str(value) in ("True", "False") else str(value)


def _policies(results: Results) -> Table:
    rows = [
        {
            "name": item.name,
            "title": policy_title(results, item.name),
            "summary": glossary.without_title(item.summary, item.title),
            "traits": ", ".join(item.traits),
        }
        for item in results.manifest.policies
    ]
    columns = [Column("name", "policy"), Column("title", "what it is"), Column("summary", "how it plays")]
    columns += [Column("traits", "traits")] if any(row["traits"] for row in rows) else []
    return Table("words_policies", "Who plays", tuple(columns), pd.DataFrame(rows), glossary.POLICIES)


def _measures(results: Results) -> Table | None:
    rows = [{"name": name, "words": words} for name, words in glossary_measures(results).items()]
    if not rows:
        return None
    columns = (Column("words", "measure"), Column("name", "name in data"))
    return Table("words_measures", "Measures", columns, pd.DataFrame(rows), folded=True)


def _terms(results: Results) -> Table:
    factors = factors_of(results)
    chosen = glossary.terms(team=factors.is_cooperative, contest=factors.is_competitive, scale=len(ladder(results)) > 1)
    columns = (Column("term", "term"), Column("meaning", "meaning"))
    rows = [{"term": term, "meaning": meaning} for term, meaning in chosen.items()]
    return Table("words_terms", "Terms", columns, pd.DataFrame(rows))
