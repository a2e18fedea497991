"""Where a thread plays a cell whose compiled policies are not shipped: a copy of this process plays, on shared memory.

Bench, seeds, rows and all that desks point at are shared, so that this process sees how far the games are, tells them
to stop, and still knows which seat was asked in which turn after the copy has died.
"""

from __future__ import annotations

import json
import os
import threading
import weakref
from collections import OrderedDict
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.errors import BadInput
from analyzer.kernel.apart.forked import Forked, shared
from analyzer.kernel.faults import Died, Raised, fault_of_exception, reason_of
from analyzer.kernel.jit import NumbaError
from analyzer.kernel.streams import MIXED_WORDS, WORDS

if TYPE_CHECKING:
    from analyzer.play.prepared import PreparedCell

MOST_COPIES = 4  # of one thread that live at once; what is played on begins another one
_TEXT = 1 << 16
_NOTE = np.dtype(
    [
        ("what", "i8"),
        ("seat", "i8"),
        ("n", "i8"),  # games that are to be played, or the answer that is rated
        ("answer", "i8"),
        ("worth", "f8"),
        ("problem", "i8"),
        ("size", "i8"),  # of the text
        ("text", "u1", (_TEXT,)),
    ]
)
_BELL = b"."
_TAKEN = ("knobs", "memory", "choice")  # of a desk: what a policy may have changed

_threads = threading.local()


class What(IntEnum):
    """What a copy is asked to do."""

    PLAY = 0
    ASK = 1
    RATE = 2
    REASONS = 3


class Problem(IntEnum):
    """What kept a copy from doing it."""

    NONE = 0
    FAULT = 1  # of a policy
    INPUT = 2
    DEATH = 3  # of a policy in plain Python beside it
    OURS = 4


