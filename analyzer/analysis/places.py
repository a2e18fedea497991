"""How hard variants are: their places on a scale, and the printed icons against it."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from analyzer.analysis import certainty, comparisons, frames, tables
from analyzer.runs.stored.results import Results
from analyzer.stats.icons import IconAgreement, reversals
from analyzer.stats.icons import icon_agreement as compare_icons
from analyzer.stats.places import Order, Places, orders_of, place_variants

MOST_LABELS = 200  # of a scale: what it costs grows with the square of their number, and nobody reads an order of more
CASES = {"variant": ("policy", "switches"), "policy": ()}  # what the cells of one scale have in common


@frames.remembered
def scales(results: Results, factor: str = "variant") -> list[Places]:
    """Place the labels of a factor, once for every case of what else was varied; the case with the most comes first.

    Variants are placed over the numbers of players, policies over variants, settings and numbers of players.
    """
    found = [_scale(results, factor, name, cells) for name, cells in _cases(results, factor)]
    return sorted((scale for scale in found if scale is not None), key=lambda scale: -len(scale.variants))


@frames.remembered
def alike(results: Results) -> list[Places]:
    """Place the variants of every scale over the numbers of players that all scales have: like with like."""
    found = scales(results)
    shared = [context for context in found[0].contexts if all(context in s.contexts for s in found)] if found else []
    return [scale.within(shared) for scale in found] if shared else []


def _cases(results: Results, factor: str) -> Iterator[tuple[str, pd.DataFrame]]:
    """Go through the cells of every scale, with a name made of what tells the scales apart."""
    cells = scaled_cells(results)
    if cells.empty:
        return
    common = list(CASES[factor])
    named = [name for name in common if cells[name].nunique() > 1]
    for _case, group in cells.groupby(common, sort=False) if common else [((), cells)]:
        first = group.iloc[0]
        yield ", ".join(str(first[name] or "as printed") for name in named), group


def _scale(results: Results, factor: str, name: str, cells: pd.DataFrame) -> Places | None:
    if not 2 <= cells[factor].nunique() <= MOST_LABELS:
        return None
    others = ["players"] if factor == "variant" else ["setting", "players"]
    contexts = [" ".join(str(row[part]) for part in others) for row in cells.to_dict("records")]
    try:
        return place_variants(
            [str(label) for label in cells[factor]],
            contexts,
            comparisons.joint_outcomes(results, tuple(cells["cell"])),
            name,
        )
    except ValueError:  # labels that no number of players has in common
        return None


def scaled_cells(results: Results) -> pd.DataFrame:
    """Take the cells of the scales; those in which one reading was set alone are left out."""
    rates = tables.win_rates(results)
    is_kept = [not frames.is_alone(results, results.entry(cell)) for cell in rates["cell"]]
    chosen = rates[np.array(is_kept, dtype=bool)]
    return chosen.assign(switches=[", ".join(results.entry(cell).sets) for cell in chosen["cell"]])


@frames.remembered
def ladder(results: Results, factor: str = "variant") -> pd.DataFrame:
    """Order the labels of the first scale by difficulty (in logits, 0 = an even chance), with the printed icons."""
    columns = [factor, "icons", "difficulty", "rank", "is_sparse"]
    if not scales(results, factor):
        return frames.frame([], columns)
    icons = printed_icons(results) if factor == "variant" else {}
    rows: list[dict[str, Any]] = [
        {factor: label, "icons": icons.get(label), "difficulty": place, "rank": rank, "is_sparse": place.is_sparse}
        for rank, (label, place) in enumerate(scales(results, factor)[0].ladder(), start=1)
    ]
    return frames.frame(rows, columns)


@frames.remembered
def order_changes(results: Results) -> list[Order]:
    """List the pairs of variants that change places between numbers of players for certain, the clearest first."""
    if not scales(results):
        return []
    scale, each = scales(results)[0], certainty.each(results)
    changed = [order for order in orders_of([scale], each=each) if order.changes]
    return sorted(changed, key=lambda order: -_clarity(scale, order))


def _clarity(scale: Places, order: Order) -> float:
    """Take the smaller of the two largest gaps, one for each order."""
    sides = ((order.first, order.second, order.harder), (order.second, order.first, order.easier))
    return min(max(scale.difference(a, b, context=where).low for _, where in scopes) for a, b, scopes in sides)


@frames.remembered
def icon_agreement(results: Results) -> IconAgreement | None:
    """Compare printed icons with the first scale; None without two different icons."""
    icons = printed_icons(results)
    if len(set(icons.values())) < 2:
        return None
    return compare_icons(icons, scales(results)[0], each=certainty.each(results))


def printed_icons(results: Results) -> dict[str, int]:
    """Give the printed icons of the variants on the first scale."""
    placed = scales(results)[0].variants if scales(results) else ()
    found = {item.name: item.icons for item in results.manifest.game.variants if item.name in placed}
    return {name: int(value) for name, value in found.items() if value is not None and value == value}


@frames.remembered
def disorders(results: Results) -> pd.DataFrame:
    """List the variants whose icons are out of order for certain somewhere, and by how many logits on the first scale.

    `where` holds the scopes (name of the scale, number of players) for which it is certain, all claims at once;
    `is_certain` tells whether these are all that were played.
    """
    icons = printed_icons(results)
    columns = ["printed_easier", "printed_harder", "excess", "where", "is_certain"]
    if len(set(icons.values())) < 2:
        return frames.frame([], columns)
    first, each = scales(results)[0], certainty.each(results)
    rows: list[dict[str, Any]] = [
        {
            "printed_easier": item.printed_easier,
            "printed_harder": item.printed_harder,
            "excess": first.difference(item.printed_easier, item.printed_harder, each),
            "where": item.order.harder,
            "is_certain": item.is_certain,
        }
        for item in reversals(icons, scales(results), each=each)
    ]
    rows.sort(key=lambda row: (not row["is_certain"], -row["excess"].low))
    return frames.frame(rows, columns)
