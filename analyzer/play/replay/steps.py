"""One question of a replay and its answer: in words for a terminal, as data for a trace, drawn for a page."""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from analyzer.cells import Cell
from analyzer.games.interface import Game
from analyzer.games.search.lookahead import MOST_RATED
from analyzer.games.turns import TIE_BREAK
from analyzer.games.values.explaining import Valued
from analyzer.kernel.seats.seating import NotCompilable
from analyzer.play.prepared import PreparedCell
from analyzer.play.showing import one_line
from analyzer.stats import proportions

Data = dict[str, Any]


def as_data(record: Any) -> Data:
    """Write a record as names with numbers, lists and further records."""
    return {name: _value(record[name]) for name in record.dtype.names}


def _value(value: Any) -> Any:
    if isinstance(value, np.void):
        return as_data(value)
    if isinstance(value, np.ndarray):
        return [as_data(item) for item in value] if value.dtype.names else value.tolist()
    return value.item()


def changes(before: Any, after: Any, path: str) -> Iterator[Data]:
    """List what differs, each with the path to it, such as `table.number[14]`."""
    if isinstance(before, dict):
        for name, value in before.items():
            yield from changes(value, after[name], f"{path}.{name}")
    elif isinstance(before, list):
        for index, value in enumerate(before):
            yield from changes(value, after[index], f"{path}[{index}]")
    elif before != after:
        yield {"field": path, "before": before, "after": after}


LISTED, UNRATED = 8, 4  # options of a question that are written out, with scores or without; the choice is among them
MOST_WORTH = 1.0 + TIE_BREAK  # of a game: the win, and what breaks ties
NOTHING = 1e-9  # a score this small is what rounding left of none
RATING, WORTH = "rating", "worth"  # what scores are: a policy's own, or the mean of games played on from here


@dataclass(frozen=True)
class Choices:
    """The options that are written out, the best first where they have scores."""

    n_options: int
    score: str | None  # RATING or WORTH; None where the policy has none, or they say nothing
    options: tuple[Data, ...]

    def as_dict(self) -> Data:
        """Return them for a trace, each in its words once: an answer may say more than the option that it is."""
        by_words = {option["words"]: option for option in sorted(self.options, key=lambda option: option["chosen"])}
        options = [option for option in self.options if by_words[option["words"]] is option]
        if self.score == RATING:
            options.sort(key=lambda option: -option["score"])
        return {"n_options": self.n_options, "score": self.score, "options": options}


def rated_choices(game: Game, seen: tuple[Any, ...], rate: Callable[[int], float] | None, chosen: int) -> Choices:
    """List the options with a policy's ratings: those it rates best, and the one it chose."""
    n = int(game.n_options(*seen))
    answers = [int(game.option(*seen, index)) for index in range(min(n, MOST_RATED))]
    scores = _scores(rate, answers, chosen) if rate is not None else {}
    if scores:
        answers.sort(key=lambda answer: -scores[answer])
    most = LISTED if scores or n <= LISTED else UNRATED
    listed = answers[:most]
    if chosen not in listed:
        listed = [*listed[: most - 1], chosen]
    options = ({"answer": answer, "score": _rounded(scores.get(answer))} for answer in listed)
    return Choices(n, RATING if scores else None, tuple(options))


def _scores(rate: Callable[[int], float], answers: list[int], chosen: int) -> dict[int, float]:
    """Ask for all ratings; none where they say no more than which answer was chosen."""
    scores = {answer: rate(answer) for answer in {*answers, chosen}}
    others = {score for answer, score in scores.items() if answer != chosen}
    says_nothing = others <= {0.0} and scores[chosen] in (0.0, 1.0)
    is_sound = all(math.isfinite(score) for score in scores.values())
    return scores if is_sound and len(scores) > 1 and not says_nothing else {}


def searched_choices(game: Game, seen: tuple[Any, ...], space: Any) -> Choices:
    """List what a look-ahead compared: what each answer was worth in the games played on from here.

    The interval is Wilson's, as if every game had been won or lost: a share of the win varies less.
    """
    found: list[Data] = []
    for place in range(int(space.n_answers)):
        plays = int(space.plays[place])
        worth = float(space.gains[place]) / plays
        estimate = proportions.wilson(min(worth / MOST_WORTH, 1.0) * plays, plays)
        bounds = [_rounded(MOST_WORTH * bound) for bound in (estimate.low, estimate.high)]
        own = {"samples": plays, "interval": bounds, "is_own": int(space.answers[place]) == int(space.own)}
        found.append({"answer": int(space.answers[place]), "score": _rounded(worth), **own})
    found.sort(key=lambda option: (-option["samples"], -option["score"]))
    return Choices(int(game.n_options(*seen)), WORTH, tuple(found))


