"""Assumptions: every reading and component value that the results rest on, with its source."""

from __future__ import annotations

import json
from typing import Any

import pandas as pd

from analyzer.reporting.document import Column, Kind, Part, Prose, Section, Table, Tone
from analyzer.reporting.labels import LEGEND, is_assumed, label, set_words
from analyzer.reporting.sentences.assumptions import overview, sources
from analyzer.reporting.sentences.basis import say_data_sets
from analyzer.runs.results import Results

PLACE = 100
ORDER = ("assumed", "inferred", "public", "rulebook")


def build(results: Results) -> Section:
    """List what the results rest on, assumed things first."""
    game = results.manifest["game"]
    switches = _switch_rows(results)
    parts: list[Part] = [Prose(text, Tone.WARNING) for text in say_data_sets(results)]
    parts.append(Prose(overview(_count(switches))))
    marked = _marked_rows(results)
    if marked:
        columns = (Column("name", "variant"), Column("assumed", "assumed beyond the plain game"))
        parts.append(
            Table("assumed_variants", "Variants that rest on assumed rules", columns, pd.DataFrame(marked), LEGEND)
        )
    parts.append(_switch_table(switches))
    if game["components"] is not None:
        parts.append(_component_table(game["components"]))
    parts.append(Prose(sources(game["title"], game["sources"]), Tone.NOTE))
    return Section("assumptions", "Assumptions", tuple(parts))


def _switch_rows(results: Results) -> list[dict[str, Any]]:
    """List every value of every switch that matters in some cell, assumed ones first."""
    cells = results.manifest["cells"]
    rows = []
    for switch in results.manifest["game"]["switches"]:
        using = [cell for cell in cells if switch["name"] in cell.relevant]
        for value in dict.fromkeys(str(cell.rules[switch["name"]]) for cell in using):
            own = [cell for cell in using if str(cell.rules[switch["name"]]) == value]
            rows.append(
                {
                    "switch": switch["name"],
                    "value": value.lower() if value in ("True", "False") else value,
                    "source": switch["source_of"].get(value.lower(), switch["source"]),
                    "summary": switch["summary"],
                    "clause": switch["clause"],
                    "cells": len(own),
                }
            )
    return sorted(rows, key=lambda row: ORDER.index(row["source"]))


def _count(rows: list[dict[str, Any]]) -> dict[str, int]:
    return {source: sum(row["source"] == source for row in rows) for source in ORDER}


def _marked_rows(results: Results) -> list[dict[str, str]]:
    game = results.manifest["game"]
    shared = set(game["assumed"])
    sources = {variant["name"]: variant for variant in game["variants"]}
    rows = {}
    for cell in results.manifest["cells"]:
        if is_assumed(results, cell):
            own = [set_words(text) for text in cell.assumed if text not in shared]
            whole = [name for name in cell.variant.split("+") if sources.get(name, {}).get("source") == "assumed"]
            words = [f"the variant {name} as a whole" for name in whole] + own
            rows[cell.setting] = {"name": label(results, cell.cell), "assumed": "; ".join(words)}
    return list(rows.values())


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


def _component_table(components: dict[str, Any]) -> Table:
    rows = [
        {"source": value["source"] or "assumed", "path": value["path"], "value": _short(value["value"])}
        for value in components["values"]
    ]
    rows.sort(key=lambda row: ORDER.index(row["source"]))
    columns = (Column("source", "source"), Column("path", "component"), Column("value", "value"))
    title = f"Component values of the data set {components['name']}"
    return Table("components", title, columns, pd.DataFrame(rows), "Assumed ones first.", folded=True)


def _short(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
