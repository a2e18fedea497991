"""Ratings of policies, adjusted for seats (Bradley-Terry, Plackett-Luce)."""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats import estimate

ELO_PER_LOGIT = 400.0 / math.log(10.0)
FEWEST_DEALS = 20
MOST_STEPS, LONGEST_STEP = 100, 1.0


@dataclass(frozen=True)
class Ratings:
    """Hold fitted ratings (mean 0) and seat advantages (mean 0) in natural logits, with their covariance."""

    policies: int
    values: estimate.FloatArray
    covariance: estimate.FloatArray
    games: int
    method: str = "plackett-luce"

    def rating(self, policy: int, level: float = 0.95) -> estimate.Estimate:
        """Estimate the rating of a policy against the mean of all policies."""
        estimate.check_count("policy", policy, 0, self.policies - 1)
        return self._estimate(self._unit(policy), level)

    def difference(self, first: int, second: int, level: float = 0.95) -> estimate.Estimate:
        """Estimate the rating of `first` minus that of `second`."""
        return self._estimate(self._unit(first) - self._unit(second), level)

    def _unit(self, index: int) -> estimate.FloatArray:
        weights = np.zeros(self.values.size)
        weights[index] = 1.0
        return weights

    def _estimate(self, weights: estimate.FloatArray, level: float) -> estimate.Estimate:
        estimate.check_level(level)
        value = float(weights @ self.values)
        variance = max(float(weights @ self.covariance @ weights), 0.0)
        reach = float(estimate.ndtri(0.5 + 0.5 * level)) * math.sqrt(variance)
        return estimate.Estimate(value, value - reach, value + reach, level, self.games, self.method)


def rate_winners(
    seatings: ArrayLike, wins: ArrayLike, policies: int, prior_sd: float = 5.0, *, seats_differ: bool = True
) -> Ratings:
    """Rate policies from win counts per seating.

    `seatings` (matches, seats) holds the policy in each seat, `wins` (matches, seats) how often the seat won
    (shared wins count 1/k). Without `seats_differ` the advantages are fixed at 0.
    """
    who = np.asarray(seatings, dtype=np.int64)
    won = np.asarray(wins, dtype=np.float64)
    estimate.check_shape("wins", won, who.shape)
    features = _features_of(who, np.broadcast_to(np.arange(who.shape[1]), who.shape), policies)
    return _fit(features, won, policies, prior_sd, seats_differ)


def _features_of(who: estimate.IntArray, seat: estimate.IntArray, policies: int) -> estimate.FloatArray:
    """Mark per match and seat which policy sits there and which seat it is: (matches, seats, policies + seats)."""
    if who.ndim != 2 or who.shape[1] < 2 or who.min() < 0 or who.max() >= policies:
        raise ValueError(f"seatings must be (matches, 2 or more seats) of policies in [0, {policies - 1}]")
    return np.concatenate([np.eye(policies)[who], np.eye(who.shape[1])[seat]], axis=2)


def _fit(
    features: estimate.FloatArray, won: estimate.FloatArray, policies: int, prior_sd: float, seats_differ: bool
) -> Ratings:
    estimate.check_positive("prior_sd", prior_sd)
    if (won < 0).any():
        raise ValueError(f"wins must lie in [0, inf) but got {won.min()}")
    basis = _identifiable(policies, features.shape[2] - policies, seats_differ)
    free = _newton(features @ basis, won, prior_sd)
    values = basis @ free
    information = _information(features @ basis, won, free, prior_sd)
    covariance = basis @ np.linalg.inv(information) @ basis.T
    return Ratings(policies, values, covariance, round(float(won.sum())))


def _identifiable(policies: int, seats: int, seats_differ: bool) -> estimate.FloatArray:
    """Give orthonormal columns that sum to 0 over the policies and over the seats: only these can be estimated."""

    def centred(size: int) -> estimate.FloatArray:
        return np.linalg.svd(np.eye(size) - 1.0 / size)[0][:, : size - 1]

    basis = np.zeros((policies + seats, policies - 1 + (seats - 1) * seats_differ))
    basis[:policies, : policies - 1] = centred(policies)
    if seats_differ:
        basis[policies:, policies - 1 :] = centred(seats)
    return basis


