"""A pool whose tasks are played by a Dask cluster: in batches of some seconds, which go elsewhere if one is lost.

The main process chooses the worker of every batch: only workers with its fingerprint get work, and a batch whose worker
dies, hangs or leaves goes to another one. Dask's own means do less: `retries` counts exceptions alone, the scheduler
decides how many lost workers are too many, and a plugin or a resource would change a cluster that others use, too.
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
from analyzer.play.control import Backend, Control, Say, answer_limit
from analyzer.play.pools.choosing import AT_ONCE, LOOK_SECONDS, WorkerLost
from analyzer.play.pools.cluster.connection import GO_ON, Connection, SchedulerLost, connect
from analyzer.play.pools.cluster.packages import Package, pack
from analyzer.play.pools.cluster.worker import (
    Answer,
    Promise,
    TaskBatch,
    play_batch,
    read_part,
    send_fingerprint,
    write_batch,
)
from analyzer.play.pools.cluster.workers import Workers, digest_of, own_fingerprint
from analyzer.play.tasks import Granularity, Part, Task

LEAST_SECONDS = 1.0  # of one task
MOST_SECONDS = (5.0, 10.0)  # the more workers, the longer: one scheduler serves them all
BATCH_BYTES = 16_000_000  # of rows, from which on a batch is sent, however little work it is
AHEAD = 1024  # blocks that may be open at once
MOST_REPLAYS = 3  # workers that may be lost with one batch, besides the first
WORKERS_SECONDS = 1.0  # between two looks at who is there
NO_WORKER_SECONDS = 60.0  # without a single worker, after which a run stops
NO_SCHEDULER_SECONDS = 60.0  # the same without a scheduler
MOST_SCHEDULERS = 3  # that may be lost, one after the other, without a finished batch in between
LATE_SECONDS, FIRST_SECONDS = 600.0, 1800.0  # for a batch; for one of which nobody knows yet how long it takes
LATE_TIMES = 20.0  # what a batch was expected to take, besides
_NOT_THE_WORKER = {problem.exit_code: problem for problem in (BadInput, PolicyFault)}  # is at fault


@dataclass(eq=False)
class _Sent:
    batch: TaskBatch
    worker: str
    since: float

    def is_late(self, now: float, answer_limit: float) -> bool:
        """Tell whether its worker must be stuck; without a limit for policies, never."""
        return bool(answer_limit) and now - self.since > max(seconds_for(self.batch.seconds), 5.0 * answer_limit)


def seconds_for(expected: float) -> float:
    """Say how long to wait for a batch: its worker has another one before it, and names a policy that hangs itself."""
    return FIRST_SECONDS if expected == float("inf") else LATE_SECONDS + LATE_TIMES * AT_ONCE * expected


def open_cluster(backend: Backend, jobs: int, control: Control, say: Say) -> Cluster:
    """Join a cluster, or start one, and compare the fingerprints of its workers."""
    pool = Cluster(connect(backend, jobs), say)
    try:
        pool.wait_for_workers(control)
    except BaseException:
        pool.close()
        raise
    return pool


class Cluster:
    """The workers of a Dask cluster."""

    can_stop = False

    def __init__(self, connection: Connection, say: Say) -> None:
        self.connection = connection
        self.say = say
        self.workers = Workers(own_fingerprint())
        self.digest = digest_of(own_fingerprint())
        self.answer_limit = answer_limit()
        self.threads_here = cpu_count()
        self.packages: dict[CellReference, Package] = {}
        self.draft = TaskBatch()
        self.waiting: deque[TaskBatch] = deque()
        self.sent: dict[Any, _Sent] = {}
        self.asked: dict[Any, str] = {}  # workers that were asked for their fingerprint
        self.next_update = 0.0
        self.last_seen = time.monotonic()  # any worker that may play
        self.compiled: dict[str, set[str]] = {}  # workers by digest of own files
        self.loss: SchedulerLost | None = None  # as long as there is no scheduler
        self.lost_at = 0.0
        self.schedulers_lost = 0  # since the last finished batch

    @property
    def jobs(self) -> int:
        """How many tasks are played at once, at this moment."""
        return max(1, self.workers.slots)

    @property
    def granularity(self) -> Granularity:
        """Cut tasks of one to five seconds, for a thousand workers of up to ten."""
        low, high = MOST_SECONDS
        return Granularity(LEAST_SECONDS, min(max(low, self.jobs / 100), high), AHEAD)

    def wait_for_workers(self, control: Control) -> None:
        """Wait for the fingerprints of all workers; refuse a cluster in which they differ."""
        until = time.monotonic() + NO_WORKER_SECONDS
        while self._is_incomplete and not control.is_stopped and time.monotonic() < until:
            self._tend()  # who answers later joins the others
        place, workers = self.connection.address, self.workers
        if workers.refused:
            raise BadInput(self._refusal())
        if not workers.approved and not control.is_stopped:
            raise WorkerLost(f"no worker has answered at {place} in {NO_WORKER_SECONDS:.0f} s; {GO_ON}")
        self.say(f"{place}: {len(workers.approved)} workers, {self.jobs} threads, all with the same rules")

    @property
    def _is_incomplete(self) -> bool:
        """Tell whether a worker has not said yet what it plays with; all that differ are waited for and named."""
        return bool(self.asked) or not (self.workers.present or self.workers.refused)

    def _refusal(self) -> str:
        lines = [f"\n  {address}: {'; '.join(found)}" for address, found in sorted(self.workers.refused.items())]
        return f"workers at {self.connection.address} play different games from this process:{''.join(lines)}"

    def has_room(self, _under_way: int) -> bool:
        """Tell whether a worker may soon be idle."""
        return len(self.sent) + len(self.waiting) < AT_ONCE * self.jobs

    def submit(self, task: Task, _control: Control) -> Promise:
        """Put a task into the next batch; send that when it holds enough work."""
        promise = Promise(task)
        draft = self.draft
        draft.add(promise)
        most = max(1, AHEAD // (AT_ONCE * self.jobs))
        enough = max(LEAST_SECONDS, self.granularity.most_seconds / 2)
        if draft.seconds >= enough or draft.size >= BATCH_BYTES or len(draft.promises) >= most:
            self._enqueue()
        return promise

    def finished(self, promises: Sequence[Promise]) -> list[Promise]:
        """List the tasks that have come to an end; who asks has nothing more to hand out for now."""
        if self.draft.promises:
            self._enqueue()
        self._tend()
        return [promise for promise in promises if promise.part is not None]

    def result(self, promise: Promise) -> Part | None:
        """Fetch a finished part."""
        return promise.part

    def close(self) -> None:
        """Leave the cluster, and say what its workers compiled."""
        self.connection.close()
        for digest, workers in self.compiled.items():
            self.say(f"user files {digest[:12]}: compiled once by each of {len(workers)} workers")

    def _enqueue(self) -> None:
        self.waiting.append(self.draft)
        self.draft = TaskBatch()

    def _tend(self) -> None:
        """Look who is there, send and receive; wait for a while if the scheduler is gone."""
        try:
            if self.loss is not None:
                self._rejoin()
            self._update_workers()
            self._send()
            self._take_answers()
        except SchedulerLost as problem:
            self._outlast(problem)

    def _outlast(self, problem: SchedulerLost) -> None:
        """Bear the loss of a scheduler, but not for ever, nor of one after the other."""
        if self.loss is None:
            self.schedulers_lost += 1
            if self.schedulers_lost > MOST_SCHEDULERS or not self.connection.can_renew:
                raise problem
            self.loss, self.lost_at = problem, time.monotonic()
            self._take_back()
            self.say(f"{problem.what}; waiting up to {NO_SCHEDULER_SECONDS:.0f} s for another one in its place")
        if time.monotonic() - self.lost_at > NO_SCHEDULER_SECONDS:
            raise self.loss
        time.sleep(LOOK_SECONDS)

    def _take_back(self) -> None:
        """Let all batches wait for other workers: those that have them belong to another scheduler."""
        self.waiting.extendleft(sent.batch for sent in reversed(self.sent.values()))
        self.sent, self.asked = {}, {}
        self.workers = Workers(own_fingerprint())

    def _rejoin(self) -> None:
        self.connection.renew()
        self.loss = None
        self.last_seen, self.next_update = time.monotonic(), 0.0
        self.say(f"{self.connection.address}: a scheduler is there; the run goes on with its workers")

    def _send(self) -> None:
        """Send batches as long as there are workers for them."""
        while self.waiting:
            batch = self.waiting[0]
            worker = self.workers.free_worker(batch.lost) if batch.is_wanted else None
            if worker is None and batch.is_wanted:
                return
            if worker is not None:
                future = self.connection.send(play_batch, self._written(batch), worker=worker.address)
                self.sent[future] = _Sent(batch, worker.address, time.monotonic())
                worker.batches += 1
            self.waiting.popleft()  # not before it is sent: the scheduler may be gone

    def _written(self, batch: TaskBatch) -> dict[str, Any]:
        tasks = [promise.task for promise in batch.promises]
        return write_batch(tasks, [self._package(task) for task in tasks], self.digest, self.answer_limit)

    def _package(self, task: Task) -> Package:
        reference = task.prepared.cell.reference
        if reference not in self.packages:
            self.packages[reference] = pack(reference)
        return self.packages[reference]

    def _update_workers(self) -> None:
        """Look which workers are there: ask new ones for their fingerprint, and send again what was lost."""
        self.connection.check()
        now = time.monotonic()
        if now < self.next_update:
            return
        listed = self.connection.workers()
        self.next_update = now + max(WORKERS_SECONDS, len(listed) / 100)
        new, gone = self.workers.update(listed, now)
        for address in new:
            # not `Client.run`: that waits until all have answered, and hears no Ctrl-C
            self.asked[self.connection.send(send_fingerprint, worker=address)] = address
        self.asked = {future: address for future, address in self.asked.items() if address not in gone}
        for future, sent in list(self.sent.items()):
            if sent.worker in gone or sent.is_late(now, self.answer_limit):
                self._send_again(future, "it is gone" if sent.worker in gone else "it does not finish")
        self._check_workers(now)

    def _check_workers(self, now: float) -> None:
        if self.workers.approved:
            self.last_seen = now
        elif now - self.last_seen > NO_WORKER_SECONDS:
            raise WorkerLost(f"no worker has been at {self.connection.address} for {NO_WORKER_SECONDS:.0f} s; {GO_ON}")

    def _send_again(self, future: Any, why: str) -> None:
        """Send a batch to another worker."""
        sent = self.sent.pop(future)
        self.connection.forget(future)
        self.workers.release(sent.worker)
        batch = sent.batch
        batch.lost.append(sent.worker)
        if len(batch.lost) > MOST_REPLAYS:
            raise WorkerLost(
                f"{batch.describe()}: lost on {len(batch.lost)} workers, the last one {sent.worker} ({why}); {GO_ON}"
            )
        self.say(f"worker {sent.worker}: {why}; {batch.describe()} is played elsewhere")
        self.waiting.appendleft(batch)

    def _take_answers(self) -> None:
        for future, answer in self.connection.answers(LOOK_SECONDS):
            if future in self.asked:
                self._approve(self.asked.pop(future), answer)
            elif future in self.sent:  # all else was given up before
                self._take_answer(future, answer)

    def _approve(self, address: str, answer: Answer) -> None:
        self._check_cancelled(answer)
        if "broken" in answer:  # says nothing of the worker: the next look asks it again
            self.workers.present.pop(address, None)
            return
        problem = self.workers.approve(address, answer)
        if problem:
            self.say(f"worker {address} gets no work: {'; '.join(problem)}")

    def _check_cancelled(self, answer: Answer) -> None:
        if "cancelled" in answer:
            self.connection.workers()  # raises if it is gone: a connection that breaks gives its calls up too
            raise SchedulerLost(f"the Dask scheduler at {self.connection.address} has dropped its tasks")

    def _take_answer(self, future: Any, answer: Answer) -> None:
        """Read an answer: parts, or the reason why there are none."""
        self._check_cancelled(answer)
        sent = self.sent[future]
        if "parts" in answer:
            del self.sent[future]
            self.workers.release(sent.worker)
            self._take_parts(sent, answer)
        elif "refused" in answer:
            self._approve(sent.worker, answer["refused"])
            self._send_again(future, "it plays different games")
        elif answer.get("exit_code") in _NOT_THE_WORKER:
            raise _NOT_THE_WORKER[answer["exit_code"]](f"worker {sent.worker}: {answer['problem']}")
        else:
            self._send_again(future, answer["problem"])

    def _take_parts(self, sent: _Sent, answer: Answer) -> None:
        self.schedulers_lost = 0
        for promise, written in zip(sent.batch.promises, answer["parts"], strict=True):
            promise.part = read_part(promise.task.prepared.cell, written)
        for digest, functions, seconds in answer["made"]:
            if digest and functions:
                self._note_compiled(digest, functions, seconds, sent.worker)

    def _note_compiled(self, digest: str, functions: int, seconds: float, worker: str) -> None:
        """Report user files when the first worker has compiled them."""
        if digest not in self.compiled:
            self.say(f"user files {digest[:12]}: {worker} compiled {functions} functions in {seconds:.1f} s")
        self.compiled.setdefault(digest, set()).add(worker)
