"""A policy in plain Python in a process of its own: what its seat sees goes there as bytes, and an answer comes back.

The process never holds the state: it gets the rules as shown once, and with every question the table, the seat's hand,
its knobs, its memory and its stream of choices. Both ends of the line are here: `Chair` asks, `serve` answers.
"""

import json
import operator
import os
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from analyzer.errors import AnalyzerError, BadInput, PolicyFault
from analyzer.kernel.apart import limits
from analyzer.kernel.apart.clean import CleanProcess, exactly, receive, send
from analyzer.kernel.apart.forked import Forked
from analyzer.kernel.compiler import places
from analyzer.kernel.faults import Died, Fault, Late, Raised, fault_of_exception
from analyzer.kernel.jit import record
from analyzer.kernel.random import STREAM_SIZE
from analyzer.kernel.seats.bench import DESK, KNOB_SLOTS, MEMORY_SLOTS
from analyzer.kernel.seats.sight import Sight

NO_ANSWER = -(2**63)
_NEVER_LEGAL = NO_ANSWER + 1
# the beginning of a desk, as it lies there; what may be changed is the end of it
OWN = record(
    ("knobs", "f8", (KNOB_SLOTS,)),
    ("turned", "i8"),
    ("memory", "i8", (MEMORY_SLOTS,)),
    ("choice", "i8", (STREAM_SIZE,)),
)
KEPT = OWN.fields["memory"][1]  # type: ignore[index]
assert all(OWN.fields[name] == DESK.fields[name] for name in OWN.names)  # type: ignore[index, union-attr]
_ANSWER = record(
    ("memory", "i8", (MEMORY_SLOTS,)),
    ("choice", "i8", (STREAM_SIZE,)),
    ("answer", "i8"),
    ("said", "i8"),  # bytes that follow, if something went wrong
)
_BACK = _ANSWER.fields["answer"][1]  # type: ignore[index]
_LAST = np.dtype("i8").itemsize


class Chair:
    """Where a policy sits: asked by one thread, it answers from its process."""

    def __init__(self, file: str, name: str, decide: Any, layouts: Sequence[Any], rules: Any) -> None:
        """Start the process with what it is to load, and show it the rules."""
        is_there = os.path.isfile(file)
        self.process = CleanProcess({"file": file, "name": name}) if is_there else _Copied(decide, name, layouts)
        self.line = self.process.line
        try:
            self._load(name)
            self._send(rules.tobytes())
        except Exception:
            self.close()
            raise

    def _load(self, name: str) -> None:
        """Wait until the policy is loaded."""
        limit = limits.answer_limit()
        self.line.settimeout(limit or None)
        try:
            problem = receive(self.line)[0]["problem"]
        except TimeoutError:
            self.process.leave("")
            raise PolicyFault(_slow(f"policy {name!r}", limit)) from None
        except OSError:
            raise PolicyFault(f"policy {name!r} {self.process.how()} while it was loaded") from None
        if problem:
            raise BadInput(problem)
        self.line.settimeout(None)

    def ask(self, seen: bytes) -> tuple[int, bytes]:
        """Put a question; return the answer, and memory and choice as they are now."""
        self._send(seen)
        answer = exactly(self.line, _ANSWER.itemsize)
        if not answer:
            raise self._death()
        number, size = np.frombuffer(answer, "i8", 2, _BACK)
        if size:
            _raise(json.loads(exactly(self.line, int(size)) or b'{"text": ""}'))
        return int(number), bytes(answer[:_BACK])

    def _send(self, content: bytes) -> None:
        try:
            self.line.sendall(content)
        except OSError:
            raise self._death() from None

    def _death(self) -> Died:
        return Late(self.process.words) if self.process.words else Died(self.process.how())

    def leave(self, words: str) -> None:
        """End the process from another thread."""
        self.process.leave(words)

    def close(self) -> None:
        """Let the process end."""
        self.line.close()


