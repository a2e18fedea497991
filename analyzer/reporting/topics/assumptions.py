"""Assumptions: every reading and component value that the results rest on, with its source."""

import json
from collections.abc import Mapping
from typing import Any

import pandas as pd

from analyzer.reporting import basis, naming, wording
from analyzer.reporting.document import Column, Kind, Part, Prose, Section, Table, Tone
from analyzer.runs.stored.manifest_file import CellEntry
from analyzer.runs.stored.results import Results

PLACE = 100
ORDER = ("assumed", "inferred", "public", "rulebook")


def build(results: Results) -> Section:
    """List what the results rest on, assumed things first."""
    game = results.manifest.game
    switches = _switch_rows(results)
    parts: list[Part] = [Prose(text, Tone.WARNING) for text in basis.say_data_sets(results)]
    counts = {source: sum(row["source"] == source for row in switches) for source in ORDER}
    parts.append(Prose(overview(counts)))
    marked = _marked_rows(results)
    if marked:
        columns = (Column("name", "variant or setting"), Column("assumed", "assumed beyond the plain game"))
        parts.append(Table("assumed_variants", "What rests on further assumed rules", columns, pd.DataFrame(marked)))
    parts.append(_switch_table(switches))
    if game.components is not None:
        parts.append(_component_table(game.components.name, _component_rows(results)))
    parts.append(Prose(f"Sources of {game.title}: {'; '.join(game.sources)}.", Tone.NOTE))
    return Section("assumptions", "Assumptions", tuple(parts))


def _switch_rows(results: Results) -> list[dict[str, Any]]:
    """List every value of every switch that matters in some cell, assumed ones first."""
    cells = results.manifest.cells
    rows = []
    for switch in results.manifest.game.switches:
        using = [cell for cell in cells if switch.name in cell.relevant]
        for value in dict.fromkeys(str(cell.rules[switch.name]) for cell in using):
            own = [cell for cell in using if str(cell.rules[switch.name]) == value]
            rows.append(
                {
                    "switch": switch.name,
                    "value": value.lower() if value in ("True", "False") else value,
                    "source": switch.source_of.get(value.lower(), switch.source),
                    "summary": switch.summary,
                    "clause": switch.clause,
                    "cells": len(own),
                }
            )
    return sorted(rows, key=lambda row: ORDER.index(row["source"]))


def _marked_rows(results: Results) -> list[dict[str, str]]:
    """List what each variant assumes, and each setting on top: once, and not again for every sum of them."""
    variants: dict[str, str] = {}
    settings: dict[str, str] = {}
    for cell in results.manifest.cells:
        if naming.is_assumed(results, cell):
            own, of_sets = _assumed_by(results, cell)
            if own:
                variants.setdefault(cell.variant, "; ".join(own))
            settings |= {f"{text}{naming.DAGGER}": "itself, wherever it is set" for text in of_sets}
    played = {cell.variant: cell.parts for cell in results.manifest.cells}
    kept = {name: text for name, text in variants.items() if not _is_told(played[name], played)}
    named = {naming.variant_label(results, name): text for name, text in kept.items()} | settings
    return [{"name": name, "assumed": text} for name, text in named.items()]


def _assumed_by(results: Results, cell: CellEntry) -> tuple[list[str], list[str]]:
    """Part what a cell assumes beyond the plain game: by its variant, and by what is set on top."""
    game = results.manifest.game
    sources = {variant.name: variant.source for variant in game.variants}
    whole = [f"the variant {name} as a whole" for name in cell.parts if sources.get(name) == "assumed"]
    own = [text for text in cell.assumed if text not in set(game.assumed)]
    switches = {f"{name}={text}": (name, f"{name} = {text}") for name, text in cell.rule_texts.items()}
    told = [switches.get(text, (text, text)) for text in own]  # a component is told by its path
    by_variant = [words for name, words in told if name not in cell.changes]
    return whole + by_variant, [words for name, words in told if name in cell.changes]


def _is_told(parts: tuple[str, ...], played: Mapping[str, Any]) -> bool:
    """Tell whether all that a sum of variants assumes stands in the rows of its parts, or of none if they need none."""
    return len(parts) > 1 and all(part in played for part in parts)


def _switch_table(rows: list[dict[str, Any]]) -> Table:
    columns = (
        Column("source", "source"),
        Column("switch", "switch"),
        Column("value", "value"),
        Column("summary", "what it decides"),
        Column("clause", "clause"),
        Column("cells", "cells", Kind.COUNT),
    )
    note = "Assumed ones first. Cells: in how many cells of this run the switch matters and has this value."
    return Table("switches", "Readings and settings", columns, pd.DataFrame(rows), note, folded=True)


def _component_rows(results: Results) -> list[dict[str, Any]]:
    rows = [
        {"source": item.source or "assumed", "path": item.path, "value": _short(item.value)}
        for item in results.manifest.game.component_values
    ]
    return sorted(rows, key=lambda row: ORDER.index(row["source"]))


def _component_table(name: str, rows: list[dict[str, Any]]) -> Table:
    columns = (Column("source", "source"), Column("path", "component"), Column("value", "value"))
    title = f"Component values of the data set {name}"
    return Table("components", title, columns, pd.DataFrame(rows), "Assumed ones first.", folded=True)


def _short(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


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
    text = f"The results rest on {total} readings and settings of the rules: {wording.several(parts)}."
    return text if total else "No switch of the rules matters to these results."
