"""Ratings whose errors hold when some deals suit some policies: deals are resampled whole.

Games on the same deal are not independent trials: a deal that suits a policy suits it in every seating. The errors of
`ratings` take each game for itself and are then too small. Here all games of a deal are drawn together
(the cluster bootstrap: Davison, Hinkley 1997).
"""

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.checks import FloatArray, check_count, check_shape
from analyzer.stats.ratings import Ratings, features_of, identifiable, rate_winners

FEWEST_DEALS = 20
MOST_STEPS, LONGEST_STEP = 100, 1.0


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
    check_shape("wins", won, who.shape)
    check_shape("deals", deal, (who.shape[0],))
    check_count("resamples", resamples, 100)
    matches, table = wins_by_deal(who, won, deal)
    check_count("deals", len(table), FEWEST_DEALS)
    whole = rate_winners(matches, table.sum(axis=0), policies, prior_sd, seats_differ=seats_differ)
    seats = np.broadcast_to(np.arange(matches.shape[1]), matches.shape)
    basis = identifiable(policies, matches.shape[1], seats_differ)
    rows = features_of(matches, seats, policies) @ basis
    again = _refit(rows, _redrawn(table, seed, resamples), whole.values @ basis, prior_sd) @ basis.T
    return Ratings(policies, whole.values, np.cov(again.T), whole.games, "plackett-luce, deals resampled")


def wins_by_deal(
    seatings: "np.ndarray[tuple[int, int], np.dtype[np.int64]]", wins: FloatArray, deals: ArrayLike
) -> tuple["np.ndarray[tuple[int, int], np.dtype[np.int64]]", FloatArray]:
    """Sum the wins per deal and different seating: the seatings, and (deals, seatings, seats)."""
    matches, match = np.unique(seatings, axis=0, return_inverse=True)
    names, deal = np.unique(np.asarray(deals), return_inverse=True)
    table = np.zeros((names.size, *matches.shape))
    np.add.at(table, (deal.ravel(), match.ravel()), wins)
    return matches, table


def _redrawn(table: FloatArray, seed: int, resamples: int) -> FloatArray:
    rng, size = np.random.default_rng(seed), len(table)
    times = rng.multinomial(size, np.full(size, 1.0 / size), size=resamples)
    return np.asarray(np.tensordot(times.astype(np.float64), table, axes=1))


def _refit(rows: FloatArray, won: FloatArray, start: FloatArray, prior_sd: float) -> FloatArray:
    # Newton's method for all resamples (resamples, matches, seats) at once, from the estimate of the whole sample
    free, games = np.tile(start, (len(won), 1)), won.sum(axis=2)
    for _ in range(MOST_STEPS):
        utility = np.einsum("msf,rf->rms", rows, free)
        odds = np.exp(utility - utility.max(axis=2, keepdims=True))
        expected = games[:, :, None] * odds / odds.sum(axis=2, keepdims=True)
        gradient = np.einsum("rms,msf->rf", won - expected, rows) - free / prior_sd**2
        step = np.linalg.solve(_information(rows, expected, games, prior_sd), gradient[:, :, None])[:, :, 0]
        free += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max(initial=0.0) < 1e-9:
            break
    return free


def _information(rows: FloatArray, expected: FloatArray, games: FloatArray, prior_sd: float) -> FloatArray:
    mean = np.einsum("rms,msf->rmf", expected, rows)
    second = np.einsum("rms,msf,msg->rfg", expected, rows, rows, optimize=True)
    between = np.einsum("rmf,rmg->rfg", mean / np.maximum(games, 1e-300)[:, :, None], mean)
    return np.asarray(second - between + np.eye(rows.shape[2]) / prior_sd**2)
