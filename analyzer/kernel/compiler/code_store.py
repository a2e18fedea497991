"""The compiled code on disk: where it lies, how much of it is kept, and a checksum over every file.

Every edition of a source has a folder of its own. What was not used for longest is deleted once all folders together
exceed the limit; code that this process uses, or any used within the last hour, stays. Every file carries a checksum of
its name and content: code that a disk has damaged ends the process, or plays other games.
"""

import atexit
import contextlib
import hashlib
import math
import os
import pickle
import re
import shutil
import sys
import tempfile
import time
import uuid
import warnings
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core import sigutils
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.errors import NumbaWarning
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from analyzer.errors import BadInput, MachineTrouble

LIMIT = "ANALYZER_CACHE_LIMIT"  # in megabytes
_DEFAULT_LIMIT = "1000"
_TOLD = "ANALYZER_CACHE_TOLD"  # the folder of which was said that nothing can be stored there
_HOUR = 3600.0
_NAME_LENGTH = 20
_MARK = b"analyzer code 1\n"
_HASH_SIZE = hashlib.sha256().digest_size

_used: set[Path] = set()


def cache_root() -> Path:
    """Return the folder of all compiled code: $ANALYZER_CACHE_DIR, else the user's cache folder."""
    chosen = os.environ.get("ANALYZER_CACHE_DIR")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "analyzer"


def cache_limit() -> float:
    """Read how many bytes of compiled code are kept."""
    text = os.environ.get(LIMIT) or _DEFAULT_LIMIT
    try:
        megabytes = float(text)
    except ValueError:
        megabytes = math.nan
    if not megabytes >= 0:
        raise BadInput(f"{LIMIT} = {text!r} is not a number of megabytes; write {_DEFAULT_LIMIT} for a gigabyte")
    return megabytes * 1e6


def folder_for(digest: str) -> Path:
    """Return the folder of one edition of some sources."""
    return cache_root() / digest[:_NAME_LENGTH]


def mark_used(folder: Path) -> None:
    """Take note that the code in a folder is in use."""
    if folder not in _used:
        _used.add(folder)
        with contextlib.suppress(OSError):  # a folder that cannot be written is not ours to trim
            os.utime(folder)


def clear_cache() -> int:
    """Delete all compiled code and return the bytes freed; only folders that this module made are touched."""
    freed = sum(_delete(folder) for folder in _folders())
    if _folders():
        raise MachineTrouble(f"{cache_root()}: compiled code is left there that cannot be deleted")
    return freed


def read_sealed(file: Path) -> bytes | None:
    """Read the code in a file; None if there is none, or none that is what was written: that is dropped."""
    try:
        content = file.read_bytes()
    except OSError:
        return None
    start = len(_MARK) + _HASH_SIZE
    if content[:start] == _MARK + _hash(file, content[start:]):
        return content[start:]
    tell(f"compiled code in {file} is damaged; it is deleted and compiled again")
    with contextlib.suppress(OSError):
        file.unlink()
    return None


def write_sealed(file: Path, content: bytes) -> None:
    """Keep code in a file, as a whole or not at all; say once if that is not possible."""
    try:
        _write_whole(file, _MARK + _hash(file, content) + content)
    except OSError as problem:
        _tell_unwritable(problem.strerror or str(problem))


def _write_whole(file: Path, content: bytes) -> None:
    temporary = file.with_name(f"{file.name}.{uuid.uuid4().hex[:16]}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(content)
        temporary.replace(file)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def write_source(digest: str, name: str, text: str) -> Path:
    """Keep a source that has no file of its own beside the compiled code, or for this process alone; tell where."""
    content = text.encode(errors="surrogatepass")
    for folder in (folder_for(digest), _passing_folder()):
        with contextlib.suppress(OSError):
            if not (folder / name).is_file() or (folder / name).read_bytes() != content:
                _write_whole(folder / name, content)
            mark_used(folder)
            return folder / name
    raise BadInput(f"{name} can be written neither to {cache_root()} nor to {_passing_folder()}")


@cache
def _passing_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="analyzer-"))


def _hash(file: Path, content: bytes) -> bytes:
    return hashlib.sha256(file.name.encode() + b"\0" + content).digest()


