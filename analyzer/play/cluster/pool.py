"""A pool whose tasks are played by a Dask cluster: in letters of some seconds, which go elsewhere if one is lost.

The leader chooses the worker of every letter by itself: so only workers that were asked get work, and a letter whose
worker dies, hangs or leaves is sent to another one.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.cells import CellReference
from analyzer.errors import BadInput, PolicyFault
from analyzer.kernel.jit import cpu_count
from analyzer.play.cluster.census import mark_of, own_census
from analyzer.play.cluster.finding import connect
from analyzer.play.cluster.letters import Answer, Bundle, Promise, read_part, write_letter
from analyzer.play.cluster.mail import GO_ON, Mail
from analyzer.play.cluster.parcels import Parcel, pack
from analyzer.play.cluster.roster import Roster
from analyzer.play.cluster.worker import introduce, play_letter
from analyzer.play.control import Control
from analyzer.play.pace import Grain
from analyzer.play.patience import patience
from analyzer.play.pools import AT_ONCE, LOOK_SECONDS, Backend, Say, WorkerLost
from analyzer.play.tasks import Part, Task

LEAST_SECONDS, MOST_SECONDS = (
    1.0,
    (5.0, 10.0),
)  # of one task; the more workers, the longer: one scheduler serves them all
LETTER_BYTES = 16_000_000  # of rows, from which on a letter is sent, however little work it is
AHEAD = 1024  # blocks that may be open at once
MOST_REPLAYS = 3  # workers that may be lost with one letter, besides the first
ROSTER_SECONDS = 1.0  # between looks at who is there
NOBODY_SECONDS = 60.0  # without a single worker, after which a run stops
LATE_SECONDS, FIRST_SECONDS = 600.0, 1800.0  # for a letter; for one of which nobody knows yet how long it takes
LATE_TIMES = 20.0  # what a letter was expected to take, besides
_BLAMED = {problem.exit_code: problem for problem in (BadInput, PolicyFault)}  # not the worker


@dataclass(eq=False)
class _Sent:
    bundle: Bundle
    worker: str
    since: float

    def is_late(self, now: float, patience: float) -> bool:
        """Tell whether its worker must be stuck; who lets policies think for ever waits for ever."""
        return bool(patience) and now - self.since > max(seconds_for(self.bundle.seconds), 5.0 * patience)


def seconds_for(expected: float) -> float:
    """Say how long to wait for a letter: its worker has another one before it, and names a policy that hangs itself."""
    return FIRST_SECONDS if expected == float("inf") else LATE_SECONDS + LATE_TIMES * AT_ONCE * expected


def open_cluster(backend: Backend, jobs: int, control: Control, say: Say) -> Cluster:
    """Join a cluster, or start one, and ask every worker what it plays with."""
    client, started = connect(backend, jobs)
    pool = Cluster(Mail(client, started), say)
    try:
        pool.assemble(control)
    except BaseException:
        pool.close()
        raise
    return pool


class Cluster:
    """The workers of a Dask cluster."""

    can_stop = False

    def __init__(self, mail: Mail, say: Say) -> None:
        self.mail = mail
        self.say = say
        self.roster = Roster(own_census())
        self.mark = mark_of(own_census())
        self.patience = patience()
        self.threads_here = cpu_count()
        self.parcels: dict[CellReference, Parcel] = {}
        self.draft = Bundle()
        self.waiting: deque[Bundle] = deque()
        self.sent: dict[Any, _Sent] = {}
        self.questions: dict[Any, str] = {}
        self.next_look = 0.0
        self.last_seen = time.monotonic()  # any worker that may play
        self.compiled: dict[str, set[str]] = {}  # workers by digest of own files

    @property
    def jobs(self) -> int:
        """How many tasks are played at once, at this moment."""
        return max(1, self.roster.slots)

    @property
    def grain(self) -> Grain:
        """Cut tasks of one to five seconds, for a thousand workers of up to ten."""
        low, high = MOST_SECONDS
        return Grain(LEAST_SECONDS, min(max(low, self.jobs / 100), high), AHEAD)

    def assemble(self, control: Control) -> None:
        """Wait until every worker has said what it plays with; refuse a cluster in which they differ."""
        until = time.monotonic() + NOBODY_SECONDS
        while (not self.roster.workers or self.questions) and not self.roster.refused and not control.is_stopped:
            self._look()
            self._receive()
            if time.monotonic() > until and not self.roster.approved:
                raise WorkerLost(f"no worker has answered at {self.mail.address} in {NOBODY_SECONDS:.0f} s; {GO_ON}")
            if time.monotonic() > until:
                break  # the others may play; who answers later joins them
        while self.questions and self.roster.refused and time.monotonic() < until and not control.is_stopped:
            self._receive()  # the message names all workers that differ
        if self.roster.refused:
            raise BadInput(self._refusal())
        self.say(
            f"{self.mail.address}: {len(self.roster.approved)} workers, {self.jobs} threads, all with the same rules"
        )

    def _refusal(self) -> str:
        lines = [f"\n  {address}: {'; '.join(found)}" for address, found in sorted(self.roster.refused.items())]
        return f"workers at {self.mail.address} play other games than this process:{''.join(lines)}"

    def has_room(self, _under_way: int) -> bool:
        """Tell whether a worker may soon be idle."""
        return len(self.sent) + len(self.waiting) < AT_ONCE * self.jobs

    def submit(self, task: Task, _control: Control) -> Promise:
        """Put a task into the next letter; send that when it holds enough work."""
        promise = Promise(task)
        draft = self.draft
        draft.add(promise)
        most = max(1, AHEAD // (AT_ONCE * self.jobs))
        enough = max(LEAST_SECONDS, self.grain.most / 2)
        if draft.seconds >= enough or draft.size >= LETTER_BYTES or len(draft.promises) >= most:
            self._post()
        return promise

    def finished(self, promises: Sequence[Promise]) -> list[Promise]:
        """List the tasks that have come to an end; who asks has nothing more to hand out for now."""
        if self.draft.promises:
            self._post()
        self._look()
        self._send()
        self._receive()
        return [promise for promise in promises if promise.part is not None]

    def result(self, promise: Promise) -> Part | None:
        """Fetch a finished part."""
        return promise.part

    def close(self) -> None:
        """Leave the cluster, and say what its workers compiled."""
        self.mail.close()
        for digest, workers in self.compiled.items():
            self.say(f"own files {digest[:12]}: compiled once by each of {len(workers)} workers")

    def _post(self) -> None:
        self.waiting.append(self.draft)
        self.draft = Bundle()
        self._send()

    def _send(self) -> None:
        """Send letters as long as there are workers for them."""
        while self.waiting:
            bundle = self.waiting[0]
            worker = self.roster.free_worker(bundle.lost) if bundle.is_wanted else None
            if worker is None and bundle.is_wanted:
                return
            self.waiting.popleft()
            if worker is not None:
                future = self.mail.send(play_letter, self._letter(bundle), worker=worker.address)
                self.sent[future] = _Sent(bundle, worker.address, time.monotonic())
                worker.letters += 1

    def _letter(self, bundle: Bundle) -> dict[str, Any]:
        tasks = [promise.task for promise in bundle.promises]
        return write_letter(tasks, [self._parcel(task) for task in tasks], self.mark, self.patience)

    def _parcel(self, task: Task) -> Parcel:
        reference = task.prepared.cell.reference
        if reference not in self.parcels:
            self.parcels[reference] = pack(reference)
        return self.parcels[reference]

    def _look(self) -> None:
        """Look who is there: ask whoever is new, and send again what was lost."""
        self.mail.check()
        now = time.monotonic()
        if now < self.next_look:
            return
        listed = self.mail.workers()
        self.next_look = now + max(ROSTER_SECONDS, len(listed) / 100)
        new, gone = self.roster.update(listed, now)
        for address in new:
            self.questions[self.mail.send(introduce, worker=address)] = address
        self.questions = {future: address for future, address in self.questions.items() if address not in gone}
        for future, sent in list(self.sent.items()):
            if sent.worker in gone or sent.is_late(now, self.patience):
                self._again(future, "it is gone" if sent.worker in gone else "it does not come to an end")
        self._mind_the_crew(now)

    def _mind_the_crew(self, now: float) -> None:
        if self.roster.approved:
            self.last_seen = now
        elif now - self.last_seen > NOBODY_SECONDS:
            raise WorkerLost(f"no worker has been at {self.mail.address} for {NOBODY_SECONDS:.0f} s; {GO_ON}")

    def _again(self, future: Any, why: str) -> None:
        """Send a letter again, to somebody else."""
        sent = self.sent.pop(future)
        self.mail.forget(future)
        self.roster.release(sent.worker)
        bundle = sent.bundle
        bundle.lost.append(sent.worker)
        if len(bundle.lost) > MOST_REPLAYS:
            raise WorkerLost(
                f"{bundle.describe()}: lost with {len(bundle.lost)} workers, at last {sent.worker} ({why}); {GO_ON}"
            )
        self.say(f"worker {sent.worker}: {why}; {bundle.describe()} is played elsewhere")
        self.waiting.appendleft(bundle)

    def _receive(self) -> None:
        for future, answer in self.mail.arrived(LOOK_SECONDS):
            if future in self.questions:
                self._hear(self.questions.pop(future), answer)
            elif future in self.sent:  # all else was given up before
                self._take(future, answer)

    def _hear(self, address: str, answer: Answer) -> None:
        self._check(answer)
        problem = self.roster.hear(address, answer)
        if problem:
            self.say(f"worker {address} gets no work: {'; '.join(problem)}")

    def _check(self, answer: Answer) -> None:
        if "cancelled" in answer:
            self.mail.workers()  # raises if it is gone: a connection that breaks gives its calls up too
            raise WorkerLost(f"the Dask scheduler at {self.mail.address} has given up what it had to do; {GO_ON}")

    def _take(self, future: Any, answer: Answer) -> None:
        """Read an answer: parts, or the reason why there are none."""
        self._check(answer)
        sent = self.sent[future]
        if "parts" in answer:
            del self.sent[future]
            self.roster.release(sent.worker)
            self._read(sent, answer)
        elif "refused" in answer:
            self._hear(sent.worker, answer["refused"])
            self._again(future, "it plays other games")
        elif answer.get("exit_code") in _BLAMED:
            raise _BLAMED[answer["exit_code"]](f"worker {sent.worker}: {answer['problem']}")
        else:
            self._again(future, answer["problem"])

    def _read(self, sent: _Sent, answer: Answer) -> None:
        for promise, written in zip(sent.bundle.promises, answer["parts"], strict=True):
            promise.part = read_part(promise.task.prepared.cell, written)
        for digest, functions, seconds in answer["made"]:
            if digest and functions:
                self._note(digest, functions, seconds, sent.worker)

    def _note(self, digest: str, functions: int, seconds: float, worker: str) -> None:
        """Say of own files when the first worker has compiled them."""
        if digest not in self.compiled:
            self.say(f"own files {digest[:12]}: {worker} compiled {functions} functions in {seconds:.1f} s")
        self.compiled.setdefault(digest, set()).add(worker)
