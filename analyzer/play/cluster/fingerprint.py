"""The fingerprint of a process: two processes with the same fingerprint play the same games.

Every worker sends its own before it gets work: versions, and one digest for each part of the sources, so that a
difference can be named. Dask compares the versions of packages alone (`Client.get_versions`), not the rules.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import platform
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from analyzer import __version__
from analyzer.games.shipping import POLICIES_OF, further_packages

Fingerprint = dict[str, str]

_PLAYING = ("kernel", "games", "play", "stats")  # parts of this package that a worker plays with
_SOURCES = (".py", ".toml")
_SHORT = 12  # hex digits of a digest: enough to tell versions apart


def own_fingerprint() -> Fingerprint:
    """Describe this process."""
    return dict(_fingerprint(tuple(further_packages())))


@cache
def _fingerprint(further: tuple[str, ...]) -> Fingerprint:
    """Look once: imported code stays as it is, even if the files change."""
    return {
        "python": platform.python_version(),
        "numba": _version_of("numba"),
        "numpy": _version_of("numpy"),
        "version": __version__,
        "machine": f"{platform.machine()}, {' '.join(platform.libc_ver())}",  # exp and log are the C library's
        **source_digests(further),
    }


def differences(own: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """Name what differs, with both values."""
    names = dict.fromkeys([*own, *other])
    pairs = [(name, own.get(name, "none"), other.get(name, "none")) for name in names]
    return [f"{name} {theirs} instead of {ours}" for name, ours, theirs in pairs if ours != theirs]


def digest_of(fingerprint: Mapping[str, str]) -> str:
    """Hash a fingerprint: the digest travels with every batch."""
    return hashlib.sha256(json.dumps(fingerprint, sort_keys=True).encode()).hexdigest()


def source_digests(further: Iterable[str]) -> Fingerprint:
    """Hash the rules and policies, also of further packages: one digest for each folder that holds sources."""
    package = Path(__file__).parents[2]
    folders = {f"analyzer/{name}": package / name for name in _PLAYING}
    folders |= {name: _folder_of(name) for name in (POLICIES_OF, *further)}
    found = {"analyzer": _digest_in(package, package.glob("*"))}
    for name, folder in folders.items():
        parts = [folder, *sorted(item for item in folder.glob("*") if _holds_sources(item))]
        found |= {f"{name}{_below(part, folder)}": _digest_in(part, _files_of(part, folder)) for part in parts}
    return found


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def _folder_of(package: str) -> Path:
    return Path(next(iter(importlib.import_module(package).__path__)))


def _holds_sources(item: Path) -> bool:
    return item.is_dir() and any(path.suffix in _SOURCES for path in item.rglob("*"))


def _below(part: Path, folder: Path) -> str:
    return "" if part == folder else f"/{part.name}"


def _files_of(part: Path, folder: Path) -> Iterable[Path]:
    """List the files of a part: of the folder itself those that lie in it, of the others also what is below."""
    return part.glob("*") if part == folder else part.rglob("*")


def _digest_in(folder: Path, items: Iterable[Path]) -> str:
    files = sorted(item for item in items if item.suffix in _SOURCES and item.is_file())
    total = hashlib.sha256()
    for file in files:
        content = hashlib.sha256(file.read_bytes()).digest()
        total.update(file.relative_to(folder).as_posix().encode() + b"\0" + content)
    return total.hexdigest()[:_SHORT]
