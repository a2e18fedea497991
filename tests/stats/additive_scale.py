"""A negative control: one additive scale for variants, numbers of players and policies, with deals as blocks.

Its places depend on how many deals each cell was given.

The logit of the win chance is taken as additive in variant, players and policy and fitted to the cell counts.
Cells that share deals are dependent; the covariance is then the cluster-robust sandwich with the deal as
cluster (Liang, Zeger 1986), which needs only the joint counts. It also stays right when the additive model is
only an approximation: the scale is then the best additive description. Difficulty is minus the logit: 0 is an
even chance, +1 multiplies the odds of losing by e.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.linalg import block_diag
from scipy.special import expit, logit, ndtri, rel_entr

from analyzer.stats.estimate import Estimate, FloatArray, check_count, check_level, check_shape
from analyzer.stats.joint import Joint

Labels = tuple[tuple[str, str], ...]

MOST_STEPS = 100
LONGEST_STEP = 2.0
HALF_WIN = 0.5  # wins and losses added to each cell, so that a cell without wins has a finite place


@dataclass(frozen=True)
class Scale:
    """Hold the fitted scale: `effects` and their `covariance` over all labels of all factors.

    `labels` lists (factor, label) in the order of `effects`; the effects of a factor are places on the scale,
    averaged over the labels of the other factors with equal weights. `deviance` with `freedom` degrees of
    freedom says how far the cells are from additivity.
    """

    labels: Labels
    effects: FloatArray
    covariance: FloatArray
    deviance: float
    freedom: int
    n: int
    method: str

    def place(self, factor: str, label: str, level: float = 0.95) -> Estimate:
        """Estimate the difficulty of a label, averaged over the other factors."""
        return self._estimate(self._unit(factor, label), level)

    def difference(self, factor: str, first: str, second: str, level: float = 0.95) -> Estimate:
        """Estimate how much harder `first` is than `second`."""
        return self._estimate(self._unit(factor, first) - self._unit(factor, second), level)

    def factor(self, factor: str) -> tuple[tuple[str, ...], FloatArray, FloatArray]:
        """Give the labels of a factor, their places and the covariance of these."""
        chosen = [i for i, (name, _) in enumerate(self.labels) if name == factor]
        names = tuple(self.labels[i][1] for i in chosen)
        return names, self.effects[chosen], self.covariance[np.ix_(chosen, chosen)]

    def _unit(self, factor: str, label: str) -> FloatArray:
        if (factor, label) not in self.labels:
            known = ", ".join(f"{a}={b}" for a, b in self.labels)
            raise ValueError(f"label must be one of {known} but got {factor}={label}")
        weights = np.zeros(len(self.labels))
        weights[self.labels.index((factor, label))] = 1.0
        return weights

    def _estimate(self, weights: FloatArray, level: float) -> Estimate:
        check_level(level)
        value = float(weights @ self.effects)
        variance = max(float(weights @ self.covariance @ weights), 0.0)
        reach = float(ndtri(0.5 + 0.5 * level)) * math.sqrt(variance)
        return Estimate(value, value - reach, value + reach, level, self.n, self.method)


def fit_scale(cells: dict[str, Sequence[str]], joint: Joint, *, by_deal: bool = True, prior: float = HALF_WIN) -> Scale:
    """Place all labels on one scale by a main-effects binomial model of the cell counts.

    `cells` gives per factor (variant, players, policy, …) the label of each cell, in the order of `joint`.
    With `by_deal` the covariance counts deals as clusters; otherwise it is the model's own. `prior` wins and
    as many losses are added to each cell; 0 gives the plain maximum likelihood fit.
    """
    labels, blocks = _coding(cells, joint.n.size)
    design, places = _design(blocks)
    check_count("prior", prior)
    wins = np.asarray(np.diagonal(joint.wins) + prior, dtype=np.float64)
    losses = np.asarray(joint.n + 2 * prior - wins, dtype=np.float64)
    _check_separation(blocks, wins, losses, prior)
    coefficients = _fit(design, wins, losses)
    rates = expit(design @ coefficients)
    model = _bread(design, (wins + losses) * rates * (1.0 - rates))
    covariance = _sandwich(design, rates, joint) if by_deal else model
    deviance = _deviance(wins, losses, rates)
    freedom = design.shape[0] - design.shape[1]
    method = "additive logit, by deal" if by_deal else "additive logit"
    shape = places @ covariance @ places.T
    return Scale(labels, -places @ coefficients, shape, deviance, freedom, int(joint.n.sum()), method)


def _coding(cells: dict[str, Sequence[str]], size: int) -> tuple[Labels, list[FloatArray]]:
    labels: list[tuple[str, str]] = []
    blocks = []
    for factor, column in cells.items():
        names = list(dict.fromkeys(column))
        block = np.array([[float(label == name) for name in names] for label in column])
        check_shape(f"cells[{factor!r}]", block, (size, len(names)))
        labels += [(factor, name) for name in names]
        blocks.append(block)
    return tuple(labels), blocks


def _design(blocks: list[FloatArray]) -> tuple[FloatArray, FloatArray]:
    # sum-to-zero coding: the intercept is the mean over all labels, so a place is intercept + own effect
    codes = [_deviations(block.shape[1]) for block in blocks]
    coded = [block @ code for block, code in zip(blocks, codes, strict=True)]
    design = np.hstack([np.ones((blocks[0].shape[0], 1)), *coded])
    effects = block_diag(*codes)
    places = np.hstack([np.ones((effects.shape[0], 1)), effects])
    rank = np.linalg.matrix_rank(design)
    if rank < design.shape[1]:
        raise ValueError(f"cells must connect all labels (rank {design.shape[1]}) but got rank {rank}")
    return design, places


def _deviations(size: int) -> FloatArray:
    return np.vstack([np.eye(size - 1), -np.ones((1, size - 1))])


def _fit(design: FloatArray, wins: FloatArray, losses: FloatArray) -> FloatArray:
    # Newton's method; statsmodels' GLM gives the same numbers, but warns on saturated designs (one factor)
    games = wins + losses
    start = logit((wins + 0.5) / (games + 1.0))
    coefficients = np.linalg.lstsq(design, start, rcond=None)[0]
    for _ in range(MOST_STEPS):
        rates = expit(design @ coefficients)
        step = _bread(design, games * rates * (1.0 - rates)) @ design.T @ (wins - games * rates)
        step *= LONGEST_STEP / max(float(np.abs(step).max()), LONGEST_STEP)
        coefficients = coefficients + step
        if np.abs(step).max() < 1e-12:
            return np.asarray(coefficients)
    raise ValueError(f"cells must have wins and losses in every direction but got none in {MOST_STEPS} steps")


def _check_separation(blocks: list[FloatArray], wins: FloatArray, losses: FloatArray, prior: float) -> None:
    fewest = min(float(np.min([block.T @ wins, block.T @ losses])) for block in blocks)
    if fewest <= 0.0:
        raise ValueError(f"prior must lie in (0, inf) when a label never wins or never loses but got {prior}")


def _deviance(wins: FloatArray, losses: FloatArray, rates: FloatArray) -> float:
    games = wins + losses
    terms = rel_entr(wins, games * rates) + rel_entr(losses, games * (1.0 - rates))
    return float(2.0 * terms.sum())


def _bread(design: FloatArray, weights: FloatArray) -> FloatArray:
    return np.asarray(np.linalg.inv(design.T @ (design * weights[:, None])), dtype=np.float64)


def _sandwich(design: FloatArray, rates: FloatArray, joint: Joint) -> FloatArray:
    bread = _bread(design, joint.n * rates * (1.0 - rates))
    return np.asarray(bread @ design.T @ joint.scatter(rates) @ design @ bread)
