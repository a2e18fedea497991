"""Method and reproduction: how much was played, which intervals, and the commands that make all of it again."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from analyzer.analysis.examples import example_games
from analyzer.analysis.soundness import halves
from analyzer.analysis.tables import truncation
from analyzer.reporting.document import Bullets, Column, Commands, Kind, Part, Section, Table
from analyzer.reporting.labels import label, players_words, spec_words
from analyzer.reporting.parts.lists import CELL_AND_POLICY, named
from analyzer.reporting.sentences import method
from analyzer.reporting.sentences.basis import say_cut_off, say_deals
from analyzer.runs.results import Results
from analyzer.stats.multiple import holm

PLACE = 110


def build(results: Results) -> Section:
    """Say how the numbers came about and how to make them again."""
    parts: list[Part] = [
        Bullets(tuple(text for text in _facts(results) if text)),
        Commands(_commands(results), "Make it again"),
    ]
    replays, captions = _replays(results)
    parts += [Commands(replays, captions)] if replays else []
    parts.append(_cell_table(results))
    if results.manifest.skipped:
        columns = (Column("what", "left out"), Column("reason", "because"))
        frame = pd.DataFrame(results.manifest.skipped)
        parts.append(Table("skipped", "What was left out", columns, frame, folded=len(frame) > 10))
    return Section("method", "Method and reproduction", tuple(parts))


def _facts(results: Results) -> list[str]:
    manifest, asked = results.manifest, results.manifest.experiment
    checks = halves(results)
    adjusted = [float(p) for p in holm([test.p_value for test in checks["test"]])] if len(checks) else []
    return [
        say_deals(results),
        method.stopping(asked.until, asked.most_deals, list(results.cells["stopped_by"]), list(results.cells["games"])),
        method.intervals(asked.until),
        say_cut_off(results),
        method.same_against_same(min(adjusted), len(adjusted)) if adjusted else "",
        method.versions(manifest.rules_version, manifest.package_version, manifest.versions, manifest.commit),
        method.digest(manifest.digest, manifest.spec_sha256),
    ]


def _commands(results: Results) -> tuple[str, ...]:
    manifest = results.manifest
    quick, name = manifest.quick, Path(manifest.spec_file).stem
    shell = ". .venv/bin/activate"  # what puts `analyzer` on the path; once per terminal
    played = f"analyzer run {spec_words(manifest)}{' --quick' if quick else ''}"
    return shell, played, f"analyzer report runs/{name}{'-quick' if quick else ''}"


def _replays(results: Results) -> tuple[tuple[str, ...], str]:
    """Tell how a narrow, a typical and the fastest game are replayed."""
    table = example_games(results)
    if table.empty:
        return (), ""
    own = table.to_dict("records")
    entry = results.entry(own[0]["cell"])
    name = f"{label(results, entry.cell)} with {players_words(entry.players)}"
    words = [method.example(row["kind"], row["value"], entry.is_competitive) for row in own]
    return tuple(row["command"] for row in own), f"Replay games of {name}: {'; '.join(words)}"


def _cell_table(results: Results) -> Table:
    cells = results.cells[results.cells["games"] > 0]
    cut = truncation(results).set_index("cell")
    frame = named(
        results,
        cells,
        truncated=[cut["truncated"][cell] for cell in cells["cell"]],
        faults=[cut["faults"][cell] for cell in cells["cell"]],
        digest=[str(digest or "")[:16] for digest in cells["digest"]],
        stopped=[method.STOPPED.get(reason, "not finished") for reason in cells["stopped_by"]],
    )
    columns = (
        *CELL_AND_POLICY,
        Column("games", "games", Kind.COUNT),
        Column("stopped", "stopped by"),
        Column("truncated", "cut off", Kind.PERCENT),
        Column("faults", "faults", Kind.COUNT),
        Column("digest", "digest"),
    )
    return Table("cells", "What was played", columns, frame, folded=True)
