"""Files that are either there as a whole or not at all, and the lock on a run."""

from __future__ import annotations

import errno
import importlib.util
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.errors import BadInput, MachineTrouble

TEMPORARY = ".unfinished"
LOCK = ".lock"
# what a user can put right by naming another folder
_WRONG_PATH = (errno.ENOTDIR, errno.ENAMETOOLONG, errno.ELOOP, errno.EACCES, errno.EPERM, errno.EROFS, errno.EEXIST)


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that a crash at any moment leaves the old one or the new one."""
    write_together({path: content})


def write_together(contents: dict[Path, bytes]) -> None:
    """Write files of one folder, each as a whole, the last one only when all others are on the disk."""
    *others, last = contents
    for path in others:
        _write(path, contents[path])
    if others:
        _sync_folder(last.parent)
    _write(last, contents[last])
    _sync_folder(last.parent)


def _write(path: Path, content: bytes) -> None:
    temporary = path.with_name(path.name + TEMPORARY)
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:  # a full disk needs the room
        with suppress(OSError):
            temporary.unlink()
        raise


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
def telling_of_storage(folder: Path) -> Iterator[None]:
    """Turn what a disk refuses into one message: another folder helps, or room does and the run goes on."""
    try:
        yield
    except OSError as problem:
        reason = problem.strerror or str(problem)
        where = f"{problem.filename}: " if problem.filename and str(problem.filename) != str(folder) else ""
        if problem.errno in _WRONG_PATH:
            raise BadInput(f"--out {folder}: {where}{reason}; choose another folder, or make it writable") from problem
        raise MachineTrouble(
            f"{folder}: {where}{reason}. What was finished is kept; once there is room again, the same command goes on"
        ) from problem


@dataclass(frozen=True)
class Lock:
    """The lock on a run: whoever holds it may write."""

    path: Path
    file: Any = None  # None where a system has no such locks

    def check(self) -> None:
        """Raise if the lock is no longer where others look for it: they may write to the run as well."""
        if self.file is None:
            return
        own = os.fstat(self.file.fileno())
        try:
            found = self.path.stat()
        except OSError:
            found = None
        if found is None or (found.st_dev, found.st_ino) != (own.st_dev, own.st_ino):
            raise MachineTrouble(
                f"{self.path.parent}: the lock of this run was deleted or replaced while it played, so that another "
                "process may write to it. Nothing more was written; what was finished is kept, and the same command "
                "goes on"
            )


@contextmanager
def locked(folder: Path) -> Iterator[Lock]:
    """Keep a second process out of a run; the lock goes with the process, however it ends."""
    path = folder / LOCK
    if importlib.util.find_spec("fcntl") is None:
        yield Lock(path)
        return
    import fcntl

    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as problem:
            raise BadInput(f"{folder}: another process is writing to this run") from problem
        yield Lock(path, file)
