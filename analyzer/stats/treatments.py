"""Effects of treatments on the same deals: many at once, compared with each other, and what evens out a difference."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.estimate import (
    Estimate,
    FloatArray,
    bonferroni_level,
    check_level,
    finite_vector,
    holm,
    normal_quantile,
    stdtrit,
)
from analyzer.stats.means import mean_of
from analyzer.stats.proportions import POWER

GROUPS = 50  # of deals, each left out once


@dataclass(frozen=True, slots=True)
class Effect:
    """Hold a mean difference: by itself, together with all others, and how surprising it is among them."""

    alone: Estimate  # at the level asked for
    together: Estimate  # all intervals of the family hold at once
    p_value: float  # of no effect, by itself
    p_holm: float  # family-wise
    q_value: float  # the share of false finds among those at most as surprising (false discovery rate)

    @property
    def is_certain(self) -> bool:
        """Tell whether there is an effect, with at most 5 % chance of any such claim in the family being wrong."""
        return self.p_holm < 1.0 - self.together.level

    @property
    def is_worth_a_look(self) -> bool:
        """Tell whether it stands on a list on which at most 5 % are expected to be no effect."""
        return self.q_value < 1.0 - self.together.level


def effects(samples: Sequence[ArrayLike], level: float = 0.95, *, are_shares: bool = False) -> list[Effect]:
    """Estimate the means of several samples of differences as one family.

    Differences of win shares lie between -1 and 1: two further deals, one won and one lost, see to it that a sample
    without a single difference has an interval of some width (as Agresti and Min 2005 do for pairs).
    """
    check_level(level)
    vectors = [_padded(finite_vector("samples", sample, least=2), are_shares) for sample in samples]
    if not vectors:
        return []
    sizes = [np.size(sample) for sample in samples]
    each = bonferroni_level(level, len(vectors))
    p_values = [p_of_no_effect(vector) for vector in vectors]
    adjusted, discovered = holm(p_values), false_discovery(p_values)
    return [
        Effect(_mean(vector, level, n), _mean(vector, each, n), p, float(family), float(found))
        for n, vector, p, family, found in zip(sizes, vectors, p_values, adjusted, discovered, strict=True)
    ]


def _mean(vector: FloatArray, level: float, n: int) -> Estimate:
    return replace(mean_of(vector, level), n=n)


def _padded(vector: FloatArray, are_shares: bool) -> FloatArray:
    return np.append(vector, [1.0, -1.0]) if are_shares else vector


def smallest_shown(samples: Sequence[ArrayLike], level: float = 0.95) -> float:
    """Give the effect that each of several samples shows with a chance of 80 %, all together: the widest spread."""
    errors = [float(np.std(np.asarray(sample))) / np.sqrt(len(np.asarray(sample))) for sample in samples]
    each = bonferroni_level(level, len(errors))
    return float((normal_quantile(0.5 + 0.5 * each) + normal_quantile(POWER)) * max(errors))


def p_of_no_effect(sample: ArrayLike) -> float:
    """Test a mean difference of 0 by Student's t, two-sided; 1 where nothing differs."""
    vector = finite_vector("sample", sample, least=2)
    spread, mean = float(vector.std(ddof=1)), float(vector.mean())
    if spread == 0.0:
        return 1.0 if mean == 0.0 else 0.0
    from scipy.special import stdtr  # loaded only where studies are judged

    return float(2.0 * stdtr(vector.size - 1, -abs(mean) * np.sqrt(vector.size) / spread))


def false_discovery(p_values: ArrayLike) -> FloatArray:
    """Adjust p-values to control the share of false finds (Benjamini, Hochberg 1995)."""
    from scipy.stats import false_discovery_control

    return np.asarray(false_discovery_control(np.asarray(p_values, dtype=np.float64)), dtype=np.float64)


def against_the_others(samples: Sequence[ArrayLike]) -> list[FloatArray]:
    """Give, deal by deal, what each of several effects is above the mean of the others."""
    table = np.asarray(samples, dtype=np.float64)
    others = (table.sum(axis=0) - table) / max(len(table) - 1, 1)
    return list(table - others)


def jackknife(
    groups: FloatArray, answer: Callable[[FloatArray], FloatArray], level: float = 0.95
) -> tuple[Estimate, ...]:
    """Estimate several functions of means by leaving out one group of deals at a time; the intervals hold together.

    `groups` is (groups, …): the mean of each group. `answer` takes a mean of such groups and returns a vector.
    """
    n = len(groups)
    total, value = groups.sum(axis=0), answer(groups.mean(axis=0))
    left_out = np.array([answer((total - group) / (n - 1)) for group in groups])
    error = np.sqrt((n - 1) / n * ((left_out - left_out.mean(axis=0)) ** 2).sum(axis=0))
    reach = float(stdtrit(n - 1, 0.5 + 0.5 * bonferroni_level(level, len(value)))) * error
    return tuple(
        Estimate(float(v), float(v - r), float(v + r), level, n, "jackknife of groups")
        for v, r in zip(value, reach, strict=True)
    )


def group_means(values: FloatArray, groups: int = GROUPS) -> FloatArray:
    """Cut deals into groups of equal size, and give the mean of each; what is left over belongs to none."""
    size = max(len(values) // groups, 1)
    kept = values[: size * (len(values) // size)]
    return np.asarray(kept.reshape(len(kept) // size, size, *values.shape[1:]).mean(axis=1))


def evening(shares: FloatArray, treated: FloatArray, amount: float, base: int) -> FloatArray:
    """Solve for what each turn position needs besides, so that all win equally often; `base` gets nothing.

    `shares` are those of the untreated table by position, `treated[p]` those where position p has `amount` more. The
    shares are taken as straight lines of what everybody gets.
    """
    n = len(shares)
    slopes = (treated - shares).T / amount  # by position whose share moves, and position that gets more
    free = [position for position in range(n) if position != base]
    found = np.zeros(n)
    matrix = slopes[np.ix_(free, free)]
    gap = np.array([1.0 / n - shares[position] for position in free])
    try:
        found[free] = np.linalg.solve(matrix, gap)
    except np.linalg.LinAlgError:
        found[free] = np.nan
    return found
