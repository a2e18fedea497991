"""Where a scheduler is, by option, by file or by environment; and answers that arrive each by itself."""

from __future__ import annotations

import asyncio
import os
import threading
from types import SimpleNamespace

import pytest

from analyzer.errors import BadInput
from analyzer.play.control import Backend
from analyzer.play.pools.cluster import connection as connections
from analyzer.play.pools.cluster.connection import ENVIRONMENT, Connection, connect, find_address


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
    monkeypatch.setattr(connections, "CONNECT_SECONDS", 0.5)
    with pytest.raises(BadInput, match="--scheduler .*no Dask scheduler answers there"):
        connect(Backend("dask", scheduler=address), 1)


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
        (Call("breaks"), {"problem": "OSError: connection lost"}),
    ],
)
def test_what_went_wrong_is_an_answer_too(connection, call, answer):
    connection.send(call, worker="tcp://worker")
    assert connection.answers(10) == [(call, answer)]
