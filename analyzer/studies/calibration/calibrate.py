"""Finds the value of a switch, or of two, that gives a wanted win rate, length or share of the first player."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyzer.cells import Cell, PolicyGiven, make_cell
from analyzer.errors import BadInput
from analyzer.games.treatments.written import Texts, treated
from analyzer.games.written import Sets
from analyzer.play import seeding, stopping
from analyzer.play.control import BackendGiven, Control, OnGames, Say
from analyzer.stats import crossings
from analyzer.studies.calibration.bracketing import Bracket, Play, Settled, search, settle
from analyzer.studies.calibration.dials import (
    Between,
    Dial,
    is_table,
    narrowed,
    read_dials,
    read_measure,
    read_number,
    read_wants,
    turned,
)
from analyzer.studies.calibration.found import FOUND, NOT_MONOTONE, OPEN, UNREACHED, Answer, Calibration, Point
from analyzer.studies.calibration.matching import Matching, match
from analyzer.studies.samples import RATE, Sample, Sampler

DEFAULT_BUDGET = 200_000
LEAST_BUDGET, MOST_BUDGET = 1_000, 10**11
MOST_LINES = 9  # values of the second switch
BY_RULES, AS_SEEN = "by the rules", "as far as these games show"
STANDARD = 1.959964  # standard errors in a 95 % interval


def calibrate(
    game: str,
    *,
    switch: Sequence[str] | str,
    target: float | str | Path | Mapping[str, Any],
    measure: str | None = None,
    players: int | None = None,
    variant: str | None = None,
    sets: Sets = (),
    policy: PolicyGiven = None,
    handicap: Texts = (),
    grant: Texts = (),
    remove: Texts = (),
    price: Texts = (),
    between: Between = None,
    budget: float = DEFAULT_BUDGET,
    seed: int = 0,
    jobs: int | None = None,
    backend: BackendGiven = "threads",
    control: Control | None = None,
    say: Say | None = None,
    on_games: OnGames | None = None,
) -> Calibration | Matching:
    """Find the value of a switch that gives what is wanted, with an interval, from games near that value.

    Parameters
    ----------
    game, players, variant, sets, policy, handicap, grant, remove, price, seed, jobs, backend
        As for `simulate`.
    switch
        The switch to calibrate (`"removed"`), or two of them: the first is then calibrated at values of the second.
    target
        What is wanted: `"50%"` or `0.5` of a rate, `40` of turns; or a table (a mapping or a TOML file) of wanted
        numbers by number of players (`[players]`) and by level (`[levels]`), which one value should come nearest to.
    measure
        `"rate"` (teams), `"turns"`, or `"first"`, the share of the first player (rivals).
    between
        Where to look: `{"removed": (0, 20)}` or `"removed=0:20"`; by default all that the rules allow.
    budget
        Approximate total number of games: up to a quarter to find the place, the others around it.
    control, say, on_games
        How to end it early, what receives remarks, and what receives the progress.

    Returns
    -------
    Calibration or Matching
        With `answer` (value, interval, neighbours, curve), or for a table with `best` and all values tried.

    Examples
    --------
    >>> analyzer.calibrate("tranquility", switch="removed", target="50%", players=3, budget=20_000)
    """
    changes = treated(sets, handicap=handicap, grant=grant, remove=remove, price=price)
    cell = make_cell(game, players=players, variant=variant, sets=changes, policy=policy)
    chosen = read_measure(cell, measure)
    games, root = stopping.check_range("budget", budget, LEAST_BUDGET, MOST_BUDGET), stopping.check_seed(seed)
    with Sampler(jobs, backend, control, on_games, say) as sampler:
        sampler.expected = games
        if is_table(target):
            wants = read_wants(target, cell, chosen)  # type: ignore[arg-type]
            return match(wants, read_dials(cell.game, switch, between), chosen, games, root, sampler)
        line = read_number(target, chosen)
        dials = read_dials(cell.game, switch, between)
        return _calibrated(_Question(cell, dials[0], chosen, line, root, sampler), dials, games)


def _calibrated(question: _Question, dials: Sequence[Dial], games: int) -> Calibration:
    answers = tuple(_answers(question, dials[1:], games))
    names, between = tuple(dial.name for dial in dials), {dial.name: dial.ends for dial in dials}
    asked = question.cell.reference, question.measure, question.line, names, question.seed, games
    played = question.sampler.games, question.sampler.seconds
    return Calibration(*asked, *played, answers, between)


@dataclass(frozen=True)
class _Question:
    cell: Cell
    dial: Dial
    measure: str
    line: float
    seed: int
    sampler: Sampler

    @property
    def trend(self) -> int:
        """Which way the curve must go by the rules; 0 if they do not say."""
        return self.dial.trend if self.measure == RATE else 0

    def play(self, given: Mapping[str, int], seed: int) -> Play:
        """Make what plays a value, at one setting of the other switch."""

        def play(value: int, deals: int) -> Sample:
            reference = turned(self.cell.reference, {**given, **self.dial.at(value)})
            return self.sampler.play(reference.make(), deals, seed)

        return play


def _answers(question: _Question, others: Sequence[Dial], budget: int) -> list[Answer]:
    """Calibrate once, or at every value of the second switch (or at some, spread evenly) that leaves a choice."""
    scenes = [question.cell.reference]
    if not others:
        return [_answer(question, narrowed(question.dial, scenes), {}, budget)]
    lines = {}
    for value in others[0].values:
        with suppress(BadInput):
            lines[value] = narrowed(question.dial, scenes, others[0].at(value))
    if not lines:
        raise BadInput(f"--switch {others[0].name}: none of its values leaves a choice for {question.dial.name}")
    chosen = replace(others[0], values=tuple(lines)).thinned(MOST_LINES)
    each = max(LEAST_BUDGET, budget // len(chosen))
    return [_answer(question, lines[value], {others[0].name: value}, each) for value in chosen]


def _answer(question: _Question, dial: Dial, given: Mapping[str, int], budget: int) -> Answer:
    measure, line = question.measure, question.line
    elsewhere = question.play(given, seeding.derived_seed(question.seed, "calibrate"))
    bracket = search(dial.values, measure, line, budget, elsewhere)
    left = max(LEAST_BUDGET // 2, budget - bracket.games)
    settled = settle(dial.values, measure, line, left, bracket, question.play(given, question.seed), question.trend)
    curve, monotone = _curve(question, bracket, settled)
    where = settled.crossing.where
    status = FOUND if where is not None else (OPEN if settled.crossing.is_open else UNREACHED)
    nearest = round(where.value) if where is not None else _nearest(curve, line)
    times = settled.crossing.times
    return Answer(dial.name, measure, line, status, where, nearest, curve, monotone, times, given)


def _nearest(curve: Sequence[Point], line: float) -> int:
    """Give the value that comes nearest to the line, of equal ones that with the most games."""
    played = [point for point in curve if not point.is_search]
    heights = {p.value: abs((p.estimate.value if p.fit is None else p.fit) - line) for p in played}
    return min(played, key=lambda point: (heights[point.value], -point.estimate.n)).value


def _curve(question: _Question, bracket: Bracket, settled: Settled) -> tuple[tuple[Point, ...], str]:
    """Put together what was played, and fit a monotone curve unless the games speak against it."""
    samples = {**bracket.samples, **settled.shown, **settled.samples}
    order, played = sorted(samples), {*settled.samples, *settled.shown}
    estimates = [samples[value].estimate(question.measure) for value in order]
    means, errors = [item.value for item in estimates], [item.half_width / STANDARD for item in estimates]
    stated = question.trend
    trend = stated or (1 if means[-1] >= means[0] else -1)
    is_against = not all(map(math.isfinite, means)) or bool(crossings.reversals(means, errors, trend))
    word = NOT_MONOTONE if is_against else BY_RULES if stated else AS_SEEN
    games = [float(item.n) for item in estimates]
    fit = [None] * len(order) if is_against else [float(x) for x in crossings.monotone_fit(means, games, trend)]
    found = zip(order, estimates, fit, strict=True)
    return tuple(Point(value, item, height, value not in played) for value, item, height in found), word
