"""The workers of a cluster: who may play, as it plays the same games as the main process, and how busy each is."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from analyzer.play.cluster.fingerprint import differences
from analyzer.play.pools import AT_ONCE

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
        """Let whoever was refused or silent be new when it comes back."""
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
