"""The connection to a Dask cluster: sends calls to its workers, brings their answers, and outlasts a scheduler."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from queue import Empty, SimpleQueue
from typing import Any

from analyzer.errors import BadInput
from analyzer.play.control import Backend
from analyzer.play.pools.choosing import WorkerLost
from analyzer.play.pools.cluster import joining

_ASK_SECONDS = 15  # until a scheduler that does not answer is given up
_CLOSE_SECONDS = 2
GO_ON = "finished games are saved; run the same command to resume, once a scheduler and workers are there"


class SchedulerLost(WorkerLost):
    """The scheduler is gone, or has forgotten what it was asked for; another one may take its place."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}; {GO_ON}")
        self.what = what


def connect(backend: Backend, jobs: int) -> Connection:
    """Connect to a scheduler, or start a cluster."""
    if find_spec("distributed") is None:
        raise BadInput("backend dask needs the packages dask and distributed: pip install 'analyzer[dask]'")
    place, address = joining.find_address(backend)
    joining.be_silent()
    if address is not None:
        return Connection(joining.join(backend), backend=backend)
    cluster = joining.start_cluster(jobs)
    return Connection(joining.open_client(cluster, place, joining.CONNECT_SECONDS), cluster)


class Connection:
    """Sends calls to single workers, and brings their answers."""

    def __init__(self, client: Any, cluster: Any = None, backend: Backend | None = None) -> None:
        self.client = client
        self.cluster = cluster  # that was started here
        self.backend = backend  # where another scheduler may be found; None if there cannot be one
        self.last_address = "its address"
        self.ready: SimpleQueue[tuple[Any, dict[str, Any]]] = SimpleQueue()  # calls with their answers
        self.scheduler_id = self._identity()["id"]

    @property
    def address(self) -> str:
        """Where the scheduler is, or was."""
        if self.client.scheduler is not None:
            self.last_address = str(self.client.scheduler.address)
        return self.last_address

    @property
    def can_renew(self) -> bool:
        """Tell whether another scheduler may take the place of this one: not if it was started here."""
        return self.backend is not None

    def send(self, function: Callable[..., Any], *arguments: Any, worker: str) -> Any:
        """Let one worker call a function, which travels by its name."""
        try:
            future = self.client.submit(function, *arguments, workers=[worker], pure=False)
        except Exception as problem:  # a client that has lost its scheduler raises whatever comes first
            raise self._lost(problem) from problem
        self.client.loop.add_callback(self._fetch, future)
        return future

    def answers(self, seconds: float) -> list[tuple[Any, dict[str, Any]]]:
        """Wait for an answer, no longer than said, and bring all that are there; what went wrong is an answer too."""
        found = []
        with contextlib.suppress(Empty):
            found.append(self.ready.get(timeout=seconds))
            while True:
                found.append(self.ready.get_nowait())
        return found

    async def _fetch(self, future: Any) -> None:
        self.ready.put((future, await self._answer(future)))

    async def _answer(self, future: Any) -> dict[str, Any]:
        """Fetch each answer by itself: Dask's `as_completed` fetches several at once, and one worker may hang."""
        try:
            problem = await future.exception()  # None if the call came to a good end, or was cancelled
            if problem is not None or future.status == "cancelled":
                return {"cancelled": True} if problem is None else _problem(problem)
            found = await self.client.scheduler.gather(keys=[future.key])
        except OSError as broken:  # whoever looks at the connection next says so
            return {**_problem(broken), "broken": True}
        except Exception as broken:
            return _problem(broken)
        data = found.get("data", {})
        return dict(data[future.key]) if future.key in data else _problem("its answer was lost")

    def forget(self, future: Any) -> None:
        """Cancel the answers."""
        with contextlib.suppress(Exception):  # without a scheduler nobody plays it either
            future.cancel()

    def workers(self) -> Mapping[str, Mapping[str, Any]]:
        """Ask the scheduler who is there: what it knows of each worker, by address."""
        identity = self._identity()
        if identity["id"] != self.scheduler_id:
            raise self._lost("another one has taken its place")
        found: Mapping[str, Mapping[str, Any]] = identity["workers"]
        return found

    def check(self) -> None:
        """Raise if the scheduler is gone."""
        if self.client.status != "running":
            raise self._lost(f"the connection is {self.client.status}")

    def renew(self) -> None:
        """Join the scheduler that has taken the place of the one that is gone; raise if there is none."""
        assert self.backend is not None
        self._leave()
        try:
            self.client = joining.join_once(self.backend)
        except BadInput as problem:
            raise self._lost(problem) from problem
        self.scheduler_id = self._identity()["id"]

    def close(self) -> None:
        """Leave the cluster, and end it if it was started here."""
        self._leave()
        if self.cluster is not None:
            joining.end_cluster(self.cluster)

    def _leave(self) -> None:
        with contextlib.suppress(Exception):  # the scheduler may be gone
            self.client.close(timeout=_CLOSE_SECONDS)
        joining.abandon(self.client)

    def _identity(self) -> dict[str, Any]:
        """Ask directly: `Client.scheduler_info` gives its last answer when the scheduler is gone."""
        client = self.client
        try:
            found: dict[str, Any] = client.sync(client.scheduler.identity, n_workers=-1, callback_timeout=_ASK_SECONDS)
        except Exception as problem:  # closed, refused, timed out: all the same to a run
            raise self._lost(problem) from problem
        return found

    def _lost(self, why: object) -> SchedulerLost:
        text = str(why).strip().splitlines()
        reason = text[0] if text else type(why).__name__
        return SchedulerLost(f"the Dask scheduler at {self.address} is gone ({reason})")


def _problem(problem: object) -> dict[str, Any]:
    name = f"{type(problem).__name__}: " if isinstance(problem, BaseException) else ""
    return {"problem": f"{name}{problem}"}
