"""Which files a user's sources read while they are loaded: what a policy rests on and no `import` in its text names.

Python tells an audit hook of every file that is opened. While a source is loaded, each one is noted for all sources of
the user on the way to it, and so becomes part of what they rest on: weights, tables, modules that are loaded by name.
What a library reads when it is first imported is the library's own matter. What is read later, while a policy plays,
nobody sees: only plain Python can do that, and has to declare it.
"""

import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from analyzer.kernel.compiler import sources

_ARGUMENTS = {"open": 0, "import": 1, "sqlite3.connect": 0, "ctypes.dlopen": 0}  # which one is the file
_OURS = str(sources.PROJECT_ROOT / "analyzer") + os.sep
_SHIPPED = (_OURS, str(sources.PROJECT_ROOT / "strategies") + os.sep)
_OF_THE_SYSTEM = ("/dev/", "/proc/", "/sys/")
_WRITING, _ACCESS = os.O_WRONLY, os.O_RDONLY | os.O_WRONLY | os.O_RDWR

_under_way: list[tuple[Path, ...]] = []  # loads
_seen: list[tuple[str, tuple[str, ...]]] = []  # a file, and the sources that read it
_loaded: set[Path] = set()


@contextmanager
def watched(*loaded: Path) -> Iterator[None]:
    """Note what a user's sources read while this lasts; those named count as seen from then on."""
    _listen()
    _under_way.append(loaded)
    try:
        yield
    finally:
        _under_way.remove(loaded)
        _note_all()
    _loaded.update(loaded)


@cache
def _listen() -> None:
    """Begin to listen; a hook cannot be taken away again, so there is one, and it does nothing between loads."""
    sys.addaudithook(_hear)


def was_seen(source: Path) -> bool:
    """Tell whether somebody looked on while a source was loaded."""
    return source in _loaded


def note_modules(module: ModuleType) -> None:
    """Note the user's modules that a module holds: one that was loaded by name before is not opened again."""
    values = vars(module).values()
    names = (item.__name__ if isinstance(item, ModuleType) else getattr(item, "__module__", None) for item in values)
    files = (getattr(sys.modules.get(name), "__file__", None) for name in names if isinstance(name, str))
    own = {Path(file).resolve() for file in files if isinstance(file, str) and sources.is_own_part(file)}
    sources.note(Path(str(module.__file__)).resolve(), own)


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if not _under_way or event not in _ARGUMENTS:
        return
    with suppress(Exception):  # what a hook raises would end the user's call
        given = arguments[_ARGUMENTS[event]]
        is_written = event == "open" and (arguments[2] or 0) & _ACCESS == _WRITING
        if isinstance(given, str | bytes | os.PathLike) and given and not is_written:
            _seen.append((os.path.abspath(os.fsdecode(given)), tuple(_readers(sys._getframe(1)))))


def _readers(frame: FrameType | None) -> list[str]:
    """List the user's sources on the way to a read, up to the code of this project that loads them."""
    found: list[str] = []
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(_SHIPPED):
            break
        if not sources.is_foreign(file):
            found.append(file)
        elif file.endswith(".py") and frame.f_code.co_name == "<module>":
            break  # a library is being imported
        frame = frame.f_back
    return found


def _note_all() -> None:
    seen = dict.fromkeys(_seen)
    _seen.clear()
    for file, readers in seen:
        path = _meant_by(file)
        if readers and _is_rested_on(path):
            for reader in readers:
                sources.note(Path(reader).resolve(), {path})


def _meant_by(file: str) -> Path:
    """Give the source for a file of byte code, and any other file as it is."""
    return Path(importlib.util.source_from_cache(file) if _is_byte_code(file) else file).resolve()


def _is_byte_code(file: str) -> bool:
    """Tell whether Python itself wrote a file, beside its source or where PYTHONPYCACHEPREFIX says."""
    is_kept_apart = sys.pycache_prefix is not None and file.startswith(os.path.join(sys.pycache_prefix, ""))
    return file.endswith(".pyc") and (is_kept_apart or os.path.basename(os.path.dirname(file)) == "__pycache__")


def _is_rested_on(path: Path) -> bool:
    """Tell whether a file may be a part of what plays: neither this package's, nor a library's, nor the system's."""
    text = str(path)
    if text.startswith((_OURS, *_OF_THE_SYSTEM)) or sources.is_installed(text):
        return False
    return path.is_file()
