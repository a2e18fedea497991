"""The way to the workers and back, through a Dask client: what is sent, what has arrived, and who is there."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping
from typing import Any

from analyzer.play.cluster.finding import end_cluster
from analyzer.play.pools import WorkerLost

_ASK_SECONDS = 15  # until a scheduler that does not answer is given up
_FAREWELL_SECONDS = 2
_NAP = 0.004
GO_ON = "finished games are saved; run the same command to resume, once a scheduler and workers are there"


class Mail:
    """Sends calls to single workers, and brings their answers."""

    def __init__(self, client: Any, cluster: Any = None) -> None:
        from distributed import as_completed

        self.client = client
        self.cluster = cluster  # that was started here
        self.box = as_completed(loop=client.loop, raise_errors=False)
        self.on_the_way: dict[Any, Any] = {}  # answers that are being fetched, by call
        self.scheduler = self._identity()["id"]

    @property
    def address(self) -> str:
        """Where the scheduler is."""
        return str(self.client.scheduler.address)

    def send(self, function: Callable[..., Any], *arguments: Any, worker: str) -> Any:
        """Let one worker call a function, which travels by its name."""
        try:
            future = self.client.submit(function, *arguments, workers=[worker], pure=False)
        except Exception as problem:  # a client that has lost its scheduler raises whatever comes first
            raise self._lost(problem) from problem
        self.box.add(future)
        return future

    def arrived(self, seconds: float) -> list[tuple[Any, dict[str, Any]]]:
        """Wait for answers, no longer than said; what went wrong on the way is an answer too."""
        until = time.monotonic() + seconds
        found = self._fetched()
        while not found and time.monotonic() < until:
            time.sleep(_NAP)
            found = self._fetched()
        return found

    def _fetched(self) -> list[tuple[Any, dict[str, Any]]]:
        """Fetch each answer by itself: together, all would wait for a worker that hangs with one of them."""
        for future in self.box.next_batch(block=False) if self.box.has_ready() else ():
            self.on_the_way[future] = asyncio.run_coroutine_threadsafe(self._fetch(future), self._loop)
        done = [(future, fetching) for future, fetching in self.on_the_way.items() if fetching.done()]
        for future, _ in done:
            del self.on_the_way[future]
        return [(future, fetching.result()) for future, fetching in done if not fetching.cancelled()]

    async def _fetch(self, future: Any) -> dict[str, Any]:
        if future.status == "cancelled":
            return {"cancelled": True}
        try:
            found = await self.client.scheduler.gather(keys=[future.key]) if future.status == "finished" else {}
        except Exception as problem:  # the connection broke: whoever looks at it next says so
            return _problem(problem)
        if future.key in found.get("data", ()):
            return dict(found["data"][future.key])
        return _problem(await future.exception() if future.status == "error" else "its answer was lost")

    @property
    def _loop(self) -> Any:
        return self.client.loop.asyncio_loop

    def forget(self, future: Any) -> None:
        """Cancel the answers."""
        fetching = self.on_the_way.pop(future, None)
        if fetching is not None:
            fetching.cancel()
        with contextlib.suppress(Exception):  # if nobody hears it, nobody plays it either
            future.cancel()

    def workers(self) -> Mapping[str, Mapping[str, Any]]:
        """Ask the scheduler who is there: what it knows of each worker, by address."""
        identity = self._identity()
        if identity["id"] != self.scheduler:
            raise self._lost("another one has taken its place")
        found: Mapping[str, Mapping[str, Any]] = identity["workers"]
        return found

    def check(self) -> None:
        """Raise if the scheduler is gone."""
        if self.client.status != "running":
            raise self._lost(f"the connection is {self.client.status}")

    def close(self) -> None:
        """Leave the cluster, and end it if it was started here."""
        with contextlib.suppress(Exception):  # a scheduler that is gone needs no farewell
            self.client.close(timeout=_FAREWELL_SECONDS)
        if self.cluster is not None:
            end_cluster(self.cluster)

    def _identity(self) -> dict[str, Any]:
        client = self.client
        try:
            found: dict[str, Any] = client.sync(client.scheduler.identity, n_workers=-1, callback_timeout=_ASK_SECONDS)
        except Exception as problem:  # closed, refused, timed out: all the same to a run
            raise self._lost(problem) from problem
        return found

    def _lost(self, why: object) -> WorkerLost:
        text = str(why).strip().splitlines()
        reason = text[0] if text else type(why).__name__
        return WorkerLost(f"the Dask scheduler at {self._place()} is gone ({reason}); {GO_ON}")

    def _place(self) -> str:
        scheduler = self.client.scheduler
        return "its address" if scheduler is None else str(scheduler.address)


def _problem(problem: object) -> dict[str, Any]:
    name = f"{type(problem).__name__}: " if isinstance(problem, BaseException) else ""
    return {"problem": f"{name}{problem}"}
