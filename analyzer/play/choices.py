"""The options of a question as a trace lists them: in words, with what the asked policy thinks of each."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.games.interface import Game
from analyzer.games.lookahead import MOST_RATED
from analyzer.games.rows import TIE_BREAK
from analyzer.play.snapshots import Data
from analyzer.stats.proportions import wilson

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
        estimate = wilson(min(worth / MOST_WORTH, 1.0) * plays, plays)
        bounds = [_rounded(MOST_WORTH * bound) for bound in (estimate.low, estimate.high)]
        own = {"samples": plays, "interval": bounds, "is_own": int(space.answers[place]) == int(space.own)}
        found.append({"answer": int(space.answers[place]), "score": _rounded(worth), **own})
    found.sort(key=lambda option: (-option["samples"], -option["score"]))
    return Choices(int(game.n_options(*seen)), WORTH, tuple(found))


def _rounded(score: float | None) -> float | None:
    if score is None or abs(score) < NOTHING:
        return None if score is None else 0.0
    return float(np.format_float_positional(score, 4, fractional=False, trim="-"))
