"""The workers of a cluster that may play: those with the fingerprint of this process, and how busy they are."""

import hashlib
import importlib
import json
import platform
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from analyzer import __version__
from analyzer.games.policy_files.shipping import POLICIES_OF, further_packages
from analyzer.play.pools.choosing import AT_ONCE

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
    package = Path(__file__).parents[3]
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


SILENT_SECONDS = 60.0  # without a heartbeat: gone. Dask waits five minutes (`worker-ttl`), which its scheduler decides


@dataclass
class Worker:
    """A worker that the scheduler lists."""

    address: str
    threads: int
    is_running: bool = True
    is_approved: bool = False
    batches: int = 0  # in its hands
    heartbeat: Any = None  # the last one, as the scheduler has it
    heard: float = 0.0  # when that changed, by the clock here

    @property
    def load(self) -> float:
        """How busy it is."""
        return self.batches / self.threads

    @property
    def is_free(self) -> bool:
        """Tell whether it may get another batch."""
        return self.is_approved and self.is_running and self.batches < AT_ONCE * self.threads


@dataclass
class Workers:
    """The workers that are there, those that were refused, and those that fell silent."""

    fingerprint: Mapping[str, str]
    present: dict[str, Worker] = field(default_factory=dict)
    refused: dict[str, list[str]] = field(default_factory=dict)
    silent: dict[str, Any] = field(default_factory=dict)  # with their last heartbeat

    @property
    def slots(self) -> int:
        """How many tasks can be played at once."""
        return sum(worker.threads for worker in self.present.values() if worker.is_approved)

    @property
    def approved(self) -> list[Worker]:
        """List the workers that may play."""
        return [worker for worker in self.present.values() if worker.is_approved]

    def update(self, listed: Mapping[str, Mapping[str, Any]], now: float) -> tuple[list[str], list[str]]:
        """Take over what the scheduler knows; return who is new (and must be asked), and who is gone."""
        self._forget(listed)
        new = [address for address in listed if address not in {*self.present, *self.refused, *self.silent}]
        for address in new:
            self.present[address] = Worker(address, int(listed[address]["nthreads"]), heard=now)
        for worker in self.present.values():
            self._note_heartbeat(worker, listed.get(worker.address, {}), now)
        silent = [worker for worker in self.present.values() if now - worker.heard > SILENT_SECONDS]
        self.silent |= {worker.address: worker.heartbeat for worker in silent}
        gone = [address for address in self.present if address not in listed or address in self.silent]
        for address in gone:
            del self.present[address]
        return new, gone

    def _forget(self, listed: Mapping[str, Mapping[str, Any]]) -> None:
        """Treat a refused or silent worker as new when it comes back."""
        self.refused = {address: why for address, why in self.refused.items() if address in listed}
        self.silent = {
            address: heartbeat
            for address, heartbeat in self.silent.items()
            if listed.get(address, {}).get("last_seen") == heartbeat
        }

    def _note_heartbeat(self, worker: Worker, known: Mapping[str, Any], now: float) -> None:
        worker.is_running = known.get("status", "running") == "running"
        heartbeat = known.get("last_seen")
        if heartbeat != worker.heartbeat or heartbeat is None:
            worker.heartbeat, worker.heard = heartbeat, now

    def approve(self, address: str, answer: Mapping[str, Any]) -> list[str]:
        """Compare the fingerprint of a worker; return what keeps it from playing."""
        if address not in self.present:
            return []
        problem = [answer["problem"]] if "problem" in answer else differences(self.fingerprint, answer)
        if problem:
            del self.present[address]
            self.refused[address] = problem
        else:
            self.present[address].is_approved = True
        return problem

    def free_worker(self, but_not: Collection[str] = ()) -> Worker | None:
        """Choose the least busy worker that may get a batch; one that has lost it before only if there is no other."""
        free = [worker for worker in self.present.values() if worker.is_free]
        others = [worker for worker in free if worker.address not in but_not]
        if not others and any(worker.address not in but_not for worker in self.approved):
            return None  # somebody else will be free
        return min(others or free, key=lambda worker: worker.load, default=None)

    def release(self, address: str) -> None:
        """Take note that a batch has come back."""
        if address in self.present:
            self.present[address].batches -= 1
