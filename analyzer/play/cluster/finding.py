"""Finds a Dask cluster: at an address, by the file that its scheduler wrote, or started here for a while."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from analyzer.errors import BadInput
from analyzer.games.user_files import read_user_text
from analyzer.play.cluster import worker
from analyzer.play.pools import Backend, WorkerLost

ENVIRONMENT = "DASK_SCHEDULER_ADDRESS"
CONNECT_SECONDS = 10


def connect(backend: Backend, jobs: int) -> tuple[Any, Any]:
    """Connect to a scheduler; return the client, and the cluster if it was started here."""
    if find_spec("distributed") is None:
        raise BadInput("backend dask needs the packages dask and distributed: pip install 'analyzer[dask]'")
    place, address = find_address(backend)
    _be_silent()
    cluster = None if address is not None else _start(jobs)
    return _client(cluster if address is None else address, place), cluster


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
    text = read_user_text(file, "--scheduler-file")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadInput(f"{place}: not a file of a Dask scheduler: {problem}") from problem
    address = content.get("address") if isinstance(content, dict) else None
    if not isinstance(address, str):
        raise BadInput(f"{place}: it contains no address; `dask scheduler --scheduler-file` writes such a file")
    return address


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


def end_cluster(cluster: Any) -> None:
    """End a cluster that was started here, at once: its workers may be in the middle of a long game."""
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
