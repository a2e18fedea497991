"""Run directories that somebody has tampered with, or that are older than the seals."""

import json

from analyzer.runs.manifest_file import FILE, TEXTS, UNSEALED, _seal, read_manifest


def change_manifest(folder, change):
    """Change the manifest of a run, as if it had been written so: a function edits its content."""
    path = folder / FILE
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    content["seal"] = _seal(content)
    path.write_text(json.dumps(content), encoding="utf-8")


def cells_as_texts(folder):
    """Give the cells of a manifest as they were stored when policies and switches were texts."""
    return [entry.as_dict() for entry in read_manifest(folder)["cells"]]


def make_textual(folder):
    """Make a run one of those in whose manifest policies and switches were texts."""
    cells = cells_as_texts(folder)
    change_manifest(folder, lambda content: content.update({"format": TEXTS, "cells": cells}))


def make_older(folder):
    """Make a run one of those that were written before there were seals."""
    path = folder / FILE
    content = json.loads(path.read_text(encoding="utf-8"))
    for name in ("seal", "sources"):
        del content[name]
    content |= {"format": UNSEALED, "policy_files": {}, "cells": cells_as_texts(folder)}
    path.write_text(json.dumps(content), encoding="utf-8")
    for seal in folder.glob("cells/*/seal-*"):
        seal.unlink()


def flip(path, place, bit=4):
    """Flip one bit of a file."""
    content = bytearray(path.read_bytes())
    content[place] ^= 1 << bit
    path.write_bytes(bytes(content))
