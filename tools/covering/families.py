"""What a report can say for certain, family by family, and how to tell quickly that results leave nothing to say.

A family is a table or a sentence. Before, each had 5 % of error to itself.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pandas as pd

from analyzer.analysis import (
    certainty,
    changes,
    comparisons,
    contests,
    frames,
    levels,
    losses,
    modules,
    places,
    soundness,
    tables,
    tournaments,
)
from analyzer.reporting.lists import spaced_cells
from analyzer.reporting.topics.losses import MOST_BARS
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate
from analyzer.stats.effects import OPEN
from analyzer.stats.estimate import FloatArray, normal_quantile
from tools.covering.fabricated import NOT_LOST

STANDARD = normal_quantile(0.975)
SURELY_BELOW = 0.92  # of the quantile of a claim: intervals of log odds are not quite normal


@dataclass(frozen=True)
class Family:
    """A table or sentence of a report: what it claims, and for how many claims it had 5 % of error before.

    `screen` names what must be large for it to claim anything: most results need not be looked at closely. `former` is
    what it claimed before, if it was not the same with another level. The summary speaks of it, or only one `section`.
    """

    name: str
    claims: Callable[[Results], Iterable[bool]]
    size: Callable[[Results], int]
    screen: Callable[[Results], float] = lambda _: math.inf
    section: str = "answer"
    former: Callable[[Results], Iterable[bool]] | None = None

    def claims_something(self, results: Results, *, is_former: bool = False) -> bool:
        """Tell whether it claims something of results."""
        if self.section not in results.manifest.experiment.sections:
            return False
        claims = self.former if is_former and self.former is not None else self.claims
        wanted = SURELY_BELOW * normal_quantile(0.5 + 0.5 * certainty.each(results))
        return self.screen(results) >= wanted and any(claims(results))


@frames.remembered
def largest_gap(results: Results) -> float:
    """Give the largest difference in standard errors of two cells that have two factors in common."""
    rates = tables.win_rates(results)
    if len(rates) < 2:
        return 0.0
    factors = [pd.factorize(rates[name])[0] for name in ("players", "policy", "setting")]
    same = sum(np.equal.outer(codes, codes).astype(int) for codes in factors)
    variants = pd.factorize(rates["variant"])[0]  # a reading is compared with the variant that it is set in
    is_compared = (same >= 2) | ((same >= 1) & np.equal.outer(variants, variants))
    return _largest(np.stack([_won(results, cell) for cell in rates["cell"]]), is_compared)


@frames.remembered
def largest_mean_gap(results: Results) -> float:
    """Give the same of the means of variants, and of policies, over all that they were played with."""
    rates = tables.win_rates(results)
    found = [0.0]
    for factor, cases in (("variant", ["policy"]), ("policy", [])):
        for _, own in rates.groupby(cases) if cases else [((), rates)]:
            means = [np.mean([_won(results, c) for c in part["cell"]], axis=0) for _, part in own.groupby(factor)]
            found += [_largest(np.stack(means))] if len(means) > 1 else []
    return max(found)


@frames.remembered
def largest_lead(results: Results) -> float:
    """Give the largest lead of one cause of loss over the next, in standard errors."""
    names = [f"cause_{name}" for name in results.manifest.game.causes if name not in NOT_LOST]
    if not _teams(results) or len(names) < 2:
        return 0.0
    counts = np.sort(results.blocks.groupby("cell", sort=False)[names].sum().to_numpy(), axis=1)
    first, second = counts[:, -1], counts[:, -2]
    return float(((first - second) / np.sqrt(np.maximum(first + second, 1))).max())


@frames.remembered
def largest_unfairness(results: Results) -> float:
    """Give the root of the largest chi-square of the places in the turn order."""
    found, blocks = [0.0], results.blocks.groupby("cell", sort=False).sum(numeric_only=True)
    for cell in results.manifest.cells:
        if cell.is_competitive:
            fair = blocks.at[cell.cell, "decided"] / cell.players
            wins = np.array([blocks.at[cell.cell, f"position_{place}_total"] for place in range(cell.players)])
            found.append(math.sqrt(float(((wins - fair) ** 2).sum() / fair)))
    return max(found)


@frames.remembered
def largest_change(results: Results) -> float:
    """Give the largest change of a measure of competitive games in standard errors."""
    couples = {pair for pairs in frames.references_of(results).values() for pair in pairs}
    cells = {cell for pair in couples for cell in pair if results.entry(cell).is_competitive}
    values = {cell: np.stack([v.low for v in contests.deal_values(results.outcomes(cell)).values()]) for cell in cells}
    gaps = [
        values[a][:, : values[b].shape[1]] - values[b][:, : values[a].shape[1]] for a, b in couples if {a, b} <= cells
    ]
    errors = [gap.std(axis=1, ddof=1) / math.sqrt(gap.shape[1]) for gap in gaps]
    sizes = [np.abs(gap.mean(axis=1)) / np.maximum(error, 1e-12) for gap, error in zip(gaps, errors, strict=True)]
    return float(np.max(sizes, initial=0.0))


def _won(results: Results, cell: str) -> FloatArray:
    won, deals, _ = comparisons.bits_of(results, cell)
    return np.unpackbits(won, count=deals).astype(np.float64)


def _largest(rows: FloatArray, is_compared: Any = True) -> float:
    """Give the largest difference of two rows in standard errors."""
    common, sums = rows @ rows.T, rows.sum(axis=1)
    squares = np.add.outer(common.diagonal(), common.diagonal()) - 2.0 * common
    gaps = np.abs(np.subtract.outer(sums, sums))
    return float((gaps / np.sqrt(np.maximum(squares, 1.0)) * is_compared).max())


def _sure(estimates: Iterable[Estimate | None]) -> Iterator[bool]:
    return (estimate is not None and estimate.excludes(0.0) for estimate in estimates)


def _teams(results: Results) -> bool:
    return frames.factors_of(results).is_cooperative


def _matrix(results: Results) -> Iterable[bool]:
    is_shown = _teams(results) and len(frames.factors_of(results).sets) == 1
    return _sure(comparisons.paired_differences(results)["difference"]) if is_shown else ()


def _matrix_sizes(results: Results) -> list[int]:
    """Count the pairs of each number of players and policy."""
    is_shown = _teams(results) and len(frames.factors_of(results).sets) == 1
    groups = tables.win_rates(results).groupby(["players", "policy"]).size() if is_shown else []
    return [comb(int(size), 2) if size <= certainty.MOST_ARMS else int(size) - 1 for size in groups]


def _matrix_size(results: Results) -> int:
    """Give the largest of them: each had 5 % of error to itself."""
    return max(_matrix_sizes(results), default=0)


def matrix_claims(results: Results) -> int:
    """Count the claims of the whole matrix."""
    return sum(_matrix_sizes(results))


def _changed(kind: str) -> Family:
    return Family(
        f"{kind} changes",
        lambda results: _sure(changes.changes(results, kind)["difference"]),
        lambda results: _couples(results, kind, competitive=False),
        largest_gap,
    )


def _couples(results: Results, kind: str, *, competitive: bool) -> int:
    couples = frames.references_of(results)[kind]
    return sum(results.entry(cell).is_competitive == competitive for cell, _ in couples)


def _extremes(factor: str) -> Family:
    def claims(results: Results) -> Iterable[bool]:
        found = places.scales(results, factor) if _teams(results) else []
        return [len(changes.extreme_labels(results, factor, hardest=True)) < len(s.variants) for s in found[:1]]

    return Family(f"hardest {factor}", claims, lambda r: comb(_labels(r, factor), 2), largest_mean_gap)


def _labels(results: Results, factor: str) -> int:
    found = places.scales(results, factor)
    return len(found[0].variants) if found else 0


def _by_players(results: Results) -> Iterable[bool]:
    """Compare the numbers of players in the plain game, as one sentence does."""
    rates, factors = tables.win_rates(results), frames.factors_of(results)
    own = rates[(rates["variant"] == factors.plain) & (rates["policy"] == factors.policies[0])]
    cells = own.drop_duplicates("players")["cell"]
    return _sure(comparisons.difference_of(results, a, b) for a, b in combinations(cells, 2))


def _orders(results: Results) -> Iterable[bool]:
    return [True for _ in places.order_changes(results)]


def _contexts(results: Results) -> int:
    return sum(len(scale.contexts) for scale in places.scales(results))


def _icons(results: Results) -> Iterable[bool]:
    found = places.icon_agreement(results) if places.scales(results) else None
    return [] if found is None else [found.in_order + found.reversed > 0]


def _reversed(results: Results) -> Iterable[bool]:
    return [True for _ in range(len(places.disorders(results)))] if places.scales(results) else []


def _icon_pairs(results: Results) -> int:
    icons = places.printed_icons(results) if places.scales(results) else {}
    return sum(a != b for a, b in combinations(icons.values(), 2))


def _levels(results: Results) -> Iterable[bool]:
    orders = levels.level_orders(results) if _teams(results) and levels.played_levels(results) else []
    return [order.is_certain or order.changes for order in orders]


def _level_size(results: Results) -> int:
    is_asked = _teams(results) and levels.played_levels(results)
    return comb(_labels(results, "variant"), 2) * len(levels.level_scales(results)) if is_asked else 0


def _module(kind: str) -> Family:
    def claims(results: Results) -> Iterable[bool]:
        if not (frames.factors_of(results).has_sums and modules.has_pairs(results)):
            return ()
        table = modules.simultaneous_effects(results, kind)
        return (table["together"] != OPEN) if kind == "interaction" else _sure(table["probability"])

    def size(results: Results) -> int:
        is_asked = frames.factors_of(results).has_sums
        return int((modules.module_effects(results)["kind"] == kind).sum()) if is_asked else 0

    def screen(results: Results) -> float:
        table = modules.module_effects(results) if frames.factors_of(results).has_sums else None
        return 0.0 if table is None else max(map(_errors, table.loc[table["kind"] == kind, "probability"]), default=0.0)

    return Family(f"modules: {kind}", claims, size, screen)


def _errors(estimate: Estimate) -> float:
    """Give how many standard errors an estimate at 95 % lies from 0."""
    return abs(estimate.value) / max(estimate.half_width / STANDARD, 1e-12)


def _causes(results: Results) -> Iterable[bool]:
    return (losses.leader(results, group) is not None for group in _shown_causes(results))


def _overlapping(results: Results) -> Iterable[bool]:
    """Compare the two largest causes by whether their intervals overlap, which does not tell."""
    for group in _shown_causes(results):
        first, second = sorted(group["share"], key=lambda share: -share.value)[:2]
        yield first.low > second.high


def _shown_causes(results: Results) -> Iterator[pd.DataFrame]:
    table = tables.losses(results)
    cells, _ = spaced_cells(results, MOST_BARS)
    return (group for _, group in table[table["cell"].isin(cells)].groupby("cell", sort=False))


def _halves(results: Results) -> Iterable[bool]:
    return (certainty.is_certain(results, test) for test in soundness.halves(results)["test"])


def _beginning(results: Results) -> Iterable[bool]:
    table = soundness.turn_effects(results, certainty.each(results))
    own = table[[not frames.is_alone(results, results.entry(cell)) for cell in table["cell"]]] if len(table) else table
    return [*_sure(own["first_player"]), *(certainty.is_certain(results, test) for test in own["test"])]


def _tables_asked(results: Results) -> int:
    cells = [cell for cell in results.manifest.cells if cell.is_competitive and len(set(cell.policies)) == 1]
    return sum(not frames.is_alone(results, cell) for cell in cells)


def _contest(kind: str) -> Family:
    return Family(
        f"contest: {kind} changes",
        lambda results: _sure(contests.contest_changes(results, kind)["difference"]),
        lambda results: len(contests.MEASURES) * _couples(results, kind, competitive=True),
        largest_change,
    )


def _margins(results: Results) -> Iterable[bool]:
    if frames.factors_of(results).alone or len(frames.factors_of(results).variants) < 2:
        return []
    table = contests.contests(results, certainty.each(results))
    groups = [own["margin"] for _, own in table.groupby(["players", "policy"]) if own["variant"].nunique() > 1]
    return [max(x.low for x in found) > min(x.high for x in found) for found in groups]


def _best(results: Results) -> Iterable[bool]:
    return _sure(tournaments.strategy_differences(results)["difference"])


def _best_size(results: Results) -> int:
    table = tournaments.strategy_differences(results)
    return int(table.groupby(["setting", "players"]).size().max()) if len(table) else 0


def _fair(results: Results) -> Iterable[bool]:
    table = tournaments.strategies(results, certainty.each(results))
    return (share.excludes(fair) for share, fair in zip(table["win_share"], table["fair"], strict=True))


FAMILIES = (
    Family("matrix", _matrix, _matrix_size, largest_gap, "differences"),
    *(_changed(kind) for kind in frames.KINDS),
    _extremes("variant"),
    _extremes("policy"),
    Family("numbers of players", _by_players, lambda r: comb(len(frames.factors_of(r).players), 2), largest_gap),
    Family(
        "orders by players", _orders, lambda r: comb(_labels(r, "variant"), 2) * _contexts(r), largest_gap, "ladder"
    ),
    Family("icons", _icons, _icon_pairs, largest_mean_gap, "ladder"),
    Family("icons out of order", _reversed, lambda r: _icon_pairs(r) * _contexts(r), largest_gap, "ladder"),
    Family("orders by level", _levels, _level_size, largest_gap),
    *(_module(kind) for kind in ("main", "alone", "compared", "interaction")),
    Family("causes of loss", _causes, lambda _: 1, largest_lead, "losses", _overlapping),
    Family("halves", _halves, lambda r: 5 * len(soundness.halves(r))),
    Family("turn order", _beginning, _tables_asked, largest_unfairness),
    *(_contest(kind) for kind in frames.KINDS),
    Family("margins", _margins, lambda r: len(r.manifest.cells)),
    Family("best policy", _best, _best_size),
    Family("fair shares", _fair, lambda r: len(tournaments.strategies(r))),
)
