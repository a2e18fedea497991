"""Recommendation: the icons that variants should carry by their measured difficulty, and how sure that is."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from analyzer.analysis.places import Recommendation, recommend, scales
from analyzer.reporting import naming
from analyzer.reporting.document import Bullets, Column, Kind, Part, Prose, Section, Table, Tone
from analyzer.reporting.wording import count, is_missing, several, write
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate
from analyzer.stats.icons import DRAWS

PLACE = 95
ICON = "◆"
HOW = (
    "Classes are those whose variants differ least among themselves (least squares on the scale of difficulty); "
    "variants that are easier than the plain game need no icon. The shares speak of the luck of the deals, "
    "for this way to play alone: other players may find other variants hard."
)


def build(results: Results) -> Section | None:
    """Recommend icons."""
    found = recommend(results)
    if found is None:
        return None
    sentences = say_recommendation(results)
    parts: list[Part] = [Prose(sentences[0], Tone.LEAD), Bullets(tuple(sentences[1:])), _table(results, found)]
    return Section("recommendation", "Recommendation", (*parts, Prose(HOW, Tone.NOTE)))


def _table(results: Results, found: Recommendation) -> Table:
    rows = found.table.to_dict("records")
    frame = found.table.assign(
        name=[naming.variant_words(results, row["variant"]) for row in rows],
        variant=[naming.variant_label(results, row["variant"]).removesuffix(naming.DAGGER) for row in rows],
        printed=["" if row["printed"] != row["printed"] else ICON * int(row["printed"]) for row in rows],
        should=[ICON * row["icons"] for row in rows],
        change=[_change(row["printed"], row["icons"]) for row in rows],
        sure=[share_words(row["sureness"]) for row in rows],
        players=[where_words(row, len(found.scale.contexts)) for row in rows],
    )
    columns = [
        Column("name", "variant"),
        Column("typical", "won, mean over players", Kind.PERCENT),
        Column("printed", "printed"),
        Column("should", "recommended"),
        Column("change", "change"),
        Column("sure", "share of draws"),
    ]
    columns += [Column("players", "same with players")] if len(found.scale.contexts) > 1 else []
    note = naming.notes(
        f"Share of draws: of {count(DRAWS)} draws of all difficulties within their errors, in how many the variant "
        "gets this icon. The mean over the numbers of players is that of the log odds, 95 % intervals.",
        naming.legend(frame["name"]),
    )
    return Table(
        "recommendation", naming.played_by(results, "Icons by measured difficulty"), tuple(columns), frame, note
    )


def _change(printed: float, icons: int) -> str:
    if printed != printed:
        return "new"
    step = icons - int(printed)
    return "" if not step else f"{'+' if step > 0 else '−'}{abs(step)}"


SURE = 0.95


def say_recommendation(results: Results) -> list[str]:
    """Say which icons should change, where the cut points lie, and how sure all of it is."""
    found = recommend(results)
    if found is None:
        return []
    rows = found.table.to_dict("records")
    new = [
        (naming.variant_words(results, row["variant"]), row["icons"])
        for row in rows
        if row["printed"] != row["printed"]
    ]
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
        (naming.variant_words(results, row["variant"]), int(row["printed"]), row["icons"])
        for row in rows
        if row["changes"]
    ]
    with_whom = naming.scale_words(results, found.scale.name) if len(scales(results)) > 1 else ""
    return [icon_changes(moved, len(rows), found.fewest, with_whom)]


def _say_sureness(results: Results, found: Recommendation) -> str:
    rows = found.table.to_dict("records")
    least = min(rows, key=lambda row: row["sureness"])
    second = None if is_missing(least["second"]) else int(least["second"])
    sure = sum(row["sureness"] >= SURE for row in rows)
    return sureness(sure, len(rows), naming.variant_words(results, least["variant"]), least["sureness"], second)


def _say_scope(results: Results, found: Recommendation) -> list[str]:
    contexts, rows = found.scale.contexts, found.table.to_dict("records")
    sentences = []
    if len(contexts) > 1:
        least = min(rows, key=lambda row: len(row["players"]))
        others = [int(context) for context in contexts if context not in least["players"]]
        same = sum(len(row["players"]) == len(contexts) for row in rows)
        sentences.append(by_players(same, len(rows), naming.variant_words(results, least["variant"]), others))
    if len(scales(results)) > 1:
        same = sum(row["scales"] == len(scales(results)) for row in rows)
        sentences.append(by_scales(same, len(rows), len(scales(results)), naming.cases_word(results)))
    return sentences


def icon_changes(moved: Sequence[tuple[str, int, int]], of: int, fewest: int, with_whom: str = "") -> str:
    """Say which printed icons should change, and how few any cut points would change."""
    measured = f"the difficulty measured with {with_whom}" if with_whom else "measured difficulty"
    if not moved:
        return f"All {of} printed icons fit {measured}: none should change."
    listed = several(
        [f"{name} from {naming.number_words(old)} to {naming.number_words(new)}" for name, old, new in moved]
    )
    verb = "should change" if of > 1 else "it should change"
    text = f"By {measured} {naming.number_words(len(moved))} of {of} printed icons {verb}: {listed}"
    if fewest == len(moved):
        return f"{text}; no choice of cut points would change fewer."
    if not fewest:
        return f"{text}; cut points at the places where the print has them would change none."
    return f"{text}; cut points chosen to follow the print would still change {naming.number_words(fewest)}."


def cut_points(rates: Sequence[Estimate], contexts: int) -> str:
    """Say which win rates part the icons; the first cut parts one icon from two."""
    mean = " (mean over the numbers of players)" if contexts > 1 else ""
    cuts = [write(rate, Kind.PERCENT) for rate in rates]
    inner = [
        f"{naming.number_words(number + 2)} where between {low} and {high} are won"
        for number, (high, low) in enumerate(pairwise(cuts))
    ]
    ends = (
        f"one icon where more than {cuts[0]} of the games are won",
        f"{naming.number_words(len(cuts) + 1)} below that",
    )
    brackets = "brackets: where a cut falls in 95 % of the draws within the errors"
    return f"Cut points{mean}: {several([ends[0], *inner, ends[1]])} ({brackets})."


def unprinted(new: Sequence[tuple[str, int]]) -> str:
    """Say which icons variants should carry that have none in print."""
    listed = several([f"{name} should carry {naming.number_words(icons)}" for name, icons in new])
    return f"Without icons in print until now: {listed}."


def sureness(sure: int, of: int, least: str, share: float, second: int | None) -> str:
    """Say in how many draws of all places the classes come out the same."""
    if share >= 1.0:
        return (
            f"All {of} icons come out the same in each of {count(DRAWS)} draws of all difficulties within their errors."
        )
    other = f", otherwise {naming.number_words(second)}" if second is not None else ""
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
        f"another with {naming.counts_words(others)}."
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
