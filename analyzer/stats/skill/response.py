"""The item-response form: log odds of winning as a straight line over skill, one line for each label.

One model over all cells: each label (a variant) has its own difficulty, which is the skill at which half of the games
are won, and its own slope, which is what skill does to the odds. It serves summaries, so what it misses is given with
it: the largest gap to the played rates, and Pearson's test. Errors are those of the deals, which cells have in common
(the sandwich of White 1980, clustered by deal), so they do not suppose that the lines are right; they do not add what
a wrong line costs. A label has no line where fewer than two of its cells were both won and lost.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.estimate import (
    Estimate,
    FloatArray,
    IntArray,
    Significance,
    chdtrc,
    check_level,
    check_shape,
    finite_vector,
    normal_quantile,
)
from analyzer.stats.joint import Outcomes
from analyzer.stats.proportions import wilson

STEPS, NEAR = 50, 1e-10  # of Newton's method: at most so many, until nothing moves by more
LEAST_MIXED = 2  # cells both won and lost that a line needs


@dataclass(frozen=True)
class Response:
    """Hold the line of one label.

    `difficulty` is the skill at which the line wins half of the games, `slope` the change of the log odds with one unit
    of skill. `miss` is the largest gap between a played rate and the line, at the skill `where`; `misfit` tests whether
    gaps like these are chance.
    """

    label: str
    difficulty: Estimate
    slope: Estimate
    miss: Estimate
    where: float
    misfit: Significance


@dataclass(frozen=True)
class Responses:
    """Hold the lines of all labels that have one, and the test that all of them have the same slope."""

    lines: tuple[Response, ...]
    without: tuple[str, ...]  # labels that were won always or never, but for one cell
    same_slope: Significance | None


def fit_responses(labels: Sequence[str], skills: ArrayLike, outcomes: Outcomes, level: float = 0.95) -> Responses:
    """Fit log odds = slope x (skill - difficulty) for each label by maximum likelihood.

    `labels` and `skills` are those of each cell, in the order of `outcomes`; unknown games are left out.
    """
    check_level(level)
    places = finite_vector("skills", skills)
    check_shape("skills", places, (outcomes.cells,))
    if len(labels) != outcomes.cells:
        raise ValueError(f"labels must have length {outcomes.cells} but got {len(labels)}")
    names = list(dict.fromkeys(labels))
    rows = {name: np.array([cell for cell, own in enumerate(labels) if own == name]) for name in names}
    fitted = [name for name in names if _has_line(rows[name], places, outcomes)]
    used = np.concatenate([rows[name] for name in fitted]) if fitted else np.zeros(0, dtype=np.int64)
    if not used.size:
        return Responses((), tuple(names), None)
    model = _Model([labels[cell] for cell in used.tolist()], fitted, places[used], used, outcomes)
    lines = tuple(model.line(number, level) for number in range(len(fitted)))
    without = tuple(name for name in names if name not in fitted)
    return Responses(lines, without, model.same_slope() if len(fitted) > 1 else None)


def _has_line(cells: IntArray, skills: FloatArray, outcomes: Outcomes) -> bool:
    known = (outcomes.games - outcomes.unknown)[cells]
    wins = outcomes.wins[cells]
    is_mixed = (wins > 0) & (wins < known)
    return len(set(skills[cells][is_mixed].tolist())) >= LEAST_MIXED


class _Model:
    """The fitted model: two coefficients for each label, its log odds at skill 0 and their slope."""

    def __init__(
        self, labels: Sequence[str], names: Sequence[str], skills: FloatArray, used: IntArray, outcomes: Outcomes
    ) -> None:
        self.names, self.skills = list(names), skills
        self.owner = np.array([self.names.index(name) for name in labels])
        self.wins = outcomes.wins[used].astype(np.float64)
        self.games = (outcomes.games - outcomes.unknown)[used].astype(np.float64)
        self.design: FloatArray = np.zeros((used.size, 2 * len(names)))
        self.design[np.arange(used.size), 2 * self.owner] = 1.0
        self.design[np.arange(used.size), 2 * self.owner + 1] = skills
        self.values, self.rates = self._solved()
        self.covariance = self._covariance(used, outcomes)

    def _solved(self) -> tuple[FloatArray, FloatArray]:
        shrunk = (self.wins + 0.5) / (self.games + 1.0)
        odds: FloatArray = np.log(shrunk / (1.0 - shrunk))
        values: FloatArray = np.zeros(self.design.shape[1])
        for _ in range(STEPS):
            rates = 1.0 / (1.0 + np.exp(-odds))
            weights = self.games * rates * (1.0 - rates)
            target = odds + (self.wins - self.games * rates) / weights
            information = self.design.T @ (weights[:, None] * self.design)
            step = np.linalg.solve(information, self.design.T @ (weights * target)) - values
            values, odds = values + step, self.design @ (values + step)
            is_done = bool(np.abs(step).max() < NEAR)
            if is_done:
                break
        return values, np.asarray(1.0 / (1.0 + np.exp(-odds)))

    def _covariance(self, used: IntArray, outcomes: Outcomes) -> FloatArray:
        """Put the scatter of the deals around the lines between the information of the likelihood."""
        every = np.zeros(outcomes.joint.n.size)
        every[used] = self.rates
        scatter = outcomes.joint.scatter(every)[np.ix_(used, used)]
        bread = np.linalg.inv(self.design.T @ ((self.games * self.rates * (1.0 - self.rates))[:, None] * self.design))
        return np.asarray(bread @ (self.design.T @ scatter @ self.design) @ bread)

    def line(self, number: int, level: float) -> Response:
        own, cells = slice(2 * number, 2 * number + 2), np.flatnonzero(self.owner == number)
        n = int(self.games[cells].sum())
        (start, slope), covariance = self.values[own], self.covariance[own, own]
        reach = normal_quantile(0.5 + 0.5 * level) * math.sqrt(covariance[1, 1])
        steep = Estimate(float(slope), float(slope) - reach, float(slope) + reach, level, n, "logistic model, by deal")
        miss, where = self._miss(cells, level)
        place = _fieller(float(start), float(slope), covariance, level, n)
        return Response(self.names[number], place, steep, miss, where, self._misfit(cells))

    def _miss(self, cells: IntArray, level: float) -> tuple[Estimate, float]:
        gaps = np.abs(self.wins[cells] / self.games[cells] - self.rates[cells])
        worst = cells[int(gaps.argmax())]
        rate = wilson(float(self.wins[worst]), float(self.games[worst]), level)
        return rate.shifted(-float(self.rates[worst])), float(self.skills[worst])

    def _misfit(self, cells: IntArray) -> Significance:
        wins, games, rates = self.wins[cells], self.games[cells], self.rates[cells]
        statistic = float(((wins - games * rates) ** 2 / (games * rates * (1.0 - rates))).sum())
        freedom = len(cells) - 2
        p_value = float(chdtrc(freedom, statistic)) if freedom else 1.0
        method = f"Pearson's chi-squared, {freedom} degrees of freedom"
        return Significance(p_value, statistic, int(games.sum()), method)

    def same_slope(self) -> Significance:
        """Test that skill does the same to the odds of all labels (Wald)."""
        slopes, size = slice(1, None, 2), len(self.names)
        contrasts = np.eye(size - 1, size, 1) - np.eye(size - 1, size)
        gaps = contrasts @ self.values[slopes]
        spread = contrasts @ self.covariance[slopes, slopes] @ contrasts.T
        statistic = float(gaps @ np.linalg.solve(spread, gaps))
        method = f"Wald test by deal, {size - 1} degrees of freedom"
        return Significance(float(chdtrc(size - 1, statistic)), statistic, int(self.games.sum()), method)


def _fieller(start: float, slope: float, covariance: FloatArray, level: float, n: int) -> Estimate:
    """Bound the skill at which start + slope x skill = 0 (Fieller 1954); without end where the slope may be 0."""
    square = normal_quantile(0.5 + 0.5 * level) ** 2
    place = -start / slope
    a = slope**2 - square * float(covariance[1, 1])
    b = start * slope - square * float(covariance[0, 1])
    c = start**2 - square * float(covariance[0, 0])
    low, high = -math.inf, math.inf
    if a > 0.0:
        root = math.sqrt(max(b**2 - a * c, 0.0))
        low, high = (-b - root) / a, (-b + root) / a
    return Estimate(place, min(low, place), max(high, place), level, n, "logistic model, by deal (Fieller)")
