"""Who may play: the workers of a cluster that play the same games as their leader, and how busy they are."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from analyzer.play.cluster.census import differences
from analyzer.play.pools import AT_ONCE

SILENT_SECONDS = 60.0  # without a sign of life, after which a worker counts as gone


@dataclass
class Worker:
    """A worker that the scheduler lists."""

    address: str
    threads: int
    is_running: bool = True
    is_approved: bool = False
    letters: int = 0  # in its hands
    beat: Any = None  # its last sign of life, as the scheduler has it
    heard: float = 0.0  # when that changed, by the clock here

    @property
    def load(self) -> float:
        """How busy it is."""
        return self.letters / self.threads

    @property
    def is_free(self) -> bool:
        """Tell whether it may get another letter."""
        return self.is_approved and self.is_running and self.letters < AT_ONCE * self.threads


@dataclass
class Roster:
    """The workers that are there, those that were refused, and those that fell silent."""

    census: Mapping[str, str]
    workers: dict[str, Worker] = field(default_factory=dict)
    refused: dict[str, list[str]] = field(default_factory=dict)
    silent: dict[str, Any] = field(default_factory=dict)  # with their last sign of life

    @property
    def slots(self) -> int:
        """How many tasks can be played at once."""
        return sum(worker.threads for worker in self.workers.values() if worker.is_approved)

    @property
    def approved(self) -> list[Worker]:
        """List the workers that may play."""
        return [worker for worker in self.workers.values() if worker.is_approved]

    def update(self, listed: Mapping[str, Mapping[str, Any]], now: float) -> tuple[list[str], list[str]]:
        """Take over what the scheduler knows; return who is new (and must be asked), and who is gone."""
        self._forget_the_gone(listed)
        new = [address for address in listed if address not in {*self.workers, *self.refused, *self.silent}]
        for address in new:
            self.workers[address] = Worker(address, int(listed[address]["nthreads"]), heard=now)
        for worker in self.workers.values():
            self._listen(worker, listed.get(worker.address, {}), now)
        fallen = [worker for worker in self.workers.values() if now - worker.heard > SILENT_SECONDS]
        self.silent |= {worker.address: worker.beat for worker in fallen}
        gone = [address for address in self.workers if address not in listed or address in self.silent]
        for address in gone:
            del self.workers[address]
        return new, gone

    def _forget_the_gone(self, listed: Mapping[str, Mapping[str, Any]]) -> None:
        """Treat a refused or silent worker as new when it comes back."""
        self.refused = {address: why for address, why in self.refused.items() if address in listed}
        self.silent = {address: beat for address, beat in self.silent.items() if _beat(listed.get(address, {})) == beat}

    def _listen(self, worker: Worker, known: Mapping[str, Any], now: float) -> None:
        worker.is_running = known.get("status", "running") == "running"
        beat = _beat(known)
        if beat != worker.beat or beat is None:
            worker.beat, worker.heard = beat, now

    def hear(self, address: str, answer: Mapping[str, Any]) -> list[str]:
        """Read what a worker says of itself; return what keeps it from playing."""
        if address not in self.workers:
            return []
        problem = [answer["problem"]] if "problem" in answer else differences(self.census, answer)
        if problem:
            del self.workers[address]
            self.refused[address] = problem
        else:
            self.workers[address].is_approved = True
        return problem

    def free_worker(self, but_not: Collection[str] = ()) -> Worker | None:
        """Choose the least busy worker that may get a letter; one that has lost it before only if there is no other."""
        free = [worker for worker in self.workers.values() if worker.is_free]
        others = [worker for worker in free if worker.address not in but_not]
        if not others and any(worker.address not in but_not for worker in self.approved):
            return None  # somebody else will be free
        return min(others or free, key=lambda worker: worker.load, default=None)

    def release(self, address: str) -> None:
        """Take note that a letter has come back."""
        if address in self.workers:
            self.workers[address].letters -= 1


def _beat(known: Mapping[str, Any]) -> Any:
    return known.get("last_seen")
