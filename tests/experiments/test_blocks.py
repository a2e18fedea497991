"""Blocks come in order and without gaps, whoever finished first."""

from concurrent.futures import Future
from types import SimpleNamespace

import pytest

from analyzer.play.blocks import Block, Control, play_blocks
from analyzer.play.seeding import BLOCK


class Answers:
    """A pool whose blocks are known beforehand: played, left (None) or cancelled."""

    jobs = 2
    can_stop = True

    def __init__(self, answers):
        self.answers = answers

    def submit(self, task, control):
        future = Future()
        answer = self.answers[task.number]
        if answer == "cancelled":
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            fault = SimpleNamespace() if answer == "faulty" else None
            block = Block(task.number, SimpleNamespace(fault=fault))
            future.set_result(None if answer == "left" else block)
        return future


@pytest.mark.parametrize(
    ("answers", "numbers"),
    [
        (["played"] * 6, [0, 1, 2, 3, 4, 5]),
        (["played", "left", "played", "played", "left", "played"], [0]),
        (["left", "played", "played", "played", "played", "played"], []),
        (["played", "played", "cancelled", "played", "played", "played"], [0, 1]),
        (["played", "faulty", "played", "left", "played", "played"], [0, 1, 2]),
    ],
    ids=["all played", "one left", "first left", "one cancelled", "a fault, then one left"],
)
def test_nothing_is_taken_from_behind_a_block_that_was_not_played(answers, numbers):
    control, pool = Control(), Answers(answers)
    blocks = play_blocks(None, seed=1, games=6 * BLOCK, jobs=2, control=control, pool=pool)
    assert [block.number for block in blocks] == numbers
    assert control.is_draining == (len(numbers) < 6)
