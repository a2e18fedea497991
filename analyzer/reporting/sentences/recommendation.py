"""Which icons variants should carry, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from analyzer.analysis.places import scales
from analyzer.analysis.recommendation import Recommendation, recommend
from analyzer.reporting.document import Kind
from analyzer.reporting.labels import counts_words, number_words
from analyzer.reporting.names import cases_word, scale_words, variant_words
from analyzer.reporting.wording import count, is_missing, several, write
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate
from analyzer.stats.icons import DRAWS

SURE = 0.95


def say_recommendation(results: Results) -> list[str]:
    """Say which icons should change, where the cut points lie, and how sure all of it is."""
    found = recommend(results)
    if found is None:
        return []
    rows = found.table.to_dict("records")
    new = [(variant_words(results, row["variant"]), row["icons"]) for row in rows if row["printed"] != row["printed"]]
    return [
        *say_icon_changes(results),
        cut_points(found.cut_rates, len(found.scale.contexts)),
        *([unprinted(new)] if new else []),
        _say_sureness(results, found),
        *_say_scope(results, found),
    ]


def say_icon_changes(results: Results) -> list[str]:
    """Say which printed icons should change."""
    found = recommend(results)
    if found is None:
        return []
    rows = [row for row in found.table.to_dict("records") if row["printed"] == row["printed"]]
    moved = [
        (variant_words(results, row["variant"]), int(row["printed"]), row["icons"]) for row in rows if row["changes"]
    ]
    with_whom = scale_words(results, found.scale.name) if len(scales(results)) > 1 else ""
    return [icon_changes(moved, len(rows), found.fewest, with_whom)]


def _say_sureness(results: Results, found: Recommendation) -> str:
    rows = found.table.to_dict("records")
    least = min(rows, key=lambda row: row["sureness"])
    second = None if is_missing(least["second"]) else int(least["second"])
    sure = sum(row["sureness"] >= SURE for row in rows)
    return sureness(sure, len(rows), variant_words(results, least["variant"]), least["sureness"], second)


def _say_scope(results: Results, found: Recommendation) -> list[str]:
    contexts, rows = found.scale.contexts, found.table.to_dict("records")
    sentences = []
    if len(contexts) > 1:
        least = min(rows, key=lambda row: len(row["players"]))
        others = [int(context) for context in contexts if context not in least["players"]]
        same = sum(len(row["players"]) == len(contexts) for row in rows)
        sentences.append(by_players(same, len(rows), variant_words(results, least["variant"]), others))
    if len(scales(results)) > 1:
        same = sum(row["scales"] == len(scales(results)) for row in rows)
        sentences.append(by_scales(same, len(rows), len(scales(results)), cases_word(results)))
    return sentences


def icon_changes(moved: Sequence[tuple[str, int, int]], of: int, fewest: int, with_whom: str = "") -> str:
    """Say which printed icons should change, and how few any cut points would change."""
    measured = f"the difficulty measured with {with_whom}" if with_whom else "measured difficulty"
    if not moved:
        return f"All {of} printed icons fit {measured}: none should change."
    listed = several([f"{name} from {number_words(old)} to {number_words(new)}" for name, old, new in moved])
    verb = "should change" if of > 1 else "it should change"
    text = f"By {measured} {number_words(len(moved))} of {of} printed icons {verb}: {listed}"
    if fewest == len(moved):
        return f"{text}; no choice of cut points would change fewer."
    if not fewest:
        return f"{text}; cut points at the places where the print has them would change none."
    return f"{text}; cut points chosen to follow the print would still change {number_words(fewest)}."


def cut_points(rates: Sequence[Estimate], contexts: int) -> str:
    """Say which win rates part the icons; the first cut parts one icon from two."""
    mean = " (mean over the numbers of players)" if contexts > 1 else ""
    cuts = [write(rate, Kind.PERCENT) for rate in rates]
    inner = [
        f"{number_words(number + 2)} where between {low} and {high} are won"
        for number, (high, low) in enumerate(pairwise(cuts))
    ]
    ends = f"one icon where more than {cuts[0]} of the games are won", f"{number_words(len(cuts) + 1)} below that"
    brackets = "brackets: where a cut falls in 95 % of the draws within the errors"
    return f"Cut points{mean}: {several([ends[0], *inner, ends[1]])} ({brackets})."


def unprinted(new: Sequence[tuple[str, int]]) -> str:
    """Say which icons variants should carry that have none in print."""
    listed = several([f"{name} should carry {number_words(icons)}" for name, icons in new])
    return f"Without icons in print until now: {listed}."


def sureness(sure: int, of: int, least: str, share: float, second: int | None) -> str:
    """Say in how many draws of all places the classes come out the same."""
    if share >= 1.0:
        return (
            f"All {of} icons come out the same in each of {count(DRAWS)} draws of all difficulties within their errors."
        )
    other = f", otherwise {number_words(second)}" if second is not None else ""
    who = f"All {of}" if sure == of else f"{sure} of {of}"
    return (
        f"{who} icons come out the same in at least 95 % of {count(DRAWS)} draws of all difficulties within their "
        f"errors; least sure is {least} ({share_words(share)} of the draws{other})."
    )


def by_players(same: int, of: int, least: str, others: Sequence[int]) -> str:
    """Say how many icons hold for every number of players alone."""
    if not others:
        return f"With the same cut points all {of} icons hold for every number of players alone."
    return (
        f"With the same cut points {same} of {of} icons hold for every number of players alone; {least} would carry "
        f"another with {counts_words(others)}."
    )


def by_scales(same: int, of: int, scales: int, case: str) -> str:
    """Say how many icons hold for every policy or setting, each with cut points of its own."""
    which = {"policy": "policies that played", "setting": "settings"}.get(case, "policies and settings")
    return f"{f'All {of}' if same == of else f'{same} of {of}'} icons are the same for all {scales} {which}."


def share_words(share: float) -> str:
    """Write a share of draws: never as certain as all of them unless it is."""
    if share >= 1.0:
        return "100 %"
    return "> 99.9 %" if share > 0.999 else f"{100 * share:.1f} %" if share > 0.99 else f"{100 * share:.0f} %"


def where_words(row: Mapping[str, Any], contexts: int) -> str:
    """List the numbers of players for which an icon holds by itself."""
    return "all" if len(row["players"]) == contexts else several(list(row["players"])) or "none"
