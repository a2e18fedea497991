"""Figures of results that have no report: what was simulated, compared, tuned, and where luck comes from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from analyzer.reporting import asked, charts, lists
from analyzer.reporting import document as doc
from analyzer.reporting.wording import count, counted, several, upper_first
from analyzer.stats import Estimate


def simulation(result: Any) -> Iterator[doc.Figure]:
    """Draw what was won, and how games ended."""
    found = result.as_dict()
    who = several(list(dict.fromkeys(found["policies"])))
    scene = f"{found['variant']}, {counted(found['players'], 'player')}"
    source = asked.source(found, who, f"{count(found['games'])} games")
    if result.win_rate is not None:
        title = f"Games won: {scene}; {who}"
        told = f"The team wins {100 * result.win_rate.value:.0f}\u00a0% of its games"
        yield replace(_rates("win_rate", title, [(found["variant"], result.win_rate)], source), finding=told)
    places = {"seats": ("seat", 0, result.win_shares), "turn_order": ("turn position", 1, result.turn_order)}
    for name, (word, first, shares) in places.items():
        if shares:
            own = {f"{word} {number}": share for number, share in enumerate(shares, first)}
            yield _shares(name, f"Games won by {word}: {scene}; {who}", own, source)
    yield _endings(found, f"How games ended: {scene}; {who}", source)


def _rates(name: str, title: str, rates: Sequence[tuple[str, Estimate]], source: str) -> doc.Figure:
    frame = pd.DataFrame({"label": [label for label, _ in rates], "group": "", "icons": ""})
    frame = frame.assign(**lists.numbers(rate for _, rate in rates))
    alt = f"Dots with intervals: win rates of {several(list(frame['label']))}."
    size = (doc.WIDTH, doc.lines_high(len(frame), 1))
    options = {"groups": [""]}
    return doc.Figure(name, title, alt, charts.draw_ladder, frame, options, size, lists.INTERVALS, source=source)


def _shares(
    name: str, title: str, shares: Mapping[str, Estimate], source: str, fair: float | None = None
) -> doc.Figure:
    frame = pd.DataFrame({"label": list(shares), "group": "", "fair": fair or 1.0 / len(shares)})
    frame = frame.assign(**lists.numbers(shares.values()))
    alt = f"Dots with intervals: share of the wins of {several(list(shares))}."
    return replace(lists.shares_figure(name, title, alt, frame, [""], lists.INTERVALS), source=source)


def _endings(found: Mapping[str, Any], title: str, source: str) -> doc.Figure:
    parts = {upper_first(cause.replace("_", " ")): games for cause, games in found["outcomes"].items()}
    shares = [games / max(found["games"], 1) for games in parts.values()]
    frame = pd.DataFrame({"label": found["variant"], "part": list(parts), "value": shares})
    first = frame.loc[frame["value"].idxmax()]
    return doc.Figure(
        "endings",
        title,
        f"Stacked bar: how games ended, most often by: {first['part']}.",
        charts.draw_stacks,
        frame,
        {"parts": list(parts), "xlabel": "games, in percent", "numbered": True},
        (doc.WIDTH, doc.lines_high(1, 1) + 0.4),
        finding=f"Most games end so: {first['part'].lower()}, {100 * first['value']:.0f}\u00a0%",
        source=source,
    )


def comparison(result: Any) -> Iterator[doc.Figure]:
    """Draw the win rates of the arms, and their differences on the same deals."""
    found, scene = result.as_dict(), counted(result.players, "player")
    names = [arm.label for arm in result.arms]
    who = f"{result.field} at all other seats" if result.field else f"{result.kind} compared"
    source = asked.source(found, who, f"{count(result.games)} common deals")
    rates, title = {arm.label: arm.win_rate for arm in result.arms}, f"Games won: {several(names)}, {scene}"
    if result.field:
        yield _shares("win_rates", title, rates, source, fair=1.0 / result.players)
    else:
        yield _rates("win_rates", title, list(rates.items()), source)
    together = f"All intervals hold together at {100 * result.level:g} %."
    pairs = {f"{item.first} against {item.second}": item.difference for item in result.differences}
    yield from _effects("differences", f"Differences on the same deals, {scene}", pairs, source, together)


def _effects(
    name: str, title: str, effects: Mapping[str, Estimate], source: str, note: str, axis: str = "difference, in points"
) -> Iterator[doc.Figure]:
    if effects:
        frame = pd.DataFrame({"label": list(effects), "group": ""}).assign(**lists.numbers(effects.values()))
        alt = f"Dots with intervals around zero: {title}."
        yield replace(lists.effects_figure(name, title, alt, frame, axis, note), source=source)


def tuning(result: Any) -> Iterator[doc.Figure]:
    """Draw what the winner wins on fresh deals, and by how much more than the start, case by case."""
    found, valid = result.as_dict(), result.validation
    labels = [case["case"] for case in found["validation"]["cases"]]
    source = asked.source(found, f"{found['winner']}, tuned from {found['start']}", f"{count(valid.deals)} fresh deals")
    rates = list(zip(labels, valid.cases, strict=True))
    yield _rates("cases", f"Games won on deals that the search had not seen; {found['winner']}", rates, source)
    better = [(label, gap) for label, gap in zip(labels, valid.differences or (), strict=False) if gap is not None]
    title = f"What the search gained over {found['start']}, on the same fresh deals"
    yield from _effects("gains", title, dict(better), source, lists.INTERVALS)


def luck(result: Any) -> Iterator[doc.Figure]:
    """Draw what each source of luck decides by itself, table by table."""
    rows = [(source.words, table.title, source.first) for table in result.tables for source in table.sources]
    frame = pd.DataFrame({"label": [row[0] for row in rows], "group": [row[1] for row in rows]})
    frame = frame.assign(**lists.numbers(row[2] for row in rows))
    what = "who wins" if result.is_competitive else "whether the team wins"
    words, value, table = max(((row[0], row[2].value, row[1]) for row in rows), key=lambda row: row[1])
    title = f"Part of {what} that each source decides alone: {result.title}, {counted(result.players, 'player')}"
    who = several(_once(table.title for table in result.tables))
    made = asked.source(result.as_dict(), who, f"{count(sum(table.games for table in result.tables))} games")
    alt = f"Dots with intervals: what each source of luck decides; {words} most."
    figure = lists.effects_figure("luck", title, alt, frame, "decided by it alone, in percent", lists.INTERVALS)
    told = f"Most comes from {words} alone: {100 * value:.0f}\u00a0%, {table}"
    yield replace(figure, finding=told, source=made)


def _once(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(words))
