"""Files that are either there as a whole or not at all."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from analyzer.errors import BadInput

TEMPORARY = ".unfinished"


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that a crash at any moment leaves the old one or the new one."""
    temporary = path.with_name(path.name + TEMPORARY)
    with temporary.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    _sync_folder(path.parent)


def delete_unfinished(folder: Path) -> None:
    """Delete what a killed process left half written."""
    for path in folder.rglob(f"*{TEMPORARY}"):
        path.unlink()


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return  # elsewhere a folder cannot be opened
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep a second process out of a run; the lock goes with the process, however it ends."""
    if importlib.util.find_spec("fcntl") is None:
        yield
        return
    import fcntl

    with (folder / ".lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as problem:
            raise BadInput(f"{folder}: another process is writing to this run") from problem
        yield
