"""Policies against each other: what each wins over its seats, among others, and what follows from that."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyzer.analysis import certainty, frames
from analyzer.analysis.shares import Shares, difference_of_shares, seat_shares, share_of
from analyzer.runs.stored.manifest_file import CellEntry
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate
from analyzer.stats.mixtures import Mixture, mixture_by_deal
from analyzer.stats.ratings import ELO_PER_LOGIT, FEWEST_DEALS, bounded_rating, rate_by_deal


@frames.remembered
def strategies(results: Results, level: float = 0.95) -> pd.DataFrame:
    """Estimate the win share of every policy that sat against others, over all its seats.

    A deal counts once: its value is the policy's mean share over the seats that it had on this deal. `fair` is the
    share of a policy that is as good as the others.
    """
    rows: list[dict[str, Any]] = []
    for setting, players in _tables(results):
        for policy, (shares, seats) in _seat_values(results, setting, players).items():
            own = {"setting": setting, "players": players, "policy": policy, "seats": seats}
            rows.append(own | {"fair": 1.0 / players, "win_share": share_of(shares, level)})
    return frames.frame(rows, ["setting", "players", "policy", "seats", "fair", "win_share"])


@frames.remembered
def strategy_differences(results: Results) -> pd.DataFrame:
    """Compare every two policies on the same deals; the intervals hold together with all claims of a report."""
    rows: list[dict[str, Any]] = []
    each = certainty.each(results)
    for setting, players in _tables(results):
        values = {policy: found for policy, (found, _) in _seat_values(results, setting, players).items()}
        for first, second in combinations(values, 2):
            difference = difference_of_shares(values[first], values[second], each)
            own = {"setting": setting, "players": players, "first": first, "second": second}
            rows.append(own | {"difference": difference})
    return frames.frame(rows, ["setting", "players", "first", "second", "difference"])


@frames.remembered
def _seat_values(results: Results, setting: str, players: int) -> dict[str, tuple[Shares, int]]:
    """Give for every policy its mean share per deal over its seats, and how many seats those are.

    Whoever sits in every cell is the field that the others are measured against, and is left out.
    """
    cells = _tables(results)[setting, players]
    field = frames.factors_of(results).field
    deals = min(int(cell.games) for cell in cells)
    seated: dict[str, list[tuple[str, int]]] = {}
    for cell in cells:
        for seat, policy in enumerate(cell.policies):
            if policy != field:
                seated.setdefault(policy, []).append((cell.cell, seat))
    return {policy: (seat_shares(results, places).first(deals), len(places)) for policy, places in seated.items()}


def _tables(results: Results) -> dict[tuple[str, int], list[CellEntry]]:
    """Group the cells in which policies sat against others by setting and number of players."""
    found: dict[tuple[str, int], list[CellEntry]] = {}
    for cell in results.manifest.cells:
        if cell.is_competitive and cell.games and len(set(cell.policies)) > 1:
            found.setdefault((cell.setting, cell.players), []).append(cell)
    return found


def best_strategies(results: Results, setting: str, players: int, *, best: bool = True) -> list[str]:
    """List the policy with the largest (or smallest) share and all that cannot be told apart from it."""
    table = strategies(results).query("setting == @setting and players == @players")
    order = sorted(table.to_dict("records"), key=lambda row: row["win_share"].value, reverse=best)
    names = [str(row["policy"]) for row in order]
    pairs = strategy_differences(results).query("setting == @setting and players == @players")
    near = {
        frozenset((row["first"], row["second"]))
        for row in pairs.to_dict("records")
        if not row["difference"].excludes(0.0)
    }
    return [names[0], *(name for name in names[1:] if frozenset((names[0], name)) in near)]


RESAMPLING_SEED = 1
GROUPS = 1000  # deals are resampled in so many groups at most: more would take memory and change nothing
LONGEST_CYCLE = 4

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Contest:
    """The cells of one setting and number of players, in which policies met."""

    setting: str
    players: int
    policies: tuple[str, ...]
    deals: int  # that all cells have played
    cells: tuple[CellEntry, ...] = field(repr=False)

    @property
    def fair(self) -> float:
        """The share of a policy that is as good as the others."""
        return 1.0 / self.players


@frames.remembered
def contests_of(results: Results) -> list[Contest]:
    """List the settings in which policies met one another; a run with one fixed field has none."""
    if frames.factors_of(results).field is not None:
        return []
    found: dict[tuple[str, int], list[CellEntry]] = {}
    for cell in results.manifest.cells:
        if cell.is_competitive and cell.games and list(_newcomers(cell)):
            found.setdefault((cell.setting, cell.players), []).append(cell)
    return [_contest(setting, players, cells) for (setting, players), cells in found.items()]


def _contest(setting: str, players: int, cells: list[CellEntry]) -> Contest:
    names = tuple(dict.fromkeys(policy for cell in cells for policy in cell.policies))
    return Contest(setting, players, names, min(cell.games for cell in cells), tuple(cells))


def _newcomers(cell: CellEntry) -> Iterator[tuple[str, int, str]]:
    """List who is the only one of its kind among others that are all alike: (policy, seat, the others)."""
    for seat, policy in enumerate(cell.policies):
        others = {*cell.policies[:seat], *cell.policies[seat + 1 :]}
        if len(others) == 1 and policy not in others:
            yield policy, seat, others.pop()


def places_of(contest: Contest) -> dict[tuple[str, str], list[tuple[str, int]]]:
    """Give for every (newcomer, others) that met the cells with the newcomer's seat."""
    found: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for cell in contest.cells:
        for policy, seat, others in _newcomers(cell):
            found.setdefault((policy, others), []).append((cell.cell, seat))
    return found


