"""Wald's sequential probability ratio test of two win rates."""

import math
from dataclasses import dataclass

from analyzer.stats.checks import check_count, check_probability


@dataclass(frozen=True, slots=True)
class Sprt:
    """Decide between `p <= p0` and `p >= p1` with error chances `alpha` and `beta` (Wald 1945).

    The chances hold at p0 and p1, up to the overshoot of the last block, and only if the test goes on to a
    decision; between p0 and p1 either decision is right.
    """

    p0: float
    p1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Refuse rates out of order and error chances that leave no room."""
        for name in self.__slots__:
            check_probability(name, getattr(self, name))
        if not self.p0 < self.p1:
            raise ValueError(f"p1 must lie in ({self.p0}, 1) but got {self.p1}")
        check_probability("alpha + beta", self.alpha + self.beta)

    @property
    def lower(self) -> float:
        """Give the log ratio at which p0 is accepted."""
        return math.log(self.beta / (1.0 - self.alpha))

    @property
    def upper(self) -> float:
        """Give the log ratio at which p1 is accepted."""
        return math.log((1.0 - self.beta) / self.alpha)

    def log_ratio(self, wins: int, n: int) -> float:
        """Compute the log likelihood ratio of p1 to p0 after `wins` in `n` games."""
        check_count("wins", wins, 0, n)
        return wins * self._win_step + (n - wins) * self._loss_step

    def decide(self, wins: int, n: int) -> str:
        """Answer `p0`, `p1` or `continue`."""
        ratio = self.log_ratio(wins, n)
        if ratio <= self.lower:
            return "p0"
        return "p1" if ratio >= self.upper else "continue"

    def expected_games(self, p: float) -> float:
        """Foresee the mean number of games if the win rate is `p` (Wald's approximation)."""
        check_probability("p", p)
        drift = p * self._win_step + (1.0 - p) * self._loss_step
        variance = p * self._win_step**2 + (1.0 - p) * self._loss_step**2
        if drift * drift < 1e-9 * variance:
            return -self.lower * self.upper / variance
        accept = self._accept_p0(p)
        return (accept * self.lower + (1.0 - accept) * self.upper) / drift

    @property
    def _win_step(self) -> float:
        return math.log(self.p1 / self.p0)

    @property
    def _loss_step(self) -> float:
        return math.log1p(-self.p1) - math.log1p(-self.p0)

    def _accept_p0(self, p: float) -> float:
        # h solves E[ratio ** h] = 1; the acceptance chance follows from optional stopping of ratio ** h
        h = self._exponent(p)
        up, down = math.exp(h * self.upper), math.exp(h * self.lower)
        return (up - 1.0) / (up - down)

    def _exponent(self, p: float) -> float:
        from scipy.optimize import brentq

        win, loss = self._win_step, self._loss_step

        def excess(h: float) -> float:
            return p * math.exp(h * win) + (1.0 - p) * math.exp(h * loss) - 1.0

        # convex with one root at 0: the other lies beyond the minimum, on its side
        lowest = math.log(-(1.0 - p) * loss / (p * win)) / (win - loss)
        far = 2.0 * lowest
        while excess(far) < 0.0:
            far *= 2.0
        return float(brentq(excess, min(lowest, far), max(lowest, far)))
