"""Dealing anew for tests: what `redeal` makes of what one seat sees, and how to look at all of it."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from analyzer.kernel.jit import blank
from analyzer.kernel.random import STREAM_SIZE
from analyzer.kernel.streams import seed_stream
from tests.games.position import key_of


def has_redeal(name: str) -> bool:
    return find_spec(f"analyzer.games.{name}.rules.redeal") is not None


def stream_of(number: int) -> Any:
    """Make a random stream, named by a number."""
    stream = np.zeros(STREAM_SIZE, np.int64)
    seed_stream(stream, key_of([number, 2, 3]), 7)
    return stream


def noise_of(layout: np.dtype[Any], seed: int) -> Any:
    """Make a record of noise, as a scratch state may be that nobody has cleared."""
    raw = np.random.Generator(np.random.PCG64(seed)).bytes(layout.itemsize)
    return np.frombuffer(bytearray(raw), layout)[0]


def redealt(game: Any, rules: Any, state: Any, stream: Any, scratch: Any = None) -> Any:
    """Deal anew what the asked seat of a state does not see, into a scratch state that gets nothing else of it."""
    seat = int(state.table.asked)
    scratch = blank(game.state) if scratch is None else scratch
    copy_fields(state.table, scratch.table)
    copy_fields(state.hands[seat], scratch.hands[seat])
    redeal = import_module(f"analyzer.games.{game.name}.rules.redeal").redeal
    redeal(rules, scratch.table, scratch.hands[seat], scratch, stream)
    return scratch


def copy_fields(source: Any, target: Any) -> None:
    for name in source.dtype.names:
        target[name] = source[name]


def contents(value: Any) -> bytes:
    """Return all fields of a record as bytes, in 64 bits: plain Python has wider fields, with other gaps."""
    if value.dtype.names is None:
        return np.asarray(value).astype("f8" if value.dtype.kind == "f" else "i8").tobytes()
    return b"".join(contents(value[name]) for name in value.dtype.names)


def frequencies(game: Any, position: Any, n: int, look: Any) -> dict[Any, float]:
    """Deal a position anew n times and return how often `look(state)` gave what."""
    found: dict[Any, int] = {}
    for number in range(n):
        seen = look(redealt(game, position.rules, position.state, stream_of(number)))
        found[seen] = found.get(seen, 0) + 1
    return {seen: count / n for seen, count in found.items()}


def furthest(found: dict[Any, float], expected: dict[Any, float], n: int) -> float:
    """Return by how many standard errors the frequencies of n deals miss what is expected, at most."""
    errors = {seen: (p * (1 - p) / n) ** 0.5 for seen, p in expected.items()}
    if set(found) - set(expected):
        return float("inf")
    return max(abs(found.get(seen, 0.0) - p) / errors[seen] for seen, p in expected.items())
