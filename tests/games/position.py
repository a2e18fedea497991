"""A game under way for tests: what is the same for every game, whoever sets the table and in whatever words."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any, Self

import numpy as np

from analyzer.cells import make_cell, read_seat
from analyzer.games.interface import Game
from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import blank
from analyzer.kernel.seats.bench import DESK
from analyzer.kernel.streams import WORDS, open_streams


def key_of(words: Iterable[int]) -> Any:
    """Make the key of a deal of its first words."""
    key = np.zeros(WORDS, np.int64)
    given = list(words)
    key[: len(given)] = given
    return key


def open_bench(game: Game, seats: int, words: Iterable[int]) -> Any:
    """Make a workbench with the streams of one deal, named by the first words of its key."""
    bench = blank(game.bench)
    open_streams(bench, seats, key_of(words))
    return bench


def duplicate(record: Any) -> Any:
    """Copy a record byte by byte: numpy's own copy leaves the bytes between fields to chance."""
    return np.frombuffer(bytearray(record.tobytes()), record.dtype)[0]


def make_desk(policy: Any, choice: Iterable[int] = (1, 2, 3, 4), **knobs: float) -> Any:
    """Make the desk of a policy that is asked out of any game, with its knobs and lots."""
    desk = blank(DESK)
    desk.knobs[: len(policy.knobs)] = list({**policy.knobs, **knobs}.values())
    desk.choice[:] = list(choice)
    return desk


class Position:
    """A game that can be looked at, asked and answered; a game's own class sets its table up."""

    game: Game  # set by the class of each game

    def __init__(self, players: int, words: Iterable[int], *, variant: str | None = None, sets: Iterable[str] = ()):
        self.cell = make_cell(self.game.name, players=players, variant=variant, sets=list(sets), policy="random_legal")
        self.players = players
        self.rules = self.cell.rules
        self.bench = open_bench(self.game, players, words)
        self.state, self.chance = self.bench.state, self.bench.chance
        self.open()

    def open(self) -> None:
        """Deal, up to the first question."""
        self.game.start(self.rules, self.state, self.chance)

    def deal_again(self, words: Iterable[int]) -> Self:
        """Deal another game in place of this one."""
        open_streams(self.bench, self.players, key_of(words))
        self.open()
        return self

    def copy(self) -> Self:
        """Copy the position, so that something may be tried."""
        other = copy.copy(self)
        other.bench = duplicate(self.bench)
        other.state, other.chance = other.bench.state, self.chance.copy()
        return other

    def bytes(self) -> bytes:
        return bytes(self.state.tobytes())

    # what there is

    @property
    def table(self) -> Any:
        return self.state.table

    @property
    def is_over(self) -> bool:
        return int(self.table.cause) != 0

    @property
    def phase(self) -> Any:
        return self.game.phases(int(self.table.phase))

    @property
    def asked(self) -> int:
        return int(self.table.asked)

    @property
    def asked_hand(self) -> Any:
        return self.state.hands[self.asked]

    def seen(self) -> tuple[Any, Any, Any]:
        """What the asked seat sees."""
        return self.rules, self.table, self.asked_hand

    # questions

    def n_options(self) -> int:
        return int(self.game.n_options(*self.seen()))

    def option(self, index: int) -> int:
        return int(self.game.option(*self.seen(), index))

    def codes(self) -> list[int]:
        """The options as integers, in their order."""
        return [self.option(index) for index in range(self.n_options())]

    def options(self) -> list[Any]:
        """The options, in the words of the game if it has any."""
        return self.codes()

    def is_legal(self, code: int) -> bool:
        return bool(self.game.is_legal(*self.seen(), int(code)))

    def ask(self, policy: str, **knobs: float) -> int:
        """Ask a policy, written as a user writes it, for its answer at the desk of the asked seat."""
        seat, desk = read_seat(self.game, policy), self.bench.desks[self.asked]
        desk.knobs[: len(seat.knobs)] = list({**seat.knobs, **knobs}.values())
        return int(self.game.seated_policy(seat.policy)(*self.seen(), desk))

    def rated(self, policy: str) -> dict[int, float]:
        """Ask a policy what it thinks of every option of the asked seat."""
        seat, desk = read_seat(self.game, policy), self.bench.desks[self.asked]
        desk.knobs[: len(seat.knobs)] = list(seat.knobs.values())
        rate = self.game.seated_rating(seat.policy)
        return {code: float(rate(*self.seen(), desk, code)) for code in self.codes()}

    # answers

    def try_step(self, code: int) -> Fault:
        """Give an answer and return what is wrong with it."""
        return Fault(int(self.game.step(self.rules, self.state, int(code), self.chance)))

    def answer(self, *codes: int) -> Self:
        """Give answers that must be legal."""
        for code in codes:
            fault = self.try_step(code)
            assert fault == Fault.NONE, f"{self.game.name}: {code} at {self.phase}: {fault.name}"
        return self

    def refuse(self, code: int, fault: Fault = Fault.ILLEGAL) -> None:
        """Give an answer that must be refused and change nothing."""
        before = self.bytes()
        assert self.try_step(code) == fault
        assert self.bytes() == before
