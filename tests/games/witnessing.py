"""Watching games for tests: the witness of a game notes what every seat sees, and holds fresh deals against it.

A witness is `Witness` in `tests/games/<game>/witness.py`. It gets copies of the real states, and notes for a seat only
what that seat could see. It does without the fields in which the game itself keeps what was seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from analyzer.cells import Cell
from analyzer.kernel.streams import open_streams
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import deal_seeds
from tests.games.position import duplicate
from tests.games.redealing import copy_fields, redealt


class Witness(Protocol):
    """Remembers what each seat has seen in a game."""

    def __init__(self, rules: Any, state: Any) -> None:
        """Look at a game that has just begun."""

    def see(self, before: Any, after: Any) -> None:
        """Look at the states before and after an answer."""

    def forgotten(self, seat: int, redealt: Any) -> list[str]:
        """Tell in words what a state, dealt anew for a seat, contradicts."""


def has_witness(game: str) -> bool:
    return find_spec(f"tests.games.{game}.witness") is not None


def witness_of(game: str) -> type[Witness]:
    found: type[Witness] = import_module(f"tests.games.{game}.witness").Witness
    return found


@dataclass(frozen=True)
class Moment:
    """A question of a game under way: the state, the same game's first state, and who has watched since then."""

    prepared: PreparedCell
    opening: Any
    state: Any
    witness: Witness

    @property
    def seat(self) -> int:
        return int(self.state.table.asked)

    def dealt(self, stream: Any) -> Any:
        """Deal anew what the asked seat does not see."""
        return redealt(self.prepared.cell.game, self.prepared.rules, self.state, stream)

    def dealt_forgetfully(self, stream: Any) -> Any:
        """Deal anew as one who forgets: what the asked seat saw at the opening is all that is known."""
        opening = duplicate(self.opening)
        opening.table.asked = self.seat
        forgetful = redealt(self.prepared.cell.game, self.prepared.rules, opening, stream)
        copy_fields(self.state.table, forgetful.table)
        copy_fields(self.state.hands[self.seat], forgetful.hands[self.seat])
        return forgetful

    def forgotten(self, dealt: Any) -> list[str]:
        return self.witness.forgotten(self.seat, dealt)


def watched(cell: Cell, deals: int, every: int) -> Iterator[Moment]:
    """Play deals before a witness; yield every so-many-th question of them."""
    prepared = PreparedCell(cell)
    bench, asked = prepared.bench()[0], 0
    for deal in range(deals):
        open_streams(bench, cell.players, deal_seeds(12, deal)[0])
        cell.game.start(prepared.rules, bench.state, bench.chance)
        opening = duplicate(bench.state)
        witness = witness_of(cell.game.name)(prepared.rules, opening)
        while int(bench.state.table.cause) == 0:
            if asked % every == 0:
                yield Moment(prepared, opening, bench.state, witness)
            asked += 1
            before = duplicate(bench.state)
            answer(prepared, bench)
            witness.see(before, duplicate(bench.state))


def answer(prepared: PreparedCell, bench: Any) -> None:
    """Let the asked seat answer."""
    state, seat = bench.state, int(bench.state.table.asked)
    chosen = prepared.policies[seat](prepared.rules, state.table, state.hands[seat], bench.desks[seat])
    assert int(prepared.cell.game.step(prepared.rules, state, int(chosen), bench.chance)) == 0
