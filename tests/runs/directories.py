"""Run directories: made for tests, and tampered with."""

import json

import pytest

from analyzer.kernel.jit import IS_PLAIN
from analyzer.runs.experiment import run
from analyzer.runs.stored import store
from analyzer.runs.stored.files import json_document
from analyzer.runs.stored.manifest_file import FILE, _seal


def run_in_groups(folder, specs):
    """Play specs, given by the names of their runs, with a group of files for every block."""
    if IS_PLAIN:
        pytest.skip("thousands of games: only compiled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "GROUP", 1)
        for name, text in specs.items():
            (folder / f"{name}.toml").write_text(text)
            run(folder / f"{name}.toml", folder / name, jobs=1)
    return folder


def change_manifest(folder, change):
    """Change the manifest of a run, as if it had been written so: a function edits its content."""
    path = folder / FILE
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    content["seal"] = _seal(content)
    path.write_bytes(json_document(content))


def flip(path, place, bit=4):
    """Flip one bit of a file."""
    content = bytearray(path.read_bytes())
    content[place] ^= 1 << bit
    path.write_bytes(bytes(content))