def _tell_unwritable(reason: str) -> None:
    """Say once, for this process and those that it starts, that nothing can be kept."""
    root = str(cache_root())
    if os.environ.get(_TOLD) != root:
        os.environ[_TOLD] = root
        tell(f"cannot store compiled code in {root} ({reason}); every process compiles it again")


def tell(text: str) -> None:
    """Make a remark on stderr, if there is one."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(f"analyzer: {text}\n")


@cache
def trim_at_exit() -> None:
    """Let this process trim the cache when it ends: it has added to it."""
    atexit.register(trim_cache)


def trim_cache(limit: float | None = None) -> int:
    """Delete what was used longest ago until the rest fits into the limit; return the bytes freed."""
    left = cache_limit() if limit is None else limit
    now, freed = time.time(), 0
    for used, folder in sorted(((_last_use(folder), folder) for folder in _folders()), reverse=True):
        size = _size_of(folder)
        if size <= left or folder in _used or abs(now - used) < _HOUR:  # a date to come is one of a wrong clock
            left -= size
        else:
            left = 0.0  # what is older goes too
            freed += _delete(folder)
    return freed


def _folders() -> list[Path]:
    """List the folders that this module made; none where nobody may look."""
    try:
        with os.scandir(cache_root()) as entries:
            return [Path(entry.path) for entry in entries if _is_ours(entry.name) and entry.is_dir()]
    except OSError:
        return []


def _is_ours(name: str) -> bool:
    return len(name) == _NAME_LENGTH and all(sign in "0123456789abcdef" for sign in name)


def _last_use(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0  # another process has just deleted it


def _size_of(folder: Path) -> int:
    total = 0
    for path, _, files in os.walk(folder):
        for file in files:
            try:
                total += os.stat(os.path.join(path, file)).st_size
            except OSError:
                continue
    return total


def _delete(folder: Path) -> int:
    size = _size_of(folder)
    shutil.rmtree(folder, ignore_errors=True)
    return size - _size_of(folder)


_VERSIONS = (numba.__version__, llvmlite.__version__)
_NO_NAME = re.compile(r"[^\w.]+")
_LONGEST = 80  # letters of a function's name in that of its file


class CodeStore(NullCache):  # type: ignore[misc]
    """The compiled code of one function, as numba asks for it."""

    def __init__(self, function: Any, folder: Path) -> None:
        self.function = function
        self.folder = folder

    @property
    def cache_path(self) -> str:
        """Return the folder of the files."""
        return str(self.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Fetch the code of a function for some types of arguments; None if it has to be compiled.

        Numba would first import all that it can compile, scipy's linear algebra among it: half a second. Machine code
        needs of that only the symbols that numba defines; a function that has to be compiled brings the rest itself.
        """
        rtsys.initialize(target_context)  # memory management
        import_module("numba.cpython.hashing")
        content = read_sealed(self._path(sig, target_context.codegen()))
        return None if content is None else CompileResult._rebuild(target_context, *pickle.loads(content))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code of a function."""
        if _is_cachable(data):
            trim_at_exit()
            write_sealed(self._path(sig, data.codegen), dumps(data._reduce()))

    def _path(self, sig: Any, codegen: Any) -> Path:
        """Name the file after all that the code depends on, apart from the sources: these name the folder."""
        code, closure = self.function.__code__, self.function.__closure__ or ()
        inside = dumps(tuple(cell.cell_contents for cell in closure)) if closure else b""
        kinds, _ = sigutils.normalize_signature(sig)
        key = hashlib.sha256(repr((_VERSIONS, self.function.__module__, kinds, codegen.magic_tuple())).encode())
        key.update(code.co_code)
        key.update(inside)
        name = _NO_NAME.sub("", f"{Path(code.co_filename).stem}.{self.function.__qualname__}")[:_LONGEST]
        return self.folder / f"{name}-{code.co_firstlineno}-{key.hexdigest()[:20]}.code"


def _is_cachable(data: Any) -> bool:
    """Tell whether code may be used by another process."""
    is_bound = bool(data.library.has_dynamic_globals) or any(not part.can_cache for part in data.lifted)
    if is_bound:
        warnings.warn(
            f"{data.fndesc.qualname}: code with addresses of this process is not kept", NumbaWarning, stacklevel=2
        )
    return not is_bound
