"""The connection to a Dask cluster: finds or starts it, sends calls to its workers, and brings their answers.

A scheduler is found at an address, or by the file that it wrote; without either, a cluster is started here for a while.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from analyzer.errors import BadInput
from analyzer.games.user_files import read_user_text
from analyzer.play.control import Backend
from analyzer.play.pools.choosing import WorkerLost
from analyzer.play.pools.cluster import worker

ENVIRONMENT = "DASK_SCHEDULER_ADDRESS"
CONNECT_SECONDS = 10
_ASK_SECONDS = 15  # until a scheduler that does not answer is given up
_CLOSE_SECONDS = 2
GO_ON = "finished games are saved; run the same command to resume, once a scheduler and workers are there"


def connect(backend: Backend, jobs: int) -> Connection:
    """Connect to a scheduler, or start a cluster."""
    if find_spec("distributed") is None:
        raise BadInput("backend dask needs the packages dask and distributed: pip install 'analyzer[dask]'")
    place, address = find_address(backend)
    _be_silent()
    cluster = None if address is not None else _start(jobs)
    return Connection(_client(cluster if address is None else address, place), cluster)


def find_address(backend: Backend) -> tuple[str, str | None]:
    """Tell where the address of a scheduler stands, and the address; None if a cluster is to be started."""
    if backend.scheduler is not None:
        return f"--scheduler {backend.scheduler}", backend.scheduler
    if backend.scheduler_file is not None:
        place = f"--scheduler-file {backend.scheduler_file}"
        return place, _address_in(Path(backend.scheduler_file), place)
    address = os.environ.get(ENVIRONMENT) or None
    return f"{ENVIRONMENT}={address}", address


def _address_in(file: Path, place: str) -> str:
    """Read it here: Dask waits for a file that is not there, and does not say what is wrong with one that is."""
    text = read_user_text(file, "--scheduler-file")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadInput(f"{place}: not a file of a Dask scheduler: {problem}") from problem
    address = content.get("address") if isinstance(content, dict) else None
    if not isinstance(address, str):
        raise BadInput(f"{place}: it contains no address; `dask scheduler --scheduler-file` writes such a file")
    return address


class Connection:
    """Sends calls to single workers, and brings their answers."""

    def __init__(self, client: Any, cluster: Any = None) -> None:
        self.client = client
        self.cluster = cluster  # that was started here
        self.ready: SimpleQueue[tuple[Any, dict[str, Any]]] = SimpleQueue()  # calls with their answers
        self.scheduler_id = self._identity()["id"]

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
        except Exception as broken:  # whoever looks at the connection next says so
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

    def close(self) -> None:
        """Leave the cluster, and end it if it was started here."""
        with contextlib.suppress(Exception):  # the scheduler may be gone
            self.client.close(timeout=_CLOSE_SECONDS)
        if self.cluster is not None:
            _end(self.cluster)

    def _identity(self) -> dict[str, Any]:
        """Ask directly: `Client.scheduler_info` gives its last answer when the scheduler is gone."""
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


def _client(target: Any, place: str) -> Any:
    from distributed import Client

    try:
        return Client(target, timeout=CONNECT_SECONDS, set_as_default=False)
    except Exception as problem:  # whatever a wrong address, a wrong port or a wrong version brings about
        text = str(problem).strip().splitlines()
        raise BadInput(
            f"{place}: no Dask scheduler answers there: {text[0] if text else type(problem).__name__}"
        ) from problem


def _start(jobs: int) -> Any:
    from distributed import LocalCluster

    try:
        return LocalCluster(
            n_workers=jobs,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address=None,
            memory_limit=0,
            preload=[worker.__name__],
            silence_logs=logging.CRITICAL,
        )
    except (OSError, RuntimeError) as problem:
        raise WorkerLost(f"cannot start a Dask cluster on this machine: {problem}") from problem


def _end(cluster: Any) -> None:
    """End a cluster that was started here, at once: Dask waits for workers that are in the middle of a long game."""
    for nanny in list(cluster.workers.values()):
        nanny.auto_restart = False
        with contextlib.suppress(ProcessLookupError, TypeError):  # it has ended, or has not begun
            os.kill(nanny.pid, signal.SIGKILL)
    with contextlib.suppress(Exception):
        cluster.close(timeout=2)


def _be_silent() -> None:
    """Suppress the remarks of the library: one message says what they mean for a run."""
    import distributed  # noqa: F401 - sets up its loggers

    for name in list(logging.root.manager.loggerDict):
        if name.split(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _problem(problem: object) -> dict[str, Any]:
    name = f"{type(problem).__name__}: " if isinstance(problem, BaseException) else ""
    return {"problem": f"{name}{problem}"}
