"""All ways in which hidden cards can lie, where they are few: then a win chance needs no samples, it is known.

A game's own rule `redeal` is called as plain Python, and its lots are told to it: first the lowest, then every other
way, like an odometer. Each way is as likely as its lots make it, and ways that look alike are one.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import prod
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from analyzer.games.interface import Game
from analyzer.kernel import random
from analyzer.kernel.compiler.sources import is_foreign
from analyzer.kernel.jit import blank

MOST = 720  # ways of lots that are tried, all orders of six cards
Layout = np.dtype[Any]


class TooMany(Exception):
    """There are more ways than are tried."""


@dataclass
class Lots:
    """Draws that come out as they are told to, and the numbers that each was drawn from."""

    told: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def below(self, _stream: Any, n: int) -> int:
        """Draw from 0..n-1: what comes next, else 0."""
        place = len(self.sizes)
        self.sizes.append(int(n))
        if prod(self.sizes) > MOST:
            raise TooMany
        if place == len(self.told):
            self.told.append(0)
        return self.told[place]

    def shuffle(self, stream: Any, cards: Any, n: int) -> None:
        """Shuffle the first n entries by draws of this kind."""
        for last in range(n - 1, 0, -1):
            other = self.below(stream, last + 1)
            cards[last], cards[other] = cards[other], cards[last]

    def bits(self, *_state: Any) -> int:
        """Draw 32 bits: nobody tries all of them."""
        raise TooMany

    @property
    def chance(self) -> float:
        """The chance of this way."""
        return 1.0 / prod(self.sizes)

    def go_on(self) -> bool:
        """Turn to the next way; tell whether there is one."""
        while self.told and self.told[-1] == self.sizes[len(self.told) - 1] - 1:
            self.told.pop()
        self.sizes.clear()
        if self.told:
            self.told[-1] += 1
        return bool(self.told)


def worlds(game: Game, rules: Any, table: Any, hand: Any) -> list[tuple[float, Any]] | None:
    """List the states that a seat may be in, as it sees table and hand, each with its chance; None if they are many."""
    found: dict[bytes, tuple[float, Any]] = {}
    try:
        for chance, state in _ways(game, rules, table, hand):
            key = state.tobytes()
            found[key] = (found.get(key, (0.0, None))[0] + chance, state)
    except TooMany:
        return None
    return [(chance, _converted(state, game.state)) for chance, state in found.values()]


def _ways(game: Game, rules: Any, table: Any, hand: Any) -> Iterator[tuple[float, Any]]:
    lots, layout = Lots(), _wide(game.state)
    redeal, own_rules, seat = (
        _told(game.written["redeal"], lots),
        _converted(rules, _wide(rules.dtype)),
        int(table["asked"]),
    )
    is_last = False
    while not is_last:
        state = blank(layout)
        state["table"] = _converted(table, layout["table"])
        state["hands"][seat] = _converted(hand, state["hands"].dtype)
        redeal(own_rules, state.table, state.hands[seat], state, None)
        yield lots.chance, state
        is_last = not lots.go_on()


def _told(rule: Any, lots: Lots) -> Callable[..., Any]:
    """Copy a rule and all that it calls as plain functions that draw these lots."""
    copies: dict[int, Any] = {
        id(random.randbelow): lots.below,
        id(random.shuffle): lots.shuffle,
        id(random.next_u32): lots.bits,
        id(random.draw_below): lots.bits,
    }

    def copied(item: Any) -> Any:
        source = getattr(item, "py_func", item)
        if id(item) not in copies and isinstance(source, FunctionType):
            scope: dict[str, Any] = {"__builtins__": __builtins__}
            copies[id(item)] = FunctionType(source.__code__, scope, source.__name__, source.__defaults__)
            names = source.__code__.co_names
            scope |= {name: part(source.__globals__[name], names) for name in names if name in source.__globals__}
        return copies.get(id(item), item)

    def part(item: Any, names: tuple[str, ...]) -> Any:
        """Copy a rule, or a module of ours whose rules are called as `module.rule(...)`."""
        if not isinstance(item, ModuleType) or is_foreign(str(item.__file__)):
            return copied(item)
        module = ModuleType(item.__name__)
        vars(module).update({name: copied(value) for name, value in vars(item).items() if name in names})
        return module

    made: Callable[..., Any] = copied(rule)
    return made


def _wide(layout: Layout) -> Layout:
    """Lay a record out without gaps and with wide integers: numpy computes in the width of a field, rules do not."""
    if layout.subdtype is not None:
        kind, shape = layout.subdtype
        return np.dtype((_wide(kind), shape))
    if layout.names is None:
        return np.dtype("i8") if layout.kind == "i" else layout
    fields = [(name, _wide(layout[name])) for name in layout.names]
    return np.dtype((np.record, np.dtype(fields)))


def _converted(source: Any, layout: Layout) -> Any:
    """Copy a record into another layout, field by field."""
    return np.asarray(source).reshape(1).astype(layout)[0]