@frames.remembered
def payoffs(results: Results) -> pd.DataFrame:
    """Estimate what every policy wins as a newcomer among every other, over all its seats, on the same deals.

    The intervals hold together with all claims of a report.
    """
    rows, each = [], certainty.each(results)
    for contest in contests_of(results):
        for (policy, others), seated in places_of(contest).items():
            share = share_of(seat_shares(results, seated).first(contest.deals), each)
            own = {"setting": contest.setting, "players": contest.players, "row": policy, "column": others}
            rows.append(own | {"seats": len(seated), "fair": contest.fair, "share": share})
    return frames.frame(rows, ["setting", "players", "row", "column", "seats", "fair", "share"])


def payoffs_of(results: Results, contest: Contest) -> dict[tuple[str, str], Estimate]:
    """Look the payoffs of one contest up by newcomer and others."""
    table = payoffs(results)
    own = table[(table["setting"] == contest.setting) & (table["players"] == contest.players)]
    return {(row["row"], row["column"]): row["share"] for row in own.to_dict("records")}


@frames.remembered
def cycles(results: Results, contest: Contest) -> list[tuple[str, ...]]:
    """List the circles of three or four policies in which each beats the next for certain, shorter ones first.

    A circle of four is left out if a circle of three lies in it.
    """
    beats = {pair for pair, share in payoffs_of(results, contest).items() if share.low > contest.fair}
    found: list[tuple[str, ...]] = []
    for size in range(3, LONGEST_CYCLE + 1):
        for names in permutations(contest.policies, size):
            is_first = names[0] == min(names, key=contest.policies.index)
            is_circle = all(pair in beats for pair in zip(names, names[1:] + names[:1], strict=True))
            if is_first and is_circle and not any(set(known) < set(names) for known in found):
                found.append(names)
    return found


@frames.remembered
def mean_shares(results: Results, contest: Contest) -> dict[str, Estimate]:
    """Estimate what every policy wins as a newcomer on average over all others, each counted alike."""
    found = {}
    for policy in contest.policies:
        lines = [seat_shares(results, places) for (own, _), places in places_of(contest).items() if own == policy]
        if lines:
            low, high = (np.mean([getattr(line, side) for line in lines], axis=0) for side in ("low", "high"))
            found[policy] = share_of(Shares(low, high).first(contest.deals))
    return found


def is_complete(contest: Contest) -> bool:
    """Tell whether everybody met everybody."""
    return set(permutations(contest.policies, 2)) <= set(places_of(contest))


@frames.remembered
def elo_ratings(results: Results, contest: Contest, level: float = 0.95) -> dict[str, Estimate]:
    """Rate the policies on Elo's scale, with errors from resampled deals; empty with too few deals for that.

    Games without an outcome bound the ratings from both sides.
    """
    if contest.deals < FEWEST_DEALS:
        return {}
    seatings = np.array([[contest.policies.index(name) for name in cell.policies] for cell in contest.cells])
    wins = np.concatenate([grouped(_known_shares(results, cell), contest.deals) for cell in contest.cells])
    groups = len(wins) // len(seatings)
    deals = np.tile(np.arange(groups), len(seatings))
    rated = rate_by_deal(np.repeat(seatings, groups, axis=0), wins, deals, len(contest.policies), RESAMPLING_SEED)
    sums = wins.reshape(len(seatings), groups, -1).sum(axis=1)
    unknown = [results.outcomes(cell.cell).is_unknown[: contest.deals].sum() for cell in contest.cells]
    found = (bounded_rating(rated, seatings, sums, unknown, number, level) for number in range(len(contest.policies)))
    return {name: rating.shifted(factor=ELO_PER_LOGIT) for name, rating in zip(contest.policies, found, strict=True)}


def _known_shares(results: Results, cell: CellEntry) -> Values:
    """Give every seat's share; a game without an outcome is nobody's win."""
    outcomes = results.outcomes(cell.cell)
    return np.where(outcomes.is_unknown[:, None], 0.0, outcomes.shares)


@frames.remembered
def safest_mixture(results: Results, contest: Contest) -> Mixture | None:
    """Find the mixture that nobody beats; None unless everybody met everybody on enough deals.

    A game without an outcome counts as the fair share of both sides, and bounds what was found from both sides.
    """
    if not is_complete(contest) or contest.deals < FEWEST_DEALS:
        return None
    size, deals = len(contest.policies), contest.deals
    counts = grouped(np.ones(deals), deals)
    sums, unknown = np.zeros((2, len(counts), size, size))
    sums[:, range(size), range(size)] = contest.fair * counts[:, None]
    for (policy, others), places in places_of(contest).items():
        shares = seat_shares(results, places)
        row, column = (contest.policies.index(name) for name in (policy, others))
        sums[:, row, column] = grouped(shares.low, deals)
        unknown[:, row, column] = grouped(shares.high - shares.low, deals)
    return mixture_by_deal(sums, counts, RESAMPLING_SEED, unknown=unknown, fair=contest.fair)


def grouped(values: Values, deals: int) -> Values:
    """Add values up over groups of neighbouring deals."""
    edges = np.linspace(0, deals, min(GROUPS, deals) + 1).astype(np.int64)[:-1]
    return np.add.reduceat(values[:deals], edges, axis=0)
