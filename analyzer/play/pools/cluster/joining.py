"""Finds a Dask scheduler, at an address or by the file that it wrote, and joins it; or starts a cluster for a while."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
import ssl
import threading
import warnings
from pathlib import Path
from typing import Any

from analyzer.errors import BadInput
from analyzer.games.user_files import read_user_text
from analyzer.play.control import Backend
from analyzer.play.pools.choosing import WorkerLost
from analyzer.play.pools.cluster import worker

ENVIRONMENT = "DASK_SCHEDULER_ADDRESS"
CONNECT_SECONDS = 10.0
_TRIES = 2  # within that time: a scheduler that has just begun again writes its file anew
_GRACE_SECONDS = 1.0  # after which a library that should have given up is not waited for
_ENCRYPTED = ("tls://", "wss://")
_SETTINGS = "distributed.comm.tls.ca-file, distributed.comm.tls.client.cert and distributed.comm.tls.client.key"


class NobodyThere(BadInput):
    """No scheduler answers at an address; one may, later."""


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


def join(backend: Backend) -> Any:
    """Join the cluster of a scheduler; its file is read anew for every try."""
    for _ in range(_TRIES - 1):
        with contextlib.suppress(NobodyThere):
            return join_once(backend)
    return join_once(backend)


def join_once(backend: Backend) -> Any:
    """Join the cluster of a scheduler, if it answers now."""
    place, address = find_address(backend)
    assert address is not None  # else a cluster is started
    _check_encryption(address, place)
    return open_client(address, place, CONNECT_SECONDS / _TRIES)


def _check_encryption(address: str, place: str) -> None:
    """Refuse what Dask would only notice halfway, and then wait for itself."""
    from distributed import Security

    try:
        has_context = Security().get_connection_args("client")["ssl_context"] is not None
    except (OSError, ssl.SSLError, ValueError, TypeError) as problem:
        raise BadInput(f"{place}: Dask's settings for TLS are wrong: {_first_line(problem)}") from problem
    if address.startswith(_ENCRYPTED) and not has_context:
        raise BadInput(f"{place}: an encrypted connection needs Dask's settings: {_SETTINGS}; see docs/cluster.md")


def open_client(target: Any, place: str, seconds: float) -> Any:
    """Make a client of a scheduler or a cluster; whoever accepts a connection and says nothing is not waited for."""
    from distributed import Client

    client: Any = Client.__new__(Client)  # at hand also if it is never finished
    problems: list[BaseException] = [TimeoutError(f"no answer within {seconds:g} s")]

    def begin() -> None:
        try:
            client.__init__(target, timeout=seconds, set_as_default=False)
            problems.clear()
        except Exception as problem:  # whatever a wrong address, a wrong port or a wrong version brings about
            problems[:] = [problem]

    thread = threading.Thread(target=begin, daemon=True)
    thread.start()
    thread.join(seconds + _GRACE_SECONDS)
    if not problems:
        return client
    abandon(client)
    kind = NobodyThere if isinstance(problems[0], OSError) else BadInput
    raise kind(f"{place}: no Dask scheduler answers there: {_first_line(problems[0])}") from problems[0]


def abandon(client: Any) -> None:
    """Leave a client that has no scheduler: Dask itself would wait for it, and then print a traceback."""
    client.status = "closed"


def _first_line(problem: BaseException) -> str:
    lines = str(problem).strip().splitlines()
    return lines[0] if lines else type(problem).__name__


def start_cluster(jobs: int) -> Any:
    """Start a cluster on this machine's cores."""
    from distributed import LocalCluster

    try:
        with warnings.catch_warnings(action="ignore"):  # that another cluster has the usual port
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


def end_cluster(cluster: Any) -> None:
    """End a cluster that was started here, at once: Dask waits for workers that are in the middle of a long game."""
    for nanny in list(cluster.workers.values()):
        nanny.auto_restart = False
        with contextlib.suppress(ProcessLookupError, TypeError):  # it has ended, or has not begun
            os.kill(nanny.pid, signal.SIGKILL)
    with contextlib.suppress(Exception):
        cluster.close(timeout=2)


def be_silent() -> None:
    """Suppress the remarks of the library: one message says what they mean for a run."""
    import distributed  # noqa: F401 - sets up its loggers

    for name in list(logging.root.manager.loggerDict):
        if name.split(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
