"""The folder of a training: what it is of, and every network as far as it has learned."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.errors import BadInput
from analyzer.games.user_files import read_user_text
from analyzer.kernel import streams
from analyzer.runs.stored import files, manifest
from analyzer.stats import Estimate
from analyzer.studies.learning.found import Measured
from analyzer.studies.learning.plan import LearnPlan
from analyzer.studies.learning.stages import Training

FORMAT = 1
PLAN = "plan.json"


def _document(plan: LearnPlan) -> dict[str, Any]:
    """List what must not have changed when a training resumes."""
    return {
        "format": FORMAT,
        "command": plan.command,
        "rules_version": plan.game.rules_version,
        "streams_version": streams.VERSION,
        "features": plan.game.features.names,
        "sources": manifest.sources_of([plan.cell(plan.arena.cases[0])]),
    }


def default_folder(plan: LearnPlan) -> Path:
    """Give the folder of a training: its name depends on everything that decides what is learned."""
    code = hashlib.sha256(json.dumps(_document(plan), sort_keys=True).encode()).hexdigest()[:8]
    return Path("runs") / f"{plan.game.name}-learn-{plan.policy.name}-{code}"


def open_folder(folder: Path, plan: LearnPlan) -> None:
    """Begin a folder, or see whether it is of the same training."""
    document, path = _document(plan), folder / PLAN
    if not path.is_file():
        if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
            raise BadInput(f"--state {folder}: exists already and is not a training; choose another one")
        folder.mkdir(parents=True, exist_ok=True)
        files.write_atomically(path, files.json_document(document))
        return
    try:
        old = json.loads(read_user_text(path, "plan"))
    except (ValueError, RecursionError) as problem:
        raise BadInput(f"{path}: not a training plan: {problem}") from problem
    changed = [key for key in document if not isinstance(old, dict) or old.get(key) != document[key]]
    if changed:
        raise BadInput(
            f"{folder}: this training cannot be continued: {changed[0]} differs. "
            "Use another --state, or undo the change."
        )


def save(path: Path, net: Training, done: int, curve: Sequence[Measured]) -> None:
    """Keep a network and what it was measured to do, as a whole."""
    content = BytesIO()
    np.savez(content, learner=net.learner.view(np.uint8), done=done, curve=json.dumps([asdict(one) for one in curve]))
    files.write_atomically(path, content.getvalue())


def resume(path: Path, net: Training) -> tuple[int, list[Measured]]:
    """Take up a network that was saved; tell how many chunks it has learned from, and what it was measured to do."""
    if not path.is_file():
        return 0, []
    with np.load(path, allow_pickle=False) as kept:
        net.learner.view(np.uint8)[:] = kept["learner"]
        curve = json.loads(str(kept["curve"]))
        return int(kept["done"]), [Measured(**one | {"value": Estimate(**one["value"])}) for one in curve]
