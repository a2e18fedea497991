"""What a question decides: its answers are played out on the same hidden cards and chance, as autopsies do.

A question is at stake if its answers move the win chance of the seat asked. A seat without a chance makes a king if its
answers move the others' chances. Some of the samples choose the two answers that differ most, the others measure them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from analyzer.play.prepared import PreparedCell
from analyzer.stats import proportions, treatments
from analyzer.stats.estimate import Estimate
from analyzer.studies.autopsy.chances import Chances, Shares, difference

LEVEL = 0.95
CALLED = 0.98  # level at which one question is said to have a stake or none: one of a hundred is not what it is called
CERTAIN = 0.998  # level at which a seat is said to decide among the others
ANSWERS = 4  # that are played out: the one given, and others drawn by lot
SAMPLES = 200  # games for each answer
CHOOSING = 80  # of them, which choose the answers that the others measure
SCREENED = 40  # games that tell first whether a seat may be without a chance
STAKE = 0.05  # of the own win chance: less is nothing at stake
NO_CHANCE = 0.05  # whoever wins less than that for certain, whatever it answers, has no chance
SWAY = 0.1  # of another's win chance: whoever moves more than that decides
OFTEN = 0.05  # of the games: more than that for certain is worth a look
LAST = 3  # questions of a seat's last turn that are looked at
COST = ANSWERS * SAMPLES // 2 + 100  # whole games that one examined game costs, roughly


@dataclass(frozen=True)
class Question:
    """A question with a choice, kept as it lay: all that playing on needs."""

    bench: Any
    seat: int
    turn: int
    answers: tuple[int, ...]  # the one given comes first


@dataclass(eq=False)
class Notes:
    """What is noted of one game while it is played: how many choices there were, and some to be played out."""

    prepared: PreparedCell
    lots: np.random.Generator
    keeps: bool = True  # questions are kept to be played out
    questions: int = 0
    choices: int = 0  # questions with more than one answer
    turns: set[int] = field(default_factory=set)
    free_turns: set[int] = field(default_factory=set)  # with a choice
    drawn: Question | None = None  # one question with a choice, each as likely
    last: dict[int, list[Question]] = field(default_factory=dict)  # by seat: those of its last turn with a choice

    def ahead(self, benches: Any) -> Any | None:
        """Look at a question before it is answered: copy it if there is a choice that may be played out."""
        game, state = self.prepared.cell.game, benches[0].state
        turn, hand = int(state.table.turn), state.hands[int(state.table.asked)]
        self.questions += 1
        self.turns.add(turn)
        if int(game.n_options(self.prepared.rules, state.table, hand)) < 2:
            return None
        self.choices += 1
        self.free_turns.add(turn)
        return benches.copy() if self.keeps else None

    def keep(self, benches: Any, answer: int) -> None:
        """Keep a question that was copied, with the answer that was given to it."""
        state = benches[0].state
        seat, turn = int(state.table.asked), int(state.table.turn)
        question = Question(benches[0], seat, turn, (answer, *self._others(state, seat, answer)))
        if self.lots.random() * self.choices < 1.0:
            self.drawn = question
        own = self.last.get(seat, [])
        self.last[seat] = [*(own if own and own[0].turn == turn else []), question][-LAST:]

    def forget(self) -> None:
        """Let the questions go once they are played out: only the counts stay."""
        self.drawn = None
        self.last.clear()

    def _others(self, state: Any, seat: int, answer: int) -> list[int]:
        game, seen = self.prepared.cell.game, (self.prepared.rules, state.table, state.hands[seat])
        places = self.lots.permutation(int(game.n_options(*seen)))[:ANSWERS]
        options = dict.fromkeys(int(game.option(*seen, int(place))) for place in places)
        return [option for option in options if option != answer][: ANSWERS - 1]


@dataclass(frozen=True)
class Judged:
    """What play-outs said of the questions of one game."""

    spread: Estimate | None  # between the best and the worst answer of the question drawn, of the own win chance
    king: bool | None  # whether a seat without a chance decided; None where only two play
    hopeless: bool = False  # whether a seat had no chance in its last turn


def judged(chances: Chances, notes: Notes) -> Judged:
    """Play out the questions that were kept of a game."""
    spread = None if notes.drawn is None else spread_of(chances, notes.drawn)
    if len(chances.cell.seats) < 3:
        return Judged(spread, None)
    kings = [makes_king(chances, own) for own in notes.last.values()]
    return Judged(spread, any(king for king in kings), any(king is not None for king in kings))


def spread_of(chances: Chances, question: Question) -> Estimate:
    """Measure what the choice moves of the own win chance."""
    shares = chances.play_on(question.bench, [*question.answers], SAMPLES)[:, :, question.seat]
    return _apart(shares, CALLED)


def _apart(shares: Shares, level: float) -> Estimate:
    """Compare the answers that differ most: some of the samples choose them, the others measure them."""
    chosen, rest = shares[:CHOOSING].mean(axis=0), shares[CHOOSING:]
    return difference(rest[:, int(chosen.argmax())], rest[:, int(chosen.argmin())], level)


def makes_king(chances: Chances, questions: Sequence[Question]) -> bool | None:
    """Tell whether a seat decides among the others in its last turn; None where it has a chance itself."""
    first = questions[0]
    screen = chances.play_on(first.bench, [first.answers[0]], SCREENED)[:, 0, first.seat]
    if screen.mean() > 2 * NO_CHANCE:
        return None
    found = [_sways(chances, question) for question in questions]
    return None if all(own is None for own in found) else any(own for own in found)


def _sways(chances: Chances, question: Question) -> bool | None:
    shares = chances.play_on(question.bench, [*question.answers], SAMPLES)
    own = [
        proportions.win_share(len(one), float(one.sum()), float(one @ one), LEVEL)
        for one in shares[:, :, question.seat].T
    ]
    if max(one.high for one in own) >= NO_CHANCE:
        return None
    chosen = shares[:CHOOSING].mean(axis=0)
    spreads = chosen.max(axis=0) - chosen.min(axis=0)
    spreads[question.seat] = -1.0
    return _apart(shares[:, :, int(spreads.argmax())], CERTAIN).low > SWAY


@dataclass(frozen=True)
class Stakes:
    """What choices decide at one table."""

    examined: int  # games of which questions were played out
    idle: Estimate  # part of the turns in which nobody could choose
    forced: Estimate  # part of the questions with a single answer
    at_stake: Estimate | None = None  # share of choices that move the own win chance by more than STAKE
    spread: Estimate | None = None  # what a choice moves, on average
    hopeless: Estimate | None = None  # share of games with a seat that has no chance in its last turn
    kings: Estimate | None = None  # share of games in which such a seat decides among the others


def stakes_of(notes: Sequence[Notes], found: Sequence[Judged]) -> Stakes:
    """Put together what was seen in the games of a table."""
    spreads = [one.spread for one in found if one.spread is not None]
    kings = [one for one in found if one.king is not None]
    return Stakes(
        len(found),
        _part([len(one.turns) - len(one.free_turns) for one in notes], [len(one.turns) for one in notes]),
        _part([one.questions - one.choices for one in notes], [one.questions for one in notes]),
        _share_at_stake(spreads) if spreads else None,
        treatments.effects([[one.value for one in spreads]], LEVEL, are_shares=True)[0].alone if spreads else None,
        _rate([one.hopeless for one in kings]) if kings else None,
        _rate([bool(one.king) for one in kings]) if kings else None,
    )


def _share_at_stake(spreads: Sequence[Estimate]) -> Estimate:
    """Bound the share: at least what is at stake for certain, at most what is not certainly without a stake."""
    n = len(spreads)
    sure, not_ruled_out = sum(one.low > STAKE for one in spreads), sum(one.high > STAKE for one in spreads)
    low, high = proportions.wilson(sure, n, LEVEL).low, proportions.wilson(not_ruled_out, n, LEVEL).high
    value = sum(one.value > STAKE for one in spreads) / n
    return Estimate(value, min(low, value), max(high, value), LEVEL, n, "play-outs, bounded by what is certain")


def _part(hits: Sequence[int], trials: Sequence[int]) -> Estimate:
    return proportions.clustered_rate(hits, trials, LEVEL)


def _rate(found: Sequence[bool]) -> Estimate:
    return proportions.wilson(sum(found), len(found), LEVEL)
