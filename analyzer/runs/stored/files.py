"""Files that are either there as a whole or not at all, and the lock on a run."""

import errno
import importlib.util
import json
import os
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import msgspec

from analyzer.errors import BadInput, MachineTrouble

TEMPORARY = ".unfinished"
LOCK = ".lock"
SYNCS = 8  # files that wait for the disk at once
BATCH, BATCH_SECONDS = 32, 1.0  # groups that may wait for the disk together, and how long
# what a user can put right by naming another folder
WRONG_PATH = (errno.ENOTDIR, errno.ENAMETOOLONG, errno.ELOOP, errno.EACCES, errno.EPERM, errno.EROFS, errno.EEXIST)


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that a crash at any moment leaves the old one or the new one."""
    _write(path, content)
    _settle([path])


def write_together(contents: Mapping[Path, bytes]) -> None:
    """Write files so that a crash leaves the old ones or the new ones: all are on the disk before one gets its name.

    They get their names in the order given, without anything in between.
    """
    try:
        for path, content in contents.items():
            _write(path, content)
    except OSError:  # a full disk needs the room
        for path in contents:
            _temporary(path).unlink(missing_ok=True)
        raise
    _settle(list(contents))


def json_document(content: Any) -> bytes:
    """Write plain data, or a structure, as the content of a JSON file that people can read."""
    try:
        return msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n"
    except UnicodeEncodeError:  # a name of a file may be no text
        return json.dumps(msgspec.to_builtins(content), indent=1).encode() + b"\n"


def is_as_written(content: bytes, value: Any) -> bool:
    """Tell whether a JSON file is, byte by byte, what `json_document` writes of what was read from it."""
    try:
        return json_document(value) == content
    except (ValueError, OverflowError, RecursionError):  # no value of ours
        return False


@dataclass
class Batch:
    """Files that are put on the disk together: waiting for it once takes as long as waiting for one file.

    `add` writes files, `commit` lets them count: each as a whole, and the last one of a group, which says that the
    group is there, only when all others are.
    """

    parts: list[Path] = field(default_factory=list)
    lasts: dict[Path, bytes] = field(default_factory=dict)
    then: list[Callable[[], None]] = field(default_factory=list)
    committed: float = field(default_factory=time.monotonic)

    def add(self, files: dict[Path, bytes], then: Callable[[], None] = lambda: None) -> None:
        """Write the files of a group; `then` is called once they count."""
        *others, last = files
        for path in others:
            _write(path, files[path])
        self.parts += others
        self.lasts[last] = files[last]
        self.then.append(then)
        if len(self.lasts) >= BATCH or time.monotonic() - self.committed >= BATCH_SECONDS:
            self.commit()

    def commit(self) -> None:
        """Wait for the disk, and let all groups count."""
        _settle(self.parts)
        for path, content in self.lasts.items():
            _write(path, content)
        _settle(list(self.lasts))
        then = self.then
        self.parts, self.lasts, self.then, self.committed = [], {}, [], time.monotonic()
        for call in then:
            call()


def _write(path: Path, content: bytes) -> None:
    temporary = _temporary(path)
    try:
        temporary.write_bytes(content)
    except OSError:  # a full disk needs the room
        with suppress(OSError):
            temporary.unlink()
        raise


def _settle(paths: list[Path]) -> None:
    """Give files that were written their names, once their content is on the disk."""
    _sync_all([_temporary(path) for path in paths])
    for path in paths:
        _temporary(path).replace(path)
    _sync_all(list({path.parent: None for path in paths}))


def _temporary(path: Path) -> Path:
    return path.with_name(path.name + TEMPORARY)


def _sync_all(paths: list[Path]) -> None:
    """Wait for the disk, for many files at once: one after the other, each would wait for a turn of its own."""
    if len(paths) == 1:
        _sync(paths[0])
    elif paths:
        with ThreadPoolExecutor(min(SYNCS, len(paths))) as pool:
            for _ in pool.map(_sync, paths):
                pass  # what one of them raises is raised here


def _sync(path: Path) -> None:
    if os.name != "posix":
        return  # elsewhere a folder cannot be opened
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def telling_of_storage(folder: Path) -> Iterator[None]:
    """Turn a failure of the disk into one message that says what helps."""
    try:
        yield
    except OSError as problem:
        reason = problem.strerror or str(problem)
        where = f"{problem.filename}: " if problem.filename and str(problem.filename) != str(folder) else ""
        if problem.errno in WRONG_PATH:
            raise BadInput(f"--out {folder}: {where}{reason}; choose another folder, or make it writable") from problem
        raise MachineTrouble(
            f"{folder}: {where}{reason}. Finished games are saved; free some room, then run the same command"
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
                f"{self.path.parent}: the lock of this run was deleted or replaced while it played, so another process "
                "may write to it. Nothing more was written. Finished games are saved; run the same command to resume"
            )


@contextmanager
def locked(folder: Path) -> Iterator[Lock]:
    """Keep a second process out of a run; the lock ends with the process, however it ends."""
    path = folder / LOCK
    if importlib.util.find_spec("fcntl") is None:
        yield Lock(path)
        return
    import fcntl

    _refuse_links(folder)
    with _opened(path) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as problem:
            raise BadInput(f"{folder}: another process is writing to this run") from problem
        yield Lock(path, file)


def _opened(path: Path) -> IO[str]:
    """Open a lock file without changing it; opening anything but a regular file could block."""
    number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK, 0o666)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise BadInput(f"{path}: not a regular file; delete it")
    return os.fdopen(number, "r+", encoding="utf-8")


def _refuse_links(folder: Path) -> None:
    """Reject a run with links inside: they would send what is written elsewhere."""
    waiting = [str(folder)] if folder.is_dir() else []
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_symlink():
                    raise BadInput(
                        f"{entry.path}: a link inside a run directory; put the file itself there, or delete it"
                    )
                waiting += [entry.path] if entry.is_dir() else []


def read_regular(file: Path, most: int | None = None) -> bytes:
    """Read a stored file of at most so many bytes; one that is not regular, such as a pipe, may never end."""
    found = file.stat()
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", str(file))
    if most is not None and found.st_size > most:
        raise OSError(errno.EFBIG, f"more than {most:,} bytes", str(file))
    return file.read_bytes()