def _rounded(score: float | None) -> float | None:
    if score is None or abs(score) < NOTHING:
        return None if score is None else 0.0
    return float(np.format_float_positional(score, 4, fractional=False, trim="-"))


_CLAUSE = re.compile(r"^(?:[A-Z]+-?[\w-]*(?:, )?)+(?: only)?: |: see \w+$| \(ASK_\w+\)$")  # for readers of the rules


@dataclass(frozen=True)
class Overlooked:
    """What a fallible policy overlooked at a question, and what the policy inside would have answered."""

    answer: int
    words: str
    groups: int  # of options that are about as good as each other; 0 where it noticed the policy's own answer
    is_blind: bool  # nothing was noticed, and any legal answer given

    @property
    def lines(self) -> tuple[str, ...]:
        """Say it for a terminal."""
        if self.groups == 0:
            return ("overlooked nothing better",)
        many = f"{self.groups} group{'s' * (self.groups > 1)} of options"
        what = "noticed nothing, and answered at random" if self.is_blind else f"overlooked {many}"
        return (f"{what}; its policy would have answered: {self.words}",)

    def as_dict(self) -> Data:
        """Return it as plain data."""
        groups = None if self.is_blind else self.groups
        return {"groups": groups, "nothing_noticed": self.is_blind, "own": self.answer, "words": self.words}


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
    value: Valued | None = None  # what a trained value says of it
    overlooked: Overlooked | None = None  # by a fallible policy

    def __repr__(self) -> str:
        """Show it in one line."""
        return one_line("Step", f"turn {self.turn}", f"seat {self.seat}", f"{self.question} → {self.words}")

    def as_dict(self) -> Data:
        """Return the step for `replay --json`."""
        names = ("turn", "seat", "policy", "question", "asks", "n_options", "answer", "words")
        told = {"value": self.value, "overlooked": self.overlooked}
        parts = {name: part.as_dict() for name, part in told.items() if part is not None}
        own = {name: getattr(self, name) for name in names}
        return {**own, "reasons": list(self.reasons), **parts, **(self.details or {})}


class Observer:
    """What looks at the questions of a cell: it asks policies what they think, and changes nothing."""

    def __init__(self, cell: Cell, prepared: PreparedCell) -> None:
        self.cell, self.prepared = cell, prepared

    @cached_property
    def questions(self) -> dict[str, str]:
        """The questions in words, by name: what the game says of them."""
        return {phase.name: _CLAUSE.sub("", phase.meaning) for phase in self.cell.game.phases}

    @cached_property
    def ratings(self) -> dict[int, Any]:
        """What the policies think of answers, by seat; None where one does not say."""
        return {number: self._rating(number, seat.player.policy) for number, seat in self.prepared.seats.items()}

    def _rating(self, seat: int, policy: Any) -> Any:
        if not policy.is_compiled:
            return None
        try:
            return self.prepared.rating(seat)
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
        if self.ratings[seat] is None:
            return None
        bench = benches.copy()[0]
        seen, desk = (self.prepared.rules, bench.state.table, bench.state.hands[seat]), bench.desks[seat]

        def rate(answer: int) -> float:
            try:
                return self.prepared.rate(seen, desk, answer)
            except Exception:  # an own policy may raise anything; its answer was legal
                return float("nan")

        return rate

    def cost(self, state: Any, answer: int) -> Data | None:
        """Return what an answer costs at once, if the game says so."""
        price = self.cell.game.price
        found = price(self.prepared.rules, state, answer) if price is not None else None
        return None if found is None else {"amount": int(found[0]), "unit": found[1]}

    def _target(self, state: Any, answer: int) -> Any:
        """Name the piece of the drawing that an answer is about, or the place: x, y, width and height."""
        target = self.cell.game.target
        return target(self.prepared.rules, state, answer) if target is not None else None

    def draw(self, state: Any) -> Data | None:
        """Draw the position, if the game draws."""
        draw = self.cell.game.draw
        return None if draw is None else draw(self.prepared.rules, state).as_dict()
