"""Recommendation: the icons that variants should carry by fixed cut points, and on what each of them depends."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from analyzer.analysis import icons
from analyzer.reporting import naming, wording
from analyzer.reporting.document import Bullets, Column, Kind, Part, Prose, Section, Table, Tone
from analyzer.reporting.wording import several, upper_first
from analyzer.runs.stored.results import Results
from analyzer.stats.icons import OPEN, OTHER, Held

PLACE = 95
NEEDS = ("has_icons",)
ICON = "◆"
CERTAIN = "certain"
DEPENDS = {icons.SKILL: "skill", icons.RULE: "a rule", icons.PLAYERS: "the number of players"}
HOW = (
    "The cut points are fixed: no other variant can move them, nor another scale. Variants that are easier than the "
    "plain game need no icon. Other players, and other numbers of them, win more or fewer games of everything; there "
    "an icon is only contradicted where no cut points keep it without contradicting more of the others."
)


def build(results: Results) -> Section | None:
    """Recommend icons."""
    found = icons.recommend(results)
    if found is None:
        return None
    sentences = say_recommendation(results)
    parts: list[Part] = [Prose(sentences[0], Tone.LEAD), Bullets(tuple(sentences[1:])), _table(results, found)]
    return Section("recommendation", "Recommendation", (*parts, Prose(HOW, Tone.NOTE)))


def _table(results: Results, found: icons.Recommendation) -> Table:
    rows = found.table.to_dict("records")
    frame = found.table.assign(
        name=[naming.variant_words(results, row["variant"]) for row in rows],
        variant=[naming.variant_label(results, row["variant"]).removesuffix(naming.DAGGER) for row in rows],
        printed=["" if row["printed"] != row["printed"] else ICON * int(row["printed"]) for row in rows],
        should=[ICON * row["icons"] for row in rows],
        change=[_change(row["printed"], row["icons"]) for row in rows],
        verdict=[verdict_of(row["answers"]) for row in rows],
        why=[reasons(results, row["answers"]) for row in rows],
    ).drop(columns="answers")
    columns = (
        Column("name", "variant"),
        Column("win_rate", f"won, {naming.players_words(found.scale.players)}", Kind.PERCENT),
        Column("printed", "printed"),
        Column("should", "recommended"),
        Column("change", "change"),
        Column("verdict", "this icon"),
        Column("why", "what else fits, and where"),
    )
    title = naming.played_by(results, "Icons by the fixed cut points", found.scale.policy)
    note = naming.notes(
        "Win rates have 95 % intervals. All intervals that decide the verdicts hold together at 95 %.",
        naming.legend(frame["name"]),
    )
    return Table("recommendation", title, columns, frame, note)


def _change(printed: float, icons: int) -> str:
    if printed != printed:
        return "new"
    step = icons - int(printed)
    return "" if not step else f"{'+' if step > 0 else '−'}{abs(step)}"


def say_recommendation(results: Results) -> list[str]:
    """Say which icons should change, where the cut points lie, and on what each icon depends."""
    found = icons.recommend(results)
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
        cut_points(found.scale.cuts, naming.policy_words(results, found.scale.policy), found.scale.players),
        *([unprinted(new)] if new else []),
        counted([verdict_of(row["answers"]) for row in rows]),
        asked(found.levels, found.scale.players, found.players, found.readings, found.scale.policy),
    ]


def say_icon_changes(results: Results) -> list[str]:
    """Say which printed icons should change for certain, and which would but depend on something."""
    found = icons.recommend(results)
    if found is None:
        return []
    rows = [row for row in found.table.to_dict("records") if row["printed"] == row["printed"]]
    moved = [
        (naming.variant_words(results, row["variant"]), int(row["printed"]), row["icons"], judged(row))
        for row in rows
        if row["changes"]
    ]
    return [icon_changes(moved, len(rows), found.fewest)] if rows else []


# Sentences


def verdict_of(answers: Sequence[icons.Answer]) -> str:
    """Say in a few words on what an icon depends: what was contradicted, or else what is open."""
    others = [DEPENDS[a.kind] for a in answers if a.held.verdict == OTHER]
    if others:
        return f"depends on {several(list(dict.fromkeys(others)))}"
    return "open" if answers else CERTAIN


def judged(row: Mapping[str, Any]) -> str:
    """Say on what the icon of a variant depends, and whether the printed one fits nowhere, if nothing was left out."""
    verdict = verdict_of(row["answers"])
    return f"{verdict}, but {naming.number_words(int(row['printed']))} fits nowhere" if fits_nowhere(row) else verdict


def fits_nowhere(row: Mapping[str, Any]) -> bool:
    """Tell whether a printed icon is wrong wherever it was asked for, though the right one may be open."""
    places, printed = [answer.held for answer in row["answers"]], int(row["printed"])
    return bool(places) and not any(not held.most or held.fewest <= printed <= held.most for held in places)


def reasons(results: Results, answers: Sequence[icons.Answer]) -> str:
    """List where an icon does not hold for certain, with what fits there; contradictions come first."""
    ordered = sorted(answers, key=lambda answer: answer.held.verdict == OPEN)
    return "; ".join(_reason(results, answer) for answer in ordered)


def _reason(results: Results, answer: icons.Answer) -> str:
    where = _where(answer)
    if not answer.held.most:
        return f"{where}: not played"
    left = answer.held.rests_on
    rests = f", if {naming.variant_words(results, left)} is left out" if left else ""
    return f"{where}: {fitting(answer.held)}{rests}"


def _where(answer: icons.Answer) -> str:
    if answer.kind == icons.PLAYERS:
        return naming.players_words(int(answer.name))
    if answer.kind == icons.DEALS:
        return "within the error of these deals"
    return answer.name.replace("=", " = ") or "another reading of its assumed rules"


def fitting(held: Held) -> str:
    """Say which numbers of icons fit; what the games leave open is marked."""
    numbers = [naming.number_words(number) for number in range(held.fewest, held.most + 1)]
    return several(numbers, "or") if held.verdict == OTHER else f"perhaps {several(numbers, 'or')}"


def icon_changes(moved: Sequence[tuple[str, int, int, str]], of: int, fewest: int) -> str:
    """Say which printed icons should change for certain, which would but depend, and how few any cut points change."""
    if not moved:
        which = "The printed icon is that" if of == 1 else f"All {of} printed icons are those"
        return f"{which} of the fixed cut points: none should change."
    sure = [_moved(name, old, new) for name, old, new, verdict in moved if verdict == CERTAIN]
    others = [f"{_moved(name, old, new)} ({verdict})" for name, old, new, verdict in moved if verdict != CERTAIN]
    first = f"{naming.number_words(len(sure)) if sure else 'none'} of {of} printed icons should change for certain"
    text = upper_first(f"{first}: {several(sure)}" if sure else first)
    if others:
        number = f"{naming.number_words(len(others))}{' more' if sure else ''}"
        text += f"; the fixed cut points change {number}, which may not hold everywhere: {several(others)}"
    return f"{text}{_kindest(fewest, len(moved))}."


def _moved(name: str, old: int, new: int) -> str:
    return f"{name} from {naming.number_words(old)} to {naming.number_words(new)}"


def _kindest(fewest: int, moved: int) -> str:
    if fewest == moved:
        return "; no choice of cut points would change fewer"
    if not fewest:
        return "; cut points at the places where the print has them would change none"
    return f"; cut points chosen to follow the print would still change {naming.number_words(fewest)}"


def cut_points(cuts: Sequence[float], who: str, players: int) -> str:
    """Say which win rates part the icons; the first cut parts one icon from two."""
    written = [f"{100 * cut:g} %" for cut in cuts]
    inner = [
        f"{naming.number_words(number + 2)} from {low} to below {high}"
        for number, (high, low) in enumerate(pairwise(written))
    ]
    ends = (
        f"one icon where {who} wins at least {written[0]} of the games with {naming.players_words(players)}",
        f"{naming.number_words(len(cuts) + 1)} below {written[-1]}",
    )
    return f"Fixed cut points: {several([ends[0], *inner, ends[1]])}."


def unprinted(new: Sequence[tuple[str, int]]) -> str:
    """Say which icons variants should carry that have none in print."""
    listed = several([f"{name} should carry {naming.number_words(icons)}" for name, icons in new])
    return f"Without icons in print until now: {listed}."


def counted(verdicts: Sequence[str]) -> str:
    """Say how many icons are certain, and on what the others depend."""
    sure = verdicts.count(CERTAIN)
    others = {verdict: verdicts.count(verdict) for verdict in dict.fromkeys(verdicts) if verdict != CERTAIN}
    if len(verdicts) == 1:
        return f"The recommended icon {_plural(verdicts[0], 1)}."
    if not others:
        return f"All {len(verdicts)} recommended icons are certain."
    listed = [f"{number} {_plural(verdict, number)}" for verdict, number in others.items()]
    certain = f"{sure or 'none'} {_plural(CERTAIN, max(sure, 1))}"
    return f"Of {len(verdicts)} recommended icons {certain}; {several(listed)}."


def _plural(verdict: str, number: int) -> str:
    if verdict in (CERTAIN, "open"):
        return f"{'is' if number == 1 else 'are'} {verdict}"
    return verdict if number == 1 else verdict.replace("depends", "depend", 1)


def asked(levels: Sequence[str], own: int, players: Sequence[int], readings: int, policy: str) -> str:
    """Say of whom and of what the icons were asked: certain is what held everywhere."""
    places = [
        f"{several(list(levels))} players with {naming.players_words(own)}" if levels else "",
        f"{policy} with {naming.counts_words(players)}" if players else "",
        f"{wording.counted(readings, 'other reading')} of the rules" if readings else "",
    ]
    names = ("level", "number of players", "reading")
    missing = [name for name, place in zip(names, places, strict=True) if not place]
    if len(missing) == len(places):
        return "Certain means beyond the error of these deals: no other level, number of players or reading was played."
    told = several([place for place in places if place])
    rest = f"; no other {several(missing, 'or')} was played" if missing else ""
    return f"Certain means the same for {told}, whichever variant is left out{rest}."
