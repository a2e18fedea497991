"""Answers arrive each by itself, whatever becomes of the others."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace

import pytest

from analyzer.play.cluster.mail import Mail


class Call:
    """A call that has come to an end on its worker."""

    def __init__(self, key, status="finished"):
        self.key = key
        self.status = status

    async def exception(self):
        return ValueError("no such game")

    def cancel(self):
        self.status = "cancelled"


class Scheduler:
    """Brings what it has; for a worker that hangs it waits for ever."""

    async def gather(self, keys):
        if "hangs" in keys:
            await asyncio.sleep(3600)
        if "breaks" in keys:
            raise OSError("connection lost")
        return {"data": {key: {"parts": key} for key in keys if key != "gone"}}


@pytest.fixture
def mail():
    """Make a way to workers on which calls end as a test says."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    made = Mail.__new__(Mail)
    made.client = SimpleNamespace(scheduler=Scheduler(), loop=SimpleNamespace(asyncio_loop=loop))
    made.on_the_way = {}
    made.ready = []
    made.box = SimpleNamespace(has_ready=lambda: bool(made.ready), next_batch=lambda block: drained(made.ready))
    yield made
    loop.call_soon_threadsafe(lambda: [task.cancel() for task in asyncio.all_tasks(loop)])
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def drained(calls):
    found = list(calls)
    calls.clear()
    return found


def test_a_worker_that_hangs_with_its_answer_holds_up_nobody_else(mail):
    stuck, other = Call("hangs"), Call("b")
    mail.ready = [stuck, other]
    assert mail.arrived(10) == [(other, {"parts": "b"})]
    assert mail.arrived(0.05) == []
    mail.forget(stuck)
    assert not mail.on_the_way


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        (Call("a", "cancelled"), {"cancelled": True}),
        (Call("a", "error"), {"problem": "ValueError: no such game"}),
        (Call("gone"), {"problem": "its answer was lost"}),
        (Call("breaks"), {"problem": "OSError: connection lost"}),
    ],
)
def test_what_went_wrong_on_the_way_is_an_answer_too(mail, call, answer):
    mail.ready = [call]
    assert mail.arrived(10) == [(call, answer)]