def _newton(rows: estimate.FloatArray, won: estimate.FloatArray, prior_sd: float) -> estimate.FloatArray:
    # strictly concave thanks to the prior; half steps keep the first moves from overshooting
    free = np.zeros(rows.shape[2])
    for _ in range(MOST_STEPS):
        gradient = _gradient(rows, won, free, prior_sd)
        step = np.linalg.solve(_information(rows, won, free, prior_sd), gradient)
        best = _score(rows, won, free, prior_sd)
        while _score(rows, won, free + step, prior_sd) < best - 1e-9 * abs(best):
            step /= 2.0
        free = free + step
        if np.abs(step).max(initial=0.0) < 1e-11:
            break
    return free


def _log_chances(rows: estimate.FloatArray, free: estimate.FloatArray) -> estimate.FloatArray:
    utility = rows @ free
    below_best = utility - utility.max(axis=1, keepdims=True)
    return np.asarray(below_best - np.log(np.exp(below_best).sum(axis=1, keepdims=True)))


def _score(rows: estimate.FloatArray, won: estimate.FloatArray, free: estimate.FloatArray, prior_sd: float) -> float:
    fit = (won * _log_chances(rows, free)).sum()
    return float(fit - free @ free / (2 * prior_sd**2))


def _gradient(
    rows: estimate.FloatArray, won: estimate.FloatArray, free: estimate.FloatArray, prior_sd: float
) -> estimate.FloatArray:
    residual = won - won.sum(axis=1, keepdims=True) * np.exp(_log_chances(rows, free))
    return np.asarray(np.tensordot(residual, rows, 2) - free / prior_sd**2)


def _information(
    rows: estimate.FloatArray, won: estimate.FloatArray, free: estimate.FloatArray, prior_sd: float
) -> estimate.FloatArray:
    chance = np.exp(_log_chances(rows, free))
    games = won.sum(axis=1)
    mean = np.einsum("ms,msf->mf", chance, rows)
    weighted = rows * (games[:, None] * chance)[:, :, None]
    second = np.tensordot(weighted, rows, axes=([0, 1], [0, 1]))
    return np.asarray(second - (mean * games[:, None]).T @ mean + np.eye(free.size) / prior_sd**2)


def rate_by_deal(
    seatings: ArrayLike,
    wins: ArrayLike,
    deals: ArrayLike,
    policies: int,
    seed: int,
    prior_sd: float = 5.0,
    *,
    seats_differ: bool = True,
    resamples: int = 400,
) -> Ratings:
    """Rate policies from single games, with the covariance of ratings made from resampled deals.

    `seatings` (games, seats) holds the policy in each seat, `wins` (games, seats) the seat's share of the win, and
    `deals` (games) the deal of each game. Below twenty deals the errors are too uncertain, and it is refused.
    """
    who, won, deal = np.asarray(seatings, dtype=np.int64), np.asarray(wins, dtype=np.float64), np.asarray(deals)
    estimate.check_shape("wins", won, who.shape)
    estimate.check_shape("deals", deal, (who.shape[0],))
    estimate.check_count("resamples", resamples, 100)
    matches, table = wins_by_deal(who, won, deal)
    estimate.check_count("deals", len(table), FEWEST_DEALS)
    whole = rate_winners(matches, table.sum(axis=0), policies, prior_sd, seats_differ=seats_differ)
    seats = np.broadcast_to(np.arange(matches.shape[1]), matches.shape)
    basis = _identifiable(policies, matches.shape[1], seats_differ)
    rows = _features_of(matches, seats, policies) @ basis
    again = _refit(rows, _redrawn(table, seed, resamples), whole.values @ basis, prior_sd) @ basis.T
    return Ratings(policies, whole.values, np.cov(again.T), whole.games, "plackett-luce, deals resampled")


