"""Which source files a compiled function is made of, and one hash over all of them.

Numba's disk cache looks only at the file of the function itself: an edit in an imported rule, or another
compiler flag, would be served stale code. So the cache directory of a function is named after a hash of its
file, of everything of ours that this file imports (however deep), of the component data beside those files,
and of the compiler's settings.
"""

from __future__ import annotations

import ast
import hashlib
import os
import platform
import shutil
import sys
import sysconfig
from functools import cache
from pathlib import Path

PROJECT_ROOT = Path(__file__).resolve().parents[2]
OWN_PACKAGES = ("analyzer", "strategies")
_NOT_SETTINGS = ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS", "NUMBA_DISABLE_JIT")


def cache_root() -> Path:
    """Return the folder of all compiled code: $ANALYZER_CACHE_DIR, else the user's cache folder."""
    chosen = os.environ.get("ANALYZER_CACHE_DIR")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "analyzer"


@cache
def cache_directory(*files: str) -> Path:
    """Return the cache folder of the functions of one source file, or of what is put together from several."""
    return cache_root() / digest_of(*(Path(file).resolve() for file in files))


@cache
def digest_of(*paths: Path) -> str:
    """Hash source files with all they rest on."""
    total = hashlib.sha256(repr(_settings()).encode())
    for source in sorted(set[Path]().union(*(closure_of(path) for path in paths))):
        total.update(source.name.encode() + b"\0" + _content_of(source) + b"\0")
    return total.hexdigest()[:20]


@cache
def _content_of(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


def closure_of(path: Path) -> set[Path]:
    """Collect a source file, its imports of ours at any depth, and the data files beside them."""
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        source = waiting.pop()
        if source in found:
            continue
        found.add(source)
        waiting.extend(_imports_of(source))
    data = {item for folder in {source.parent for source in found} for item in folder.glob("*.toml")}
    return found | data


@cache
def _imports_of(path: Path) -> tuple[Path, ...]:
    if path.suffix != ".py":
        return ()
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            stem = _absolute(node, path)
            names.add(stem)
            names.update(f"{stem}.{alias.name}" for alias in node.names)
    files = (_locate(name, path.parent) for name in names)
    return tuple(file for file in files if file is not None)


def _absolute(node: ast.ImportFrom, path: Path) -> str:
    if not node.level:
        return node.module or ""
    folder = path.parents[node.level - 1]
    prefix = ".".join(folder.relative_to(PROJECT_ROOT).parts) if folder.is_relative_to(PROJECT_ROOT) else ""
    return ".".join(part for part in (prefix, node.module) if part)


def _locate(name: str, beside: Path) -> Path | None:
    """Find the file of a module of ours: in the two packages, beside the importer, or loaded from elsewhere."""
    parts = name.split(".")
    roots = [PROJECT_ROOT] if parts[0] in OWN_PACKAGES else [beside]
    for root in roots:
        for file in (root.joinpath(*parts).with_suffix(".py"), root.joinpath(*parts, "__init__.py")):
            if file.is_file():
                return file.resolve()
    loaded = getattr(sys.modules.get(name), "__file__", None)
    return None if loaded is None or is_foreign(loaded) else Path(loaded).resolve()


@cache
def is_foreign(file: str) -> bool:
    """Tell whether a file belongs to Python or to an installed library, of this environment or of another."""
    paths = sysconfig.get_paths()
    is_installed = any(folder in Path(file).parts for folder in ("site-packages", "dist-packages"))
    return not file.endswith(".py") or is_installed or file.startswith((paths["stdlib"], paths["platstdlib"]))


def is_own_part(file: str) -> bool:
    """Tell whether a file may be a policy's: it belongs neither to a library nor to this package."""
    return not is_foreign(file) and not Path(file).resolve().is_relative_to(PROJECT_ROOT / "analyzer")


def _settings() -> tuple[object, ...]:
    flags = tuple(sorted(item for item in os.environ.items() if _is_setting(item[0])))
    return (sys.version_info[:3], platform.machine(), flags)


def _is_setting(name: str) -> bool:
    return name.startswith("NUMBA_") and name not in _NOT_SETTINGS


def clear_cache() -> int:
    """Delete all compiled code and return the bytes freed; only folders that this module made are touched."""
    freed = 0
    for folder in cache_root().glob("*"):
        if folder.is_dir() and len(folder.name) == 20 and all(sign in "0123456789abcdef" for sign in folder.name):
            freed += sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
            shutil.rmtree(folder)
    return freed
