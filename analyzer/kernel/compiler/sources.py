"""Which source files a compiled function is made of, and one hash over all of them.

Numba's disk cache looks only at the file of the function itself: an edit in an imported rule, or another
compiler flag, would be served stale code. So the cache directory of a function is named after a hash of its
file, of everything of ours that this file imports (however deep), of what these files were seen or are said to read
(see reads.py), of the component data beside them, and of the compiler's settings.
"""

import hashlib
import os
import platform
import re
import sys
import sysconfig
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from analyzer.kernel.compiler.code_store import folder_for

PROJECT_ROOT = Path(__file__).resolve().parents[3]
OWN_PACKAGES = ("analyzer", "strategies")
_STANDARD = (sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"))
_INSTALLED = {"site-packages", "dist-packages"}
_COMMENT = re.compile(r"#[^\n]*")
_REST = r"(?:\\\n|[^\n;])*"  # of a line, with its continuations
_FROM = rf"from[ \t]+([\w.]+)[ \t]+import\b[ \t]*(\([^)]*\)|{_REST})"
_IMPORT = re.compile(rf"(?:^|[;:])[ \t]*(?:{_FROM}|import[ \t]+({_REST}))", re.MULTILINE)
elsewhere: dict[str, str] = {}  # files of modules that were loaded in a process of a policy, and not here
_NOT_SETTINGS = {"NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS", "NUMBA_DISABLE_JIT"}


@cache
def cache_directory(*files: str) -> Path:
    """Return the cache folder of the functions of one source file, or of what is put together from several."""
    return folder_for(digest_of(*(Path(file).resolve() for file in files)))


def are_files(*files: str) -> bool:
    """Tell whether all sources lie on disk: a cell of a notebook does not."""
    return all(map(os.path.isfile, files))


@cache
def digest_of(*paths: Path) -> str:
    """Hash source files with all they rest on."""
    total = hashlib.sha256(repr(_settings()).encode())
    for source in sorted(set[Path]().union(*(closure_of(path) for path in paths))):
        total.update(source.name.encode() + b"\0" + content_of(source) + b"\0")
    return total.hexdigest()


@cache
def content_of(path: Path) -> bytes:
    """Hash a source as it was when this process first looked at it: that is what plays."""
    return hashlib.sha256(path.read_bytes()).digest()


_noted: dict[Path, set[Path]] = {}


def note(source: Path, files: Iterable[Path]) -> None:
    """Keep that a source rests on files that its text does not import."""
    known = _noted.setdefault(source, set())
    new = set(files) - known - {source}
    if new:
        known |= new
        cache_directory.cache_clear()
        digest_of.cache_clear()


def handed_on() -> dict[str, Any]:
    """Write down, for another process, which modules of users are loaded here, and what was noted of sources."""
    files = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
    modules = {name: file for name, file in files.items() if isinstance(file, str) and is_own_part(file)}
    return {"modules": modules, "noted": {str(source): sorted(map(str, rests)) for source, rests in _noted.items()}}


def take_over(found: dict[str, Any]) -> None:
    """Take what another process has written down of its sources."""
    elsewhere.update(found["modules"])
    for source, files in found["noted"].items():
        note(Path(source), map(Path, files))


def rests_of(path: Path) -> set[Path]:
    """Collect a source file, its imports of ours at any depth, and what was noted of these."""
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        source = waiting.pop()
        if source in found:
            continue
        found.add(source)
        waiting.extend(_imports_of(source))
        waiting.extend(file for file in _noted.get(source, ()) if file.is_file())
    return found


def closure_of(path: Path) -> set[Path]:
    """Collect all that a source file rests on, and the data files beside its sources."""
    found = rests_of(path)
    folders = {source.parent for source in found if source.suffix == ".py"}
    return found | {item for folder in folders for item in folder.glob("*.toml")}


@cache
def _imports_of(path: Path) -> tuple[Path, ...]:
    if path.suffix != ".py":
        return ()
    files = (
        _locate(name, str(path.parent))
        for name in imported_names(path.read_text(encoding="utf-8", errors="replace"), path)
    )
    return tuple(file for file in files if file is not None)


def imported_names(text: str, path: Path) -> set[str]:
    """List what a source may import, anywhere in it.

    Read by pattern, as every process does this for every file of a game before its first move, and a parser takes
    ten times as long. What only looks like an import, as in a text, names a file too many at worst.
    """
    names: set[str] = set()
    for match in _IMPORT.finditer(_COMMENT.sub("", text)):
        stem, listed, plain = match.groups()
        if plain is not None:
            names.update(_first_words(plain))
            continue
        stem = _absolute(stem, path)
        names.add(stem)
        names.update(f"{stem}.{name}" for name in _first_words(listed.strip("()")))
    return names


def _first_words(listed: str) -> list[str]:
    """Read `a, b as c` as a and b."""
    parts = (part.split() for part in listed.replace("\\\n", " ").split(","))
    return [words[0] for words in parts if words]


def _absolute(module: str, path: Path) -> str:
    name = module.lstrip(".")
    level = len(module) - len(name)
    if not level:
        return name
    folder = path.parents[level - 1]
    prefix = ".".join(folder.relative_to(PROJECT_ROOT).parts) if folder.is_relative_to(PROJECT_ROOT) else ""
    return ".".join(part for part in (prefix, name) if part)


@cache
def _locate(name: str, beside: str) -> Path | None:
    """Find the file of a module of ours: in the two packages, beside the importer, or loaded from elsewhere."""
    parts = name.split(".")
    stem = os.path.join(str(PROJECT_ROOT) if parts[0] in OWN_PACKAGES else beside, *parts)
    for file in (f"{stem}.py", os.path.join(stem, "__init__.py")):
        if os.path.isfile(file):
            return Path(os.path.realpath(file))
    loaded = getattr(sys.modules.get(name), "__file__", None) or elsewhere.get(name)
    return None if loaded is None or is_foreign(loaded) else Path(os.path.realpath(loaded))


@cache
def is_foreign(file: str) -> bool:
    """Tell whether a file belongs to Python or to an installed library, of this environment or of another."""
    return not file.endswith(".py") or is_installed(file)


def is_installed(file: str) -> bool:
    """Tell whether a file, of whatever kind, came with Python or with a library."""
    return file.startswith(_STANDARD) or not _INSTALLED.isdisjoint(Path(file).parts)


def is_own_part(file: str) -> bool:
    """Tell whether a file may be a policy's: it belongs neither to a library nor to this package."""
    return not is_foreign(file) and not Path(file).resolve().is_relative_to(PROJECT_ROOT / "analyzer")


def _settings() -> tuple[object, ...]:
    names = {name for name in os.environ if name.startswith("NUMBA_")} - _NOT_SETTINGS
    flags = tuple((name, os.environ[name]) for name in sorted(names))
    return (sys.version_info[:3], platform.machine(), flags)
