"""Run directories that somebody has tampered with."""

import json

from analyzer.runs.stored.files import json_document
from analyzer.runs.stored.manifest_file import FILE, _seal


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
