"""Where a scheduler is, by option, by file or by environment; and answers that arrive each by itself."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from analyzer.errors import BadInput
from analyzer.play.control import Backend
from analyzer.play.pools.cluster import joining
from analyzer.play.pools.cluster.connection import Connection, connect
from analyzer.play.pools.cluster.joining import ENVIRONMENT, find_address
from tests.cluster import machines


def test_an_option_comes_before_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv(ENVIRONMENT, "tcp://env:1")
    file = tmp_path / "scheduler.json"
    file.write_text('{"address": "tcp://file:2"}')
    assert find_address(Backend("dask"))[1] == "tcp://env:1"
    assert find_address(Backend("dask", scheduler="tcp://own:3"))[1] == "tcp://own:3"
    assert find_address(Backend("dask", scheduler_file=file))[1] == "tcp://file:2"
    monkeypatch.delenv(ENVIRONMENT)
    assert find_address(Backend("dask"))[1] is None


@pytest.mark.parametrize("content", ["", "{", "[1]", "{}", '{"address": 3}', None])
def test_a_file_that_no_scheduler_wrote_is_named(content, tmp_path):
    file = tmp_path / "scheduler.json"
    if content is not None:
        file.write_text(content)
    with pytest.raises(BadInput, match=r"--scheduler-file .*scheduler\.json: "):
        find_address(Backend("dask", scheduler_file=file))


@pytest.mark.parametrize(
    "given",
    [
        {"name": "threads", "scheduler": "tcp://a:1"},
        {"name": "processes", "scheduler_file": "a.json"},
        {"name": "dask", "scheduler": "tcp://a:1", "scheduler_file": "a.json"},
        {"name": "dsak"},
    ],
)
def test_what_makes_no_sense_is_refused(given):
    with pytest.raises(BadInput):
        Backend(**given)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://127.0.0.1:1", "tcp://127.0.0.1:notaport", ""])
def test_an_address_at_which_nobody_answers_is_named(address, monkeypatch):
    monkeypatch.setattr(joining, "CONNECT_SECONDS", 0.5)
    with pytest.raises(BadInput, match="--scheduler .*no Dask scheduler answers there"):
        connect(Backend("dask", scheduler=address), 1)


def test_whoever_accepts_a_connection_and_says_nothing_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(joining, "CONNECT_SECONDS", 0.4)
    monkeypatch.setattr(joining, "_GRACE_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(BadInput, match="no Dask scheduler answers there"):
            connect(Backend("dask", scheduler=address), 1)


ENCRYPTED = "tls://127.0.0.1:1"


def test_an_encrypted_address_without_settings_ends_at_once_in_one_message():
    """In a process of its own: what Dask leaves behind would wait, and print a traceback, at its end."""
    command = ["simulate", "tranquility", "--games", "10", "--backend", "dask", "--scheduler", ENCRYPTED]
    program, began = [sys.executable, "-m", "analyzer", *command], time.monotonic()
    done = subprocess.run(program, env=machines.ENVIRONMENT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1, done.stderr
    assert f"--scheduler {ENCRYPTED}: an encrypted connection needs Dask's settings: " in done.stderr
    assert time.monotonic() - began < 15.0  # most of it to load the package; Dask alone took twenty at the end


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"ca-file": "/nowhere.pem"}, "needs Dask's settings: distributed.comm.tls.ca-file"),
        (
            {"ca-file": "/nowhere.pem", "client.cert": "/nowhere.pem"},
            "Dask's settings for TLS are wrong: .*No such file",
        ),
    ],
    ids=["half of them", "wrong ones"],
)
def test_settings_for_an_encrypted_address_that_do_not_suffice_are_named(settings, words):
    pytest.importorskip("distributed")  # has the defaults
    from dask import config

    named = {f"distributed.comm.tls.{name}": value for name, value in settings.items()}
    with config.set(named), pytest.raises(BadInput, match=words):
        connect(Backend("dask", scheduler=ENCRYPTED), 1)


def test_a_file_that_a_new_scheduler_has_not_written_yet_is_read_again(tmp_path, monkeypatch):
    file, tried = tmp_path / "scheduler.json", []
    file.write_text('{"address": "tcp://old:1"}')

    def answer(address, place, _seconds):
        tried.append(address)
        file.write_text('{"address": "tcp://new:2"}')
        if address == "tcp://old:1":
            raise joining.NobodyThere(f"{place}: no Dask scheduler answers there")
        return "client"

    monkeypatch.setattr(joining, "open_client", answer)
    assert joining.join(Backend("dask", scheduler_file=file)) == "client"
    assert tried == ["tcp://old:1", "tcp://new:2"]


def test_a_pipe_in_the_place_of_a_scheduler_file_is_refused_and_not_waited_for(tmp_path):
    pipe = tmp_path / "scheduler.json"
    os.mkfifo(pipe)
    with pytest.raises(BadInput, match="not a regular file"):
        find_address(Backend("dask", scheduler_file=pipe))


# Answers


class Call:
    """A call that has come to an end on its worker."""

    def __init__(self, key, status="finished"):
        self.key = key
        self.status = status

    async def exception(self):
        return ValueError("no such game") if self.status == "error" else None


class Scheduler:
    """Brings what it has; for a worker that hangs it waits for ever."""

    async def identity(self, n_workers):
        return {"id": "own", "workers": {}}

    async def gather(self, keys):
        if "hangs" in keys:
            await asyncio.sleep(3600)
        if "breaks" in keys:
            raise OSError("connection lost")
        return {"data": {key: {"parts": key} for key in keys if key != "gone"}}


class FakeClient:
    """A client whose calls are those that a test sends."""

    scheduler = Scheduler()

    def __init__(self, loop):
        self.loop = SimpleNamespace(add_callback=self.begin, asyncio_loop=loop)

    def begin(self, function, *given, **named):
        return asyncio.run_coroutine_threadsafe(function(*given, **named), self.loop.asyncio_loop)

    def sync(self, function, callback_timeout, **named):
        return self.begin(function, **named).result(callback_timeout)

    def submit(self, call, workers, pure):
        return call


@pytest.fixture
def connection():
    """Make a connection on which calls end as a test says."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    made = Connection(FakeClient(loop))
    yield made
    loop.call_soon_threadsafe(lambda: [task.cancel() for task in asyncio.all_tasks(loop)])
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def test_a_worker_that_hangs_with_its_answer_holds_up_nobody_else(connection):
    stuck, other = Call("hangs"), Call("b")
    for call in (stuck, other):
        connection.send(call, worker="tcp://worker")
    assert connection.answers(10) == [(other, {"parts": "b"})]
    assert connection.answers(0.05) == []


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        (Call("a", "cancelled"), {"cancelled": True}),
        (Call("a", "error"), {"problem": "ValueError: no such game"}),
        (Call("gone"), {"problem": "its answer was lost"}),
        (Call("breaks"), {"problem": "OSError: connection lost", "broken": True}),
    ],
)
def test_what_went_wrong_is_an_answer_too(connection, call, answer):
    connection.send(call, worker="tcp://worker")
    assert connection.answers(10) == [(call, answer)]
