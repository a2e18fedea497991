"""What studies of balance found, kept beside the cells of a run: a document, bound to the games that it was made of."""

import hashlib
import json
from pathlib import Path
from typing import Any

from analyzer.errors import DamagedRun
from analyzer.runs.stored.files import json_document, read_regular, write_atomically
from analyzer.runs.stored.manifest_file import FILE as MANIFEST
from analyzer.runs.stored.manifest_file import Manifest

FOLDER = "balance"  # inside the run directory: a run directory for each stage, and the document
FILE = "found.json"


def write_found(folder: Path, found: dict[str, Any], manifest: Manifest) -> None:
    """Keep what was found of a run."""
    content = {"seal": _seal(found, manifest), "found": found}
    write_atomically(folder / FOLDER / FILE, json_document(content))


def read_found(folder: Path, manifest: Manifest) -> dict[str, Any] | None:
    """Read it again; None if it is not there, or was made of other games."""
    if manifest.experiment.balance is None or not (folder / FOLDER / FILE).exists():
        return None
    try:
        content = json.loads(read_regular(folder / FOLDER / FILE))
        found: dict[str, Any] = content["found"]
        is_whole = content["seal"] == _seal(found, manifest)
    except (ValueError, KeyError, TypeError) as problem:
        raise _damaged(folder) from problem
    if not is_whole and found.get("digest") == manifest.digest:
        raise _damaged(folder)
    return found if is_whole else None


def stage_folders(folder: Path) -> list[Path]:
    """List the run directories of the stages."""
    return sorted(path.parent for path in (folder / FOLDER).glob(f"*/{MANIFEST}"))


def _seal(found: dict[str, Any], manifest: Manifest) -> str:
    text = json.dumps([found, manifest.digest, manifest.spec_sha256], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _damaged(folder: Path) -> DamagedRun:
    return DamagedRun(
        f"{folder / FOLDER / FILE}: damaged; remove it, and `analyzer run` makes it again of the games that are stored"
    )
