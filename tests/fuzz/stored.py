"""A small finished run, and what can happen to the files of one."""

from __future__ import annotations

import os
import shutil
from functools import cache
from pathlib import Path

from tests.fuzz.arena import arena
from tests.fuzz.mutations import mutate_bytes
from tests.runs.directories import make_older

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


def copy_run(folder, is_older):
    """Put a copy of the run into a folder; an older one has no seals."""
    shutil.copytree(finished_run(), folder / RUN)
    if is_older:
        make_older(folder / RUN)
    return folder / RUN


def files_of(run):
    """List the files of a run, in a fixed order."""
    return sorted(path for path in run.rglob("*") if path.is_file())


def damage(run, deed, place, at, junk):
    """Do something to a file of a run."""
    files = files_of(run)
    if not files:
        return
    path, other = files[place % len(files)], files[junk % len(files)]
    match deed:
        case "delete":
            path.unlink()
        case "exchange":
            shutil.copyfile(other, path) if other != path else None
        case "empty":
            path.write_bytes(b"")
        case "folder":
            path.unlink()
            path.mkdir()
        case "pipe":
            path.unlink()
            os.mkfifo(path)
        case "loop":
            path.unlink()
            path.symlink_to(path.name)
        case "dangling":
            path.unlink()
            path.symlink_to("nowhere")
        case "drop":
            shutil.rmtree(path.parent)
        case "beside":
            shutil.copyfile(path, path.with_name(f"{junk}-{path.name}"))
        case "span":
            shutil.copyfile(path, path.with_name(path.name.replace("00000000", f"{junk % 3:08d}", 1)))
        case "secret":
            path.chmod(0)
        case _:
            path.write_bytes(mutate_bytes(path.read_bytes(), [(deed_number(deed), at, junk)]))


def deed_number(deed):
    """Tell which mutation of bytes is meant."""
    return {"flip": 0, "cut": 1, "double": 2, "replace": 3, "end": 4, "insert": 6}[deed]


DEEDS = ["flip", "flip", "flip", "cut", "double", "replace", "end", "insert", "delete", "exchange", "empty", "folder"]
DEEDS += ["pipe", "loop", "dangling", "drop", "beside", "span", "secret"]
