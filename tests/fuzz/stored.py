"""A small finished run, and what can happen to the files of one."""

from __future__ import annotations

import os
import shutil
from functools import cache
from pathlib import Path

from tests.fuzz.arena import arena
from tests.fuzz.mutations import mutate_bytes

SPEC = """# Does a small run survive?
game = "tranquility"
variants = ["base", "poseidon"]
players = [2]
policies = ["random_legal"]
deals = 40
seed = 4
rows = true
"""
RUN = "run"
COMMANDS = [
    ("verify", RUN),
    ("verify", RUN, "--json"),
    ("run", "spec.toml", "--out", RUN, "--jobs", "1"),
    ("run", "spec.toml", "--out", RUN, "--jobs", "1", "--repair"),
    ("report", RUN, "--out", "report", "--format", "md"),
    ("report", RUN, "--out", "report", "--format", "html"),
]


@cache
def finished_run():
    """Play the small run, once."""
    folder = Path(arena().folders.name) / "finished"
    folder.mkdir()
    (folder / "spec.toml").write_text(SPEC)
    outcome = arena().command(folder, "run", "spec.toml", "--out", RUN, "--jobs", "1")
    assert outcome.code == 0, outcome.err
    return folder / RUN


def copy_run(folder):
    """Put a copy of the run into a folder."""
    return shutil.copytree(finished_run(), folder / RUN)


def files_of(run):
    """List the files of a run, in a fixed order."""
    return sorted(path for path in run.rglob("*") if path.is_file())


def damage(run, deed, place, at, junk):
    """Do something to a file of a run."""
    files = files_of(run)
    if not files:
        return
    path, other = files[place % len(files)], files[junk % len(files)]
    if deed in INSTEAD:
        path.unlink()
        INSTEAD[deed](path)
    elif deed == "exchange" and other != path:
        shutil.copyfile(other, path)
    elif deed == "drop":
        shutil.rmtree(path.parent)
    elif deed == "beside":
        shutil.copyfile(path, path.with_name(f"{junk}-{path.name}"))
    elif deed == "span" and "00000000" in path.name:
        shutil.copyfile(path, path.with_name(path.name.replace("00000000", f"{1 + junk % 3:08d}", 1)))
    elif deed in OF_BYTES:
        path.write_bytes(mutate_bytes(path.read_bytes(), [(OF_BYTES[deed], at, junk)]))


INSTEAD = {
    "delete": lambda path: None,
    "empty": Path.touch,
    "folder": Path.mkdir,
    "pipe": os.mkfifo,
    "loop": lambda path: path.symlink_to(path.name),
    "dangling": lambda path: path.symlink_to("nowhere"),
}
OF_BYTES = {"flip": 0, "cut": 1, "double": 2, "replace": 3, "end": 4, "insert": 6}
DEEDS = [*INSTEAD, *OF_BYTES, "flip", "flip", "exchange", "drop", "beside", "span"]