class _Copied:
    """The process of a policy that has no file, as in a notebook: a copy of the one in which it was written."""

    def __init__(self, decide: Any, name: str, layouts: Sequence[Any]) -> None:
        self.line, theirs = socket.socketpair()
        with theirs:
            self.copy = Forked(lambda *_: serve(theirs, decide, name, layouts, lambda _: ""), [theirs.fileno()])

    @property
    def words(self) -> str:
        """Why it was ended from here."""
        return self.copy.words

    def how(self) -> str:
        """Say how it ended."""
        return self.copy.how()

    def leave(self, words: str) -> None:
        """End it."""
        self.copy.leave(words)


def loaded_apart(file: str) -> dict[str, Any]:
    """Let a process of its own load a file and say what is in it."""
    process, limit = CleanProcess({"file": file}), limits.answer_limit()
    with process.line as line:
        line.settimeout(limit or None)
        try:
            return receive(line)[0]
        except TimeoutError:
            process.leave("")
            raise BadInput(_slow(file, limit)) from None
        except OSError:
            raise BadInput(f"{file}: it {process.how()} while it was loaded") from None


def _slow(what: str, limit: float) -> str:
    return f"{what} was not loaded within {limit:g} s ({limits.PATIENCE} sets another limit)"


def _raise(found: Mapping[str, Any]) -> None:
    if "fault" in found:
        raise Raised(found["fault"], found["text"], found["place"])
    raise BadInput(found["text"])


# In the process of the policy


def serve(
    line: socket.socket, decide: Any, name: str, layouts: Sequence[Any], place_of: Callable[[BaseException], str]
) -> None:
    """Answer questions, one after the other, until the line is closed."""
    send(line, {"problem": ""})
    asked = _Asked(decide, name, layouts, exactly(line, layouts[0].itemsize), place_of)
    size = layouts[1].itemsize + layouts[2].itemsize + OWN.itemsize
    while seen := exactly(line, size):
        line.sendall(asked.answer(seen))


class _NoInteger(BadInput):
    """The answer of a policy is no integer."""


class _Asked:
    """Puts a question to the policy."""

    def __init__(
        self, decide: Any, name: str, layouts: Sequence[Any], rules: bytearray, place_of: Callable[[BaseException], str]
    ) -> None:
        self.decide, self.name, self.layouts, self.place_of = decide, name, layouts, place_of
        self.rules = np.frombuffer(rules, layouts[0])[0]
        self.places = (layouts[1].itemsize, layouts[1].itemsize + layouts[2].itemsize)

    def answer(self, seen: bytearray) -> bytes:
        """Return the answer, or what was raised instead."""
        back = np.zeros(1, _ANSWER)
        said = b""
        try:
            back["answer"] = self._decide(seen, back)
        except BaseException as problem:  # a policy may raise anything
            said = json.dumps(self._told(problem)).encode()
        back["said"] = len(said)
        sys.stdout.flush()
        return back.tobytes() + said

    def _decide(self, seen: bytearray, back: Any) -> int:
        table = Sight(np.frombuffer(seen, self.layouts[1], 1)[0])
        hand = Sight(np.frombuffer(seen, self.layouts[2], 1, self.places[0])[0])
        own = np.frombuffer(seen, OWN, 1, self.places[1])
        knobs, memory, choice = own["knobs"][0], own["memory"][0], own["choice"][0]
        knobs = knobs[: int(own["turned"][0])]
        knobs.flags.writeable = False
        answer = self.decide(Sight(self.rules), table, hand, knobs, memory, choice)
        back["memory"], back["choice"] = memory, choice
        return self._as_integer(answer)

    def _as_integer(self, answer: Any) -> int:
        try:
            number = operator.index(answer)
        except TypeError:
            code = self.decide.__code__
            raise _NoInteger(
                f"policy {self.name!r} cannot be used: {places.in_words(code.co_filename, code.co_firstlineno)}: "
                f"it returned {answer!r}, but an action is an integer"
            ) from None
        return number if NO_ANSWER < number < 2**63 else _NEVER_LEGAL

    def _told(self, problem: BaseException) -> dict[str, Any]:
        if isinstance(problem, _NoInteger):
            return {"text": str(problem)}
        is_ours = isinstance(problem, AnalyzerError | Died)  # nothing of a game raises them in here
        fault = Fault.RAISED if is_ours else fault_of_exception(problem)
        return {"fault": int(fault), "text": f"{type(problem).__name__}: {problem}", "place": self.place_of(problem)}
