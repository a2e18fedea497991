"""The manifest of a run: what was asked, what played it, and how far it came."""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import platform
import subprocess
import tomllib
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from analyzer import __version__
from analyzer.errors import BadInput
from analyzer.games.interface import Game
from analyzer.games.listings import game_document, policy_document, variants_document
from analyzer.games.settings import read_setting
from analyzer.kernel.jit import cpu_count
from analyzer.play.faults import replay_command
from analyzer.play.seeding import BLOCK
from analyzer.runs.design import Design, PlannedCell
from analyzer.runs.grids import places_of
from analyzer.runs.manifest_file import FORMAT, CellEntry, Manifest, is_sealed
from analyzer.runs.sources import difference, sources_of
from analyzer.runs.spec import Experiment

_PACKAGES = ("numpy", "numba", "llvmlite", "scipy", "pandas", "pyarrow", "joblib", "msgspec")


# what must not have changed when a run goes on, and what to say if it has
_FIXED = {
    "format": "it was written in another format of runs",
    "spec_sha256": "the spec has changed",
    "quick": "one of them is a quick try-out and the other is not",
    "rules_version": "the rules of the game have another version",
    "block_size": "blocks have another size",
    "sources": "rules or policies have changed",
    "cell_ids": "the cells are others (a variant, a component file or a default has changed)",
}


def new_manifest(experiment: Experiment, design: Design, spec: Path, text: str, *, quick: bool, rows: bool) -> Manifest:
    """Write down all that a run rests on."""
    game = design.cells[0].cell.game
    return {
        "format": FORMAT,
        "experiment": spec.stem,
        "question": experiment.question,
        "spec_file": str(spec),
        "spec": text,
        "spec_sha256": hashlib.sha256(text.encode()).hexdigest(),
        "quick": quick,
        "seed": experiment.seed,
        "deals": experiment.deals,
        "until": experiment.until,
        "max_deals": experiment.most_deals,
        "sections": list(experiment.sections),
        "rows": rows,
        "block_size": BLOCK,
        "rules_version": {game.name: game.rules_version},
        "sources": sources_of(planned.cell for planned in design.cells),
        "package_version": __version__,
        "versions": {"python": platform.python_version(), **{name: _version(name) for name in _PACKAGES}},
        "commit": _commit(),
        "host": {"system": platform.system(), "machine": platform.machine(), "cores": cpu_count()},
        **_words(game, design),
        "cell_ids": [planned.id for planned in design.cells],
        "skipped": [{"what": item.what, "reason": item.reason} for item in design.skipped],
        "cells": [_entry(planned, experiment.seed) for planned in design.cells],
        "started": now(),
        "finished": None,
        "status": "running",
        "digest": None,
    }


def check_same(old: Manifest, new: Manifest, folder: Path) -> None:
    """Refuse to go on with a run that something else was begun with."""
    for key, reason in _FIXED.items():
        if not _is_same(key, old, new):
            raise BadInput(
                f"{folder}: this run cannot be continued: {reason} ({_told(key, old, new)}). "
                "Nothing was changed; use another --out, or put it back as it was."
            )


def _is_same(key: str, old: Manifest, new: Manifest) -> bool:
    if old["status"] == "complete" and (key == "format" or (key == "sources" and not is_sealed(old))):
        return True  # there is nothing to play, and nothing to compare
    if key == "spec_sha256" and _is_same_spec(old.get("spec"), new["spec"]):
        return True
    return bool(old.get(key) == new[key])


def _told(key: str, old: Manifest, new: Manifest) -> str:
    if key == "sources":
        return f"files that differ: {difference(old[key], new[key])}"
    return f"{key}: {_short(old.get(key))} in the run, {_short(new[key])} now"


def fixed(manifest: Manifest) -> Manifest:
    """Take what must not have changed when a run goes on."""
    return {key: manifest[key] for key in _FIXED}


def _is_same_spec(old: Any, new: str) -> bool:
    """Tell whether two specs say the same: comments, blanks and order may differ."""
    try:
        return tomllib.loads(old) == tomllib.loads(new)
    except (TypeError, ValueError, RecursionError):
        return False


def now() -> str:
    """Write the time, in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _words(game: Game, design: Design) -> Manifest:
    """Keep the names and sources that a report shows: it does not know the game."""
    policies = {seat.policy.name: seat.policy for planned in design.cells for seat in planned.cell.seats}
    listed = variants_document(game)
    return {
        "game": {
            **game_document(game, 0),
            "causes": [cause.name.lower() for cause in game.causes],
            "cause_words": {cause.lower(): words for cause, words in game.cause_words.items()},
            "variants": listed["variants"],
            "switches": listed["switches"],
            "components": listed["components"],
            "assumed": list(read_setting(game, next(iter(game.variants))).assumed),
            "words": asdict(game.words),
        },
        "policies": [policy_document(policy) for policy in policies.values()],
        "levels": {seat.label: seat.level for planned in design.cells for seat in planned.cell.seats if seat.level},
    }


def _entry(planned: PlannedCell, seed: int) -> CellEntry:
    cell = planned.cell
    components = cell.setting.components
    return CellEntry(
        cell=planned.id,
        variant=planned.variant,
        reference=cell.reference,
        setting=cell.setting.name,
        players=cell.players,
        policy=planned.policy,
        policies=[seat.label for seat in cell.seats],
        seats=[seat.shown for seat in cell.seats],
        is_competitive=cell.is_competitive,
        icons=_icons(planned),
        rules=dict(cell.setting.values),
        relevant=[switch.name for switch in cell.game.switches if switch.matters(cell.setting.values)],
        assumed=list(cell.setting.assumed),
        data_set=None if components is None else components.name,
        places=places_of(cell),
        replay=replay_command(cell.reference, seed),
        level=_level(planned),
        deals=None if planned.own_goal is None else planned.own_goal.most,
    )


def _level(planned: PlannedCell) -> str | None:
    levels = {seat.level for seat in planned.cell.seats}
    return next(iter(levels)) if len(levels) == 1 else None


def _icons(planned: PlannedCell) -> int | None:
    variants = planned.cell.game.variants
    known = planned.variant in variants and not planned.cell.reference.changes
    return variants[planned.variant].icons if known else None


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _commit() -> str | None:
    """Ask git for the commit of this code; None outside a repository."""
    here = Path(__file__).parent
    command = ["git", "-C", str(here), "rev-parse", "HEAD"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=5, env={**os.environ, "LC_ALL": "C"})
    except (OSError, subprocess.SubprocessError):
        return None
    return answer.stdout.strip() or None if answer.returncode == 0 else None


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 80 else f"{text[:60]}…"