def bounded_rating(
    rated: Ratings, seatings: ArrayLike, wins: ArrayLike, unknown: ArrayLike, policy: int, level: float = 0.95
) -> estimate.Estimate:
    """Estimate the rating of a policy with `unknown` games per seating (matches) that have no outcome.

    `rated` comes from the known games, `wins` are their sums per seating and seat. For the lower end every unknown game
    goes to the seat whose win lowers the rating most, for the upper end to the one that raises it most.
    """
    own, games = rated.rating(policy, level), np.asarray(unknown, dtype=np.float64)
    if not games.any():
        return own
    who, won = np.asarray(seatings, dtype=np.int64), np.asarray(wins, dtype=np.float64)
    features = _features_of(who, np.broadcast_to(np.arange(who.shape[1]), who.shape), rated.policies)
    pull = features @ rated.covariance[policy]
    ends = [_filled(rated, who, won, games, sign * pull, policy) for sign in (-1.0, 1.0)]
    low, high = own.low + min(ends) - own.value, own.high + max(ends) - own.value
    return replace(own, low=low, high=high, method=f"{own.method}, {round(games.sum())} unknown games either way")


def _filled(
    rated: Ratings,
    who: estimate.IntArray,
    won: estimate.FloatArray,
    unknown: estimate.FloatArray,
    pull: estimate.FloatArray,
    policy: int,
) -> float:
    """Rate a policy with all unknown games won by the seats that pull most."""
    filled = won.copy()
    filled[np.arange(len(won)), pull.argmax(axis=1)] += unknown
    return float(rate_winners(who, filled, rated.policies).values[policy])


def wins_by_deal(
    seatings: "np.ndarray[tuple[int, int], np.dtype[np.int64]]", wins: estimate.FloatArray, deals: ArrayLike
) -> tuple["np.ndarray[tuple[int, int], np.dtype[np.int64]]", estimate.FloatArray]:
    """Sum the wins per deal and different seating: the seatings, and (deals, seatings, seats)."""
    matches, match = np.unique(seatings, axis=0, return_inverse=True)
    names, deal = np.unique(np.asarray(deals), return_inverse=True)
    table = np.zeros((names.size, *matches.shape))
    np.add.at(table, (deal.ravel(), match.ravel()), wins)
    return matches, table


def _redrawn(table: estimate.FloatArray, seed: int, resamples: int) -> estimate.FloatArray:
    rng, size = np.random.default_rng(seed), len(table)
    times = rng.multinomial(size, np.full(size, 1.0 / size), size=resamples)
    return np.asarray(np.tensordot(times.astype(np.float64), table, axes=1))


def _refit(
    rows: estimate.FloatArray, won: estimate.FloatArray, start: estimate.FloatArray, prior_sd: float
) -> estimate.FloatArray:
    # Newton's method for all resamples (resamples, matches, seats) at once, from the estimate of the whole sample
    free, games = np.tile(start, (len(won), 1)), won.sum(axis=2)
    for _ in range(MOST_STEPS):
        utility = np.einsum("msf,rf->rms", rows, free)
        odds = np.exp(utility - utility.max(axis=2, keepdims=True))
        expected = games[:, :, None] * odds / odds.sum(axis=2, keepdims=True)
        gradient = np.einsum("rms,msf->rf", won - expected, rows) - free / prior_sd**2
        step = np.linalg.solve(_informations(rows, expected, games, prior_sd), gradient[:, :, None])[:, :, 0]
        free += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max(initial=0.0) < 1e-9:
            break
    return free


def _informations(
    rows: estimate.FloatArray, expected: estimate.FloatArray, games: estimate.FloatArray, prior_sd: float
) -> estimate.FloatArray:
    mean = np.einsum("rms,msf->rmf", expected, rows)
    second = np.einsum("rms,msf,msg->rfg", expected, rows, rows, optimize=True)
    between = np.einsum("rmf,rmg->rfg", mean / np.maximum(games, 1e-300)[:, :, None], mean)
    return np.asarray(second - between + np.eye(rows.shape[2]) / prior_sd**2)
