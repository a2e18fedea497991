"""Are two modules harder together than apart? Points and odds must say the same.

An interaction is a difference of differences. Where the win rate is near 0 or 1 it cannot move further, so points say
"less than the sum" of any two strong modules: the floor speaks, not the modules. There the odds come first. A verdict
needs both scales.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.stats.estimate import Estimate

FLOOR = 0.05  # win rates closer than this to 0 or 1 leave no room for points

HARDER, EASIER, OPEN, SCALES_DIFFER = "harder", "easier", "open", "scales differ"


@dataclass(frozen=True, slots=True)
class Interaction:
    """Say whether two modules are harder or easier together than the sum of both, and which scale to show first."""

    word: str
    leading: str
    points: Estimate
    odds: Estimate


def together(points: Estimate, odds: Estimate, rates: Sequence[float]) -> Interaction:
    """Judge an interaction from its estimates on both scales and the win rates of the four cells.

    `rates` are those of neither module, the first, the second and both. `harder` and `easier` need both intervals on
    the same side of 0; `scales differ` means that they exclude 0 on opposite sides; all else is `open`.
    """
    signs = _sign(points), _sign(odds)
    word = {(-1, -1): HARDER, (1, 1): EASIER, (-1, 1): SCALES_DIFFER, (1, -1): SCALES_DIFFER}.get(signs, OPEN)
    return Interaction(word, "odds" if hits_floor(rates) else "points", points, odds)


def hits_floor(rates: Sequence[float]) -> bool:
    """Tell whether points have no room: a rate near 0 or 1, or a sum of both effects that lies there or beyond."""
    neither, first, second, _ = rates
    expected = first + second - neither
    return any(not FLOOR <= rate <= 1.0 - FLOOR for rate in (*rates, expected))


def largest(verdicts: Sequence[Interaction]) -> int | None:
    """Find the pair with the largest interaction for certain on both scales, by its leading scale; None if none is.

    Pairs are ranked by odds as soon as one of them hits the floor: points of different rooms do not compare.
    """
    certain = [number for number, verdict in enumerate(verdicts) if verdict.word in (HARDER, EASIER)]
    by_odds = any(verdicts[number].leading == "odds" for number in certain)
    return max(certain, key=lambda number: _size(verdicts[number], by_odds), default=None)


def _size(verdict: Interaction, by_odds: bool) -> float:
    return abs((verdict.odds if by_odds else verdict.points).value)


def _sign(estimate: Estimate) -> int:
    return (estimate.low > 0) - (estimate.high < 0)
