"""One question of a replay and its answer: in words for a terminal, as data for a trace, drawn for a page."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from analyzer.cells import Cell
from analyzer.games.comments import codes_in, home_of
from analyzer.games.interface import Game
from analyzer.kernel.seats import NotCompilable
from analyzer.play.choices import Choices, rated_choices, searched_choices
from analyzer.play.prepared import PreparedCell
from analyzer.play.showing import one_line
from analyzer.play.snapshots import Data, as_data

_CLAUSE = re.compile(r"^(?:[A-Z]+-?[\w-]*(?:, )?)+(?: only)?: |: see \w+$| \(ASK_\w+\)$")  # for readers of the rules


@dataclass(frozen=True)
class Step:
    """One question and its answer."""

    turn: int
    seat: int
    policy: str
    question: str
    n_options: int
    board: str
    answer: int | None
    words: str
    reasons: tuple[str, ...]
    asks: str = ""  # the question in words
    details: Data | None = None  # options, costs and the position as data, where they were asked for
    drawing: Data | None = None

    def __repr__(self) -> str:
        """Show it in one line."""
        return one_line("Step", f"turn {self.turn}", f"seat {self.seat}", f"{self.question} → {self.words}")

    def as_dict(self) -> Data:
        """Return the step for `replay --json`."""
        names = ("turn", "seat", "policy", "question", "asks", "n_options", "answer", "words")
        return {**{name: getattr(self, name) for name in names}, "reasons": list(self.reasons), **(self.details or {})}


def part_of(game: Game, name: str) -> Any:
    """Return a module that a game may have, or None."""
    full = f"{game.phases.__module__.rpartition('.')[0]}.{name}"
    return import_module(full) if find_spec(full) is not None else None


class Observer:
    """What looks at the questions of a cell: it asks policies what they think, and changes nothing."""

    def __init__(self, cell: Cell, prepared: PreparedCell) -> None:
        self.cell, self.prepared = cell, prepared
        self.notation, self.drawing = part_of(cell.game, "notation"), part_of(cell.game, "drawing")

    @cached_property
    def questions(self) -> dict[str, str]:
        """The questions in words, by name: what the code says of them, or the name itself."""
        phases = self.cell.game.phases
        said = codes_in(home_of(self.cell.game) / "state.py")
        words = {phase.name: _CLAUSE.sub("", said.get((phases.__name__, phase.name), "")) for phase in phases}
        return {name: text or name.lower().replace("_", " ") for name, text in words.items()}

    @cached_property
    def ratings(self) -> dict[int, Any]:
        """What the policies think of answers, by seat; None where one does not say."""
        return {number: self._rating(seat.player.policy) for number, seat in self.prepared.seats.items()}

    def _rating(self, policy: Any) -> Any:
        if not policy.is_compiled:
            return None
        try:
            return self.cell.game.seated_rating(policy)
        except NotCompilable:
            return None

    def details(self, benches: Any, answer: int) -> Data:
        """Write the options with what the asked policy thinks of them, the cost of the answer, and the position."""
        state = benches[0].state
        choices, cost = self._choices(benches, answer), self.cost(state, answer)
        for option in choices.options:
            option |= self._in_words(state, option["answer"])
            option["chosen"] = option["answer"] == answer
        hand = as_data(state.hands[int(state.table.asked)])
        return {**choices.as_dict(), "cost": cost, "state": {"table": as_data(state.table), "hand": hand}}

    def _in_words(self, state: Any, answer: int) -> Data:
        words = self.cell.game.describe(self.prepared.rules, state, answer)
        return {"words": words, "cost": self.cost(state, answer), "target": self._target(state, answer)}

    def _choices(self, benches: Any, answer: int) -> Choices:
        game, state = self.cell.game, benches[0].state
        seat = int(state.table.asked)
        seen = (self.prepared.rules, state.table, state.hands[seat])
        if self.prepared.seats[seat].searched is not None:
            space = self.prepared.workspaces[seat].records[0]
            if int(space.n_answers) > 1:
                return searched_choices(game, seen, space)
        return rated_choices(game, seen, self._asking(benches, seat), answer)

    def _asking(self, benches: Any, seat: int) -> Callable[[int], float] | None:
        """Ask a policy for its ratings on a copy of its desk: its memory and its chance stay as they are."""
        rating = self.ratings[seat]
        if rating is None:
            return None
        bench = benches.copy()[0]
        seen = (self.prepared.rules, bench.state.table, bench.state.hands[seat], bench.desks[seat])

        def rate(answer: int) -> float:
            try:
                return float(rating(*seen, answer))
            except Exception:  # an own policy may raise anything; its answer was legal
                return float("nan")

        return rate

    def cost(self, state: Any, answer: int) -> Data | None:
        """Return what an answer costs at once, if the game says so."""
        price = getattr(self.notation, "price", None)
        found = price(self.prepared.rules, state, answer) if price is not None else None
        return None if found is None else {"amount": int(found[0]), "unit": found[1]}

    def _target(self, state: Any, answer: int) -> Any:
        """Name the piece of the drawing that an answer is about, or the place: x, y, width and height."""
        target = getattr(self.drawing, "target", None)
        return target(self.prepared.rules, state, answer) if target is not None else None

    def draw(self, state: Any) -> Data | None:
        """Draw the position, if the game draws."""
        return self.drawing.draw(self.prepared.rules, state).as_dict() if self.drawing is not None else None