class Room:
    """Shared memory for one thread and one cell, and the copy that plays in it."""

    def __init__(self, prepared: PreparedCell, games: int) -> None:
        game = prepared.cell.game
        self.games = games  # that fit in
        self.copy: Forked | None = None  # that plays now
        self.bench, self.note = shared(game.bench), shared(_NOTE)
        self.seeds, self.rows = shared(np.int64, (games, _words(prepared))), shared(game.record, games)

    def has_room(self, prepared: PreparedCell, games: int) -> bool:
        """Tell whether so many games of a cell fit in: rows of seeds are longer where streams are held."""
        return games <= self.games and self.seeds.shape[1] == _words(prepared)

    def drive(self, prepared: PreparedCell, benches: Any, seeds: Any, rows: Any) -> None:
        """Play what lies on a bench, and bring bench and rows back as they are, however it ends."""
        n, is_own = len(seeds), benches is self.bench
        self.seeds[:n] = seeds
        pairs = [(self.rows[:n], rows)] + ([] if is_own else [(self.bench, benches)])
        for inside, outside in pairs:
            inside.view(np.uint8)[:] = outside.view(np.uint8)
        try:
            self._do(prepared, What.PLAY, 0, n)
        finally:
            for inside, outside in pairs:
                outside.view(np.uint8)[:] = inside.view(np.uint8)

    def ask(self, prepared: PreparedCell, seen: tuple[Any, ...], desk: Any) -> int:
        """Ask a seat for its answer."""
        seat = self._show(seen, desk)
        try:
            self._do(prepared, What.ASK, seat)
        finally:
            for name in _TAKEN:
                desk[name] = self.bench["desks"][name][0, seat]
        return int(self.note["answer"][0])

    def rate(self, prepared: PreparedCell, seen: tuple[Any, ...], desk: Any, answer: int) -> float:
        """Ask a seat what it thinks of an answer."""
        self._do(prepared, What.RATE, self._show(seen, desk), answer)
        return float(self.note["worth"][0])

    def reasons(self, prepared: PreparedCell, seen: tuple[Any, ...], desk: Any, answer: int) -> list[str]:
        """Ask for what a policy thinks of some answers, in words."""
        self._do(prepared, What.REASONS, self._show(seen, desk), answer)
        found: list[str] = json.loads(self._text)
        return found

    def _show(self, seen: tuple[Any, ...], desk: Any) -> int:
        """Lay a question on the bench; return whose it is."""
        _, table, hand = seen
        seat, state = int(table["asked"]), self.bench["state"]
        state["table"][0], state["hands"][0, seat] = table, hand
        self.bench["desks"][0, seat] = desk
        return seat

    def _do(self, prepared: PreparedCell, what: What, seat: int, n: int = 0) -> None:
        note = self.note
        note["what"], note["seat"], note["n"], note["problem"], note["size"] = what, seat, n, Problem.NONE, 0
        copy = self._started(prepared)
        try:
            copy.tell(_BELL)
            copy.hear(1)
        except Died:
            self.copy = None
            raise
        self._raise()

    def _started(self, prepared: PreparedCell) -> Forked:
        """Give the copy; begin one if there is none, and end the one that was used least lately."""
        if self.copy is None:
            prepared.place.sit()
            lines = [chair.line.fileno() for chair in prepared.place.chairs.values()]
            self.copy = Forked(lambda commands, answers: self._serve(prepared, commands, answers), lines)
        rooms = _rooms()
        rooms[id(self)] = weakref.ref(self)
        rooms.move_to_end(id(self))
        while len(rooms) > MOST_COPIES:
            oldest = rooms.popitem(last=False)[1]()
            if oldest is not None:
                oldest.close()
        return self.copy

    @property
    def _text(self) -> str:
        return bytes(self.note["text"][0, : int(self.note["size"][0])]).decode()

    def _raise(self) -> None:
        problem = Problem(int(self.note["problem"][0]))
        if problem is Problem.FAULT:
            raise Raised(int(self.note["answer"][0]), *json.loads(self._text))
        if problem is not Problem.NONE:
            raise {Problem.INPUT: BadInput, Problem.DEATH: Died, Problem.OURS: NumbaError}[problem](self._text)

    def close(self) -> None:
        """End the copy."""
        if self.copy is not None:
            self.copy.end()
        self.copy = None

    # In the copy

    def _serve(self, prepared: PreparedCell, commands: int, answers: int) -> None:
        while os.read(commands, 1):
            try:
                self._obey(prepared, What(int(self.note["what"][0])))
            except BaseException as problem:  # a policy may raise anything
                self._tell(problem)
            os.write(answers, _BELL)

    def _obey(self, prepared: PreparedCell, what: What) -> None:
        note, bench = self.note, self.bench[0]
        seat, n = int(note["seat"][0]), int(note["n"][0])
        seen = (prepared.rules, bench.state.table, bench.state.hands[seat])
        if what is What.PLAY:
            prepared.drive(self.bench, self.seeds[:n], self.rows[:n])
        elif what is What.ASK:
            note["answer"] = prepared.ask(seen, bench.desks[seat])
        elif what is What.RATE:
            note["worth"] = prepared.rate(seen, bench.desks[seat], n)
        else:
            self._write(json.dumps(prepared.reasons(seen, bench.desks[seat], n)))

    def _tell(self, problem: BaseException) -> None:
        reason = reason_of(problem)
        kinds = ((BadInput, Problem.INPUT), (Died, Problem.DEATH), (NumbaError, Problem.OURS), (Warning, Problem.OURS))
        kind = next((kind for raised, kind in kinds if isinstance(reason, raised)), Problem.FAULT)
        self.note["problem"] = kind
        if kind is not Problem.FAULT:
            self._write(str(reason))
            return
        text = str(reason) if isinstance(reason, Raised) else f"{type(reason).__name__}: {reason}"
        self._write(json.dumps([text[: _TEXT // 8], getattr(reason, "place", "")[: _TEXT // 8]]))
        self.note["answer"] = int(fault_of_exception(reason))

    def _write(self, text: str) -> None:
        content = np.frombuffer(text.encode(errors="replace")[:_TEXT], np.uint8)
        self.note["text"][0, : len(content)] = content
        self.note["size"] = len(content)


def _rooms() -> OrderedDict[int, weakref.ref[Room]]:
    """Give the rooms of this thread in which copies play, the one that was used last at the end."""
    if not hasattr(_threads, "rooms"):
        _threads.rooms = OrderedDict()
    found: OrderedDict[int, weakref.ref[Room]] = _threads.rooms
    return found


def _words(prepared: PreparedCell) -> int:
    return WORDS if prepared.cell.held is None else MIXED_WORDS
